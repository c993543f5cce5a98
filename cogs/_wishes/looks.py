"""Looks: how a member wants to see their hand. It is theirs at every table and on every server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, get_args

from data.people.looks import LookRow
from data.store import Store
from render.artist import Look
from render.canvas.theme import DeckName
from render.text.sorting import ORDERS, Order

DECKS: Final[tuple[DeckName, ...]] = get_args(DeckName)


@dataclass(frozen=True, slots=True)
class Looks:
    """The deck, how the hand is sorted, and whether the words stand above the picture."""

    deck: DeckName = "four"
    order: Order = "rank"
    words_first: bool = False

    @property
    def picture(self) -> Look:
        """How pictures are drawn for this member."""
        return Look(deck=self.deck, order=self.order)


async def load(store: Store, user_id: int | None) -> Looks:
    """What a member has chosen."""
    return read(None if user_id is None else await store.people.looks(user_id))


async def change(store: Store, user_id: int, how: Callable[[Looks], Looks]) -> Looks:
    """Change what a member has chosen."""
    return read(
        await store.people.change_looks(user_id, lambda row: written(user_id, how(read(row))))
    )


def read(row: LookRow | None) -> Looks:
    """What a row says; what holds for everybody else where there is none."""
    if row is None:
        return Looks()
    deck, order = DECKS[DECKS.index(row.deck)], ORDERS[ORDERS.index(row.hand_order)]
    return Looks(deck, order, words_first=row.words_first)


def written(user_id: int, looks: Looks) -> LookRow:
    """The row of a member's looks."""
    return LookRow(user_id, looks.deck, looks.order, words_first=looks.words_first)
