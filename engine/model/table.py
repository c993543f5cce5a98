"""The table: one immutable value with a whole game at one moment, hidden cards included.

Only the engine handles tables; whatever is shown to people is made from a `View`. The fields are
the keys of a position (`engine.record.positions`). `Table`, `Event` and `Rules` refer to each
other, so they share this file. `Rules` lists the questions that every game answers.
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
    """The rank that it collects; `cards.JOKER_RANK` for a meld of wild cards only (canasta)."""


class Question(NamedTuple):
    """A request for leave to go out that the teammate has not answered yet."""

    asker: int
    asked: int
    plan: tuple[Move, ...]


# No slots: `changed` builds the next table from this one's `__dict__`.
@dataclass(frozen=True)
class Table:
    """A game at one moment. `but` returns the next table; nothing changes in place."""

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
    """Per seat: cards that all saw it take with the pile, and that have not left its hand since."""
    down: tuple[bool, ...]
    """Per seat: has made the first-down of this round (contract rummy).

    In canasta: has laid cards in an earlier turn of this round, so its hand is no longer concealed.
    """
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
    bowl: int = 0  # pennies paid in by all seats
    offered: bool = True  # the upcard may still be taken or bought
    offer_to: tuple[int, ...] = ()  # the seats that have not answered yet
    offer_yes: tuple[int, ...] = ()  # seats that said yes; secret until the window closes (TPW-Q39)
    question: Question | None = None
    asked: bool = False  # Permission to go out was requested; allowed once a turn (PFH-Q38).
    no_out: bool = False  # leave was refused: the turn player may not go out this turn
    played_seventh: bool = False  # a foot is due with this turn's discard (PFH-Q51)
    reshuffles: int = 0
    tie_break: bool = False  # an extra round is being played
    result: Result | None = None

    def but(self, **changes: Any) -> "Table":
        """Return the table with some fields changed.

        The copy goes through `__dict__`. `dataclasses.replace` would run the whole constructor,
        which is many times slower, in the innermost step of every move.
        """
        return self.changed(changes)

    def changed(self, changes: dict[str, Any]) -> "Table":
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
        """Return the cards of a seat's hand that may be laid this turn.

        Copies of a face are equal, so locked cards are counted and not marked: another copy of a
        locked card is free (HC-Q33).
        """
        hand = self.hands[seat]
        return without(hand, self.locked) if self.locked and seat == self.turn else hand

    def meld(self, number: int) -> LaidMeld | None:
        """Return the meld with that number, or None."""
        return self.melds[number - 1] if 1 <= number <= len(self.melds) else None


_new = object.__new__
_fill = Table.__dict__["__dict__"].__set__
"""Sets all fields of a new table at once, because a frozen dataclass refuses single changes."""


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return `items` with `item` in place of the element at `index`."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def empty_table(rules: "Rules", seed: bytes, dealer: int = 0) -> Table:
    """Return a table without any card in a hand: the start of a deal and of a position."""
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
    """True for an event that belongs to no turn, such as a deal."""

    def applied_to(self, table: Table) -> Table:
        """Return the table after this event."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> "Event":
        """Return the event without what `seat` may not know. `seat` None means a spectator."""
        del seat
        return self

    @property
    def whose(self) -> int | None:
        """The seat that acted; None if the event does not name it or concerns all seats."""
        return getattr(self, "seat", None)

    def deeds(self) -> tuple[Deed, ...]:
        """Return what the seat did, in the order to tell it; `()` if there is nothing to tell."""
        raise NotImplementedError

    def melded(self) -> tuple[tuple[int, int], ...]:
        """Return (meld number, cards added) for every meld that got cards."""
        return ()


