"""The melds on the table in words, for one seat. Melds to which the seat may add come first."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from cogs.game.state import TableState
from cogs.ui.texts import cards, melded_rank, say
from engine.model.view import MeldView, SideView, View
from render.text.alt_text import laid_words, own_first
from render.text.display_names import side_title


def melds_told(state: TableState, view: View, seat: int, room: int) -> list[str]:
    """Return the melds on the table in words: as many whole lines as fit into `room` characters.

    Each meld to which the seat may add has its own line. The melds of the seat's side come first,
    and unfinished melds before finished ones. The other melds share one line per side.
    """
    if not view.melds:
        return []
    told = [*meld_lines(state, view, seat), *side_lines(state, view, seat)]
    # Whole lines only, because part of a meld would show a wrong number of cards.
    shown = bisect_right(tuple(accumulate(len(line) for line, _ in told)), room)
    left = sum(count for _, count in told[shown:])
    more = say("panel.more_melds", n=left) if left else ""
    return [say("panel.about_melds"), *(line for line, _ in told[:shown]), more]


def meld_lines(state: TableState, view: View, seat: int) -> list[tuple[str, int]]:
    """Return a line for each meld to which this seat may add.

    As in `side_lines`, each line comes with its number of melds, here 1.
    """
    own = view.side_of(seat)
    found = [meld for meld in view.melds if may_grow(view, seat, meld)]
    found.sort(key=lambda meld: (meld.side != own, is_finished(meld)))
    return [(meld_line(state, view, meld), 1) for meld in found]


def may_grow(view: View, seat: int, meld: MeldView) -> bool:
    """Return whether this seat may ever add to a meld: to any set, and to melds of its side."""
    own = meld.side == view.side_of(seat)
    return (own or meld.kind == "set") and not meld.closed


def side_lines(state: TableState, view: View, seat: int) -> Iterator[tuple[str, int]]:
    """Yield a line for each side's other melds, with the number of melds in the line.

    Own side first.
    """
    shown = tuple(state.player_name(each.seat) for each in view.seats)
    for side in own_first(view)[1]:
        melds = [meld for meld in view.melds if meld.side == side.side]
        others = [meld for meld in melds if not may_grow(view, seat, meld)]
        seats = [view.seats[each] for each in side.seats]
        growing = [meld for meld in others if not is_finished(meld)]
        made = [canasta_words(state, side, meld) for meld in others if is_finished(meld)]
        told = say("list.semicolon").join((*laid_words(side, growing, seats, shown), *made))
        if others:
            yield say("panel.side_melds", side=side_title(side, shown), list=told), len(others)


def canasta_words(state: TableState, side: SideView, meld: MeldView) -> str:
    """Return a canasta's kind, rank and number of cards. If melds are personal, add the owner.

    From these words a player can count the unseen cards.
    """
    named = meld_words(meld)
    if meld.kind not in {"wild", "sevens"}:
        named = say("panel.canasta_of", rank=melded_rank(meld), canasta=named)
    if not side.personal_melds:
        return named
    return say("panel.canasta_whose", who=state.player_name(meld.owner), canasta=named)


def is_finished(meld: MeldView) -> bool:
    """Return whether a meld is a canasta."""
    return meld.kind not in {"open", "set"}


def meld_line(state: TableState, view: View, meld: MeldView) -> str:
    """Return one meld in words, with the number by which `/move` refers to it."""
    side = view.sides[meld.side]
    shown = tuple(state.player_name(each.seat) for each in view.seats)
    whose = shown[meld.owner] if side.personal_melds else side_title(side, shown)
    facts = {"n": meld.number, "rank": melded_rank(meld), "whose": whose}
    return say("panel.meld_line", cards=meld_words(meld), **facts)


def meld_words(meld: MeldView) -> str:
    """Return the cards of a meld, or its kind if it is a canasta."""
    if not is_finished(meld):
        return cards(meld.cards)
    return say(f"panel.canasta_{meld.kind}", n=len(meld.cards), wilds=meld.wilds)
