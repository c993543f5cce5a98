"""Events: what happened, in the past tense. A table is the result of its events.

Every event can return the table after it (`applied_to`: no checks, no randomness). It can also
return its version for a seat, without secrets (`seen_by`). The events of both families are here,
the others next to the rules that create them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

from engine.model.cards import BYTE, Cards, arranged, without
from engine.model.deeds import Deed, red_threes
from engine.model.score import Result, Score
from engine.model.table import Event, Table, replaced


def folded(table: Table, events: Iterable[Event]) -> Table:
    """Return the table after these events, applied in order."""
    for event in events:
        table = event.applied_to(table)
    return table


def spent(known: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    """Return the known cards of each hand after `seat` has given up these cards."""
    return replaced(known, seat, without(known[seat], cards)) if known[seat] else known


EndReason = Literal["out", "stock", "sevens", "washed", "declined"]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was dealt. `fields` are all fields of the table that the deal sets.

    The projected event lacks the fields that hold hidden cards; its `hand` is the seat's own.
    """

    between_turns: ClassVar[bool] = True

    round: int
    dealer: int
    fields: Mapping[str, Any]
    hand: Cards | None = None

    def applied_to(self, table: Table) -> Table:
        return table.but(round=self.round, dealer=self.dealer, **self.fields)

    def seen_by(self, seat: int | None) -> "Dealt":
        public = {name: self.fields[name] for name in PUBLIC_IN_A_DEAL if name in self.fields}
        hand = None if seat is None else self.fields["hands"][seat]
        return Dealt(self.round, self.dealer, public, hand)

    def deeds(self) -> tuple[Deed, ...]:
        return ()


# An allow-list: a field that is added to a deal stays hidden until somebody adds it here.
PUBLIC_IN_A_DEAL = ("turn", "phase", "pile", "red_threes", "frozen_upcard", "grab")


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A seat drew `count` cards. `cards` went to the hand, `red_threes` were laid and replaced."""

    seat: int
    count: int
    cards: Cards | None
    red_threes: Cards = b""

    def applied_to(self, table: Table) -> Table:
        cards = self.cards or b""
        hand = arranged(table.hands[self.seat] + cards)
        changes: dict[str, Any] = {
            "hands": replaced(table.hands, self.seat, hand),
            "stock": table.stock[len(cards) + len(self.red_threes) :],
            "phase": "play",
            "fresh": cards,
        }
        if self.red_threes:
            laid = arranged(table.red_threes[self.seat] + self.red_threes)
            changes["red_threes"] = replaced(table.red_threes, self.seat, laid)
        return table.changed(changes)

    def seen_by(self, seat: int | None) -> "Drawn":
        return self if seat == self.seat else replace(self, cards=None)

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("drew", self.count, self.cards or b""), *red_threes(self.red_threes))


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A seat discarded, which ended its turn; `next_seat` draws."""

    seat: int
    card: int
    next_seat: int

    def applied_to(self, table: Table) -> Table:
        seat, card = self.seat, BYTE[self.card]
        hand = without(table.hands[seat], card)
        changes: dict[str, Any] = {
            **NEW_TURN,
            "hands": replaced(table.hands, seat, hand),
            "pile": table.pile + card,
            "turn": self.next_seat,
        }
        if table.laid:
            laid = table.rules.counts_as_laid_before(table, hand)
            changes["down"] = replaced(table.down, seat, laid)
        if known := table.known[seat]:
            changes["known"] = replaced(table.known, seat, without(known, card))
        return table.changed(changes)

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("discarded", card=self.card),)


NEW_TURN: Final[Mapping[str, Any]] = {
    "phase": "draw",
    "locked": b"",
    "fresh": b"",
    "taken": b"",
    "laid": False,
    "asked": False,
    "no_out": False,
    "played_seventh": False,
    "offered": True,
}
"""The fields of the table at the start of every turn."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round is over. `out` is the seat that went out, or None."""

    between_turns: ClassVar[bool] = True

    reason: EndReason
    out: int | None = None

    def applied_to(self, table: Table) -> Table:
        return table

    def deeds(self) -> tuple[Deed, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """The itemised scores of a round, per side; `fields` has the other results of scoring."""

    between_turns: ClassVar[bool] = True

    round: int
    scores: tuple[Score, ...]
    totals: tuple[int, ...]
    fields: Mapping[str, Any]

    def applied_to(self, table: Table) -> Table:
        return table.but(scores=self.totals, **self.fields)

    def deeds(self) -> tuple[Deed, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game has ended with `result`."""

    between_turns: ClassVar[bool] = True

    result: Result

    def applied_to(self, table: Table) -> Table:
        return table.but(phase="over", result=self.result, scores=self.result.scores)

    def deeds(self) -> tuple[Deed, ...]:
        return ()
