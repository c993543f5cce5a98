"""Computer players: they are handed a view, say a move, and it goes the way of every move.

One task a table plays until a member has to decide, with a pause before each turn so that people
can follow. It ends then; the next move of a member wakes it again.
"""

import asyncio
import logging
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Final

import engine
from cogs._refusals import Refusal
from cogs._tables import Live, Tables
from data.rows import TableRow
from engine.decision import Decision
from engine.players.simple import choose

log = logging.getLogger(__name__)

PAUSE: Final = 1.2
"""Seconds before a computer player's turn."""


class Computers:
    """Plays the seats that computer players drive. `moved` hears of each finished turn."""

    def __init__(self, tables: Tables, moved: Callable[[TableRow], None]) -> None:
        self.pause = PAUSE
        self._tables = tables
        self._moved = moved
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._called: set[int] = set()

    def wake(self, table_id: int) -> None:
        """Somebody has moved; perhaps a computer player is next."""
        self._called.add(table_id)
        if table_id not in self._playing:
            self._playing[table_id] = asyncio.create_task(self._run(table_id))

    def close(self) -> None:
        """Stop playing; after a restart the games go on where they stand."""
        for task in self._playing.values():
            task.cancel()

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._called:  # a call may come while the last one is being answered
                self._called.discard(table_id)
                await self._play(await self._tables.load(table_id))
        except Refusal as refusal:
            log.info("table %d: computer players stop: %s", table_id, refusal.key)
        except Exception:
            log.exception("table %d: a computer player cannot move", table_id)
        finally:
            del self._playing[table_id]

    async def _play(self, live: Live) -> None:
        """Play until a member has to decide."""
        while decision := next_decision(live):
            await asyncio.sleep(self.pause)
            live = await self._turn(live, decision.seat)
            self._moved(live.row)

    async def _turn(self, live: Live, seat: int) -> Live:
        """Play as long as this seat decides."""
        while (decision := next_decision(live)) and decision.seat == seat:
            live = await self._move(live, decision)
        return live

    async def _move(self, live: Live, decision: Decision) -> Live:
        view, seen = live.view(decision.seat), live.row.seq
        move = await asyncio.to_thread(choose, view, chance(live))
        if engine.check(live.course.table, decision.seat, move) is not None:
            log.error("table %d, entry %d: an illegal choice", live.row.id, seen)
            assert decision.default is not None  # next_decision leaves the optional ones out
            move = decision.default
        key = f"computer:{live.row.id}:{seen}"
        acted = await self._tables.act(
            live.row.id, decision.seat, engine.write(move), seen=seen, key=key
        )
        return acted.live


def next_decision(live: Live) -> Decision | None:
    """The next decision that a computer player has to make."""
    for decision in engine.pending(live.course.table):
        if decision.default is not None and live.driver(decision.seat).kind == "computer":
            return decision
    return None


def chance(live: Live) -> Random:
    """The luck of one decision: the same after a restart, and no hint at the cards to come."""
    digest = sha256(live.row.seed + b"computer" + live.row.seq.to_bytes(8, "big")).digest()
    return Random(digest)  # noqa: S311 - a player's taste, not a shuffle