class Rules(ABC):
    """A game with its number of seats and options, as shared code sees it.

    The families (`engine.canasta`, `engine.rummy`) implement most methods by smaller ones, which
    the files in `engine.games` implement.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Grows whenever an old log would replay differently."""
    seats: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    phases: ClassVar[tuple[Phase, ...]]
    """The phases in which a table of this game can be."""
    rule_ids: ClassVar[Mapping[Code, str]]
    """The rule to cite for each reason for which this game can refuse a move."""
    pennies: ClassVar[int] = 10
    """Pennies in each seat's buy stack at the start (contract rummy)."""
    lowest_wins: ClassVar[bool] = False
    """Whether points count against the players, so that the lowest score wins."""
    melds_for_all: ClassVar[bool] = False
    """Whether every seat may lay off on every meld; otherwise only on those of its own side."""
    bans_duplicates: ClassVar[bool] = False
    """Whether no meld may hold a suited face twice, which makes equal copies matter."""

    def __init__(self, seat_count: int, chosen: Mapping[str, Value] | None = None) -> None:
        """Set up a game.

        Raises:
            ValueError: the game does not have this number of seats, an option or a value.

        """
        if seat_count not in self.seats:
            raise ValueError(f"{self.name} has no table for {seat_count}")
        self.seat_count = seat_count
        self.chosen: Mapping[str, Value] = settled(self.options, chosen)
        self.side_count = self.count_sides()
        self._settings = (self.slug, self.version, seat_count, tuple(sorted(self.chosen.items())))
        # Computed once: caches keyed by rules need the hash at every move.
        self._hash = hash(self._settings)

    def __eq__(self, other: object) -> bool:
        """Compare settings, not identity: equal rules may be built several times."""
        return self is other or (isinstance(other, Rules) and self._settings == other._settings)

    def __hash__(self) -> int:
        return self._hash

    def refusal(self, code: Code, **facts: Fact) -> Refused:
        """Return a refusal that cites this game's rule for `code`."""
        return Refused(self.rule_ids[code], code, facts)

    def count_sides(self) -> int:
        """Return the number of scoring units: one per seat in a game without partners."""
        return self.seat_count

    def side_of(self, seat: int) -> int:
        """Return the side for which a seat scores; sides are numbered by their first seat."""
        return seat % self.side_count

    @classmethod
    @abstractmethod
    def decks(cls, seat_count: int) -> int:
        """Return how many packs (with two jokers each) the rules prescribe for `seat_count`."""

    @abstractmethod
    def pack(self) -> Cards:
        """Return all cards of this table."""

    @abstractmethod
    def values(self, number: int) -> Values:
        """Return the point values in hand and in melds, and the wild ranks, of round `number`."""

    @abstractmethod
    def sides(self, table: Table) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side at this moment, sides in the order of their numbers."""

    @abstractmethod
    def meld(self, side: int, owner: int, cards: Cards, rank: int | None, number: int) -> LaidMeld:
        """Return `cards` as a meld of round `number`; with `rank` None, the cards determine it."""

    def has_seat(self, seat: int) -> bool:
        """Whether the game has this seat. Without this check, -1 would index the last one."""
        return seat in range(self.seat_count)

    def has_round(self, number: int) -> bool:
        """Whether a game can reach this round."""
        return number >= 1

    @property
    def cuts(self) -> bool:
        """Whether a player cuts the pack for the bonus of a deal; otherwise the dealer grabs."""
        return False

    def lone_after_take(self, table: Table, seat: int) -> int | None:
        """Return the seat that plays alone after `seat` has taken the pile, or None."""
        del seat
        return table.lone

    def counts_as_laid_before(self, table: Table, hand: Cards) -> bool:
        """Whether a turn player who laid cards and now discards counts as having laid before."""
        del table, hand
        return True

    @abstractmethod
    def final(self, table: Table) -> Result:
        """Return the result if the scores of `table` are final."""

    @abstractmethod
    def first(self, seed: bytes) -> Table:
        """Return a table with nothing dealt yet and the first dealer drawn."""

    @abstractmethod
    def deal(self, table: Table) -> tuple[Event, ...]:
        """Return the events that deal the round after `table`."""

    @abstractmethod
    def pending(self, table: Table) -> tuple[Decision, ...]:
        """Return the open decisions, one per seat that may act now."""

    @abstractmethod
    def decide(self, table: Table, seat: int, move: Move) -> tuple[Event, ...]:
        """Return the events that `move` causes.

        Raises:
            Refused: a rule forbids it.

        """

    def check(self, table: Table, seat: int, move: Move) -> Refused | None:
        """Return the refusal of `move`, or None if it is legal."""
        try:
            self.decide(table, seat, move)
        except Refused as refused:
            return refused.answered()
        return None

    @abstractmethod
    def micro_moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Yield every legal move of a single step. Bundles are left out: there are too many."""

    def takes(self, table: Table, seat: int) -> Iterator[Take]:
        """Yield the ways to take the pile.

        A take that lays other cards first is among them only if no simpler one is legal.
        """
        return (move for move in self.micro_moves(table, seat) if isinstance(move, Take))

    @abstractmethod
    def openings(self, table: Table, seat: int) -> Iterator[MeldMove]:
        """Yield the cheapest sufficient initial melds, fewest cards first."""

    @abstractmethod
    def room(self, table: Table, seat: int, meld: int) -> Cards:
        """Return the faces in hand that may each be laid off on that meld now."""

    @abstractmethod
    def score(self, table: Table, out: int | None) -> tuple[Score, ...]:
        """Return the score per side if the round ended now; `out` is the seat that went out."""

    @abstractmethod
    def view(self, table: Table, seat: int | None) -> View:
        """Return what `seat` may know. `seat` None means a spectator."""

    @abstractmethod
    def face_down(self, view: View) -> Table:
        """Return the table that a view shows, with hidden cards face down."""

    @abstractmethod
    def sample(self, view: View, rng: Rng) -> Table:
        """Return a table with this view; `rng` deals the hidden cards."""
