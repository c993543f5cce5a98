"""The table: one immutable value that holds a game at one moment, hidden cards and all.

Truth is game, seats, options, seed and moves; a table is what they fold into. Only the
engine handles tables. Whoever shows something to somebody takes a `View` instead.

The fields are the keys of the position format (`engine.md`, "Positions"); each family uses
the ones it needs and leaves the rest at their defaults.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from engine.model.cards import Cards
from engine.model.moves import Move
from engine.model.score import Result

T = TypeVar("T")
Phase = Literal["draw", "play", "offer", "answer", "over"]


class Meld(NamedTuple):
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
    melds: tuple[Meld, ...]
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
    lone: int | None = None
    taken: Cards = b""
    bowl: int = 0
    offered: bool = True
    offer_to: tuple[int, ...] = ()
    offer_yes: tuple[int, ...] = ()
    question: Question | None = None
    asked: bool = False
    no_out: bool = False
    played_seventh: bool = False
    reshuffles: int = 0
    tie_break: bool = False
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

    def meld(self, number: int) -> Meld | None:
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
