"""Tables in play: load, decide, commit, answer. A move is on disk before anybody hears of it.

The store is the truth; what is kept here is the fold of its log, and only so as not to fold it
again. One lock a table makes presses wait for each other; the store's compare-and-set would
refuse the second anyway.

What follows from a move by itself is made in the move's own commit: see `following`.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakValueDictionary

from cogs.core.concurrency import BackgroundThread
from cogs.core.refusals import Refusal
from cogs.game.commit import FollowUp, PendingCommit, apply_follow_ups
from cogs.game.deadlines import HOLIDAY_DAYS, is_expired, is_late, open_waits
from cogs.game.move_log import GameCache, GameState, replay_entries
from cogs.game.state import ReadToken, TableState, has_member_player
from cogs.ui.card_emojis import NO_EMOJIS, CardEmojis
from data.models.deadlines import DeadlineBasis, OpenDecision
from data.models.members import AutoAnswer, MemberState, PlanRow
from data.models.messages import MessageState
from data.models.moves import DuplicateMove, MoveEntry, StaleMove, move_key
from data.models.tables import MovePlayed, Player, TableRow, TableSnapshot, TableStatus
from data.repositories.deadlines import DeadlineRepository, PauseRepository
from data.repositories.tables import TableRepository

log = logging.getLogger(__name__)

MAX_INLINE_ENTRIES: Final = 60
"""Entries folded without leaving the event loop, about 4 ms; of more it is not to wait for."""
IN_PLAY: Final = frozenset({TableStatus.PLAYING, TableStatus.FINISHED})


@dataclass(frozen=True, slots=True)
class ActResult:
    """The table after a press. `stale`: it had moved on before, and nothing was done."""

    live: TableState
    stale: bool = False


@dataclass(frozen=True, slots=True)
class TableWithMessages:
    """A table and its messages, of one moment; `live` once it has been dealt, until it is void."""

    row: TableRow
    live: TableState | None
    messages: MessageState


class TableSessions:
    """All tables of one bot. `now` gives UTC epoch seconds, which Discord's time `agrees` with.

    `alone` says whether no other process changes a table: what was read of it then stays true
    until this process changes it. `follow_ups` are the sources of moves that follow on others, in
    their order.
    """

    def __init__(
        self,
        rows: TableRepository,
        time: DeadlineRepository,
        pauses: PauseRepository,
        now: Callable[[], float],
        agrees: Callable[[], bool] = lambda: True,
        emojis: CardEmojis = NO_EMOJIS,
        alone: Callable[[], bool] = lambda: True,
        follow_ups: Sequence[FollowUp] = (),
    ) -> None:
        self.aside = BackgroundThread()
        self._rows = rows
        self._time = time
        self._pauses = pauses
        self._now = now
        self._agrees = agrees
        self._emojis = emojis
        self._alone = alone
        self._follow_ups = follow_ups
        self._games = GameCache()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._moments: WeakValueDictionary[int, ReadToken] = WeakValueDictionary()
        self._folding: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table_id: int) -> asyncio.Lock:
        """The lock of a table: whoever changes it holds this."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    @asynccontextmanager
    async def changing(self, table_id: int) -> AsyncIterator[None]:
        """Hold a table's lock while something beside its log is changed."""
        async with self.lock(table_id):
            try:
                yield
            finally:
                self.changed(table_id)

    # ---- load

    async def load(self, table_id: int) -> TableState:
        """The table as it stands. Raises `Refusal` when it has not been dealt, or is gone."""
        moment, game = self._moment(table_id), self._games.get(table_id)
        found = await self._rows.snapshot(table_id, game.seq if game else 0)
        if found is None or found.table.status is TableStatus.CLOSED:
            raise Refusal("table.gone")
        if found.table.status is TableStatus.LOBBY:
            raise Refusal("table.not_started")
        return await self._live(found, game, moment)

    async def newest(self, live: TableState) -> TableState:
        """The table as it stands: as it was read, while nothing at it has changed. As `load`."""
        is_newest = self._alone() and self._moments.get(live.row.id) is live.moment
        return live if is_newest else await self.load(live.row.id)

    async def on_show(self, table_id: int) -> TableWithMessages | None:
        """The table in whatever state, with what has become of its messages; None without one."""
        moment, game = self._moment(table_id), self._games.get(table_id)
        both = await self._rows.snapshot_with_messages(table_id, game.seq if game else 0)
        if both is None:
            return None
        found, messages = both
        is_dealt = found.table.status in IN_PLAY
        live = await self._live(found, game, moment) if is_dealt else None
        return TableWithMessages(found.table, live, messages)

    async def told(self, row: TableRow) -> TableState:
        """A table that has been dealt, also one that ended without a result."""
        game = self._games.get(row.id) or GameState.begun(row)
        entries = await self._rows.move_log(row.id, game.seq) if game.seq < row.seq else ()
        return TableState(row, await self._folded(row, game, entries))

    def chosen(self, live: TableState, user_id: int, rows: MemberState) -> TableState:
        """The table once a member has chosen something that moves nothing; it is on disk."""
        if self._moments.get(live.row.id) is not live.moment:
            self.changed(live.row.id)
            return live
        members = {**live.circumstances.members, user_id: rows}
        return self._renewed(
            replace(live, circumstances=replace(live.circumstances, members=members))
        )

    def changed(self, table_id: int) -> None:
        """Somebody has changed what is so at a table: what was read of it before is old."""
        self._moments.pop(table_id, None)

    def _moment(self, table_id: int) -> ReadToken:
        """The table's newest moment: to be taken before the table is read, which then is no older.

        The same goes for the game kept here: it is kept once it is saved.
        """
        return self._moments.setdefault(table_id, ReadToken())

    async def _live(
        self, found: TableSnapshot, game: GameState | None, moment: ReadToken
    ) -> TableState:
        row = found.table
        so_far = await self._folded(row, game or GameState.begun(row), found.entries)
        return TableState(row, so_far, found.beside, moment, self._emojis)

    async def _folded(
        self, row: TableRow, game: GameState, entries: Sequence[MoveEntry]
    ) -> GameState:
        """The game with these entries; a long log is folded once for all who wait for it."""
        if len(entries) <= MAX_INLINE_ENTRIES:
            game = replay_entries(game, entries)
        else:
            async with self._folding.setdefault(row.id, asyncio.Lock()):
                kept = self._games.get(row.id)
                if kept is not None and kept.seq == row.seq:
                    return kept
                game = await self.aside(lambda: replay_entries(game, entries))
                self._games.keep(row.id, game)
                return game
        self._games.keep(row.id, game)
        return game

    # ---- decide and commit

    async def act(
        self,
        live: TableState,
        seat: int,
        *bodies: str,
        seen: int,
        key: str,
        who: int | None = None,
        at: float | None = None,
        expired: float | None = None,
        by: Player | None = None,
    ) -> ActResult:
        """Make moves for a seat, seen from entry `seen` of the log: all are made, or none is.

        `who` pressed, by Discord id, and `at` is when Discord says they did; `expired` the time by
        which the seat's time must have been up, for the clock; `by` the computer player that chose
        them. Raises `engine.Refused` when a rule forbids it, `NothingToUndo`, `UndoLimitReached`,
        `Refusal` when the table is gone, the time was up, or they play the seat no longer,
        `sqlite3.Error` when it could not be saved. Nothing has changed then.
        """

        def made(live: TableState) -> PendingCommit | ActResult:
            if key in live.game.recent:
                return ActResult(live)
            if who is not None and live.require_seat(who) != seat:  # handed over since they pressed
                raise Refusal("table.not_seated")
            is_due = expired is None or is_expired(live, seat, expired)
            # A member who has come back meanwhile decides for themselves.
            is_theirs = by is None or (live.player(seat) == by and has_member_player(live.row))
            if not (is_due and is_theirs and live.game.is_current(seat, seen)):
                return ActResult(live, stale=True)
            if at is not None:
                self._check_press(live, seat, at)
            commit = PendingCommit(live)
            for number, body in enumerate(bodies):
                commit.enter(seat, move_key(key, number), body)
            return commit

        return await self._commit(live, made)

    async def answer_so(self, live: TableState, row: AutoAnswer) -> TableState:
        """Keep a member's standing answers, and give those that are asked for now."""

        def made(live: TableState) -> PendingCommit:
            commit = PendingCommit(live)
            commit.keep_standing(row)
            return commit

        return (await self._commit(live, made)).live

    async def plan(self, live: TableState, row: PlanRow) -> TableState:
        """Keep a member's plan, and play it if it is armed and its turn has come."""

        def made(live: TableState) -> PendingCommit:
            commit = PendingCommit(live)
            commit.keep_plan(row)
            return commit

        return (await self._commit(live, made)).live

    async def drop_plan(self, live: TableState, user_id: int) -> TableState:
        """Keep a member's plan no longer."""

        def made(live: TableState) -> PendingCommit:
            commit = PendingCommit(live)
            commit.drop_plan(user_id)
            return commit

        return (await self._commit(live, made)).live

    async def settled(self, live: TableState) -> TableState:
        """The table once all has been done that follows by itself, if anything was left of it.

        That is so where a seat has another driver, and where an older program stopped midway.
        """
        if live.row.status is not TableStatus.PLAYING:
            return live
        return (await self._commit(live, PendingCommit)).live

    async def begin(self, table_id: int, *again: int) -> None:
        """Time the decisions that are not timed yet, and those of some seats once more.

        The caller holds the table's lock.
        """
        if again:
            live = await self.load(table_id)
            kept = tuple(
                wait for wait in live.circumstances.open_decisions if wait.seat not in again
            )
            await self._time.replace_open_decisions(table_id, kept)
        # A game may begin, or a seat become somebody's, while they are away.
        await self._pauses.apply_holidays(table_id, HOLIDAY_DAYS, again)
        self.changed(table_id)
        while not await self._timed(table_id):
            log.info("table %d: a pause came between, and its times are reckoned anew", table_id)

    async def _timed(self, table_id: int) -> bool:
        """Set the deadlines of the open decisions; False where a pause came between."""
        live = await self.load(table_id)
        by = DeadlineBasis.of(live.circumstances.pauses, live.circumstances.open_decisions)
        is_timed = await self._time.replace_open_decisions(
            table_id, open_waits(live, {}, self._now()), by
        )
        self.changed(table_id)
        return is_timed

    def _check_press(self, live: TableState, seat: int, at: float) -> None:
        """Raise `Refusal` for a press by somebody who is away, or after the time was up."""
        if live.player(seat).kind == "computer":
            raise Refusal("clock.not_back")
        if self._agrees() and is_late(live, seat, at):
            raise Refusal("clock.too_late")

    async def _commit(
        self, live: TableState, made: Callable[[TableState], PendingCommit | ActResult]
    ) -> ActResult:
        """Write what is made of the table as it is now, with its follow-ups.

        Where another process has begun or ended a pause meanwhile, nothing is written, and the
        commit is made again.
        """
        async with self.lock(live.row.id):
            while True:
                commit = made(await self.newest(live))
                if isinstance(commit, ActResult):
                    return commit
                await apply_follow_ups(commit, self._follow_ups)
                if commit.is_empty:
                    return ActResult(commit.live)
                table_id, waits = commit.live.row.id, commit.waits(self._now())
                move = commit.move(waits)
                # First: what is handed in is done, whoever is cancelled meanwhile.
                self.changed(table_id)
                if move is None:
                    await self._rows.save_prepared_changes(table_id, commit.said)
                    return ActResult(self._renewed(commit.live))
                answer = await self._rows.play(move)
                if not (isinstance(answer, StaleMove) and answer.otherwise):
                    return await self._acted(commit, waits, answer)
                log.info("table %d: a pause came between, and the move is made anew", table_id)

    async def _acted(
        self,
        commit: PendingCommit,
        waits: tuple[OpenDecision, ...],
        answer: MovePlayed | DuplicateMove | StaleMove,
    ) -> ActResult:
        """Return the table after the store has answered."""
        table_id = commit.live.row.id
        if not isinstance(answer, MovePlayed):
            return ActResult(await self.load(table_id), stale=True)
        self._games.keep(table_id, commit.live.game)
        beside = replace(commit.live.circumstances, open_decisions=waits, spent=answer.spent)
        return ActResult(
            self._renewed(replace(commit.live, row=answer.table, circumstances=beside))
        )

    def _renewed(self, live: TableState) -> TableState:
        """The table as it has just been written: nothing is newer."""
        moment = self._moments[live.row.id] = ReadToken()
        return replace(live, moment=moment)
