"""Looks: how a member wants to see their hand. It is theirs at every table and on every server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, get_args

from cogs.game.state import TableState
from data.models.members import SavedAppearance
from data.repositories.members import MemberRepository
from render.drawing.themes import DeckName
from render.renderer import PictureStyle
from render.text.hand_order import ORDERS, Order

DECKS: Final[tuple[DeckName, ...]] = get_args(DeckName)


@dataclass(frozen=True, slots=True)
class HandAppearance:
    """The deck, how the hand is sorted, and whether the words stand above the picture."""

    deck: DeckName = "four"
    order: Order = "rank"
    words_first: bool = False

    @property
    def picture(self) -> PictureStyle:
        """How pictures are drawn for this member."""
        return PictureStyle(deck=self.deck, order=self.order)

    def row(self, user_id: int) -> SavedAppearance:
        """The same as it is kept."""
        return SavedAppearance(user_id, self.deck, self.order, words_first=self.words_first)


AS_IT_COMES: Final = HandAppearance()


def read(row: SavedAppearance | None) -> HandAppearance:
    """What a row says; what holds for everybody else where there is none."""
    if row is None:
        return AS_IT_COMES
    deck, order = DECKS[DECKS.index(row.deck)], ORDERS[ORDERS.index(row.hand_order)]
    return HandAppearance(deck, order, words_first=row.words_first)


async def load(people: MemberRepository, user_id: int) -> HandAppearance:
    """What a member has chosen."""
    return read(await people.hand_appearance(user_id))


async def change(
    people: MemberRepository, user_id: int, how: Callable[[HandAppearance], HandAppearance]
) -> SavedAppearance:
    """Change what a member has chosen."""
    return await people.change_hand_appearance(user_id, lambda row: how(read(row)).row(user_id))


def appearance_of(state: TableState, seat: int) -> HandAppearance:
    """Return how a seat's player wants to see their hand."""
    return read(state.chosen(seat).look)
