"""`HandAppearance`: how a member wants to see their hand, at every table and in every guild.

The About page has the components that change it.
"""

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
    """A member's deck, order of the hand, and choice whether the words are above the picture."""

    deck: DeckName = "four"
    order: Order = "rank"
    words_first: bool = False

    @property
    def picture(self) -> PictureStyle:
        """The style for the renderer."""
        return PictureStyle(deck=self.deck, order=self.order)

    def row(self, user_id: int) -> SavedAppearance:
        return SavedAppearance(user_id, self.deck, self.order, words_first=self.words_first)


DEFAULT_APPEARANCE: Final = HandAppearance()


def read(row: SavedAppearance | None) -> HandAppearance:
    """Return the saved appearance, or the default for None.

    Another release may have saved a deck or an order that this release does not have. Such values
    are also replaced by the default.
    """
    if row is None:
        return DEFAULT_APPEARANCE
    deck = next((one for one in DECKS if one == row.deck), DEFAULT_APPEARANCE.deck)
    order = next((one for one in ORDERS if one == row.hand_order), DEFAULT_APPEARANCE.order)
    return HandAppearance(deck, order, words_first=row.words_first)


async def load(people: MemberRepository, user_id: int) -> HandAppearance:
    return read(await people.hand_appearance(user_id))


async def change(
    people: MemberRepository, user_id: int, how: Callable[[HandAppearance], HandAppearance]
) -> SavedAppearance:
    """Change a member's appearance in one transaction, and return the saved row.

    If the transaction is retried, `how` is called again.
    """
    return await people.change_hand_appearance(user_id, lambda row: how(read(row)).row(user_id))


def appearance_of(state: TableState, seat: int) -> HandAppearance:
    """Return how a seat's player wants to see their hand."""
    return read(state.member_state(seat).look)
