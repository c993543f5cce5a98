"""`TimerLoop`: a task that polls the database and does everything that is due.

It sets no timers. Each poll asks the database what is due, so a restart or a jump of the system
clock loses nothing. After an outage of the bot every open decision gets grace, because interactions
may have been lost in the outage. While our clock disagrees with Discord's, the loop enforces no
deadline. When the loop adopts a change of the system clock, it shifts every open deadline by the
same amount.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Final

from cogs.core.bot import Services, TuppenceBot
from cogs.core.clock import LEEWAY
from cogs.game.deadlines import CLOCK_TOLERANCE, MINUTE, OUTAGE_GRACE, PACES
from cogs.gateway.ownership import NOTHING_LEFT_TO_DO, owned_tables
from data.models.deadlines import Downtime

log = logging.getLogger(__name__)

POLL_INTERVAL: Final = 15.0
"""Seconds between two polls."""
OUTAGE_GAP: Final = 5 * MINUTE
"""Seconds by which a poll must be late for the bot to have had an outage."""
MAX_REMINDERS_PER_POLL: Final = 200
"""Maximum tables to repaint after one poll. The others follow after the next poll."""
LAST_POLL_NOTE: Final = "alive"
"""Key under which the database stores the time of the newest poll."""


class TimerLoop:
    """The polling loop of one bot. `interval` is the number of seconds between two polls."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.interval = POLL_INTERVAL
        self._bot = bot
        self._rows = bot.database.tables
        self._lobbies = bot.database.lobbies
        self._time = bot.database.deadlines
        self._pauses = bot.database.pauses
        self._notes = bot.database.program_state
        self._task: asyncio.Task[None] | None = None
        self._outdated: set[int] = set()
        """Tables whose deadlines have been shifted, but which the loop has not repainted since."""

    @property
    def _services(self) -> Services:
        return self._bot.services

    def start(self) -> None:
        """Start polling. A second call does nothing."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Stop polling. The database rows stay, so the next process continues."""
        if self._task is not None:
            self._task.cancel()
        self._services.month_ends.close()

    async def _run(self) -> None:
        while True:
            try:
                await self.poll()
            except Exception:
                log.exception("a poll of the timer loop failed")
            await self._bot.sleep(self.interval)

    async def poll(self) -> None:
        """Do everything that is due now, the earliest first."""
        await self._follow_system_clock()
        now = self._bot.clock()
        await self._catch_up(now)
        for table_id in await self._ours(await self._time.tables_without_deadline()):
            await self._each(table_id, self._services.absence.start_clock)
        # Members read deadlines by Discord's clock. While our clock is wrong, nothing may expire.
        if self._bot.clock_skew.agrees():
            due = [table_id for table_id, _ in await self._time.due_tables(now - CLOCK_TOLERANCE)]
            for table_id in await self._ours(due):
                await self._each(table_id, self._services.absence.expire)
            await self._end_pauses(now)
            await self._close_idle_lobbies(now)
            self._services.month_ends.poll()
        await self._show_due(now)
        await self._services.dm_hands.poll()

    async def _ours(self, table_ids: Iterable[int]) -> tuple[int, ...]:
        return await owned_tables(self._bot.ownership, self._rows, table_ids)

    async def _close_idle_lobbies(self, now: float) -> None:
        before = {slug: now - pace.lobby for slug, pace in PACES.items()}
        for table_id in await self._ours(await self._lobbies.idle(before)):
            await self._each(table_id, partial(self._close_lobby, before=before))

    async def _close_lobby(self, table_id: int, before: Mapping[str, float]) -> None:
        await self._services.lobbies.expire(table_id, before)
        self._services.repaint_queue.wake(table_id)

    async def _show_due(self, now: float) -> None:
        """Wake the repaint queue for tables with something new.

        Skips tables with which the queue is already busy.
        """
        due = {*await self._services.reminders.due(now), *await self._services.votes.tables_due()}
        due |= {*await self._services.invitations.due(now)}
        exclusive = self._bot.ownership.is_exclusive
        due |= self._outdated if exclusive else await self._changed_elsewhere()
        idle = [
            table_id
            for table_id in sorted(due)
            if not self._services.repaint_queue.is_busy(table_id)
        ]
        for table_id in (await self._ours(idle))[:MAX_REMINDERS_PER_POLL]:
            self._outdated.discard(table_id)
            self._services.repaint_queue.wake(table_id)

    async def _changed_elsewhere(self) -> set[int]:
        """Return our tables whose message is outdated because another process changed them.

        Tables without a channel are excluded. They stay outdated, so each poll would ask Discord
        for the channel again. Tables in the middle of a turn are excluded, because `rest` shows
        them.
        """
        if not (behind := {*await self._ours(await self._rows.outdated())}):
            return behind
        behind -= await self._pauses.tables_without_channel()
        behind = {table for table in behind if not self._services.repaint_queue.awaits_quiet(table)}
        for table_id in await self._rows.playing_among(sorted(behind)):
            self._services.computers.wake(table_id)
        return behind

    async def _end_pauses(self, now: float) -> None:
        """End the pauses and holidays whose time is over."""
        # First the holidays, each with its pauses. If a pause ended before its holiday, a table
        # would show the member as away although their clock runs.
        for user_id in filter(self._bot.ownership.owns, await self._pauses.ended_holidays(now)):
            await self._services.pauses.finish_holiday(user_id)
        ended = await self._pauses.ended(now)
        served = {*await self._ours([table_id for table_id, _ in ended])}
        for table_id, pause in ended:
            if table_id in served:
                await self._each(table_id, partial(self._services.pauses.finish, pause=pause))

    async def _each(self, table_id: int, work: Callable[[int], Awaitable[None]]) -> None:
        """Do the work for one table. If the work raises, log the error.

        The table's row stays due, and other tables go on.
        """
        try:
            await work(table_id)
        except NOTHING_LEFT_TO_DO as reason:
            log.info("table %d: nothing was left to do: %s", table_id, reason)
        except Exception:
            log.exception("table %d: the clock could not do what was due", table_id)

    async def _follow_system_clock(self) -> None:
        """Adopt a change of the system clock if that brings our clock closer to Discord's."""
        by, skew = self._bot.clock.off(), self._bot.clock_skew
        if by and skew.is_improved_by(by):
            self._bot.clock.follow(by)
            skew.follow(by)
            # Several processes use PostgreSQL's clock, which does not change with ours.
            if self._bot.ownership.is_exclusive:
                await self._shift(by)

    async def _shift(self, by: float) -> None:
        """Shift every open deadline by `by` seconds, because our clock was shifted by that much."""
        log.warning("the clock was set by %d s: every open deadline is shifted", by)
        self._note_shifted(
            await self._time.shift_all(by, noting=(LAST_POLL_NOTE, str(self._bot.clock())))
        )

    async def _catch_up(self, now: float) -> None:
        """Give grace after an outage, and store the time of this poll.

        If the last poll lies in the future, somebody set the clock back before this process
        started.
        """
        ownership = self._bot.ownership
        keys = [self._poll_key(shard) for shard in range(ownership.shard_count)]
        # Do this before storing any time: new shards start with the newest poll before this one.
        await self._notes.rekey(LAST_POLL_NOTE, keys)
        for shard in ownership.served_shards:
            last = await self._last_poll(now, self._poll_key(shard), shard)
            if ownership.is_exclusive and now < last - LEEWAY:
                await self._shift(now - last)
            await self._notes.set(self._poll_key(shard), str(now))

    def _poll_key(self, shard: int) -> str:
        """Return the key under which the newest poll of a shard's tables is stored."""
        return LAST_POLL_NOTE if self._bot.ownership.is_exclusive else f"{LAST_POLL_NOTE}:{shard}"

    async def _last_poll(self, now: float, key: str, shard: int) -> float:
        """Return when a shard's tables were last polled. After an outage, give the tables grace."""
        last = float(await self._notes.get(key) or now)
        if now - last > self.interval + OUTAGE_GAP:
            downtime = Downtime(last, now)
            shards = self._bot.ownership.shard_count
            extended = await self._time.grant_grace(downtime, OUTAGE_GRACE, shard, shards)
            idle_since = {slug: now - pace.lobby + pace.grace for slug, pace in PACES.items()}
            await self._lobbies.extend_idle_time(idle_since, shard, shards)
            self._note_shifted(extended)
            log.warning("down for %d s: %d tables get more time", now - last, len(extended))
        return last

    def _note_shifted(self, table_ids: frozenset[int]) -> None:
        """Remember tables whose deadlines have changed, so that the next polls repaint them."""
        self._services.pauses.note_shifted(table_ids)
        # With several processes, `_changed_elsewhere` finds these tables in the database.
        if self._bot.ownership.is_exclusive:
            self._outdated |= table_ids
