"""A table dealt another way where watched seats cannot see it.

What may be known is told here once more, from the table itself: a view is what is to be judged.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from cogs.game.move_log import GameState, NothingToUndo, UndoLimitReached
from data.models.moves import MoveEntry
from engine.model.cards import RED_THREES, Cards, arranged, holds, without
from engine.model.refusals import Refused
from engine.model.table import Table

TRIES: Final = 40
"""Exchanges of two hidden cards that are tried."""
ILLEGAL: Final = (Refused, NothingToUndo, UndoLimitReached, ValueError)


@dataclass(frozen=True)
class Hidden:
    """What nobody watched may see: the cards of these seats' hands, all feet, and the stock."""

    seats: frozenset[int]

    def packets(self, table: Table) -> list[Cards]:
        """The hidden cards, packet by packet. What was seen to go to a hand is not hidden."""
        hands = [without(table.hands[seat], table.known[seat]) for seat in sorted(self.seats)]
        return [*hands, *table.feet, table.stock]

    def laid(self, table: Table, packets: Sequence[Cards]) -> Table:
        """The table with other cards in its packets."""
        hands, seats = list(table.hands), sorted(self.seats)
        for seat, cards in zip(seats, packets, strict=False):
            hands[seat] = arranged(table.known[seat] + cards)
        feet = tuple(packets[len(seats) : -1])
        other = table.but(hands=tuple(hands), feet=feet, stock=packets[-1])
        if table.turn in self.seats and not holds(other.hand, table.fresh):
            other = other.but(fresh=other.hand[: len(table.fresh)])
        return other

    def open_part(self, table: Table) -> dict[str, Any]:
        """All of a table that the watched may know, and as many backs as there are."""
        known = dict(table.__dict__)
        known["hands"] = [
            (table.known[seat], len(hand)) if seat in self.seats else hand
            for seat, hand in enumerate(table.hands)
        ]
        known |= {"feet": [*map(len, table.feet)], "stock": len(table.stock)}
        if table.turn in self.seats:
            known["fresh"] = len(table.fresh)
        return known

    def twin(self, game: GameState, story: Sequence[MoveEntry], rng: Random) -> GameState:
        """The game with hidden cards exchanged: all the same, what happens in `story` can happen.

        As it is where no exchange leaves the story and what it shows as they are.
        """
        told = self.told(game, story)
        packets = self.packets(game.table)
        for _ in range(TRIES):
            other = exchanged(packets, rng)
            if other and self.is_deal(game.table, other) and self.fits(game, other, story, told):
                packets = other
        return self.dealt(game, packets)

    def fits(
        self, game: GameState, packets: list[Cards], story: Sequence[MoveEntry], told: list[Any]
    ) -> bool:
        """Whether the story goes the same way with these cards, to all who watch."""
        return self.told(self.dealt(game, packets), story) == told

    def told(self, game: GameState, story: Iterable[MoveEntry]) -> list[Any]:
        """What the watched may know after each entry; shorter where one cannot be made."""
        known = [self.open_part(game.table)]
        try:
            for entry in story:
                game = game.then(entry)
                known.append(self.open_part(game.table))
        except ILLEGAL:
            pass
        return known

    def is_deal(self, table: Table, packets: list[Cards]) -> bool:
        """Whether cards can lie so: where red threes are laid at once, nobody holds one."""
        hands = b"".join(packets[: len(self.seats)])
        held = any(face in RED_THREES for hand in table.hands for face in hand)
        return held or not any(face in RED_THREES for face in hands)

    def dealt(self, game: GameState, packets: list[Cards]) -> GameState:
        """The game with other cards in its packets, now and as far as it can be taken back."""
        now = self.packets(game.table)
        same: Callable[[Table], Table] = lambda table: (  # noqa: E731 - one line of many
            self.laid(table, packets) if self.packets(table) == now else table
        )
        return replace(game, table=same(game.table), earlier=tuple(map(same, game.earlier)))

    def differ(self, one: Table, other: Table) -> int:
        """How many hidden cards lie otherwise."""
        both = zip(self.packets(one), self.packets(other), strict=True)
        return sum(a != b for mine, yours in both for a, b in zip(mine, yours, strict=True))


def exchanged(packets: Sequence[Cards], rng: Random) -> list[Cards] | None:
    """Two cards exchanged; None when that changes nothing."""
    places = [
        (number, place) for number, packet in enumerate(packets) for place in range(len(packet))
    ]
    if len(places) < 2:
        return None
    (one, here), (other, there) = rng.sample(places, 2)
    cards = [bytearray(packet) for packet in packets]
    cards[one][here], cards[other][there] = cards[other][there], cards[one][here]
    found = [bytes(packet) for packet in cards]
    return found if found != list(packets) else None
