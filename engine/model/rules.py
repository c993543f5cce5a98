"""Rules: what every game must answer. A game is one instance per seat count and options.

Shared code asks these questions and never which game it is talking to. The two families
(`engine.canasta`, `engine.rummy`) answer most of them from a handful of smaller questions
that the files in `engine.games` answer.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.model.cards import Cards
from engine.model.chance import Rng
from engine.model.decision import Decision
from engine.model.moves import Meld as MeldMove
from engine.model.moves import Move, Take
from engine.model.option import Option, Value, settled
from engine.model.refusals import Code, Fact, Refused
from engine.model.score import Result, Score
from engine.model.table import Event, Meld, Table
from engine.model.values import Values
from engine.model.view import View


class Rules(ABC):
    """A game with its seats and options settled."""

    slug: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Grows when an old log would replay differently."""
    seats: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    rule_ids: ClassVar[Mapping[Code, str]]
    """The rule to cite for each reason this game can refuse a move for."""
    pennies: ClassVar[int] = 10
    """In each seat's buy stack at the start (contract rummy)."""

    def __init__(self, seat_count: int, chosen: Mapping[str, Value] | None = None) -> None:
        """Settle a game.

        Raises:
            ValueError: a number of seats, an option or a value this game does not have.

        """
        if seat_count not in self.seats:
            raise ValueError(f"{self.name} has no table for {seat_count}")
        self.seat_count = seat_count
        self.chosen: Mapping[str, Value] = settled(self.options, chosen)
        self.side_count = self.count_sides()

    def refusal(self, code: Code, **facts: Fact) -> Refused:
        """A refusal that cites this game's rule for `code`."""
        return Refused(self.rule_ids[code], code, facts)

    def count_sides(self) -> int:
        """How many scoring units there are: one a seat, where nobody has a partner."""
        return self.seat_count

    def side_of(self, seat: int) -> int:
        """The side a seat scores for; sides are numbered by their first seat."""
        return seat % self.side_count

    @classmethod
    @abstractmethod
    def decks(cls, seat_count: int) -> int:
        """How many packs (with two jokers each) `seat_count` players use by the book."""

    @abstractmethod
    def pack(self) -> Cards:
        """All cards of this table."""

    @abstractmethod
    def values(self, number: int) -> Values:
        """What cards count in hand and in melds, and which are wild, in round `number`."""

    @abstractmethod
    def sides(self, table: Table) -> tuple[tuple[int, ...], ...]:
        """The seats of each side as things stand, sides in the order of their numbers."""

    @abstractmethod
    def meld(self, side: int, owner: int, cards: Cards, rank: int | None) -> Meld:
        """A meld of `cards` as it lies on the table; `rank` if it is known."""

    def counts_as_laid_before(self, table: Table, hand: Cards) -> bool:
        """Whether a turn player who has laid cards and discards has done so for later turns."""
        del table, hand
        return True

    @abstractmethod
    def final(self, table: Table) -> Result:
        """How the game ended if the scores of `table` are final."""

    @abstractmethod
    def first(self, seed: bytes) -> Table:
        """A table with nothing dealt yet and the first dealer drawn."""

    @abstractmethod
    def deal(self, table: Table) -> tuple[Event, ...]:
        """Deal the round that follows `table`."""

    @abstractmethod
    def pending(self, table: Table) -> tuple[Decision, ...]:
        """Who may act now."""

    @abstractmethod
    def decide(self, table: Table, seat: int, move: Move) -> tuple[Event, ...]:
        """What `move` makes happen.

        Raises:
            Refused: a rule forbids it.

        """

    def check(self, table: Table, seat: int, move: Move) -> Refused | None:
        """Why `move` is refused, or None."""
        try:
            self.decide(table, seat, move)
        except Refused as refused:
            return refused
        return None

    @abstractmethod
    def micro_moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Every legal move made of one step; bundles are left out, there are too many."""

    def takes(self, table: Table, seat: int) -> Iterator[Take]:
        """The ways to take the pile, one that lays other cards first if nothing simpler will do."""
        return (move for move in self.micro_moves(table, seat) if isinstance(move, Take))

    @abstractmethod
    def openings(self, table: Table, seat: int) -> Iterator[MeldMove]:
        """The cheapest sufficient initial melds, fewest cards first."""

    @abstractmethod
    def room(self, table: Table, seat: int, meld: int) -> Cards:
        """The faces in hand of which one more card may be laid off on that meld now."""

    @abstractmethod
    def score(self, table: Table, out: int | None) -> tuple[Score, ...]:
        """The round's scores if it ended now, `out` being the seat that went out."""

    @abstractmethod
    def view(self, table: Table, seat: int | None) -> View:
        """What `seat` (None: everybody) may know."""

    @abstractmethod
    def sample(self, view: View, rng: Rng) -> Table:
        """A table with this view: what cannot be seen is dealt by `rng`."""
