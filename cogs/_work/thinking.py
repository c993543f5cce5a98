"""The mind of the computer players: a view goes in, a move comes out, at one of three levels.

Easy and normal think on a thread, for a few milliseconds. Hard plays sampled worlds to their end
for a quarter of a second, in one worker process of its own, so that no press waits for it. When
that process is late or dead, the normal level answers in its place.
"""

import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Final, NamedTuple

import engine
from cogs._process.figures import Counted
from engine.model.moves import Move
from engine.model.view import View
from engine.players import EVEN, choose, read_driver

log = logging.getLogger(__name__)

HARD: Final = "hard"
NORMAL: Final = "normal"
THINKING: Final = 0.25
"""Seconds that the hard level searches."""
PATIENCE: Final = 1.0
"""Seconds after which its answer is no longer waited for."""
STARTING: Final = 15.0
"""Seconds that its process may take to start: a whole interpreter, on a machine that is busy."""


class Chosen(NamedTuple):
    """A move; `hasty` where the normal level made it because the hard one was late."""

    move: Move
    hasty: bool = False


class Mind:
    """Chooses moves for one bot; `count` hears of each hard one, and of each that fell back."""

    def __init__(self, count: Callable[[Counted], None] = lambda _: None) -> None:
        self._count = count
        self._worker: ProcessPoolExecutor | None = None
        self._started: asyncio.Future[None] | None = None

    async def choose(self, view: View, driver: str | None, seed: bytes) -> Chosen:
        """A legal move for the viewer; an unknown level plays as the normal one."""
        level, taste = read_driver(driver)
        if level == HARD:
            self._count("hard_moves")
            move = await self._searched(view, seed, taste)
            if move is not None:
                return Chosen(move)
            self._count("hard_fallbacks")
        plain = NORMAL if level == HARD else level
        by_heart = partial(choose, view, plain, Random(seed), taste=taste)  # noqa: S311 - taste
        return Chosen(await asyncio.to_thread(by_heart), hasty=level == HARD)

    async def _searched(self, view: View, seed: bytes, taste: str) -> Move | None:
        """What the worker chooses; None when it is late or dead."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(STARTING):
                worker = await self._awake()
            async with asyncio.timeout(PATIENCE):
                text = await loop.run_in_executor(worker, search, view, seed, THINKING, taste)
        except TimeoutError:
            log.info("the hard level is late; the normal one plays")
            return None
        except BrokenProcessPool:
            log.warning("the hard level's process has died; the next move starts another")
            self.close()
            return None
        return engine.read(text, view)

    async def _awake(self) -> ProcessPoolExecutor:
        """The worker once it has started, so that no move is lost to the wait for it."""
        if self._worker is None or self._started is None:
            # A fork would copy the threads that draw and write.
            self._worker = ProcessPoolExecutor(1, get_context("spawn"), initializer=accompany)
            loop = asyncio.get_running_loop()
            self._started = loop.run_in_executor(self._worker, awake)
        worker = self._worker
        await asyncio.shield(self._started)
        return worker

    def close(self) -> None:
        """Let the worker end; a later choice starts another."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
            self._worker = None


def accompany() -> None:
    """Let the worker end with the process it thinks for, and with nothing else.

    Ctrl-C is for that process, which ends the worker; and one that is killed tells nobody.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the process that has started this one, and follow it."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


def awake() -> None:
    """Nothing: the worker has started when it has done it."""


def search(view: View, seed: bytes, seconds: float, taste: str = EVEN) -> str:
    """The hard level's move as text, searched for so many seconds. Runs in the worker."""
    until = time.monotonic() + seconds
    rng = Random(seed)  # noqa: S311 - a player's taste, not a shuffle
    move = choose(view, HARD, rng, more_time=lambda: time.monotonic() < until, taste=taste)
    return engine.write(move)
