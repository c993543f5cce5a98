"""A second deal of a table, which changes only cards that watched seats cannot see.

This module decides from the table itself what is known. It must not use views, because the test
judges them.
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
"""Number of exchanges of two hidden cards to try."""
ILLEGAL: Final = (Refused, NothingToUndo, UndoLimitReached, ValueError)


@dataclass(frozen=True)
class Hidden:
    """The cards that no watched seat may see: the hands of `seats`, all feet, and the stock."""

    seats: frozenset[int]

    def packets(self, table: Table) -> list[Cards]:
        """Return the hidden cards, packet by packet. Cards seen to join a hand are left out."""
        hands = [without(table.hands[seat], table.known[seat]) for seat in sorted(self.seats)]
        return [*hands, *table.feet, table.stock]

    def laid(self, table: Table, packets: Sequence[Cards]) -> Table:
        """Return the table with other cards in its packets."""
        hands, seats = list(table.hands), sorted(self.seats)
        for seat, cards in zip(seats, packets, strict=False):
            hands[seat] = arranged(table.known[seat] + cards)
        feet = tuple(packets[len(seats) : -1])
        other = table.but(hands=tuple(hands), feet=feet, stock=packets[-1])
        if table.turn in self.seats and not holds(other.hand, table.fresh):
            other = other.but(fresh=other.hand[: len(table.fresh)])
        return other

    def open_part(self, table: Table) -> dict[str, Any]:
        """Return everything that the watched seats may know, and the number of face-down cards."""
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
        """Return the game with hidden cards exchanged such that the events of `story` remain
        possible.

        If no exchange keeps the story and what it shows, the game is returned unchanged.
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
        """Whether the story shows the same to all watched seats with these cards."""
        return self.told(self.dealt(game, packets), story) == told

    def told(self, game: GameState, story: Iterable[MoveEntry]) -> list[Any]:
        """Return what the watched seats know after each entry; shorter if an entry is illegal."""
        known = [self.open_part(game.table)]
        try:
            for entry in story:
                game = game.then(entry)
                known.append(self.open_part(game.table))
        except ILLEGAL:
            pass
        return known

    def is_deal(self, table: Table, packets: list[Cards]) -> bool:
        """Whether a deal is possible: if red threes are laid at once, no hand may have one."""
        hands = b"".join(packets[: len(self.seats)])
        held = any(face in RED_THREES for hand in table.hands for face in hand)
        return held or not any(face in RED_THREES for face in hands)

    def dealt(self, game: GameState, packets: list[Cards]) -> GameState:
        """Return the game with other cards in its packets, now and in every state that undo can
        restore.
        """
        now = self.packets(game.table)
        same: Callable[[Table], Table] = lambda table: (  # noqa: E731 - one of many similar lines
            self.laid(table, packets) if self.packets(table) == now else table
        )
        return replace(game, table=same(game.table), earlier=tuple(map(same, game.earlier)))

    def differ(self, one: Table, other: Table) -> int:
        """Return how many hidden cards differ."""
        both = zip(self.packets(one), self.packets(other), strict=True)
        return sum(a != b for mine, yours in both for a, b in zip(mine, yours, strict=True))


def exchanged(packets: Sequence[Cards], rng: Random) -> list[Cards] | None:
    """Return the packets with two cards exchanged; None if that changes nothing."""
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
