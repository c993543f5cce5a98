"""Alt text of a table and a hand: complete enough to play by, at most 1,024 characters.

Order: game, turn, piles, sides, hands; the viewer's own side and seat come first, and open melds
before canastas. A long text is shortened in steps: names, wild counts, new cards, hands, ranks of
canastas, open melds. Turn, pile, frozen and scores always stay. Public texts use only the public
part of a view.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final

from engine.model.view import Contract, MeldView, Need, SeatView, SideView, View
from render.text import display_names
from render.text.card_words import (
    card,
    cards,
    kind_words,
    meld_list,
    meld_rank,
    meld_words,
    rank_words,
    short_rank,
    text,
)
from render.text.catalogue import Catalogue, format_number, format_signed
from render.text.display_names import side_title
from render.text.hand_order import Order
from render.text.hand_words import LONGEST, hand_text
from render.text.side_names import side_names

__all__ = [
    "LONGEST",
    "MeldNews",
    "card",
    "cards",
    "hand_text",
    "laid_words",
    "own_first",
    "rank_words",
    "table_and_hand_text",
    "table_text",
    "text",
]

MIN_TABLE_TEXT: Final = 120
"""If fewer characters are left after the hand, the table is not described at all."""
CUT_NAME: Final = 16
SHORTEST_NAME: Final = 6


@dataclass(frozen=True, slots=True)
class DetailLevel:
    """How detailed a text is. Each step of `DETAIL_STEPS` leaves out one more detail."""

    name: int = display_names.MAX_LENGTH
    wilds: bool = True
    added: bool = True
    hands: bool = True
    ranks: bool = True
    melds: bool = True


DETAIL_STEPS: Final = (
    DetailLevel(),
    DetailLevel(name=CUT_NAME),
    DetailLevel(name=CUT_NAME, wilds=False),
    DetailLevel(name=CUT_NAME, wilds=False, added=False),
    DetailLevel(name=SHORTEST_NAME, wilds=False, added=False),
    DetailLevel(name=SHORTEST_NAME, wilds=False, added=False, hands=False),
    DetailLevel(name=SHORTEST_NAME, wilds=False, added=False, hands=False, ranks=False),
    DetailLevel(SHORTEST_NAME, wilds=False, added=False, hands=False, ranks=False, melds=False),
)


@dataclass(frozen=True, slots=True)
class MeldNews:
    """News of melds, by their numbers.

    `added`: cards added in the last turn. `made`: canastas made since the last picture.
    """

    added: Mapping[int, int] = field(default_factory=dict)
    made: AbstractSet[int] = frozenset()


def table_text(view: View, given: Sequence[str], news: MeldNews | None = None) -> str:
    """Return the alt text of the public picture.

    Args:
        view: The table; a viewer's own knowledge in it is ignored.
        given: The name of each seat.
        news: What is new in melds.
    """
    return table_text_within(replace(view, viewer=None), given, news or MeldNews(), LONGEST)


def table_text_within(view: View, given: Sequence[str], news: MeldNews, longest: int) -> str:
    """Return the most detailed text of the table that has at most `longest` characters."""
    for detail in DETAIL_STEPS:
        cut = display_names.short_names(given, len(view.seats), detail.name)
        text = " ".join(filter(None, table_parts(view, cut, news, detail)))
        if len(text) <= longest:
            return text
    return display_names.cut_end(text, longest)


def table_and_hand_text(
    view: View, given: Sequence[str], news: MeldNews | None = None, order: Order = "rank"
) -> str:
    """Return the viewer's hand, then the table in the remaining characters.

    Raises `ValueError` for a view without a viewer.
    """
    own = hand_text(view, None, order)
    room = LONGEST - len(own) - 1
    if room < MIN_TABLE_TEXT:
        return own
    return f"{own} {table_text_within(view, given, news or MeldNews(), room)}"


def table_parts(
    view: View, shown: Sequence[str], news: MeldNews, detail: DetailLevel
) -> Iterator[str]:
    """Yield the sentences of a table in order."""
    yield text("alt.table", round=round_words(view), aim=target_text(view))
    yield turn_words(view, shown)
    yield from pile_words(view)
    yield from contract_words(view)
    if view.lone is not None:
        yield text("alt.lone", name=shown[view.lone])
    if view.question:
        asker, asked = shown[view.question.asker], shown[view.question.asked]
        yield text("alt.asks", asker=asker, asked=asked)
    seats, sides = own_first(view)
    if view.contract:
        yield from (player_words(view, seat, shown, detail) for seat in seats)
        return
    for side in sides:
        yield from side_words(view, side, shown, detail)
    if detail.added:
        yield made_words(view, news.made)
        yield added_words(view, news.added)
    if detail.hands:
        yield text("alt.hands", list="; ".join(hand_words(view, seat, shown) for seat in seats))


def own_first(view: View) -> tuple[tuple[SeatView, ...], tuple[SideView, ...]]:
    """Return seats and sides in turn order from the viewer on; in seat order without one."""
    if view.viewer is None:
        return view.seats, view.sides
    seat, side = view.viewer, view.side_of(view.viewer)
    seats = view.seats[seat:] + view.seats[:seat]
    return seats, view.sides[side:] + view.sides[:side]


def round_words(view: View) -> str:
    """Return the number of the round for an alt text."""
    if view.tie_break:
        return text("alt.extra")
    if view.last_round and not view.target:
        return text("alt.round_of", round=view.round, last=view.last_round)
    return text("alt.round", round=view.round)


def target_text(view: View) -> str:
    """Return the target score and the most rounds; "" if points do not decide."""
    if not view.target:
        return ""
    last = text("alt.at_most", n=view.last_round) if view.last_round else ""
    return text("alt.aim", target=view.target) + last


def turn_words(view: View, shown: Sequence[str]) -> str:
    """Return whose turn it is and who is next, or who may buy an offered upcard."""
    if view.phase == "over":
        return text("alt.over" if view.result else "alt.round_over")
    side = view.sides[view.side_of(view.turn)]
    team = text("alt.in_side", side=side_title(side, shown)) if len(side.seats) > 1 else ""
    if view.offer_to:
        asked = Catalogue.load().listing(shown[seat] for seat in view.offer_to)
        return text("alt.turn_offer", name=shown[view.turn], side=team, names=asked)
    following = shown[(view.turn + 1) % len(view.seats)]
    return text("alt.turn", name=shown[view.turn], side=team, following=following)


def pile_words(view: View) -> Iterator[str]:
    """Yield the stock and the discard pile with its state."""
    yield text("alt.stock", n=view.stock)
    if view.upcard is None:
        yield text("alt.pile_empty")
        return
    states = (
        ("frozen", view.frozen),
        ("blocked", view.blocked),
        ("offered", view.takes == "upcard" and view.offered),
        ("dead", view.takes == "upcard" and not view.offered),
    )
    state = "".join(text(f"alt.{key}") for key, holds in states if holds)
    yield text("alt.pile", n=len(view.pile), card=card(view.upcard), state=state)


def contract_words(view: View) -> Iterator[str]:
    """Yield the contract of the round and the pennies in the bowl; nothing in canasta."""
    if view.contract:
        ask = view.contract
        yield text("alt.contract", n=ask.sets, size=ask.size, wilds=limit_words(ask))
        yield text("alt.bowl", n=view.bowl)


def limit_words(contract: Contract) -> str:
    """Return how many wild cards each set of an initial meld may hold."""
    return text(f"alt.contract_wilds{limit_form(contract)}", n=contract.wilds)


def limit_form(contract: Contract) -> str:
    """Return the suffix of the message key for a contract's limit.

    The suffix is "_kind" if each kind of wild card is counted separately, and "_alone" if the
    contract has a single set.
    """
    kinds = "_kind" if contract.each_kind and len(contract.wild_ranks) > 1 else ""
    return kinds if contract.sets > 1 else f"{kinds}_alone"


def side_words(
    view: View, side: SideView, shown: Sequence[str], detail: DetailLevel
) -> Iterator[str]:
    """Yield one side: score, what is missing, open melds, canastas, red threes."""
    now = view.so_far(side)
    change = text("alt.change", change=format_signed(now)) if now else ""
    title, score = side_title(side, shown), format_number(side.score)
    seats = [view.seats[seat] for seat in side.seats]
    melds = [meld for meld in view.melds if meld.side == side.side]
    members = side_names(side, shown)
    key = "alt.of_side" if len(seats) > 1 else "alt.side"
    head = text(key, title=title, names=members, score=score, change=change)
    told = [*state_words(seats, side, shown), *laid_words(side, melds, seats, shown, detail)]
    yield f"{head} {'; '.join(told) or text('alt.nothing')}."
    red_threes = sum(len(seat.red_threes) for seat in seats)
    if red_threes:
        against = "_against" if side.red_threes < 0 else ""
        yield text(f"alt.red_threes{against}", n=red_threes)


def laid_words(
    side: SideView,
    melds: Sequence[MeldView],
    seats: Sequence[SeatView],
    shown: Sequence[str],
    detail: DetailLevel = DETAIL_STEPS[0],
) -> Iterator[str]:
    """Yield open melds, which can still grow, then finished canastas."""
    still_open = [meld for meld in melds if not meld.closed]
    if still_open and detail.melds:
        told = meld_list(side, still_open, seats, shown, wilds=detail.wilds)
        yield text("alt.melds", list=told)
    kinds: dict[str, list[str]] = {}
    for meld in melds:
        if meld.bonus:
            kinds.setdefault(meld.kind, []).append(short_rank(meld.rank))
    if kinds:
        each = (kind_words(*one, named=detail.ranks) for one in kinds.items())
        yield text("alt.canastas", list=", ".join(each))


def state_words(seats: Sequence[SeatView], side: SideView, shown: Sequence[str]) -> Iterator[str]:
    """Yield initial melds still to come, or what is needed to go out."""
    for seat in seats if side.personal_melds else seats[:1]:
        who = f"{shown[seat.seat]} " if side.personal_melds else ""
        if seat.minimum is not None:
            yield who + text("alt.opens", points=seat.minimum)
        elif side.needs or seat.needs:
            yield who + need_words(side.needs or seat.needs)


def need_words(needs: Sequence[Need]) -> str:
    """Return what is still missing to go out."""
    missing = [need for need in needs if need.have < need.need]
    if not missing:
        return text("alt.may_go_out")
    if missing[0].kind == "any":
        return text("alt.needs_any", n=missing[0].need - missing[0].have)
    return text(
        "alt.needs",
        list=Catalogue.load().listing(text(f"alt.missing.{need.kind}") for need in missing),
    )


def made_words(view: View, made: AbstractSet[int]) -> str:
    """Return the canastas that were just made, with their ranks; "" for none."""
    melds = [meld for meld in view.melds if meld.number in made and meld.bonus]
    each = (text(f"alt.missing.{meld.kind}") + of_rank(meld) for meld in melds)
    return text("alt.made", list=Catalogue.load().listing(each)) if melds else ""


def of_rank(meld: MeldView) -> str:
    """Return the rank of a canasta whose kind does not say it."""
    named = meld.kind not in ("wild", "sevens")
    return text("alt.ranks", ranks=short_rank(meld.rank)) if named else ""


def added_words(view: View, added: Mapping[int, int]) -> str:
    """Return what the last turn added to melds."""
    ranks = {meld.number: meld_rank(meld) for meld in view.melds}
    each = [text("alt.new_card", rank=ranks[no], n=n) for no, n in added.items() if no in ranks]
    return text("alt.new_cards", list=", ".join(each)) if each else ""


def hand_words(view: View, seat: SeatView, shown: Sequence[str]) -> str:
    """Return how many cards a player holds, and how many are in the foot or pony."""
    key = f"alt.{view.packet}" if view.packet and seat.foot_count else "alt.hand_count"
    return text(key, name=shown[seat.seat], n=seat.hand_count, foot=seat.foot_count)


def player_words(view: View, seat: SeatView, shown: Sequence[str], detail: DetailLevel) -> str:
    """Return one player of contract rummy: cards, pennies, points, sets."""
    own = [meld_words(meld, wilds=detail.wilds) for meld in view.melds if meld.owner == seat.seat]
    melds = text("alt.player_melds", list=", ".join(own)) if own and detail.melds else ""
    return text(
        "alt.player",
        name=shown[seat.seat],
        n=seat.hand_count,
        pennies=text("alt.pennies", n=seat.pennies),
        score=format_number(view.sides[seat.side].score),
        melds=melds,
    )
