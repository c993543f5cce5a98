"""The events of a canasta round, except those that both families share."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.canasta.book.variant import CANASTA
from engine.canasta.melds.open_melds import Laid, melds_after
from engine.model.cards import JOKER_RANK, Cards, arranged, without
from engine.model.deeds import Deed, DeedKind, red_threes
from engine.model.events import spent
from engine.model.moves import Move
from engine.model.table import Event, LaidMeld, Question, Table, replaced


def _collected(meld: LaidMeld) -> int | None:
    return None if meld.rank == JOKER_RANK else meld.rank


def _put_down(laid: Iterable[Laid]) -> Iterator[Deed]:
    """Yield the deeds of new melds and of added cards."""
    for step in laid:
        kind: DeedKind = "laid" if len(step.meld.cards) == len(step.cards) else "added"
        yield Deed(kind, cards=step.cards, rank=_collected(step.meld))


def _canastas(laid: Iterable[Laid]) -> Iterator[Deed]:
    for step in laid:
        if len(step.meld.cards) >= CANASTA > len(step.meld.cards) - len(step.cards):
            yield Deed("canasta", rank=_collected(step.meld))


@dataclass(frozen=True, slots=True)
class Grabbed(Event):
    """The dealer grabbed (or the neighbour cut) `cards` cards; exactly `target` earns `bonus`."""

    between_turns: ClassVar[bool] = True

    seat: int
    cards: int
    target: int
    bonus: int
    by_dealer: bool

    def applied_to(self, table: Table) -> Table:
        return table

    def deeds(self) -> tuple[Deed, ...]:
        kind: DeedKind = "grabbed" if self.by_dealer else "cut"
        return (Deed(kind, self.cards, target=self.target),)


@dataclass(frozen=True, slots=True)
class Melded(Event):
    """A seat laid new melds or laid off on old ones. `seventh`: it completed a canasta."""

    seat: int
    laid: tuple[Laid, ...]
    seventh: bool

    def applied_to(self, table: Table) -> Table:
        gone = b"".join([step.cards for step in self.laid])
        hand = without(table.hands[self.seat], gone)
        changes: dict[str, Any] = {
            "hands": replaced(table.hands, self.seat, hand),
            "melds": melds_after(table.melds, self.laid),
            "known": spent(table.known, self.seat, gone),
            "played_seventh": table.played_seventh or self.seventh,
            "laid": True,
        }
        return table.changed(changes)

    def deeds(self) -> tuple[Deed, ...]:
        return (*_put_down(self.laid), *_canastas(self.laid))

    def melded(self) -> tuple[tuple[int, int], ...]:
        return tuple((step.number, len(step.cards)) for step in self.laid)


@dataclass(frozen=True, slots=True)
class PileTaken(Event):
    """A seat took the pile: `from_hand` and the upcard were laid, the rest joined the hand.

    `red_threes` were in the pile (or waited in the hand); `drawn` replaces them. `begins_alone`:
    from now on the seat plays the round alone.
    """

    seat: int
    laid: tuple[Laid, ...]
    from_hand: Cards
    rest: Cards
    red_threes: Cards
    drawn: Cards | None
    draw_count: int
    seventh: bool
    lone: int | None
    locks: bool
    begins_alone: bool = False

    def applied_to(self, table: Table) -> Table:
        seat, drawn = self.seat, self.drawn or b""
        joined = table.hands[seat] + self.rest + drawn
        hand = arranged(without(without(joined, self.from_hand), self.red_threes))
        # Everybody saw these cards being discarded: they stay known until they leave the hand.
        came = without(self.rest, self.red_threes)
        known = arranged(without(table.known[seat], self.from_hand) + came)
        changes: dict[str, Any] = {
            "hands": replaced(table.hands, seat, hand),
            "melds": melds_after(table.melds, self.laid),
            "known": replaced(table.known, seat, known),
            "pile": b"",
            "phase": "play",
            "frozen_upcard": False,
            "fresh": drawn,
            "locked": arranged(came) if self.locks else b"",
            "lone": self.lone,
            "laid": True,
            "played_seventh": table.played_seventh or self.seventh,
        }
        return _with_red_threes(table.changed(changes), seat, self.red_threes, self.draw_count)

    def seen_by(self, seat: int | None) -> "PileTaken":
        return self if seat == self.seat else replace(self, drawn=None)

    def deeds(self) -> tuple[Deed, ...]:
        # The upcard is laid last, with the cards that took it; other groups come before it.
        *others, last = self.laid
        held, upcard = last.cards[:-1], last.cards[-1]
        return (
            Deed("took", len(self.rest) + 1, held, upcard),
            *_put_down(others),
            *red_threes(self.red_threes),
            *_canastas(self.laid),
            *([Deed("alone")] if self.begins_alone else []),
        )

    def melded(self) -> tuple[tuple[int, int], ...]:
        return tuple((step.number, len(step.cards)) for step in self.laid)


def _with_red_threes(table: Table, seat: int, red_threes: Cards, drawn: int) -> Table:
    """Return the table after red threes were laid and replaced by `drawn` cards of the stock."""
    if not red_threes:
        return table
    laid = arranged(table.red_threes[seat] + red_threes)
    return table.but(red_threes=replaced(table.red_threes, seat, laid), stock=table.stock[drawn:])


@dataclass(frozen=True, slots=True)
class RedThreesLaid(Event):
    """A seat laid the red threes it held; `drawn` replaces them.

    Attributes:
        held: the red threes from the hand.
        red_threes: the cards of `held`, and further red threes turned up as replacements.
        draw_count: cards that left the stock.
        is_draw: whether these were the stock's last cards, which count as the turn's draw.
    """

    seat: int
    held: Cards
    red_threes: Cards
    drawn: Cards | None
    draw_count: int
    is_draw: bool

    def applied_to(self, table: Table) -> Table:
        drawn = self.drawn or b""
        hand = arranged(without(table.hands[self.seat], self.held) + drawn)
        table = table.but(hands=replaced(table.hands, self.seat, hand))
        table = _with_red_threes(table, self.seat, self.red_threes, self.draw_count)
        return table.but(phase="play", fresh=drawn) if self.is_draw else table

    def seen_by(self, seat: int | None) -> "RedThreesLaid":
        return self if seat == self.seat else replace(self, drawn=None)

    def deeds(self) -> tuple[Deed, ...]:
        return red_threes(self.red_threes)


@dataclass(frozen=True, slots=True)
class FootEarned(Event):
    """These seats may pick up their foot or ponytail."""

    seats: tuple[int, ...]

    def applied_to(self, table: Table) -> Table:
        earned = tuple(flag or seat in self.seats for seat, flag in enumerate(table.earned))
        return table.but(earned=earned)

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("foot_earned", len(self.seats)),)


@dataclass(frozen=True, slots=True)
class FootPickedUp(Event):
    """A seat picked up its foot or ponytail; red threes in it were laid and replaced.

    `cards` joined the hand, replacements included; `draw_count` cards left the stock.
    """

    seat: int
    cards: Cards | None
    count: int
    red_threes: Cards
    draw_count: int

    def applied_to(self, table: Table) -> Table:
        hand = arranged(table.hands[self.seat] + (self.cards or b""))
        table = table.but(
            hands=replaced(table.hands, self.seat, hand),
            feet=replaced(table.feet, self.seat, b""),
            earned=replaced(table.earned, self.seat, False),  # noqa: FBT003 - an entry
        )
        return _with_red_threes(table, self.seat, self.red_threes, self.draw_count)

    def seen_by(self, seat: int | None) -> "FootPickedUp":
        return self if seat == self.seat else replace(self, cards=None)

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("foot", self.count, self.cards or b""), *red_threes(self.red_threes))


@dataclass(frozen=True, slots=True)
class LeaveAsked(Event):
    """A seat asked a teammate for leave to go out. Only these two may see the plan."""

    asker: int
    asked: int
    plan: tuple[Move, ...] | None

    def applied_to(self, table: Table) -> Table:
        question = Question(self.asker, self.asked, self.plan or ())
        return table.but(phase="answer", asked=True, question=question)

    def seen_by(self, seat: int | None) -> "LeaveAsked":
        return self if seat in (self.asker, self.asked) else replace(self, plan=None)

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("asked"),)


@dataclass(frozen=True, slots=True)
class LeaveAnswered(Event):
    """The teammate answered; a no forbids going out this turn."""

    seat: int
    yes: bool

    def applied_to(self, table: Table) -> Table:
        return table.but(phase="play", question=None, no_out=not self.yes)

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("said_yes" if self.yes else "said_no"),)
