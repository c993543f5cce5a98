"""The meld of a lay-off that names no meld.

A player may leave out the number if the cards fit only one meld. `moves` reads everything else.
"""

from collections.abc import Sequence

from engine.model.cards import RANK, Cards, write_cards
from engine.model.moves import Add
from engine.model.refusals import Ambiguous, Code, SyntaxRefused
from engine.model.table import Table
from engine.notation.moves import write


def planning(table: Table, seat: int) -> Table:
    """Return the table as if it were this seat's turn to play.

    For planning only; never play on it.
    """
    if table.turn == seat and table.phase == "play":
        return table
    locked = table.locked if table.turn == seat else b""
    return table.but(turn=seat, phase="play", locked=locked, question=None, taken=b"")


def placed(table: Table, seat: int, cards: Cards, rank: int | None = None) -> int:
    """Return the number of the only meld on which `seat` may lay off these cards.

    If the cards fit no meld, return the seat's own meld of that rank, or any meld of that rank if
    all players may lay off on it. The rules then refuse the move, with the reason that applies to
    all these melds.

    Args:
        table: the table.
        seat: the seat that lays off.
        cards: the cards to lay off.
        rank: the rank of the meld, if it was named.

    Raises:
        Ambiguous: several melds could take the cards.
        SyntaxRefused: no meld could take the cards.
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
    """Return the side's only meld of these ranks, or all melds that everybody may lay off on.

    Wild cards have every rank.
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
