"""Placing: the meld that is meant by cards laid off without a number.

Source: the contract of the engine, "Cards and moves as text": what can only mean one
thing may be left out.
"""

from collections.abc import Sequence

from engine.model.cards import RANK, Cards, write_cards
from engine.model.moves import Add
from engine.model.refusals import Ambiguous, Code, SyntaxRefused
from engine.model.table import Table
from engine.notation.moves import write


def planning(table: Table, seat: int) -> Table:
    """The table as if it were this seat's turn to play, to plan with; never to play from."""
    if table.turn == seat and table.phase == "play":
        return table
    locked = table.locked if table.turn == seat else b""
    return table.but(turn=seat, phase="play", locked=locked, question=None, taken=b"")


def placed(table: Table, seat: int, cards: Cards, rank: int | None = None) -> int:
    """The number of the one meld on which `seat` may lay off these cards.

    Where they may go nowhere it is the seat's own meld of their rank, or any, if everybody lays off
    on it: the rules then say what stands against it, if against all of them the same does.

    Raises:
        Ambiguous: several melds could take them.
        SyntaxRefused: none could.

    """
    rules, own_turn = table.rules, planning(table, seat)
    named = [n for n, meld in enumerate(table.melds, 1) if rank in (None, meld.rank)]
    found = [n for n in named if rules.check(own_turn, seat, Add(n, cards)) is None]
    if len(found) > 1:
        raise _several(table, found, cards)
    found = found or _alike(table, seat, named, cards.translate(RANK) if rank is None else (rank,))
    against = [rules.check(own_turn, seat, Add(n, cards)) for n in found]
    if len({refused and refused.code for refused in against}) == 1:
        return found[0]
    facts = {"cards": write_cards(cards)}
    raise SyntaxRefused(rules.rule_ids[Code.NO_MELD_FITS], Code.NO_MELD_FITS, facts)


def _alike(table: Table, seat: int, numbers: list[int], ranks: Sequence[int]) -> list[int]:
    """The one meld of these ranks that is the seat's side's, or those of all that it lays off on.

    Wild cards are of every rank.
    """
    rules = table.rules
    alike = [n for n in numbers if table.melds[n - 1].rank in ranks]
    own = [n for n in alike if table.melds[n - 1].side == rules.side_of(seat)]
    if own or not rules.melds_for_all:
        return own if len(own) == 1 else []
    return numbers if set(ranks) <= set(rules.values(table.round).wild_ranks) else alike


def _several(table: Table, found: list[int], cards: Cards) -> Ambiguous:
    facts = {
        "cards": write_cards(cards),
        "choices": ", ".join(map(str, found)),
        "example": write(Add(found[0], cards)),
    }
    return Ambiguous(table.rules.rule_ids[Code.SEVERAL_MELDS], Code.SEVERAL_MELDS, facts)
