"""The mind of the computer players: a view goes in, a move comes out, at one of three levels.

Easy and normal think on a thread, for a few milliseconds. Where moves can be tried out, hard plays
sampled worlds to their end for a moment (`deadline.py`), in processes of its own, so that no press
waits for it. Where none of them can answer in time it plays by its weights alone, as it does in the
other games, and the table says so.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from random import Random
from typing import Final, NamedTuple

import engine
from cogs._process.figures import Counted
from cogs._work.deadline import thinking_time
from cogs._work.thinkers import HARD, Allowed, NoTime, Searched, Thinkers, room
from engine.model.moves import Move
from engine.model.view import View
from engine.players import choose, read_driver, tries_out

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds after which its answer is no longer waited for."""
STARTING: Final = 15.0
"""Seconds that its first process may take to start: a whole interpreter, on a busy machine."""


def at_once() -> bool:
    """No time for any world."""
    return False


class Chosen(NamedTuple):
    """A move; `hasty` where a hard player would have tried something out, and had no time to."""

    move: Move
    hasty: bool = False


class Mind:
    """Chooses moves for one bot; `count` hears of moves to try out, and of those that were not."""

    def __init__(
        self, count: Callable[[Counted], None] = lambda _: None, most: Callable[[], int] = room
    ) -> None:
        self._count = count
        self.thinkers = Thinkers(most)

    async def choose(self, view: View, driver: str | None, seed: bytes) -> Chosen:
        """A legal move for the viewer; an unknown level plays as the normal one."""
        level, taste = read_driver(driver)
        searching = level == HARD and tries_out(view)
        chosen = await self._searched(view, seed, taste) if searching else None
        if chosen is None:
            allowed = Allowed(at_once)
            rng = Random(seed)  # noqa: S311 - a player's taste, not a shuffle
            by_heart = partial(choose, view, level, rng, more_time=allowed, taste=taste)
            chosen = Chosen(await asyncio.to_thread(by_heart), searching and allowed.too_little)
        if searching:
            self._count("hard_moves")
        if chosen.hasty:
            self._count("hard_fallbacks")
        return chosen

    async def _searched(self, view: View, seed: bytes, taste: str) -> Chosen | None:
        """What a process chooses; None when all are busy for too long, or it is late, or dead."""
        try:
            thought = await self._thought(view, seed, taste)
            return Chosen(engine.read(thought.move, view), thought.hasty)
        except (NoTime, TimeoutError, BrokenProcessPool):
            log.info("a hard player is late; it plays by heart")
        except Exception:
            # No room for a process, or a fault in one: the table goes on all the same.
            log.exception("a hard player cannot try anything out; it plays by heart")
        return None

    async def _thought(self, view: View, seed: bytes, taste: str) -> Searched:
        """What a process thinks; a search that cannot end in time is not begun."""
        thinkers, now = self.thinkers, asyncio.get_running_loop().time
        has_started = thinkers.has_started
        until = now() + (PATIENCE if has_started else STARTING)
        thinker = await thinkers.lent(until)
        if not has_started:
            until = now() + PATIENCE
        seconds = thinking_time(thinkers.asking)
        if now() + seconds > until:
            thinkers.back(thinker)
            raise NoTime
        try:
            thought = thinker.search(view, seed, seconds, taste)
        except BrokenProcessPool:
            thinkers.lost(thinker)
            raise
        thinkers.thought(thinker, thought)
        async with asyncio.timeout_at(until):
            return await asyncio.shield(thought)

    def close(self) -> None:
        """Let the processes end; a later choice starts others."""
        self.thinkers.close()
