"""Looks: how a member wants to see their hand. It is theirs at every table and on every server."""

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
    row = None if user_id is None else await store.people.looks(user_id)
    if row is None:
        return Looks()
    deck, order = DECKS[DECKS.index(row.deck)], ORDERS[ORDERS.index(row.hand_order)]
    return Looks(deck, order, words_first=row.words_first)


async def save(store: Store, user_id: int, looks: Looks) -> None:
    """Keep what a member has chosen."""
    row = LookRow(user_id, looks.deck, looks.order, words_first=looks.words_first)
    await store.people.keep_looks(row)
