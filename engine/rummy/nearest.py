"""The nearest legal move near a refused one, for the hint beside the refusal."""

from engine.model.cards import Cards
from engine.model.moves import Add, Discard, Meld, Move
from engine.model.table import Rules, Table


def nearby(rules: Rules, table: Table, seat: int, move: Move) -> Move | None:
    """The legal move of the same kind that shares most cards with `move`; else the default.

    None where the seat has nothing to decide.
    """
    defaults = [each.default for each in rules.pending(table) if each.seat == seat]
    if not defaults or isinstance(move, Discard):
        return defaults[0] if defaults else None
    near = [each for each in rules.micro_moves(table, seat) if type(each) is type(move)]
    return max(near, key=lambda each: _shared(each, move), default=defaults[0])


def _shared(one: Move, other: Move) -> int:
    cards = _cards(other)
    return sum(min(cards.count(face), _cards(one).count(face)) for face in set(cards))


def _cards(move: Move) -> Cards:
    match move:
        case Meld(melds):
            return b"".join(melds)
        case Add(_, cards):
            return cards
    return b""
