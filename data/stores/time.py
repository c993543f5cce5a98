"""Time at the tables: open decisions, what must be said about them, pauses."""

from collections.abc import Collection, Mapping

from data.consent import endings
from data.file import notes
from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.game import messages
from data.people import away
from data.sql.connection import Connection
from data.stores.fenced import Fenced
from data.time import courtesies, digests, holds, holidays, reckoning, timers, waits
from data.time import grace as granting
from data.time.reckoning import Reckoned
from data.time.rows import Gap, Hold, HoldEnd, HoldReason, Ping, Told, Wait, Waiting


class TimeStore:
    """Deadlines, reminders and pauses, one transaction for each call."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._at = Fenced(file).at
        self._look = file.look
        self._follow = file.follow

    # ---- open decisions

    async def wait_for(
        self, table_id: int, now_waiting: tuple[Wait, ...], by: Reckoned | None = None
    ) -> bool:
        """Let a table wait for these decisions; one that was open before keeps its times.

        False, and nothing is changed, where they were reckoned by what is not so any more.
        """

        def waiting(connection: Connection, now: Millis) -> bool:
            if not reckoning.stands(connection, table_id, by):
                return False
            waits.replace(connection, now, table_id, now_waiting)
            return True

        return await self._at(table_id, waiting)

    async def waits(self, table_id: int) -> tuple[Wait, ...]:
        """The open decisions of a table, by seat."""
        return await self._look(lambda c: waits.of(c, table_id))

    async def spent(self, table_id: int) -> Mapping[int, float]:
        """Seconds that each seat has used up beyond its free time."""
        return await self._look(lambda c: waits.spent(c, table_id))

    async def untimed(self) -> tuple[int, ...]:
        """Tables in play without a deadline."""
        return await self._look(waits.untimed)

    async def missed(self, table_id: int, seat: int) -> int:
        """How many decisions in a row the clock has made for whoever plays the seat now."""
        return await self._look(lambda c: waits.missed(c, table_id, seat))

    async def due(self, until: float) -> tuple[tuple[int, float], ...]:
        """Tables whose deadline is at or before `until`, with it, earliest first."""
        return await self._look(lambda c: timers.due(c, until))

    async def grant_grace(
        self, gap: Gap, grace: Mapping[str, float], shard: int = 0, shards: int = 1
    ) -> frozenset[int]:
        """After an absence give everybody at least so many seconds, by pace.

        Everybody at tables of a shard, of so many. Return the tables that show old times now.
        """

        def granted(connection: Connection, _: int) -> frozenset[int]:
            return _outdated(connection, granting.grant(connection, gap, grace, shard, shards))

        return await self._submit(granted)

    async def shift(self, by: float, *, noting: tuple[str, str]) -> frozenset[int]:
        """The clock was set by so many seconds: every open time moves along, and so do we.

        A note is kept (`noting`) in the same commit, so that it is not done twice. Return the
        tables that show old times now.
        """

        def shifted(connection: Connection, _: int) -> frozenset[int]:
            notes.remember(connection, *noting)
            return _outdated(connection, timers.shift(connection, by))

        self._follow()
        return await self._submit(shifted)

    # ---- what must be said

    async def tables_to_ping(self, now: float, *, patience: float) -> tuple[int, ...]:
        """The tables where something must be said now; see `waits.due`."""
        return await self._look(lambda c: waits.due(c, now, patience))

    async def take(self, told: Told, table_id: int, seat: int, seq: int) -> bool:
        """Take on to say something, once; False when it has been."""
        return await self._at(table_id, lambda c, at: waits.take(c, at, told, table_id, seat, seq))

    async def give_back(self, ping: Ping) -> None:
        """It could not be said: try again at `ping.at`."""
        await self._at(ping.table_id, lambda c, _: waits.give_back(c, ping))

    # ---- pauses

    async def hold(self, table_id: int, new: Hold) -> None:
        """Begin a pause, or give it another end."""
        await self._at(table_id, lambda c, at: holds.hold(c, at, table_id, new))

    async def take_pause(self, table_id: int, new: Hold, budget: int) -> int | None:
        """Begin a pause within a budget of days; None, or the days left where they are too few."""
        return await self._at(table_id, lambda c, at: holds.take(c, at, table_id, new, budget))

    async def days_taken(self, table_id: int, seat: int) -> int:
        """The days of pause that a seat has taken."""
        return await self._look(lambda c: courtesies.paused(c, table_id, seat))

    async def release(self, table_id: int, seat: int, reason: HoldReason) -> bool:
        """End a pause; False when there is none."""
        return await self._at(table_id, lambda c, at: holds.release(c, at, table_id, seat, reason))

    async def over(self, table_id: int, seat: int, reason: HoldReason) -> HoldEnd | None:
        """A pause has come to its end: time runs on, or the game is given up; None if not."""

        def ended(connection: Connection, now: Millis) -> HoldEnd | None:
            if not holds.is_over(connection, now, table_id, seat, reason):
                return None
            if endings.is_given_up(connection, table_id, reason):
                return "given up" if endings.give_up(connection, now, table_id, reason) else None
            holds.release(connection, now, table_id, seat, reason)
            return "runs on"

        return await self._at(table_id, ended)

    async def holds(self, table_id: int) -> tuple[Hold, ...]:
        """The pauses of a table."""
        return await self._look(lambda c: holds.of(c, table_id))

    async def ended_holds(self, now: float) -> tuple[tuple[int, Hold], ...]:
        """Tables and pauses whose end has come."""
        return await self._look(lambda c: holds.ended(c, now))

    async def lost(self) -> frozenset[int]:
        """The tables that can be shown nowhere: their place is gone, or their server."""
        return await self._look(holds.lost)

    async def held_in(self, guild_id: int, reason: HoldReason) -> tuple[int, ...]:
        """The tables of a server that are paused for a reason."""
        return await self._look(lambda c: holds.of_server(c, guild_id, reason))

    # ---- holidays

    async def holiday(self, user_id: int) -> float | None:
        """Until when a member is away; None for who is not."""
        return await self._look(lambda c: away.find(c, user_id))

    async def tables_of(self, user_id: int) -> tuple[int, ...]:
        """The games where a seat is a member's, on all servers."""
        return await self._look(lambda c: holidays.tables(c, user_id))

    async def begin_holiday(self, user_id: int, until: float, budget: int) -> None:
        """Let a member's clocks stand still, everywhere within the table's budget of days."""
        await self._submit(lambda c, at: holidays.begin(c, at, user_id, until, budget))

    async def begin_holidays_at(
        self, table_id: int, budget: int, seats: Collection[int] = ()
    ) -> None:
        """Let holidays hold at a table too: of all members there, or of who came to these seats."""
        await self._at(table_id, lambda c, at: holidays.begin_at(c, at, table_id, budget, seats))

    async def end_holiday(self, user_id: int) -> bool:
        """A member is back, and their clocks run; False for who was not away."""
        return await self._submit(lambda c, at: holidays.end(c, at, user_id))

    async def holiday_over(self, user_id: int) -> bool:
        """A holiday has come to its end, and so have the pauses that it made; False if not."""
        return await self._submit(lambda c, at: holidays.over(c, at, user_id))

    async def ended_holidays(self, now: float) -> tuple[int, ...]:
        """The members who are to be back by now."""
        return await self._look(lambda c: away.over(c, now))

    # ---- digests

    async def digests_due(self, now: float) -> tuple[int, ...]:
        """The members whose digest is due."""
        return await self._look(lambda c: digests.due(c, now))

    async def waiting_for(self, user_id: int, hurried: str) -> tuple[Waiting, ...]:
        """What waits for a member, but for tables of the pace that no digest is for."""
        return await self._look(lambda c: digests.waiting(c, user_id, hurried))

    # ---- what a seat may do only so often

    async def nudged(self, table_id: int, seat: int) -> float | None:
        """When a seat was last nudged."""
        return await self._look(lambda c: courtesies.nudged(c, table_id, seat))

    async def nudge(self, table_id: int, seat: int, at: float) -> None:
        """A seat is nudged now."""
        await self._at(table_id, lambda c, _: courtesies.nudge(c, table_id, seat, at))


def _outdated(connection: Connection, table_ids: frozenset[int]) -> frozenset[int]:
    """Those of some tables, whose times have moved, that can be shown; noted as not shown yet."""
    shown = table_ids - holds.lost(connection)
    messages.unpaint(connection, *sorted(shown))
    return shown
