"""The table: one immutable value that holds a game at one moment, hidden cards and all.

Truth is game, seats, options, seed and moves; a table is what they fold into. Only the
engine handles tables. Whoever shows something to somebody takes a `View` instead.

The fields are the keys of the position format (the contract of the engine, "Positions"); each
family uses the ones it needs and leaves the rest at their defaults.

A table knows the rules it is played by, an event the table it happens to, and rules decide
events: the three cannot be told apart, so they stand together. `Rules` is what every game must
answer, one instance per seat count and options. Shared code asks these questions and never which
game it is talking to; the families (`engine.canasta`, `engine.rummy`) answer most of them from a
handful of smaller questions, which the files in `engine.games` answer.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from engine.model.cards import Cards, without
from engine.model.chance import Rng
from engine.model.decision import Decision, Phase
from engine.model.deeds import Deed
from engine.model.moves import Meld as MeldMove
from engine.model.moves import Move, Take
from engine.model.option import Option, Value, settled
from engine.model.refusals import Code, Fact, Refused
from engine.model.score import Result, Score
from engine.model.values import Values
from engine.model.view import View

T = TypeVar("T")


class LaidMeld(NamedTuple):
    """A meld on the table. Its number is its place in `Table.melds`, counted from 1."""

    side: int
    owner: int
    cards: Cards
    rank: int
    """The rank it collects; `cards.JOKER_RANK` for a meld of wild cards only (canasta)."""


class Question(NamedTuple):
    """Leave to go out, asked of a teammate and not answered yet."""

    asker: int
    asked: int
    plan: tuple[Move, ...]


# No slots here: `changed` makes the next table out of this one's `__dict__`.
@dataclass(frozen=True)
class Table:
    """A game at one moment. `but` gives the next one; nothing changes in place."""

    rules: "Rules"
    seed: bytes
    round: int
    dealer: int
    turn: int
    phase: Phase
    scores: tuple[int, ...]
    hands: tuple[Cards, ...]
    stock: Cards
    """Next card first."""
    pile: Cards
    """Bottom first, upcard last."""
    feet: tuple[Cards, ...]
    earned: tuple[bool, ...]
    melds: tuple[LaidMeld, ...]
    red_threes: tuple[Cards, ...]
    known: tuple[Cards, ...]
    """Per seat, cards seen taken with the pile and not seen leaving the hand since."""
    down: tuple[bool, ...]
    """Per seat, has made the first-down of this round (contract rummy), or has laid cards
    in an earlier turn of it (canasta: its hand is no longer concealed)."""
    pennies: tuple[int, ...]
    purse: tuple[int, ...]
    turns: tuple[int, ...]
    grab: tuple[int, ...]
    """Per side, the exact-grab or cut bonus won this round."""
    frozen_upcard: bool = False
    locked: Cards = b""
    """Cards in the turn player's hand that came with the pile this turn."""
    fresh: Cards = b""
    """Cards the turn player drew this turn, for the hand picture."""
    laid: bool = False
    """Whether the turn player has laid cards this turn (canasta)."""
    lone: int | None = None  # the seat that plays alone since it took the pile (HC-Q17)
    taken: Cards = b""  # the face not to be discarded this turn (contract rummy, TPW-Q34)
    bowl: int = 0  # pennies paid in by all
    offered: bool = True  # the upcard may still be had
    offer_to: tuple[int, ...] = ()  # who is asked and has not answered
    offer_yes: tuple[int, ...] = ()  # secret until the window closes (TPW-Q39)
    question: Question | None = None
    asked: bool = False  # leave to go out, once a turn (PFH-Q38)
    no_out: bool = False  # leave was refused: nobody goes out this turn
    played_seventh: bool = False  # this turn: a foot falls due with the discard (PFH-Q51)
    reshuffles: int = 0
    tie_break: bool = False  # an extra round is being played
    result: Result | None = None

    def but(self, **changes: Any) -> "Table":
        """Itself with some fields changed.

        Written with `__dict__` because `dataclasses.replace` runs the whole constructor:
        many times slower, and this is the innermost step of every move.
        """
        return self.changed(changes)

    def changed(self, changes: dict[str, Any]) -> "Table":
        """`but` for changes gathered in a dictionary."""
        table = _new(Table)
        _fill(table, self.__dict__ | changes)
        return table

    @property
    def upcard(self) -> int | None:
        """The top card of the discard pile, if there is one."""
        return self.pile[-1] if self.pile else None

    @property
    def hand(self) -> Cards:
        """The hand of the seat whose turn it is."""
        return self.hands[self.turn]

    def free(self, seat: int) -> Cards:
        """The cards of a hand that may be laid this turn.

        Copies of a face are equal, so locked cards are counted, not marked: a card in hand
        besides the locked copy is free (HC-Q33).
        """
        hand = self.hands[seat]
        return without(hand, self.locked) if self.locked and seat == self.turn else hand

    def meld(self, number: int) -> LaidMeld | None:
        """The meld with that number, or None."""
        return self.melds[number - 1] if 1 <= number <= len(self.melds) else None


