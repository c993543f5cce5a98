"""The emojis of the cards, and the tasks that upload them to Discord.

Until all emojis are uploaded, labels show cards as words alone.
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

log = logging.getLogger(__name__)

Faces = Callable[[], Mapping[str, bytes]]
"""Draws the card emojis.

Returns PNG files by name, or no files if the bot must not upload emojis.
"""
DRAW_EMOJIS: Final[Faces] = card_emoji
OURS: Final = re.compile(r"card_[0-9A-Za-z]+_[0-9a-f]{8}", re.ASCII)
AGAIN: Final = 60.0
"""Seconds between two checks for the emojis that another process uploads."""
LONGEST: Final = 1800.0
"""Seconds in which to upload all emojis.

Discord limits uploads, so discord.py waits between them.
"""


class CardEmojis:
    """The card emojis that one bot may use: either all of them or none."""

    def __init__(self) -> None:
        self._emojis: Mapping[int, discord.PartialEmoji] = {}

    def know(self, emojis: Mapping[int, discord.PartialEmoji]) -> None:
        """Use these emojis, keyed by card face."""
        self._emojis = emojis

    def forget(self) -> None:
        """Stop using emojis: one was deleted, and Discord refuses messages that contain it."""
        self._emojis = {}

    def of(self, face: int) -> discord.PartialEmoji | None:
        """Return the emoji of a card, or None if no emojis are loaded."""
        return self._emojis.get(face)


NO_EMOJIS: Final = CardEmojis()
"""An object without emojis, for code that runs without a bot."""


# ---- sync with Discord


async def sync_emojis(bot: discord.Client, draw: Faces, emojis: CardEmojis) -> None:
    """Upload the missing card emojis, and delete the outdated ones.

    After an error of Discord the bot uses no card emojis until its next start.
    """
    pngs = await asyncio.to_thread(draw)
    if not pngs:
        return
    try:
        await with_timeout(bot, upload_emojis(bot, pngs, emojis), LONGEST)
    except DISCORD_ERRORS as error:
        log.info("could not upload the card emojis yet: %r", error)


async def load_emojis(bot: discord.Client, draw: Faces, emojis: CardEmojis) -> None:
    """Load the emojis once another process has uploaded all of them."""
    pngs = await asyncio.to_thread(draw)
    while pngs and not emojis.of(next(iter(FACES.values()))):
        try:
            uploaded = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
        except DISCORD_ERRORS as error:
            log.info("could not upload the card emojis yet: %r", error)
            uploaded = {}
        if pngs.keys() <= uploaded.keys():
            emojis.know(by_card({name: uploaded[name].id for name in pngs}))
            return
        await asyncio.sleep(AGAIN)


def by_card(ids: Mapping[str, int]) -> Mapping[int, discord.PartialEmoji]:
    """Return the emojis of cards, keyed by card face.

    `ids` are emoji ids, keyed by emoji name. Names of other emojis are ignored.
    """
    found = {name: discord.PartialEmoji(name=name, id=number) for name, number in ids.items()}
    return {FACES[card_of(name)]: one for name, one in found.items() if card_of(name) in FACES}


async def upload_emojis(bot: discord.Client, pngs: Mapping[str, bytes], emojis: CardEmojis) -> None:
    """Upload missing emojis and delete outdated ones. Raises the errors of discord.py."""
    uploaded = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
    if not pngs.keys() <= uploaded.keys():
        # Discord refuses a whole layout if it contains an unknown emoji.
        emojis.forget()
    for name in pngs.keys() - uploaded.keys():
        uploaded[name] = await bot.create_application_emoji(name=name, image=pngs[name])
    emojis.know(by_card({name: uploaded[name].id for name in pngs}))
    for name, emoji in uploaded.items():
        if name not in pngs and OURS.fullmatch(name):
            await emoji.delete()
