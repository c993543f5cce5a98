"""`ComputerPlayers` makes the moves of computer players. `MoveChooser` finds each move.

One task for each table plays until a member must decide. It pauses before each turn so that people
can follow. Players can skip the pauses. Answers to an offer have no pause.
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
from cogs.game.computer_players import RANDOM_DECISION, decision_seed
from cogs.game.private_tables import is_lesson, unread_round_score
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState, has_member_player
from cogs.gateway.ownership import NOTHING_LEFT_TO_DO
from engine.model.decision import Decision
from engine.model.moves import Move
from engine.model.view import View
from engine.players import choose, parse_level, tries_out

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds after which the bot stops waiting for a search."""
STARTING: Final = 15.0
"""The same limit before any process has started. Python starts slowly on a busy machine."""


def at_once() -> bool:
    """Return False: there is no time for a sample."""
    return False


class ChosenMove(NamedTuple):
    """A move. `hasty` says that a hard player should have searched but had no time."""

    move: Move
    hasty: bool = False


class MoveChooser:
    """Chooses moves for one bot.

    `count` counts the hard moves, and those of them without a search. `most` returns the number of
    search processes. It is called when the first process is needed.
    """

    def __init__(
        self,
        count: Callable[[Counted], None] = lambda _: None,
        most: Callable[[], int] = search_worker_count,
    ) -> None:
        self._count = count
        self.workers = SearchWorkerPool(most)

    async def choose(self, view: View, level: str | None, seed: bytes) -> ChosenMove:
        """Return a legal move for the viewer.

        Args:
            view: What the player's seat knows.
            level: Level and taste as stored with the seat. An unknown level plays as normal.
            seed: The random seed of this decision.
        """
        slug, taste = parse_level(level)
        is_searched = slug == HARD and tries_out(view)
        chosen = await self._search(view, seed, taste) if is_searched else None
        if chosen is None:
            budget = SearchBudget(at_once)
            rng = Random(seed)  # noqa: S311 - a player's taste, not a shuffle
            unsearched = partial(choose, view, slug, rng, more_time=budget, taste=taste)
            # In a thread: even without a search, a choice may block the event loop for too long.
            move = await asyncio.to_thread(unsearched)
            chosen = ChosenMove(move, is_searched and budget.too_little)
        if is_searched:
            self._count("hard_moves")
        if chosen.hasty:
            self._count("hard_fallbacks")
        return chosen

    async def _search(self, view: View, seed: bytes, taste: str) -> ChosenMove | None:
        """Return the move that a search found, or None if the search failed or was late."""
        try:
            result = await self._run_search(view, seed, taste)
            return ChosenMove(engine.read(result.move, view), result.hasty)
        except (SearchTimeout, TimeoutError, BrokenProcessPool):
            log.info("a hard player is late; it plays without a search")
        except Exception:
            # No memory for a process, or an error in one. The game must go on without the search.
            log.exception("a hard player cannot search; it plays without")
        return None

    async def _run_search(self, view: View, seed: bytes, taste: str) -> SearchResult:
        """Return the result of a search.

        Raises:
            SearchTimeout: The search cannot end in time.
            BrokenProcessPool: The process has died.
        """
        workers, now = self.workers, asyncio.get_running_loop().time
        has_started = workers.has_started
        until = now() + (PATIENCE if has_started else STARTING)
        worker = await workers.acquire(until)
        if not has_started:
            until = now() + PATIENCE  # the longer time was for the start only
        seconds = thinking_time(workers.waiting)
        if now() + seconds > until:
            workers.release(worker)
            raise SearchTimeout
        try:
            result = worker.search(view, seed, seconds, taste)
        except BrokenProcessPool:
            workers.discard(worker)
            raise
        workers.watch(worker, result)
        # Shielded: a timeout must not cancel the future, because its end releases the process.
        async with asyncio.timeout_at(until):
            return await asyncio.shield(result)

    def close(self) -> None:
        """Let the search processes end. A later choice starts new ones."""
        self.workers.close()


# ---- playing the seats


PAUSE: Final = 1.2
"""Seconds of pause before a computer player's turn."""
LOOKS: Final = 6
"""How often during a pause to check whether a member wants to skip it."""


