"""The cards' small faces, kept in step with the emojis of the application at Discord.

They are named by what they show, so that each is uploaded once, however often the bot starts; one
that is drawn differently is another, and the old one goes. Emojis that are not named so are none
of ours.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from typing import Final

import discord

from cogs._traffic.card_emojis import CardEmojis
from cogs._traffic.codes import TROUBLES
from cogs._traffic.patience import in_time
from engine.model.cards import FACES
from render.small_faces import card_of, small_faces

log = logging.getLogger(__name__)

Faces = Callable[[], Mapping[str, bytes]]
"""Draws the small faces, as PNG by name; none where there shall be no emojis."""
DRAWN: Final[Faces] = small_faces
OURS: Final = re.compile(r"card_[0-9A-Za-z]+_[0-9a-f]{8}", re.ASCII)
AGAIN: Final = 60.0
"""Seconds between two looks whether another process has uploaded them."""
LONGEST: Final = 1800.0
"""Seconds for all of them: Discord lets few be uploaded at a time, and discord.py waits."""


async def keep_in_step(bot: discord.Client, faces: Faces, emojis: CardEmojis) -> None:
    """Upload the faces that are missing and remove our old ones, for as long as that takes.

    What Discord refuses is tried with the next round; until then cards have words alone.
    """
    drawn = await asyncio.to_thread(faces)
    if not drawn:
        return
    try:
        await in_time(bot, stepped(bot, drawn, emojis), LONGEST)
    except TROUBLES as error:
        log.info("could not upload the card emojis yet: %r", error)


async def look_at(bot: discord.Client, faces: Faces, emojis: CardEmojis) -> None:
    """Know the faces as soon as they are all there; another process uploads them."""
    drawn = await asyncio.to_thread(faces)
    while drawn and not emojis.of(next(iter(FACES.values()))):
        try:
            there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
        except TROUBLES as error:
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
