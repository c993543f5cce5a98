"""The melds at the end of each round, and the best meld of a game.

Everything is computed from the events, because scoring clears the table.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Final, NamedTuple

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.round.events import Melded, PileTaken
from engine.model.cards import RANK, Cards
from engine.model.events import RoundScored
from engine.model.table import Event, LaidMeld, Rules
from engine.rummy.events import LaidOff, SetsLaid

LEAST: Final = 5
"""Fewest cards of a meld without a bonus that is worth showing."""


@dataclass(frozen=True, slots=True)
class MeldRecord:
    """A meld at the end of a round.

    Attributes:
        seat: The owner, in games with personal melds. Otherwise the seat that made it a canasta,
            or laid its first cards.
        meld: The meld.
        kind: The kind of canasta; None below seven cards and in contract rummy.
        bonus: Its bonus as a canasta; 0 for none.
        wild_ranks: The ranks that were wild in that round.
        at_once: Whether one move laid the whole meld.
    """

    seat: int
    meld: LaidMeld
    kind: str | None = None
    bonus: int = 0
    wild_ranks: tuple[int, ...] = ()
    at_once: bool = True

    @property
    def worth(self) -> tuple[int, int, int]:
        """The sort key: bonus, number of cards, number of natural cards."""
        wilds = sum(RANK[face] in self.wild_ranks for face in self.meld.cards)
        return (self.bonus, len(self.meld.cards), -wilds)


class Laying(NamedTuple):
    """Cards that came to a meld. `number` is None for a new set of contract rummy."""

    number: int | None
    meld: LaidMeld
    added: Cards


def melds_of_rounds(
    rules: Rules, steps: Iterable[tuple[Event, ...]]
) -> tuple[tuple[MeldRecord, ...], ...]:
    """Return the melds of each scored round, as they were at its end."""
    follower = _Follower(rules)
    for events in steps:
        for event in events:
            follower.hear(event)
    return tuple(follower.rounds)


def best_meld(rounds: Iterable[tuple[MeldRecord, ...]]) -> MeldRecord | None:
    """Return the best of some melds; None if none is worth showing.

    The highest bonus comes first, then the most cards, then the most natural cards.
    """
    every = (record for melds in rounds for record in melds)
    best = max(every, key=lambda record: record.worth, default=None)
    return best if best and (best.bonus or len(best.meld.cards) >= LEAST) else None


@dataclass(slots=True)
class _Follower:
    """The melds of the present round by number, and those of earlier rounds."""

    rules: Rules
    melds: dict[int, MeldRecord] = field(default_factory=dict)
    rounds: list[tuple[MeldRecord, ...]] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        """Process one event."""
        if isinstance(event, RoundScored):
            wild_ranks = self.rules.values(event.round).wild_ranks
            melds = self.melds.values()
            self.rounds.append(tuple(replace(one, wild_ranks=wild_ranks) for one in melds))
            self.melds = {}
        for laying in layings(event):
            number = len(self.melds) + 1 if laying.number is None else laying.number
            assert event.whose is not None  # A seat lays every card.
            self.melds[number] = self._after(self.melds.get(number), event.whose, laying)

    def _after(self, before: MeldRecord | None, seat: int, laying: Laying) -> MeldRecord:
        """Return the record of a meld after cards came to it."""
        kind, bonus = self._canasta(laying.meld)
        if before is None:
            return MeldRecord(seat, laying.meld, kind, bonus)
        completes = kind and not before.kind and not self._has_personal_melds
        # A canasta belongs to the seat that completed it, even if its kind changes later.
        owner = seat if completes else before.seat
        return MeldRecord(owner, laying.meld, kind, bonus, at_once=False)

    @property
    def _has_personal_melds(self) -> bool:
        """Whether a meld belongs to the player who started it, even if a partner completes it."""
        return isinstance(self.rules, CanastaAnswers) and self.rules.personal_melds

    def _canasta(self, meld: LaidMeld) -> tuple[str | None, int]:
        """Return the kind and the bonus of a meld; None and 0 if it is no canasta."""
        if not isinstance(self.rules, CanastaAnswers):
            return None, 0
        kind = self.rules.canasta_kind(meld)
        return kind, self.rules.bonuses[kind] if kind else 0


@singledispatch
def layings(event: Event) -> Iterator[Laying]:
    """Yield what an event laid; most events lay nothing."""
    del event
    yield from ()


@layings.register(Melded)
@layings.register(PileTaken)
def _(event: Melded | PileTaken) -> Iterator[Laying]:
    yield from (Laying(*laid) for laid in event.laid)


@layings.register
def _(event: SetsLaid) -> Iterator[Laying]:
    yield from (Laying(None, meld, meld.cards) for meld in event.melds)


@layings.register
def _(event: LaidOff) -> Iterator[Laying]:
    yield Laying(event.number, event.meld, event.cards)
