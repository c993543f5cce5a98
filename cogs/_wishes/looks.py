"""Looks: how a member wants to see their hand. It is theirs at every table and on every server."""

from dataclasses import dataclass
from typing import Final, get_args

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

    def __str__(self) -> str:
        return f"{DECKS.index(self.deck)} {int(self.words_first)} {ORDERS.index(self.order)}"

    @classmethod
    def read(cls, text: str) -> "Looks":
        """What `str` wrote, now or before hands could be sorted."""
        deck, words_first, order = (*map(int, text.split()), 0, 0, 0)[:3]
        return cls(DECKS[deck], ORDERS[order], bool(words_first))

    @property
    def picture(self) -> Look:
        """How pictures are drawn for this member."""
        return Look(deck=self.deck, order=self.order)


async def load(store: Store, user_id: int | None) -> Looks:
    """What a member has chosen."""
    return Looks.read(await store.people.recall(key(user_id)) or "")


async def save(store: Store, user_id: int | None, looks: Looks) -> None:
    """Keep what a member has chosen."""
    await store.people.remember(key(user_id), str(looks))


def key(user_id: int | None) -> str:
    """Where the store keeps it."""
    return f"looks:{user_id}"
