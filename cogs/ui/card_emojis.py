"""Cards as emojis of the application: which card is which of those that Discord keeps.

That is known once they are in step (see `cogs.ui.card_emojis`). Until then, and whenever it
fails, nothing is known, and cards have their words alone, which are there all the same.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from typing import Final

import discord

from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from engine.model.cards import FACES
from render.card_emoji import card_emoji, card_of


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


# ---- The cards' small faces, kept in step with the emojis of the application at Discord


log = logging.getLogger(__name__)

Faces = Callable[[], Mapping[str, bytes]]
"""Draws the small faces, as PNG by name; none where there shall be no emojis."""
DRAW_EMOJIS: Final[Faces] = card_emoji
OURS: Final = re.compile(r"card_[0-9A-Za-z]+_[0-9a-f]{8}", re.ASCII)
AGAIN: Final = 60.0
"""Seconds between two looks whether another process has uploaded them."""
LONGEST: Final = 1800.0
"""Seconds for all of them: Discord lets few be uploaded at a time, and discord.py waits."""


async def sync_emojis(bot: discord.Client, faces: Faces, emojis: CardEmojis) -> None:
    """Upload the faces that are missing and remove our old ones, for as long as that takes.

    What Discord refuses is tried with the next round; until then cards have words alone.
    """
    drawn = await asyncio.to_thread(faces)
    if not drawn:
        return
    try:
        await with_timeout(bot, stepped(bot, drawn, emojis), LONGEST)
    except DISCORD_ERRORS as error:
        log.info("could not upload the card emojis yet: %r", error)


async def load_emojis(bot: discord.Client, faces: Faces, emojis: CardEmojis) -> None:
    """Know the faces as soon as they are all there; another process uploads them."""
    drawn = await asyncio.to_thread(faces)
    while drawn and not emojis.of(next(iter(FACES.values()))):
        try:
            there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
        except DISCORD_ERRORS as error:
            log.info("could not upload the card emojis yet: %r", error)
            there = {}
        if drawn.keys() <= there.keys():
            emojis.know(by_card({name: there[name].id for name in drawn}))
            return
        await asyncio.sleep(AGAIN)


def by_card(ids: Mapping[str, int]) -> Mapping[int, discord.PartialEmoji]:
    """The emojis of those names and numbers that are a card's, by card."""
    found = {name: discord.PartialEmoji(name=name, id=number) for name, number in ids.items()}
    return {FACES[card_of(name)]: one for name, one in found.items() if card_of(name) in FACES}


async def stepped(bot: discord.Client, drawn: Mapping[str, bytes], emojis: CardEmojis) -> None:
    """Do it. Raises what Discord raises; emojis that are not all there are not shown."""
    there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
    if not drawn.keys() <= there.keys():
        emojis.forget()
    for name in drawn.keys() - there.keys():
        there[name] = await bot.create_application_emoji(name=name, image=drawn[name])
    emojis.know(by_card({name: there[name].id for name in drawn}))
    for name, emoji in there.items():
        if name not in drawn and OURS.fullmatch(name):
            await emoji.delete()
