"""Servers that have sent the bot away: a fact that Discord is asked for, not one event of many.

An event is missed when the bot is off. So at every arrival the servers known are compared with
those where the bot is, and before one is erased, Discord is asked about it once more.
"""

import logging
from functools import partial
from typing import Final

import aiohttp
import discord

from cogs._kit.client import Client

log = logging.getLogger(__name__)

PAGE: Final = 200
"""Servers that Discord lists at once."""
NOT_ON_IT: Final = frozenset({10004, 50001})
"""Discord's codes for a server where the bot is not."""


async def compare(bot: Client) -> None:
    """Note which servers have sent the bot away, or invited it again, while nobody listened."""
    there = await bot.patience.until_done(partial(present, bot))
    left, back = await bot.store.people.compare_servers(there)
    if left or back:
        log.info(
            "servers that removed the bot while it was off: %d; that added it again: %d", left, back
        )


async def present(bot: Client) -> frozenset[int]:
    """The servers where the bot is, as Discord lists them: what is cached may be older."""
    found: set[int] = set()
    while page := await bot.http.get_guilds(PAGE, after=max(found, default=0), with_counts=False):
        found |= {int(guild["id"]) for guild in page}
    return frozenset(found)


async def erase(bot: Client, before: float) -> None:
    """Erase the servers that left before a time, and of which Discord says so once more."""
    people = bot.store.people
    gone = set()
    for guild_id in await people.departed_servers(before):
        there = await is_there(bot, guild_id)
        if there:
            await people.server_came_back(guild_id)
        elif there is False:
            gone.add(guild_id)
    if gone:
        erased = await people.erase_servers(gone, before)
        log.info("servers erased, a month after they removed the bot: %d", len(erased))


async def is_there(bot: Client, guild_id: int) -> bool | None:
    """Whether the bot is on a server; None while Discord does not say."""
    try:
        await bot.http.get_guild(guild_id, with_counts=False)
    except discord.HTTPException as error:
        if error.code in NOT_ON_IT:
            return False
        log.warning("cannot ask Discord whether the bot is still on a server: %s", error.status)
        return None
    except (aiohttp.ClientError, OSError) as error:
        log.warning("cannot ask Discord whether the bot is still on a server: %r", error)
        return None
    return True
