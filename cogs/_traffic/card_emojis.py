"""Cards as emojis of the application: which card is which of those that Discord keeps.

That is known once they are in step (see `cogs._upkeep.card_faces`). Until then, and whenever it
fails, nothing is known, and cards have their words alone, which are there all the same.
"""

from collections.abc import Mapping
from typing import Final

import discord


class CardEmojis:
    """What one bot knows of its emojis: all cards, or none."""

    def __init__(self) -> None:
        self._found: Mapping[int, discord.PartialEmoji] = {}

    def know(self, found: Mapping[int, discord.PartialEmoji]) -> None:
        """These are there, by card."""
        self._found = found

    def forget(self) -> None:
        """Somebody has deleted them, or Discord does not take them."""
        self._found = {}

    def of(self, face: int) -> discord.PartialEmoji | None:
        """The emoji of a card; None where there is none."""
        return self._found.get(face)


NO_EMOJIS: Final = CardEmojis()
"""For whoever has no bot: nothing is ever known there."""
