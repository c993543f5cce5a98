"""Cards as emojis of the application, and the sync that uploads them to Discord.

Until the sync succeeds no card has an emoji, and labels show the card in words alone.
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
"""Draws the card emojis, as PNG by name; none where the bot shall have no emojis."""
DRAW_EMOJIS: Final[Faces] = card_emoji
OURS: Final = re.compile(r"card_[0-9A-Za-z]+_[0-9a-f]{8}", re.ASCII)
AGAIN: Final = 60.0
"""Seconds between two checks whether another process has uploaded them."""
LONGEST: Final = 1800.0
"""Seconds to upload all. Discord limits uploads, and discord.py waits for each."""


class CardEmojis:
    """The emojis that one bot may use: those of all cards, or none."""

    def __init__(self) -> None:
        self._emojis: Mapping[int, discord.PartialEmoji] = {}

    def know(self, emojis: Mapping[int, discord.PartialEmoji]) -> None:
        """Use these emojis from now on, by face."""
        self._emojis = emojis

    def forget(self) -> None:
        """Use no emojis: somebody has deleted one, so Discord refuses messages with it."""
        self._emojis = {}

    def of(self, face: int) -> discord.PartialEmoji | None:
        """Return the emoji of a card; None while there is none."""
        return self._emojis.get(face)


NO_EMOJIS: Final = CardEmojis()
"""For code that runs without a bot. It has no emoji of any card."""


# ---- sync with Discord


async def sync_emojis(bot: discord.Client, draw: Faces, emojis: CardEmojis) -> None:
    """Upload the missing card emojis and delete our outdated ones.

    After an error of Discord the cards have no emojis until the next start.
    """
    pngs = await asyncio.to_thread(draw)
    if not pngs:
        return
    try:
        await with_timeout(bot, upload_emojis(bot, pngs, emojis), LONGEST)
    except DISCORD_ERRORS as error:
        log.info("could not upload the card emojis yet: %r", error)


async def load_emojis(bot: discord.Client, draw: Faces, emojis: CardEmojis) -> None:
    """Load the emojis that another process uploads, once all of them are there."""
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
    """Return the emojis by face, for those names that are a card's. `ids` are emoji ids by name."""
    found = {name: discord.PartialEmoji(name=name, id=number) for name, number in ids.items()}
    return {FACES[card_of(name)]: one for name, one in found.items() if card_of(name) in FACES}


async def upload_emojis(bot: discord.Client, pngs: Mapping[str, bytes], emojis: CardEmojis) -> None:
    """Upload and delete emojis. Raises what Discord raises."""
    uploaded = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
    if not pngs.keys() <= uploaded.keys():
        # A layout with an unknown emoji is refused as a whole.
        emojis.forget()
    for name in pngs.keys() - uploaded.keys():
        uploaded[name] = await bot.create_application_emoji(name=name, image=pngs[name])
    emojis.know(by_card({name: uploaded[name].id for name in pngs}))
    for name, emoji in uploaded.items():
        if name not in pngs and OURS.fullmatch(name):
            await emoji.delete()
