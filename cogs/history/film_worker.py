"""`FilmWorker`: draws films one after another in a separate process, and caches them.

A member can order one film at a time, and the queue is short. Further orders are refused. The
process has the lowest priority, so that no picture of a table waits for a film. `film_frames` has
the contents of a film.
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
"""Most films that are drawn or queued at once. The last of them takes half a minute."""
CACHE_SIZE: Final = 12
"""Most films in the cache. Each takes at most 3 MB."""


class FilmKey(NamedTuple):
    """The film of one round of a table, in one language and with these names of players.

    Round 0 is the whole game.
    """

    table: int
    round: int
    language: str
    names: tuple[str, ...]


class FilmFailed(Exception):  # noqa: N818 - members see it as a refusal, no error
    """The process that drew a film has ended without a film."""


class FilmWorker:
    """Draws the films of one bot. `refused` is called for each order that is refused."""

    def __init__(self, refused: Callable[[], None] = lambda: None) -> None:
        self._refused = refused
        self._kept: OrderedDict[FilmKey, Picture] = OrderedDict()
        self._making: dict[FilmKey, asyncio.Task[Picture]] = {}
        self._waiting: set[int] = set()
        # One thread, which waits for the process. So there is only one process at a time.
        self._thread = ThreadPoolExecutor(1, "films")
        self._process: SpawnProcess | None = None
        self._is_closed = False

    async def film(
        self, user: int, key: FilmKey, order: Callable[[], Awaitable[ReplayAnimation]]
    ) -> Picture:
        """Return a film from the cache, or draw it.

        Args:
            user: Discord id of the member who orders.
            key: The film.
            order: Prepares the frames. Called only if the film must be drawn.

        Raises:
            Refusal: The member already waits for a film, the queue is full, or the drawing failed.
        """
        # Before the limits: a film in the cache costs nothing, so it is never refused.
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._check(user, key)
        self._waiting.add(user)
        try:
            # Shielded: if this member gives up, other members still get the film, and it is cached.
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
        """Return the task that draws a film. Several members may wait for the same film."""
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
            # Also after a failure: otherwise the next order would wait for the failed task.
            del self._making[key]

    def _drawn(self, film: ReplayAnimation) -> Picture:
        """Wait until a process has drawn a film.

        Raises:
            FilmFailed: The process ended without a film.
        """
        mine, theirs = SPAWNED.Pipe()
        # A daemon: the process ends with the bot, even if `close` is never called.
        self._process = SPAWNED.Process(
            target=render_in_process, args=(theirs,), name="film", daemon=True
        )
        with importing_no_bot():
            self._process.start()
        # Close our copy of the process's end: otherwise `recv` would wait for ever after its death.
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
        """Cancel all films. This also works for a film whose process is just starting."""
        self._is_closed = True
        for task in self._making.values():
            task.cancel()
        if self._process is not None and self._process.is_alive():
            self._process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)