class ComputerPlayers:
    """Plays the seats of computer players.

    `moved` is called with the table's id after each turn. `workers` returns the number of search
    processes. `workers` is called when the first process is needed.
    """

    def __init__(
        self,
        bot: TuppenceBot,
        tables: TableSessions,
        moved: Callable[[int], None],
        workers: Callable[[], int] = search_worker_count,
    ) -> None:
        self.pause = PAUSE
        self.move_chooser = MoveChooser(bot.metrics.count, workers)
        self._bot = bot
        self._tables = tables
        self._moved = moved
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._called: set[int] = set()
        self._beginning: set[int] = set()
        self._has_begun = asyncio.Event()
        self._hurried: set[int] = set()

    def wake(self, table_id: int) -> None:
        """Let computer players move at this table if one of them is next."""
        self._called.add(table_id)
        if table_id not in self._playing:
            self._playing[table_id] = asyncio.create_task(self._run(table_id))

    def is_playing(self, table_id: int) -> bool:
        """Return whether computer players are at work at a table.

        Returns False while they still make the moves that need no time.
        """
        return table_id in self._playing and table_id not in self._beginning

    async def wait_for_room(self, most: int) -> None:
        """Wait until fewer than `most` tables make the moves that need no time."""
        while len(self._beginning) >= most:
            self._has_begun.clear()
            await self._has_begun.wait()

    def is_next(self, state: TableState) -> bool:
        """Return whether a computer player must decide at a table now."""
        return next_decision(state) is not None

    @property
    def at_work(self) -> tuple[int, ...]:
        """The ids of the tables where computer players are at work."""
        return tuple(self._playing)

    def stop(self, table_id: int) -> None:
        """Stop playing at a table that another process serves now."""
        task = self._playing.get(table_id)
        if task is not None:
            task.cancel()

    def hurry(self, table_id: int) -> None:
        """Skip all pauses at this table until a member must decide."""
        if table_id in self._playing:
            self._hurried.add(table_id)

    def close(self) -> None:
        """Stop playing. After a restart the games continue from the database."""
        for task in self._playing.values():
            task.cancel()
        self.move_chooser.close()

    async def at_once(self, state: TableState) -> TableState:
        """Let computer players answer their offers without a pause. Return the new state.

        Otherwise a member would be notified of an offer that a computer player takes.
        """
        while (decision := next_decision(state)) is not None and decision.kind == "offer":
            state = await self._move(state, decision)
        return state

    async def _run(self, table_id: int) -> None:
        try:
            # `wake` may be called while the task works on an earlier call.
            while table_id in self._called:
                self._called.discard(table_id)
                await self._play(await self._begin(table_id))
        except NOTHING_LEFT_TO_DO as reason:
            log.info("table %d: computer players stop: %s", table_id, reason)
        except Exception:
            log.exception("table %d: a computer player cannot move", table_id)
        finally:
            del self._playing[table_id]
            self._hurried.discard(table_id)
        # `wake` was called while this task failed, and no other call would start a new task.
        if table_id in self._called:
            self.wake(table_id)

    async def _begin(self, table_id: int) -> TableState:
        """Make the moves that need no time, and return the new state. Then show the table.

        The table is shown even if a move fails.
        """
        self._beginning.add(table_id)
        try:
            state = await self._tables.make_follow_ups(await self._tables.load(table_id))
            return await self.at_once(state)
        finally:
            self._beginning.discard(table_id)
            self._has_begun.set()
            self._moved(table_id)

    async def _play(self, state: TableState) -> None:
        """Play until a member must decide."""
        while decision := next_decision(state):
            await self._wait(state.row.id)
            state = await self._turn(state, decision.seat)
            self._moved(state.row.id)

    async def _wait(self, table_id: int) -> None:
        """Pause before a turn. The pause ends early if a member skips it."""
        for _ in range(LOOKS if self.pause else 0):
            if table_id in self._hurried:
                return
            await self._bot.sleep(self.pause / LOOKS)

    async def _turn(self, state: TableState, seat: int) -> TableState:
        """Play until this seat's turn is over. Also make the moves that need no time."""
        while (decision := next_decision(state)) and decision.seat == seat:
            state = await self.at_once(await self._move(state, decision))
        return state

    async def _move(self, state: TableState, decision: Decision) -> TableState:
        level = state.player(decision.seat).level
        seed = decision_seed(state.row, state.row.seq)
        move, hasty = await self.move_chooser.choose(state.view(decision.seat), level, seed)
        # A fault in the player must not stop the game, so an illegal choice is replaced by the
        # default.
        if engine.check(state.game.table, decision.seat, move) is not None:
            log.error("table %d, entry %d: an illegal choice", state.row.id, state.row.seq)
            assert decision.default is not None  # next_decision skips decisions without a default
            move = decision.default
        return await self._act(state, decision.seat, move, RANDOM_DECISION if hasty else "")

    async def _act(self, state: TableState, seat: int, move: Move, how: str) -> TableState:
        seen = state.row.seq
        key = f"computer:{state.row.id}:{seat}:{seen}{how}"
        by, body = state.player(seat), engine.write(move)
        return (await self._tables.act(state, seat, body, seen=seen, key=key, by=by)).state


def next_decision(state: TableState) -> Decision | None:
    """Return the next decision that a computer player must make, or None.

    Also returns None:

    - if no member plays;
    - in a lesson, whose script moves in the commit of the learner's move;
    - in practice, until the member has read the score of the round.
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
