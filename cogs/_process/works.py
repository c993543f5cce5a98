"""What the process sees to as long as it runs, whatever happens at the tables."""

import asyncio
import gc
import time
from typing import Final

import discord

from cogs._process.figures import Figures
from cogs._process.servers import Server
from data.store import Store

HEARTBEAT: Final = 15.0
"""Seconds between two signs of life."""
LOOK = 0.25
"""Seconds between two looks at how late the event loop is."""
UNUSED: Final = 600.0
"""Seconds between two looks for servers that nobody looks at."""


async def failing(store: Store) -> None:
    """Wait until the store can save no more, and raise why: `NotSaved`."""
    raise await store.failure()


async def beating(store: Store) -> None:
    """Show `bot.py health` that the event loop goes round, also while Discord is away."""
    while True:
        await store.beat()
        await asyncio.sleep(HEARTBEAT)


async def lagging(figures: Figures) -> None:
    """Measure by how much the event loop is late."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(LOOK)
        figures.took("loop", max(0.0, time.perf_counter() - begun - LOOK))


async def settling(client: discord.Client) -> None:
    """Once all is loaded, leave it out of the garbage that is looked for while members play.

    A look at everything takes 60 ms of the loop, and comes after every thirty presses or so.
    """
    await client.wait_until_ready()
    gc.collect()
    gc.freeze()
    await asyncio.Event().wait()


async def folding(client: discord.Client) -> None:
    """Keep of a server that nobody looks at any more what is needed of it, and no more."""
    while True:
        await asyncio.sleep(UNUSED)
        for server in client.guilds:
            if isinstance(server, Server):
                server.put_away()
                await asyncio.sleep(0)  # whoever has pressed waits for one server at most
