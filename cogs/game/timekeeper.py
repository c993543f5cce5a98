"""The timekeeper: a task that looks at the rows and does what is due.

It keeps no timer of its own: what is due is asked of the store at every look, so that neither a
restart nor a jump of the wall clock loses or hurries anything. After a gap the bot was away, and
so perhaps were the presses of members: everybody gets grace. While Discord's clock and ours
disagree no deadline is enforced.

When the machine's clock is set and we follow it, every open time is moved along: nobody has less
time left than before, nobody waits longer, and nothing is said twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Final

from cogs.core.bot import Services, TuppenceBot
from cogs.core.clock import LEEWAY
from cogs.core.ownership import NOTHING_LEFT_TO_DO, owned_tables
from cogs.game.deadlines import CLOCK_TOLERANCE, MINUTE, OUTAGE_GRACE, PACES
from data.models.deadlines import Downtime

log = logging.getLogger(__name__)

POLL_INTERVAL: Final = 15.0
"""Seconds between two looks."""
OUTAGE_GAP: Final = 5 * MINUTE
"""A gap between two looks, beyond the planned one, that means the bot was away."""
MAX_REMINDERS_PER_POLL: Final = 200
"""Tables pinged after one look; the rest is due a moment later."""
LAST_POLL_NOTE: Final = "alive"
"""Where the store keeps the time of the newest look."""


class TimerLoop:
    """Does what is due, for one bot. `longest` is the time between two looks."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.longest = POLL_INTERVAL
        self._bot = bot
        self._rows = bot.database.tables
        self._lobbies = bot.database.lobbies
        self._time = bot.database.deadlines
        self._pauses = bot.database.pauses
        self._notes = bot.database.program_state
        self._task: asyncio.Task[None] | None = None
        self._outdated: set[int] = set()
        """Tables whose times have moved, and that are not shown anew yet."""

    @property
    def _services(self) -> Services:
        return self._bot.services

    def start(self) -> None:
        """Begin to look; once."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Stop looking; the rows remain."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("the clock could not look")
            await self._bot.sleep(self.longest)

    async def look(self) -> None:
        """Do what is due now, the earliest first."""
        await self._follow()
        now = self._bot.clock()
        await self._catch_up(now)
        for table_id in await self._ours(await self._time.tables_without_deadline()):
            await self._each(table_id, self._services.absence.begin)
        # Nobody's time is up by a clock that is wrong: it is Discord's that members see.
        if self._bot.clock_skew.agrees():
            due = [table_id for table_id, _ in await self._time.due_tables(now - CLOCK_TOLERANCE)]
            for table_id in await self._ours(due):
                await self._each(table_id, self._services.absence.expire)
            await self._go_on(now)
            await self._give_up_lobbies(now)
        await self._ping(now)

    async def _ours(self, table_ids: Iterable[int]) -> tuple[int, ...]:
        return await owned_tables(self._bot.ownership, self._rows, table_ids)

    async def _give_up_lobbies(self, now: float) -> None:
        before = {slug: now - pace.lobby for slug, pace in PACES.items()}
        for table_id in await self._ours(await self._lobbies.idle(before)):
            await self._each(table_id, partial(self._give_up, before=before))

    async def _give_up(self, table_id: int, before: Mapping[str, float]) -> None:
        await self._services.lobbies.expire(table_id, before)
        self._services.repaint_queue.wake(table_id)

    async def _ping(self, now: float) -> None:
        """Let the queue say what is to be said; who waits for Discord there waits already."""
        due = {*await self._services.reminders.due(now), *await self._services.votes.due()}
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
        """Our tables that show something old: a holiday, or who was forgotten, say so there.

        Not those that have no place: they are behind for as long as that, and each look would ask
        Discord for it again.
        """
        if not (behind := {*await self._ours(await self._rows.outdated())}):
            return behind
        behind -= await self._pauses.tables_without_channel()
        for table_id in behind.intersection(await self._rows.playing_ids()):
            self._services.computers.wake(table_id)
        return behind

    async def _go_on(self, now: float) -> None:
        """Let time run on where a pause, or a holiday, has come to its end."""
        # Holidays first, each with its pauses: nobody is shown as away while their clock runs.
        for user_id in filter(self._bot.ownership.owns, await self._pauses.ended_holidays(now)):
            await self._services.pauses.holiday_over(user_id)
        ended = await self._pauses.ended(now)
        held = {*await self._ours([table_id for table_id, _ in ended])}
        for table_id, hold in ended:
            if table_id in held:
                await self._each(table_id, partial(self._services.pauses.over, hold=hold))

    async def _each(self, table_id: int, work: Callable[[int], Awaitable[None]]) -> None:
        """One table's fault is not another's; the row stays due."""
        try:
            await work(table_id)
        except NOTHING_LEFT_TO_DO as reason:
            log.info("table %d: nothing was left for the clock to do: %s", table_id, reason)
        except Exception:
            log.exception("table %d: the clock could not do what was due", table_id)

    async def _follow(self) -> None:
        """The machine's clock was set: follow it where that leads to Discord's."""
        by, pulse = self._bot.clock.off(), self._bot.clock_skew
        if by and pulse.welcomes(by):
            self._bot.clock.follow(by)
            pulse.follow(by)
            # several processes go by PostgreSQL's clock, which nobody sets
            if self._bot.ownership.is_exclusive:
                await self._shift(by)

    async def _shift(self, by: float) -> None:
        """Move every open time along with the clock."""
        log.warning("the clock was set by %d s: every open time moves along", by)
        self._shown_anew(
            await self._time.shift_all(by, noting=(LAST_POLL_NOTE, str(self._bot.clock())))
        )

    async def _catch_up(self, now: float) -> None:
        """Give grace after a gap, and note that we look.

        A time before the last look means that the clock was set back between two processes.
        """
        # Before anything is noted: shards that are new go by the newest look before this one.
        ownership = self._bot.ownership
        notes = [self._note(shard) for shard in range(ownership.shard_count)]
        await self._notes.rekey(LAST_POLL_NOTE, notes)
        for shard in ownership.served_shards:
            last = await self._looked_before(now, self._note(shard), shard)
            if ownership.is_exclusive and now < last - LEEWAY:
                await self._shift(now - last)
            await self._notes.set(self._note(shard), str(now))

    def _note(self, shard: int) -> str:
        """Return the key under which the newest look at a shard's tables is stored."""
        return LAST_POLL_NOTE if self._bot.ownership.is_exclusive else f"{LAST_POLL_NOTE}:{shard}"

    async def _looked_before(self, now: float, note: str, shard: int) -> float:
        """When somebody looked last at the tables of a shard; after a gap they get more time."""
        last = float(await self._notes.get(note) or now)
        if now - last > self.longest + OUTAGE_GAP:
            gap = Downtime(last, now)
            shards = self._bot.ownership.shard_count
            given = await self._time.grant_grace(gap, OUTAGE_GRACE, shard, shards)
            kept = {slug: now - pace.lobby + pace.grace for slug, pace in PACES.items()}
            await self._lobbies.extend_idle_time(kept, shard, shards)
            self._shown_anew(given)
            log.warning("away for %d s: %d tables get more time", now - last, len(given))
        return last

    def _shown_anew(self, table_ids: frozenset[int]) -> None:
        """Let these tables show their new times, some after each look."""
        self._services.pauses.shifted(table_ids)
        # with several processes `_changed_elsewhere` finds these tables
        if self._bot.ownership.is_exclusive:
            self._outdated |= table_ids
