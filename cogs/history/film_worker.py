"""`FilmWorker`: films are drawn one after another, in a process of their own, and cached.

A member can order one film at a time, and a few may wait in the queue; further orders are refused.
The process has the lowest priority, so that no picture of a table waits for a film. The contents
of a film are in `film_frames`.
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

MAX_FILMS: Final = 4
"""The number of films that may be drawn or queued; the last of them takes half a minute."""
CACHE_SIZE: Final = 12
"""The number of films in the cache, of 3 MB at most."""


class FilmKey(NamedTuple):
    """The film of one round of a table, or of all for round 0, in one language with these names."""

    table: int
    round: int
    language: str
    names: tuple[str, ...]


class FilmFailed(Exception):  # noqa: N818 - members see it as a refusal, no error
    """The process that drew a film has ended without a result."""


class FilmWorker:
    """Draws the films of one bot. `refused` is called for each order that is refused."""

    def __init__(self, refused: Callable[[], None] = lambda: None) -> None:
        self._refused = refused
        self._kept: OrderedDict[FilmKey, Picture] = OrderedDict()
        self._making: dict[FilmKey, asyncio.Task[Picture]] = {}
        self._waiting: set[int] = set()
        # One thread: it waits for the process, so there is one process at a time.
        self._thread = ThreadPoolExecutor(1, "films")
        self._process: SpawnProcess | None = None
        self._is_closed = False

    async def film(
        self, user: int, key: FilmKey, order: Callable[[], Awaitable[ReplayAnimation]]
    ) -> Picture:
        """Return a film, from the cache or drawn now.

        Args:
            user: Discord id of the member who orders.
            key: The film.
            order: Prepares the frames; called only if the film has to be drawn.

        Raises:
            Refusal: The member waits for a film already, the queue is full, or the drawing failed.
        """
        # Before the limits: a film in the cache costs nothing, and is never refused.
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._check(user, key)
        self._waiting.add(user)
        try:
            # Shielded: the film goes on for others, and into the cache, if this member gives up.
            return await asyncio.shield(self._made(key, order))
        except FilmFailed as error:
            raise Refusal("replay.film_failed") from error
        finally:
            self._waiting.discard(user)

    def _check(self, user: int, key: FilmKey) -> None:
        if user in self._waiting:
            self._refused()
            raise Refusal("replay.film_one")
        if key not in self._making and len(self._making) >= MAX_FILMS:
            self._refused()
            raise Refusal("replay.film_busy", n=MAX_FILMS)

    def _made(
        self, key: FilmKey, order: Callable[[], Awaitable[ReplayAnimation]]
    ) -> asyncio.Task[Picture]:
        """Return the task that draws a film; several members may wait for the same one."""
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make(key, order), name="film")
        return task

    async def _make(self, key: FilmKey, order: Callable[[], Awaitable[ReplayAnimation]]) -> Picture:
        try:
            film, loop = await order(), asyncio.get_running_loop()
            self._kept[key] = await loop.run_in_executor(self._thread, self._drawn, film)
            if len(self._kept) > CACHE_SIZE:
                self._kept.popitem(last=False)
            return self._kept[key]
        finally:
            # Also after a failure, or the next order would wait for the failed task.
            del self._making[key]

    def _drawn(self, film: ReplayAnimation) -> Picture:
        """Wait for a process to draw a film. Raises `FilmFailed` if it ends without one."""
        mine, theirs = SPAWNED.Pipe()
        # A daemon: the process ends with the bot, also where `close` was never called.
        self._process = SPAWNED.Process(
            target=render_in_process, args=(theirs,), name="film", daemon=True
        )
        with importing_no_bot():
            self._process.start()
        # Our copy of the process's end: `recv` would otherwise wait for ever after its death.
        theirs.close()
        # `close` may have run before there was a process to kill.
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
        """Cancel all films, also one whose process is just starting."""
        self._is_closed = True
        for task in self._making.values():
            task.cancel()
        if self._process is not None and self._process.is_alive():
            self._process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)
