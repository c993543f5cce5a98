"""Patience with requests that hang: given up after a while, but never at the wrong moment."""

import asyncio
from collections.abc import Awaitable
from typing import Final, TypeVar

import discord

T = TypeVar("T")

HUNG: Final = 30.0
"""Seconds after which a request is believed to hang; aiohttp itself would wait for five minutes."""


async def in_time(bot: discord.Client, work: Awaitable[T], seconds: float = HUNG) -> T:
    """Do something that may hang. Raises `TimeoutError` when it does."""
    task = asyncio.ensure_future(work)
    try:
        # `wait` cancels nothing: whether that may be done is asked first.
        await asyncio.wait({task}, timeout=seconds)
        while not task.done() and is_limited(bot):
            await asyncio.wait({task}, timeout=1.0)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


def is_limited(bot: discord.Client) -> bool:
    """Whether discord.py waits out a limit on the whole bot.

    Whoever cut it off there would stop the bot for ever: it opens the way again only after its
    sleep, not in a `finally`, and no other request is made before that.
    """
    way = bot.http._global_over  # noqa: SLF001 - nothing public tells it
    return isinstance(way, asyncio.Event) and not way.is_set()
