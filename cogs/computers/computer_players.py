"""Computer players: they are handed a view, say a move, and it goes the way of every move.

One task a table plays until a member has to decide, with a pause before each turn so that people
can follow; whoever does not want to watch may hurry it. Answers to an offer take no pause.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from random import Random
from typing import Final, NamedTuple

import engine
from cogs.computers.worker_pool import (
    HARD,
    SearchBudget,
    SearchResult,
    SearchTimeout,
    SearchWorkerPool,
    search_worker_count,
    thinking_time,
)
from cogs.core.bot import TuppenceBot
from cogs.core.metrics import Counted
from cogs.core.ownership import NOTHING_LEFT_TO_DO
from cogs.game.computer_players import RANDOM_DECISION, decision_seed
from cogs.game.private_tables import is_lesson, unread_round_score
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState, has_member_player
from engine.model.decision import Decision
from engine.model.moves import Move
from engine.model.view import View
from engine.players import choose, parse_level, tries_out

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds after which its answer is no longer waited for."""
STARTING: Final = 15.0
"""Seconds that its first process may take to start: a whole interpreter, on a busy machine."""


def at_once() -> bool:
    """No time for any world."""
    return False


class ChosenMove(NamedTuple):
    """A move; `hasty` where a hard player would have tried something out, and had no time to."""

    move: Move
    hasty: bool = False


class MoveChooser:
    """Chooses moves for one bot; `count` hears of moves to try out, and of those that were not."""

    def __init__(
        self,
        count: Callable[[Counted], None] = lambda _: None,
        most: Callable[[], int] = search_worker_count,
    ) -> None:
        self._count = count
        self.thinkers = SearchWorkerPool(most)

    async def choose(self, view: View, player: str | None, seed: bytes) -> ChosenMove:
        """A legal move for the viewer; an unknown level plays as the normal one."""
        level, taste = parse_level(player)
        searching = level == HARD and tries_out(view)
        chosen = await self._searched(view, seed, taste) if searching else None
        if chosen is None:
            allowed = SearchBudget(at_once)
            rng = Random(seed)  # noqa: S311 - a player's taste, not a shuffle
            by_heart = partial(choose, view, level, rng, more_time=allowed, taste=taste)
            chosen = ChosenMove(await asyncio.to_thread(by_heart), searching and allowed.too_little)
        if searching:
            self._count("hard_moves")
        if chosen.hasty:
            self._count("hard_fallbacks")
        return chosen

    async def _searched(self, view: View, seed: bytes, taste: str) -> ChosenMove | None:
        """What a process chooses; None when all are busy for too long, or it is late, or dead."""
        try:
            thought = await self._thought(view, seed, taste)
            return ChosenMove(engine.read(thought.move, view), thought.hasty)
        except (SearchTimeout, TimeoutError, BrokenProcessPool):
            log.info("a hard player is late; it plays by heart")
        except Exception:
            # No room for a process, or a fault in one: the table goes on all the same.
            log.exception("a hard player cannot try anything out; it plays by heart")
        return None

    async def _thought(self, view: View, seed: bytes, taste: str) -> SearchResult:
        """What a process thinks; a search that cannot end in time is not begun."""
        workers, now = self.thinkers, asyncio.get_running_loop().time
        has_started = workers.has_started
        until = now() + (PATIENCE if has_started else STARTING)
        worker = await workers.lent(until)
        if not has_started:
            until = now() + PATIENCE
        seconds = thinking_time(workers.asking)
        if now() + seconds > until:
            workers.back(worker)
            raise SearchTimeout
        try:
            thought = worker.search(view, seed, seconds, taste)
        except BrokenProcessPool:
            workers.lost(worker)
            raise
        workers.thought(worker, thought)
        async with asyncio.timeout_at(until):
            return await asyncio.shield(thought)

    def close(self) -> None:
        """Let the processes end; a later choice starts others."""
        self.thinkers.close()


# ---- Computer players: they are handed a view, say a move, and it goes the way of every move


PAUSE: Final = 1.2
"""Seconds before a computer player's turn."""
LOOKS: Final = 6
"""How often in a pause it is asked whether somebody is in a hurry."""


class ComputerPlayers:
    """Plays the seats of computer players.

    `moved` is called with the table after each turn; `workers` gives the number of processes that
    search for moves, asked when the first is needed.
    """

    def __init__(
        self,
        bot: TuppenceBot,
        tables: TableSessions,
        moved: Callable[[int], None],
        workers: Callable[[], int] = search_worker_count,
    ) -> None:
        self.pause = PAUSE
        self.mind = MoveChooser(bot.metrics.count, workers)
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

    def is_next(self, state: TableState) -> bool:
        """Return whether a computer player has to decide at a table now."""
        return next_decision(state) is not None

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

    async def at_once(self, state: TableState) -> TableState:
        """Answer the offers that computer players are asked about, so that nobody waits for them.

        Whoever else is asked is then not called in vain.
        """
        while (decision := next_decision(state)) is not None and decision.kind == "offer":
            state = await self._move(state, decision)
        return state

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

    async def _begun(self, table_id: int) -> TableState:
        """The table once what needs no time is done, which is shown then, whatever came of it."""
        self._beginning.add(table_id)
        try:
            state = await self._tables.settled(await self._tables.load(table_id))
            return await self.at_once(state)
        finally:
            self._beginning.discard(table_id)
            self._moved(table_id)

    async def _play(self, state: TableState) -> None:
        """Play until a member has to decide."""
        while decision := next_decision(state):
            await self._wait(state.row.id)
            state = await self._turn(state, decision.seat)
            self._moved(state.row.id)

    async def _wait(self, table_id: int) -> None:
        """The pause, or less of it for those in a hurry."""
        for _ in range(LOOKS if self.pause else 0):
            if table_id in self._hurried:
                return
            await self._bot.sleep(self.pause / LOOKS)

    async def _turn(self, state: TableState, seat: int) -> TableState:
        """Play as long as this seat decides, and give the answers that need no time."""
        while (decision := next_decision(state)) and decision.seat == seat:
            state = await self.at_once(await self._move(state, decision))
        return state

    async def _move(self, state: TableState, decision: Decision) -> TableState:
        level = state.player(decision.seat).level
        chance = decision_seed(state.row, state.row.seq)
        move, hasty = await self.mind.choose(state.view(decision.seat), level, chance)
        if engine.check(state.game.table, decision.seat, move) is not None:
            log.error("table %d, entry %d: an illegal choice", state.row.id, state.row.seq)
            assert decision.default is not None  # next_decision leaves the optional ones out
            move = decision.default
        return await self._act(state, decision.seat, move, RANDOM_DECISION if hasty else "")

    async def _act(self, state: TableState, seat: int, move: Move, how: str) -> TableState:
        seen = state.row.seq
        key = f"computer:{state.row.id}:{seat}:{seen}{how}"
        by, body = state.player(seat), engine.write(move)
        return (await self._tables.act(state, seat, body, seen=seen, key=key, by=by)).live


def next_decision(state: TableState) -> Decision | None:
    """The next decision that a computer player has to make; none while no member plays.

    In a lesson they do what the book says, in the commit of the learner's move; in practice they
    wait until the score of a round was read.
    """
    if (
        not has_member_player(state.row)
        or is_lesson(state)
        or unread_round_score(state) is not None
    ):
        return None
    for decision in engine.pending(state.game.table):
        if decision.default is not None and state.player(decision.seat).kind == "computer":
            return decision
    return None
