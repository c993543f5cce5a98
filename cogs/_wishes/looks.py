"""Looks: how a member wants to see their hand. It is theirs at every table and on every server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, get_args

from cogs._game.live import Live
from data.people.looks import LookRow
from data.stores.people import PeopleStore
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

    def row(self, user_id: int) -> LookRow:
        """The same as it is kept."""
        return LookRow(user_id, self.deck, self.order, words_first=self.words_first)


AS_IT_COMES: Final = Looks()


def read(row: LookRow | None) -> Looks:
    """What a row says; what holds for everybody else where there is none."""
    if row is None:
        return AS_IT_COMES
    deck, order = DECKS[DECKS.index(row.deck)], ORDERS[ORDERS.index(row.hand_order)]
    return Looks(deck, order, words_first=row.words_first)


async def load(people: PeopleStore, user_id: int) -> Looks:
    """What a member has chosen."""
    return read(await people.looks(user_id))


async def change(people: PeopleStore, user_id: int, how: Callable[[Looks], Looks]) -> LookRow:
    """Change what a member has chosen."""
    return await people.change_looks(user_id, lambda row: how(read(row)).row(user_id))


def appearance_of(live: Live, seat: int) -> Looks:
    """Return how a seat's player wants to see their hand."""
    return read(live.chosen(seat).look)
