"""Films: one after the other, in a process of their own, and kept once made.

A member orders one at a time, and a few may wait; who comes then is told so. No picture of a
table waits for a film: the artist does not draw them, and the process that does comes behind
everything else on the machine.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.context import SpawnProcess
from typing import Final, NamedTuple

from cogs.core.concurrency import SPAWNED, importing_no_bot
from cogs.core.refusals import Refusal
from render.animation import ReplayAnimation, render_in_process
from render.renderer import Picture

log = logging.getLogger(__name__)

MOST: Final = 4
"""Films that are made or waited for at a time: the last of them takes half a minute."""
KEPT: Final = 12
"""Films kept, of 3 MB at most."""


class FilmKey(NamedTuple):
    """What a film shows: of a table a round, or 0 for all, under these names."""

    table: int
    round: int
    language: str
    names: tuple[str, ...]


class FilmFailed(Exception):  # noqa: N818 - told as a refusal
    """The process that drew a film has ended without it."""


class FilmWorker:
    """Makes films for one bot; `refused` hears of each that is not made because of others."""

    def __init__(self, refused: Callable[[], None] = lambda: None) -> None:
        self._refused = refused
        self._kept: OrderedDict[FilmKey, Picture] = OrderedDict()
        self._making: dict[FilmKey, asyncio.Task[Picture]] = {}
        self._waiting: set[int] = set()
        self._one = ThreadPoolExecutor(1, "films")
        self._process: SpawnProcess | None = None
        self._is_closed = False

    async def film(
        self, user: int, key: FilmKey, order: Callable[[], Awaitable[ReplayAnimation]]
    ) -> Picture:
        """The film that a member has ordered; `order` is asked only where it has to be made.

        Raises `Refusal` when the member waits for one already, when too many wait, and when it
        could not be drawn.
        """
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._check(user, key)
        self._waiting.add(user)
        try:
            return await asyncio.shield(self._made(key, order))
        except FilmFailed as error:
            raise Refusal("replay.film_failed") from error
        finally:
            self._waiting.discard(user)

    def _check(self, user: int, key: FilmKey) -> None:
        if user in self._waiting:
            self._refused()
            raise Refusal("replay.film_one")
        if key not in self._making and len(self._making) >= MOST:
            self._refused()
            raise Refusal("replay.film_busy", n=MOST)

    def _made(
        self, key: FilmKey, order: Callable[[], Awaitable[ReplayAnimation]]
    ) -> asyncio.Task[Picture]:
        """The film being made, which several may wait for."""
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make(key, order), name="film")
        return task

    async def _make(self, key: FilmKey, order: Callable[[], Awaitable[ReplayAnimation]]) -> Picture:
        try:
            film, loop = await order(), asyncio.get_running_loop()
            self._kept[key] = await loop.run_in_executor(self._one, self._drawn, film)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]
        finally:
            del self._making[key]

    def _drawn(self, film: ReplayAnimation) -> Picture:
        """Wait for a process to draw a film. Raises `FilmFailed` when it ends without."""
        mine, theirs = SPAWNED.Pipe()
        self._process = SPAWNED.Process(
            target=render_in_process, args=(theirs,), name="film", daemon=True
        )
        with importing_no_bot():
            self._process.start()
        theirs.close()
        if self._is_closed:
            self._process.kill()
        try:
            mine.send(film)
            picture: Picture = mine.recv()
        except (EOFError, OSError) as error:
            log.warning("a film's process has ended without a film")
            raise FilmFailed from error
        finally:
            mine.close()
            self._process.join()
        return picture

    def close(self) -> None:
        """Give up all films, one that is just begun too."""
        self._is_closed = True
        for task in self._making.values():
            task.cancel()
        if self._process is not None and self._process.is_alive():
            self._process.kill()
        self._one.shutdown(wait=False, cancel_futures=True)
