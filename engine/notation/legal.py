"""Legal moves on demand: test one move, or list all moves of one step."""

from collections.abc import Iterator
from functools import partial

from engine.model.cards import Cards
from engine.model.moves import Meld, Move, Take
from engine.model.refusals import Code, Refused
from engine.model.table import Table
from engine.notation.meld_target import placed
from engine.notation.moves import read


class Legal:
    """The legal moves of `seat` at `table`.

    Iteration yields micro moves, those of one step. Bundles (several melds in one action) may be
    legal as well. They are too many to list, but `move in legal` tests them.
    """

    __slots__ = ("seat", "table")

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat

    def __contains__(self, move: object) -> bool:
        """Whether `decide` accepts a move, given as a move or as its text."""
        if isinstance(move, str):
            try:
                move = reading(self.table, self.seat, move)
            except Refused:
                return False
        # Membership accepts any object, and `check` refuses one that is not a move; hence the
        # ignored type.
        return self.table.rules.check(self.table, self.seat, move) is None  # type: ignore[arg-type]

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Move]:
        rules = self.table.rules
        return rules.micro_moves(self.table, self.seat) if rules.has_seat(self.seat) else iter(())

    def takes(self) -> Iterator[Take]:
        """Yield the legal takes, simplest first; see `Rules.takes`."""
        return self.table.rules.takes(self.table, self.seat)

    def opening(self) -> Iterator[Meld]:
        """Yield sufficient initial melds, those with the fewest cards first."""
        return self.table.rules.openings(self.table, self.seat)

    def room(self, meld: int) -> Cards:
        """Return the faces in hand that may each be laid off on that meld now."""
        return self.table.rules.room(self.table, self.seat, meld)


def reading(table: Table, seat: int, text: str) -> Move:
    """Return the move that a text means for `seat`. Raises the errors of `engine.read`."""
    rules, place = table.rules, partial(placed, table, seat)
    cited = (rules.rule_ids[Code.SYNTAX], rules.rule_ids[Code.AMBIGUOUS])
    hand = table.hands[seat] if rules.has_seat(seat) else b""
    return read(text, hand, cited, place, bans_duplicates=rules.bans_duplicates)
