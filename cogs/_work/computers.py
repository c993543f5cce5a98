"""Computer players: they are handed a view, say a move, and it goes the way of every move.

One task a table plays until a member has to decide, with a pause before each turn so that people
can follow; whoever does not want to watch may hurry it. Answers to an offer take no pause.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import engine
from cogs._game.lesson_step import is_lesson
from cogs._game.live import Live, is_attended
from cogs._game.luck import HASTY, luck
from cogs._game.practice import unread
from cogs._game.tables import Tables
from cogs._kit.client import Client
from cogs._upkeep.clustered import NOTHING_LEFT_TO_DO
from cogs._work.thinkers import room
from cogs._work.thinking import Mind
from engine.model.decision import Decision
from engine.model.moves import Move

log = logging.getLogger(__name__)

PAUSE: Final = 1.2
"""Seconds before a computer player's turn."""
LOOKS: Final = 6
"""How often in a pause it is asked whether somebody is in a hurry."""


class Computers:
    """Plays the seats of computer players.

    `moved` is called with the table after each turn; `workers` gives the number of processes that
    search for moves, asked when the first is needed.
    """

    def __init__(
        self,
        bot: Client,
        tables: Tables,
        moved: Callable[[int], None],
        workers: Callable[[], int] = room,
    ) -> None:
        self.pause = PAUSE
        self.mind = Mind(bot.figures.count, workers)
        self._bot = bot
        self._tables = tables
        self._moved = moved
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._called: set[int] = set()
        self._beginning: set[int] = set()
        self._hurried: set[int] = set()

    def wake(self, table_id: int) -> None:
        """Somebody has moved; perhaps a computer player is next."""
        self._called.add(table_id)
        if table_id not in self._playing:
            self._playing[table_id] = asyncio.create_task(self._run(table_id))

    def is_playing(self, table_id: int) -> bool:
        """Whether a table's computer players are at work, and what needs no time is done."""
        return table_id in self._playing and table_id not in self._beginning

    def is_next(self, live: Live) -> bool:
        """Return whether a computer player has to decide at a table now."""
        return next_decision(live) is not None

    @property
    def at_work(self) -> tuple[int, ...]:
        """The tables where computer players are at work."""
        return tuple(self._playing)

    def stop(self, table_id: int) -> None:
        """Play no longer at a table: it is another process's by now."""
        task = self._playing.get(table_id)
        if task is not None:
            task.cancel()

    def hurry(self, table_id: int) -> None:
        """Play without pauses until a member has to decide."""
        if table_id in self._playing:
            self._hurried.add(table_id)

    def close(self) -> None:
        """Stop playing; after a restart the games go on where they stand."""
        for task in self._playing.values():
            task.cancel()
        self.mind.close()

    async def at_once(self, live: Live) -> Live:
        """Answer the offers that computer players are asked about, so that nobody waits for them.

        Whoever else is asked is then not called in vain.
        """
        while (decision := next_decision(live)) is not None and decision.kind == "offer":
            live = await self._move(live, decision)
        return live

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._called:  # a call may come while the last one is being answered
                self._called.discard(table_id)
                await self._play(await self._begun(table_id))
        except NOTHING_LEFT_TO_DO as reason:
            log.info("table %d: computer players stop: %s", table_id, reason)
        except Exception:
            log.exception("table %d: a computer player cannot move", table_id)
        finally:
            del self._playing[table_id]
            self._hurried.discard(table_id)
        if table_id in self._called:  # by a move that was made while this one failed
            self.wake(table_id)

    async def _begun(self, table_id: int) -> Live:
        """The table once what needs no time is done, which is shown then, whatever came of it."""
        self._beginning.add(table_id)
        try:
            live = await self._tables.settled(await self._tables.load(table_id))
            return await self.at_once(live)
        finally:
            self._beginning.discard(table_id)
            self._moved(table_id)

    async def _play(self, live: Live) -> None:
        """Play until a member has to decide."""
        while decision := next_decision(live):
            await self._wait(live.row.id)
            live = await self._turn(live, decision.seat)
            self._moved(live.row.id)

    async def _wait(self, table_id: int) -> None:
        """The pause, or less of it for those in a hurry."""
        for _ in range(LOOKS if self.pause else 0):
            if table_id in self._hurried:
                return
            await self._bot.sleep(self.pause / LOOKS)

    async def _turn(self, live: Live, seat: int) -> Live:
        """Play as long as this seat decides, and give the answers that need no time."""
        while (decision := next_decision(live)) and decision.seat == seat:
            live = await self.at_once(await self._move(live, decision))
        return live

    async def _move(self, live: Live, decision: Decision) -> Live:
        level = live.driver(decision.seat).level
        chance = luck(live.row, live.row.seq)
        move, hasty = await self.mind.choose(live.view(decision.seat), level, chance)
        if engine.check(live.game.table, decision.seat, move) is not None:
            log.error("table %d, entry %d: an illegal choice", live.row.id, live.row.seq)
            assert decision.default is not None  # next_decision leaves the optional ones out
            move = decision.default
        return await self._act(live, decision.seat, move, HASTY if hasty else "")

    async def _act(self, live: Live, seat: int, move: Move, how: str) -> Live:
        seen = live.row.seq
        key = f"computer:{live.row.id}:{seat}:{seen}{how}"
        by, body = live.driver(seat), engine.write(move)
        return (await self._tables.act(live, seat, body, seen=seen, key=key, by=by)).live


def next_decision(live: Live) -> Decision | None:
    """The next decision that a computer player has to make; none while no member plays.

    In a lesson they do what the book says, in the commit of the learner's move; in practice they
    wait until the score of a round was read.
    """
    if not is_attended(live.row) or is_lesson(live) or unread(live) is not None:
        return None
    for decision in engine.pending(live.game.table):
        if decision.default is not None and live.driver(decision.seat).kind == "computer":
            return decision
    return None
