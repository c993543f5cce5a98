"""The legal move nearest to a refused move, for the hint next to the refusal."""

from engine.model.moves import Discard, Move, cards_laid
from engine.model.table import Rules, Table


def nearby(rules: Rules, table: Table, seat: int, move: Move) -> Move | None:
    """Return the legal move of the same kind that shares most cards with `move`, or the default.

    None if the seat has nothing to decide.
    """
    defaults = [each.default for each in rules.pending(table) if each.seat == seat]
    if not defaults or isinstance(move, Discard):
        return defaults[0] if defaults else None
    near = [each for each in rules.micro_moves(table, seat) if type(each) is type(move)]
    return max(near, key=lambda each: _shared(each, move), default=defaults[0])


def _shared(one: Move, other: Move) -> int:
    cards = cards_laid(other)
    return sum(min(cards.count(face), cards_laid(one).count(face)) for face in set(cards))