_new = object.__new__
_fill = Table.__dict__["__dict__"].__set__
"""Sets the fields of a new table all at once; a frozen one refuses to have them set singly."""


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """`items` with one of them exchanged."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def empty_table(rules: "Rules", seed: bytes, dealer: int = 0) -> Table:
    """A table with nobody holding a card: what a deal and a position start from."""
    seats, sides = rules.seat_count, rules.side_count
    no_cards, noughts, no = (b"",) * seats, (0,) * seats, (False,) * seats
    return Table(
        rules=rules,
        seed=seed,
        round=0,
        dealer=dealer,
        turn=(dealer + 1) % seats,
        phase="draw",
        scores=(0,) * sides,
        hands=no_cards,
        stock=b"",
        pile=b"",
        feet=no_cards,
        earned=no,
        melds=(),
        red_threes=no_cards,
        known=no_cards,
        down=no,
        pennies=(rules.pennies,) * seats,
        purse=noughts,
        turns=noughts,
        grab=(0,) * sides,
    )


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table."""

    between_turns: ClassVar[bool] = False
    """Whether it belongs to nobody's turn, such as a deal."""

    def applied_to(self, table: Table) -> Table:
        """The table after this event."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> "Event":
        """Itself as `seat` may read it; None is somebody who only watches."""
        del seat
        return self

    @property
    def whose(self) -> int | None:
        """The seat that did it; None where whoever moved did, or everybody."""
        return getattr(self, "seat", None)

    def deeds(self) -> tuple[Deed, ...]:
        """What was done, in the order to tell it; nothing where there is nothing to tell."""
        raise NotImplementedError

    def melded(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the melds that got cards, each with how many."""
        return ()


class Rules(ABC):
    """A game with its seats and options settled."""

    slug: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Grows when an old log would replay differently."""
    seats: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    phases: ClassVar[tuple[Phase, ...]]
    """The phases that a table of this game can be in."""
    rule_ids: ClassVar[Mapping[Code, str]]
    """The rule to cite for each reason this game can refuse a move for."""
    pennies: ClassVar[int] = 10
    """In each seat's buy stack at the start (contract rummy)."""
    lowest_wins: ClassVar[bool] = False
    """Whether points are what is caught in hands, and the fewest win."""
    melds_for_all: ClassVar[bool] = False
    """Whether everybody lays off on everybody's melds; else on those of the own side."""
    bans_duplicates: ClassVar[bool] = False
    """Whether no meld may hold a suited face twice, so that it tells which copy lies in which."""

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
        self._settings = (self.slug, self.version, seat_count, tuple(sorted(self.chosen.items())))
        # Made once: what is remembered by rules asks for it at every move.
        self._hash = hash(self._settings)

    def __eq__(self, other: object) -> bool:
        """Whether they settle the same, however often they were made: none is kept for good."""
        return self is other or (isinstance(other, Rules) and self._settings == other._settings)

    def __hash__(self) -> int:
        """The same for rules that settle the same."""
        return self._hash

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
    def meld(self, side: int, owner: int, cards: Cards, rank: int | None, number: int) -> LaidMeld:
        """A meld of `cards` as it lies on the table in round `number`; `rank` if it is known."""

    def has_seat(self, seat: int) -> bool:
        """Whether there is such a seat; a list would take -1 for its last."""
        return seat in range(self.seat_count)

    def has_round(self, number: int) -> bool:
        """Whether a game may come to this round."""
        return number >= 1

    @property
    def cuts(self) -> bool:
        """Whether somebody cuts the pack for the bonus of a deal; else the dealer grabs."""
        return False

    def lone_after_take(self, table: Table, seat: int) -> int | None:
        """The seat that plays alone once `seat` has taken the pile."""
        del seat
        return table.lone

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
            return refused.answered()
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
    def face_down(self, view: View) -> Table:
        """The table that a view shows; the cards it hides lie face down."""

    @abstractmethod
    def sample(self, view: View, rng: Rng) -> Table:
        """A table with this view: what cannot be seen is dealt by `rng`."""
