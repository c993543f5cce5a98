"""What the process sees to as long as it runs, whatever happens at the tables."""

import asyncio
import ctypes
import gc
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Final

from cogs._process.figures import Figures
from data.store import Store
from render.artist import Artist

log = logging.getLogger(__name__)

Arrived = Callable[[], Awaitable[None]]

HEARTBEAT: Final = 15.0
"""Seconds between two signs of life."""
LOOK = 0.25
"""Seconds between two looks at how late the event loop is."""

UNTRIMMED: Final = 60.0
"""Seconds between two times that memory is given back."""


def lasting(
    store: Store,
    figures: Figures,
    artist: Callable[[], Artist],
    arrived: Arrived,
) -> tuple[Coroutine[None, None, None], ...]:
    """All of them. None ends by itself; the first raises `NotSaved`.

    `arrived` waits until all servers are there that are to be served here.
    """
    return (
        failing(store),
        beating(store),
        lagging(figures),
        settling(arrived),
        warming(arrived, artist),
        trimming(),
    )


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


async def settling(arrived: Arrived) -> None:
    """Once all is loaded, leave it out of the garbage that is looked for while members play.

    A look at everything takes 60 ms of the loop, and comes after every thirty presses or so.
    """
    await arrived()
    gc.collect()
    gc.freeze()
    log.info("froze all loaded objects: the garbage collector skips them")
    await asyncio.Event().wait()


async def warming(arrived: Arrived, artist: Callable[[], Artist]) -> None:
    """Once a table is in play, draw all cards while nobody waits: a press needs one or two more."""
    await arrived()
    await artist().begun.wait()
    await artist().warm()
    await asyncio.Event().wait()


async def trimming() -> None:
    """Give back to the system what pictures have left free, in a thread: it takes milliseconds.

    Several threads allocate them, and the C library keeps what is free between two pieces that are
    not: a fifth of the process after some minutes at twenty presses a second, and growing.
    """
    trim = trimmer()
    while trim:
        await asyncio.sleep(UNTRIMMED)
        await asyncio.to_thread(trim, 0)
    await asyncio.Event().wait()


def trimmer() -> Callable[[int], int] | None:
    """The C library's way of giving back what is free; only glibc has one."""
    try:
        found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):  # Windows has no library of the process itself
        return None
    return found
