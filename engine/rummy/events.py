"""The events of a contract rummy round, except those that both families share."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.model.cards import Cards, arranged, without
from engine.model.decision import Phase
from engine.model.deeds import Deed
from engine.model.events import Discarded, spent
from engine.model.table import Event, LaidMeld, Table, replaced


def _came(table: Table, seat: int, card: int, drawn: Cards) -> dict[str, Any]:
    """Return the table's changes when a seat gets the upcard and, unseen, the cards `drawn`."""
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
    """The turn player took the upcard free of charge, instead of drawing."""

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

    If nobody is asked, the card is dead and the turn goes on in `phase`.
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
    """A seat answered the offer. Only that seat knows `yes` until the window closes."""

    seat: int
    yes: bool | None

    def applied_to(self, table: Table) -> Table:
        left = tuple(seat for seat in table.offer_to if seat != self.seat)
        if not self.yes:
            return table.but(offer_to=left)
        seats = table.rules.seat_count
        # In seat order: the order of the answers must stay unknown.
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
    """Every seat passed: the upcard is dead, and the turn goes on in `phase`."""

    between_turns: ClassVar[bool] = True

    phase: Phase

    def applied_to(self, table: Table) -> Table:
        return table.but(phase=self.phase, offered=False, offer_to=(), offer_yes=())

    def deeds(self) -> tuple[Deed, ...]:
        return (Deed("offer_lapsed"),)


@dataclass(frozen=True, slots=True)
class UpcardBought(Event):
    """A seat paid a penny for the upcard and drew `count` more cards; `phase` follows."""

    seat: int
    card: int
    count: int
    cards: Cards | None
    phase: Phase

    def applied_to(self, table: Table) -> Table:
        drawn = self.cards or b""
        changes = _came(table, self.seat, self.card, drawn)
        changes["pennies"] = replaced(table.pennies, self.seat, table.pennies[self.seat] - 1)
        # The ban on discarding the upcard and the mark on new cards concern the turn player only.
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
    """A seat laid new sets and is down from now on."""

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
    """A seat laid off `cards` on meld `number`; `meld` includes them."""

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
    """A discard that also counts the turn, because the number of turns is limited (TPW-Q18)."""

    def applied_to(self, table: Table) -> Table:
        turns = replaced(table.turns, self.seat, table.turns[self.seat] + 1)
        # Called by name: `super()` does not find its class in a dataclass with slots.
        return Discarded.applied_to(self, table).but(turns=turns)
