"""`TableSessions` loads a table, makes moves and commits them.

A move is on disk before it is shown.

Only the database is authoritative. This process merely caches replayed games. A lock per table
serialises interactions. Without the lock, the database's compare-and-set would refuse the second of
two. Moves that follow from another move are part of the same commit; see `commit`.
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
from cogs.game.deadlines import HOLIDAY_DAYS, is_expired, is_late, open_decisions
from cogs.game.move_log import GameCache, GameState, replay_entries
from cogs.game.state import ReadToken, SeatTakenOver, TableState, has_member_player
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
"""Maximum log entries to replay on the event loop (about 4 ms). A thread replays longer logs."""
IN_PLAY: Final = frozenset({TableStatus.PLAYING, TableStatus.FINISHED})


@dataclass(frozen=True, slots=True)
class ActResult:
    """The table after an interaction.

    `stale` means that the table had changed before the interaction, so no move was made.
    """

    state: TableState
    stale: bool = False


@dataclass(frozen=True, slots=True)
class TableWithMessages:
    """A table and its messages, read together. `state` is None for lobbies and void games."""

    row: TableRow
    state: TableState | None
    messages: MessageState


class TableSessions:
    """Loads and changes all tables of one bot.

    Args:
        rows: The repository of tables.
        time: The repository of deadlines.
        pauses: The repository of pauses.
        now: Returns the time in UTC epoch seconds.
        agrees: Returns whether `now` agrees with Discord's time. While it does not, no interaction
            counts as late.
        emojis: The emojis of cards, for sentences.
        alone: Returns whether this is the only process that changes tables. Then cached state stays
            valid.
        follow_ups: Sources of follow-up moves, the most urgent first.
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
        self.background = BackgroundThread()
        self._rows = rows
        self._time = time
        self._pauses = pauses
        self._now = now
        self._agrees = agrees
        self._emojis = emojis
        self._alone = alone
        self._follow_ups = follow_ups
        self.games = GameCache()
        # Weak values: a lock or token exists while somebody uses it, and takes no memory
        # afterwards.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._read_tokens: WeakValueDictionary[int, ReadToken] = WeakValueDictionary()
        self._replay_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock of a table. Every change of the table needs this lock."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    @asynccontextmanager
    async def changing(self, table_id: int) -> AsyncIterator[None]:
        """Hold a table's lock while the caller changes something other than the move log."""
        async with self.lock(table_id):
            try:
                yield
            finally:
                self.changed(table_id)

    # ---- load

    async def load(self, table_id: int) -> TableState:
        """Return the table state.

        Raises:
            Refusal: The game has not started, or the table does not exist or was closed.
        """
        token, game = self._read_token(table_id), self.games.get(table_id)
        found = await self._rows.snapshot(table_id, game.seq if game else 0)
        if found is None or found.table.status is TableStatus.CLOSED:
            raise Refusal("table.gone")
        if found.table.status is TableStatus.LOBBY:
            raise Refusal("table.not_started")
        return await self._state(found, game, token)

    async def newest(self, state: TableState) -> TableState:
        """Return the current table state. Raises what `load` raises.

        Returns `state` itself if nothing has changed since it was read.
        """
        is_newest = self._alone() and self._read_tokens.get(state.row.id) is state.read_token
        return state if is_newest else await self.load(state.row.id)

    async def load_with_messages(self, table_id: int) -> TableWithMessages | None:
        """Return a table in any state with its messages; None if there is no such table."""
        token, game = self._read_token(table_id), self.games.get(table_id)
        both = await self._rows.snapshot_with_messages(table_id, game.seq if game else 0)
        if both is None:
            return None
        found, messages = both
        is_dealt = found.table.status in IN_PLAY
        state = await self._state(found, game, token) if is_dealt else None
        return TableWithMessages(found.table, state, messages)

    async def load_ended(self, row: TableRow) -> TableState:
        """Return the state of a dealt table, even if the game ended without a result."""
        game = self.games.get(row.id) or GameState.begun(row)
        entries = await self._rows.move_log(row.id, game.seq) if game.seq < row.seq else ()
        return TableState(row, await self._replayed(row, game, entries))

    def with_member_state(self, state: TableState, user_id: int, rows: MemberState) -> TableState:
        """Return the state with a member's new choice. The choice is already on disk.

        It makes no move.
        """
        if self._read_tokens.get(state.row.id) is not state.read_token:
            self.changed(state.row.id)
            return state
        members = {**state.circumstances.members, user_id: rows}
        return self._renewed(
            replace(state, circumstances=replace(state.circumstances, members=members))
        )

    def changed(self, table_id: int) -> None:
        """Mark all earlier reads of a table as outdated. Something at the table has changed."""
        self._read_tokens.pop(table_id, None)

    def _read_token(self, table_id: int) -> ReadToken:
        """Return the table's current read token. Call this before reading the table.

        A change after the call then invalidates the token. For the same reason, callers get the
        cached game before they read.
        """
        return self._read_tokens.setdefault(table_id, ReadToken())

    async def _state(
        self, found: TableSnapshot, game: GameState | None, token: ReadToken
    ) -> TableState:
        row = found.table
        game = await self._replayed(row, game or GameState.begun(row), found.entries)
        return TableState(row, game, found.beside, token, self._emojis)

    async def _replayed(
        self, row: TableRow, game: GameState, entries: Sequence[MoveEntry]
    ) -> GameState:
        """Return the game after these entries.

        Concurrent callers share one replay of a long log.
        """
        if len(entries) <= MAX_INLINE_ENTRIES:
            game = replay_entries(game, entries)
            self.games.put(row.id, game)
            return game
        # Without the lock, many interactions at a table could each replay the same long log after a
        # restart.
        async with self._replay_locks.setdefault(row.id, asyncio.Lock()):
            cached = self.games.get(row.id)
            if cached is not None and cached.seq == row.seq:
                return cached
            game = await self.background(lambda: replay_entries(game, entries))
            self.games.put(row.id, game)
            return game

    # ---- decide and commit

    async def act(
        self,
        state: TableState,
        seat: int,
        *bodies: str,
        seen: int,
        key: str,
        who: int | None = None,
        at: float | None = None,
        expired: float | None = None,
        by: Player | None = None,
    ) -> ActResult:
        """Make moves for a seat: all of them, or none.

        Args:
            state: The table as the caller has loaded it.
            seat: The seat that moves.
            bodies: The moves. Each is in the engine's notation, or `UNDO`.
            seen: The log entry that the player has seen. If others have moved since, the result is
                stale.
            key: The key of the interaction. A second call with the same key makes no moves.
            who: Discord id of the member who moves; None if the bot moves.
            at: Discord's time of the interaction, to check the deadline; None if the bot moves.
            expired: Only for the timer loop. Do nothing unless the seat's deadline is before this
                time.
            by: The computer player that chose the moves. Do nothing if it no longer plays the seat.

        Returns:
            The table after the moves. If an earlier call with the same `key` has made them, this is
                the table now.

        Raises:
            engine.Refused: A rule forbids a move.
            NothingToUndo: Another seat made the newest move, or the move revealed a hidden card.
            UndoLimitReached: The turn has had too many undos.
            Refusal: The table is gone, the deadline has passed, or the member does not play the
                seat.
            sqlite3.Error: The moves could not be saved.
        """

        def made(state: TableState) -> PendingCommit | ActResult:
            if key in state.game.recent:
                return ActResult(state)
            # Somebody else may have got the seat since the member used the component.
            if who is not None and state.require_seat(who) != seat:
                raise Refusal("table.not_seated")
            is_due = expired is None or is_expired(state, seat, expired)
            # A member who has come back since then decides instead of the computer player.
            is_theirs = by is None or (state.player(seat) == by and has_member_player(state.row))
            if not (is_due and is_theirs and state.game.is_current(seat, seen)):
                return ActResult(state, stale=True)
            if at is not None:
                self._check_press(state, seat, at)
            commit = PendingCommit(state)
            for number, body in enumerate(bodies):
                commit.enter(seat, move_key(key, number), body)
            return commit

        return await self._commit(state, made)

    async def save_auto_answers(self, state: TableState, row: AutoAnswer) -> TableState:
        """Store a member's auto-answers, and give those answers that the game needs now."""
        return await self._prepare(state, lambda commit: commit.save_auto_answers(row))

    async def plan(self, state: TableState, row: PlanRow) -> TableState:
        """Store a member's plan. Play the plan if it is armed and it is the member's turn."""
        return await self._prepare(state, lambda commit: commit.save_plan(row))

    async def delete_plan(self, state: TableState, user_id: int) -> TableState:
        return await self._prepare(state, lambda commit: commit.delete_plan(user_id))

    async def _prepare(
        self, state: TableState, change: Callable[[PendingCommit], None]
    ) -> TableState:
        """Change what a member has prepared, and make the follow-ups of that change."""

        def made(state: TableState) -> PendingCommit:
            commit = PendingCommit(state)
            change(commit)
            return commit

        return (await self._commit(state, made)).state

    async def make_follow_ups(self, state: TableState) -> TableState:
        """Make all follow-ups that are still missing, and return the state.

        Follow-ups are missing if a seat has got a new player, or if an older version stopped
        halfway.
        """
        if state.row.status is not TableStatus.PLAYING:
            return state
        return (await self._commit(state, PendingCommit)).state

    async def start_decisions(self, table_id: int, *again: int) -> None:
        """Set deadlines for open decisions that have none.

        Set new deadlines for the seats in `again`. The caller must hold the table's lock.
        """
        if again:
            state = await self.load(table_id)
            unchanged = tuple(
                decision
                for decision in state.circumstances.open_decisions
                if decision.seat not in again
            )
            await self._time.replace_open_decisions(table_id, unchanged)
        # The member may be on holiday when a game begins or when they get a seat.
        await self._pauses.apply_holidays(table_id, HOLIDAY_DAYS, again)
        self.changed(table_id)
        while not await self._timed(table_id):
            log.info("table %d: a pause began or ended; its deadlines are set again", table_id)

    async def _timed(self, table_id: int) -> bool:
        """Set the deadlines of the open decisions.

        Returns False if a pause began or ended while the deadlines were computed.
        """
        state = await self.load(table_id)
        by = DeadlineBasis.of(state.circumstances.pauses, state.circumstances.open_decisions)
        is_timed = await self._time.replace_open_decisions(
            table_id, open_decisions(state, {}, self._now()), by
        )
        self.changed(table_id)
        return is_timed

    def _check_press(self, state: TableState, seat: int, at: float) -> None:
        """Raise `Refusal` if the member is away, or the interaction came after the deadline."""
        if state.player(seat).kind == "computer":
            raise SeatTakenOver(state)
        if self._agrees() and is_late(state, seat, at):
            raise Refusal("clock.too_late")

    async def _commit(
        self, state: TableState, made: Callable[[TableState], PendingCommit | ActResult]
    ) -> ActResult:
        """Write the commit that `made` returns for the present state, with its follow-ups.

        If another process begins or ends a pause meanwhile, the database writes nothing, and `made`
        is called again.
        """
        async with self.lock(state.row.id):
            while True:
                commit = made(await self.newest(state))
                if isinstance(commit, ActResult):
                    return commit
                await apply_follow_ups(commit, self._follow_ups)
                if commit.is_empty:
                    return ActResult(commit.state)
                table_id, decisions = commit.state.row.id, commit.open_decisions(self._now())
                move = commit.move(decisions)
                # Before the write: the write happens even if this task is cancelled while waiting
                # for it. Cached state would then be outdated without a sign.
                self.changed(table_id)
                if move is None:
                    await self._rows.save_prepared_changes(table_id, commit.prepared_changes)
                    return ActResult(self._renewed(commit.state))
                answer = await self._rows.play(move)
                if not (isinstance(answer, StaleMove) and answer.otherwise):
                    return await self._acted(commit, decisions, answer)
                log.info("table %d: a pause began or ended; the move is made again", table_id)

    async def _acted(
        self,
        commit: PendingCommit,
        decisions: tuple[OpenDecision, ...],
        answer: MovePlayed | DuplicateMove | StaleMove,
    ) -> ActResult:
        """Return the result of a commit, according to the answer of the database."""
        table_id = commit.state.row.id
        if not isinstance(answer, MovePlayed):
            return ActResult(await self.load(table_id), stale=True)
        self.games.put(table_id, commit.state.game)
        circumstances = replace(
            commit.state.circumstances, open_decisions=decisions, spent=answer.spent
        )
        return ActResult(
            self._renewed(replace(commit.state, row=answer.table, circumstances=circumstances))
        )

    def _renewed(self, state: TableState) -> TableState:
        """Return the newly written state with a new read token."""
        token = self._read_tokens[state.row.id] = ReadToken()
        return replace(state, read_token=token)
