"""What can happen in a round of contract rummy, beyond what both families share."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.model.cards import Cards, arranged, without
from engine.model.decision import Phase
from engine.model.deeds import Deed
from engine.model.events import Discarded, spent
from engine.model.table import Event, LaidMeld, Table, replaced


def _came(table: Table, seat: int, card: int, drawn: Cards) -> dict[str, Any]:
    """The upcard goes to a hand in everybody's sight, with cards of the stock unseen."""
    upcard = bytes((card,))
    hand = arranged(table.hands[seat] + upcard + drawn)
    return {
        "hands": replaced(table.hands, seat, hand),
        "known": replaced(table.known, seat, arranged(table.known[seat] + upcard)),
        "pile": table.pile[:-1],
        "stock": table.stock[len(drawn) :],
        "offered": False,
        "offer_to": (),
        "offer_yes": (),
    }


@dataclass(frozen=True, slots=True)
class UpcardTaken(Event):
    """The turn player took the upcard free of charge, in place of a draw."""

    seat: int
    card: int

    def applied_to(self, table: Table) -> Table:
        changes = _came(table, self.seat, self.card, b"")
        return table.but(**changes, phase="play", taken=bytes((self.card,)), fresh=b"")

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("upcard_taken", card=self.card),)


@dataclass(frozen=True, slots=True)
class UpcardDeclined(Event):
    """The turn player declined the upcard; `asked` are the seats that may buy it now.

    With nobody to ask the card is dead and the turn goes on in `phase`.
    """

    seat: int
    asked: tuple[int, ...]
    phase: Phase

    def applied_to(self, table: Table) -> Table:
        if not self.asked:
            return table.but(phase=self.phase, offered=False)
        return table.but(phase="offer", offered=True, offer_to=self.asked, offer_yes=())

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("upcard_declined"),)


@dataclass(frozen=True, slots=True)
class OfferAnswered(Event):
    """A seat answered the offer. `yes` is its own secret until the window closes."""

    seat: int
    yes: bool | None

    def applied_to(self, table: Table) -> Table:
        left = tuple(seat for seat in table.offer_to if seat != self.seat)
        if not self.yes:
            return table.but(offer_to=left)
        seats = table.rules.seat_count
        # In seat order, so that the order of the answers leaves no trace.
        buyers = sorted((*table.offer_yes, self.seat), key=lambda s: (s - table.turn) % seats)
        return table.but(offer_to=left, offer_yes=tuple(buyers))

    def seen_by(self, seat: int | None) -> "OfferAnswered":
        return self if seat == self.seat else replace(self, yes=None)

    def deeds(self) -> tuple[Deed, ...]:
        if self.yes is None:
            return ()
        return (Deed("offer_yes" if self.yes else "offer_no"),)


@dataclass(frozen=True, slots=True)
class OfferLapsed(Event):
    """Everybody passed: the upcard is dead, and the turn goes on in `phase`."""

    between_turns: ClassVar[bool] = True

    phase: Phase

    def applied_to(self, table: Table) -> Table:
        return table.but(phase=self.phase, offered=False, offer_to=(), offer_yes=())

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("offer_lapsed"),)


@dataclass(frozen=True, slots=True)
class UpcardBought(Event):
    """A seat paid a penny for the upcard and drew `count` more; the turn goes on in `phase`."""

    seat: int
    card: int
    count: int
    cards: Cards | None
    phase: Phase

    def applied_to(self, table: Table) -> Table:
        drawn = self.cards or b""
        changes = _came(table, self.seat, self.card, drawn)
        changes["pennies"] = replaced(table.pennies, self.seat, table.pennies[self.seat] - 1)
        # Only the turn player may not discard it again, and only their new cards are marked.
        if self.seat == table.turn:
            changes |= {"taken": bytes((self.card,)), "fresh": drawn}
        return table.but(**changes, bowl=table.bowl + 1, phase=self.phase)

    def seen_by(self, seat: int | None) -> "UpcardBought":
        return self if seat == self.seat else replace(self, cards=None)

    def deeds(self) -> tuple[Deed, ...]:
        drawn = (Deed("drew", self.count, self.cards),) if self.cards else ()
        return (Deed("bought", self.count, card=self.card), *drawn)


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """All discards but the last went under the stock; nobody knows the order of `cards`."""

    count: int
    cards: Cards | None

    def applied_to(self, table: Table) -> Table:
        return table.but(
            stock=table.stock + (self.cards or b""),
            pile=table.pile[-1:],
            reshuffles=table.reshuffles + 1,
        )

    def seen_by(self, seat: int | None) -> "Reshuffled":
        del seat
        return replace(self, cards=None)

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("reshuffled", self.count),)


@dataclass(frozen=True, slots=True)
class SetsLaid(Event):
    """A seat laid new sets; with these it is down, if it was not before."""

    seat: int
    melds: tuple[LaidMeld, ...]

    def applied_to(self, table: Table) -> Table:
        gone = b"".join([meld.cards for meld in self.melds])
        hand = without(table.hands[self.seat], gone)
        changes: dict[str, Any] = {
            "hands": replaced(table.hands, self.seat, hand),
            "melds": table.melds + self.melds,
            "known": spent(table.known, self.seat, gone),
        }
        if not table.down[self.seat]:
            changes["down"] = replaced(table.down, self.seat, True)  # noqa: FBT003 - an entry
        return table.but(**changes)

    def deeds(self) -> tuple[Deed, ...]:
        return tuple(Deed("laid", cards=meld.cards, rank=meld.rank) for meld in self.melds)


@dataclass(frozen=True, slots=True)
class LaidOff(Event):
    """A seat laid off `cards` on meld `number`, which `meld` is with them."""

    seat: int
    number: int
    cards: Cards
    meld: LaidMeld

    def applied_to(self, table: Table) -> Table:
        hand = without(table.hands[self.seat], self.cards)
        return table.but(
            hands=replaced(table.hands, self.seat, hand),
            melds=replaced(table.melds, self.number - 1, self.meld),
            known=spent(table.known, self.seat, self.cards),
        )

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("added", cards=self.cards, rank=self.meld.rank),)

    def melded(self) -> tuple[tuple[int, int], ...]:
        return ((self.number, len(self.cards)),)


@dataclass(frozen=True, slots=True)
class TurnDiscarded(Discarded):
    """A discard, with the turn counted: a round has only so many (TPW-Q18)."""

    def applied_to(self, table: Table) -> Table:
        turns = replaced(table.turns, self.seat, table.turns[self.seat] + 1)
        # Named, because `super()` does not find its class in a dataclass with slots.
        return Discarded.applied_to(self, table).but(turns=turns)
