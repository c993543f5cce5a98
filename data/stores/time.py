"""Time at the tables: the part of the store's door behind which clocks, pauses and limits are."""

from collections.abc import Mapping

from data.game import lobbies
from data.game.rows import Changed, Refused
from data.people import plans, preferences
from data.people.plans import PlanRow
from data.people.rows import Preference
from data.stores.ladders import Memory
from data.time import deadlines, holds, waits
from data.time.rows import Hold, HoldReason, Load, Ping, Told, Wait


class Timekeeping(Memory):
    """Deadlines, reminders, pauses, and the wishes of members. A part of `store.Store`."""

    async def set_pace(self, table_id: int, pace: str, revision: int) -> Changed | Refused:
        """Play at this pace instead of the present one."""
        return await self._submit(lambda c, at: lobbies.set_pace(c, at, table_id, pace, revision))

    # ---- open decisions

    async def wait_for(self, table_id: int, now_waiting: tuple[Wait, ...]) -> None:
        """Let a table wait for these decisions; one that was open before keeps its times."""
        await self._submit(lambda c, at: waits.replace(c, at, table_id, now_waiting))

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
        return await self._look(lambda c: deadlines.due(c, until))

    async def grant_grace(self, now: float, grace: Mapping[str, float]) -> int:
        """After an absence give everybody at least so many seconds, by pace; return how many."""
        return await self._submit(lambda c, _: waits.grant_grace(c, now, grace))

    # ---- what must be said

    async def pings(self, now: float, *, patience: float, most: int) -> tuple[Ping, ...]:
        """What must be said now; see `waits.due`."""
        return await self._look(lambda c: waits.due(c, now, patience, most))

    async def take(self, told: Told, table_id: int, seat: int, seq: int) -> bool:
        """Take on to say something, once; False when it has been."""
        return await self._submit(lambda c, _: waits.take(c, told, table_id, seat, seq))

    async def give_back(self, ping: Ping) -> None:
        """It could not be said: try again at `ping.at`."""
        await self._submit(lambda c, _: waits.give_back(c, ping))

    # ---- pauses, and games that end without a result

    async def hold(self, table_id: int, new: Hold) -> None:
        """Begin a pause, or give it another end."""
        await self._submit(lambda c, at: holds.hold(c, at, table_id, new))

    async def release(self, table_id: int, seat: int, reason: HoldReason) -> bool:
        """End a pause; False when there is none."""
        return await self._submit(lambda c, at: holds.release(c, at, table_id, seat, reason))

    async def holds(self, table_id: int) -> tuple[Hold, ...]:
        """The pauses of a table."""
        return await self._look(lambda c: holds.of(c, table_id))

    async def ended_holds(self, now: float) -> tuple[tuple[int, Hold], ...]:
        """Tables and pauses whose end has come."""
        return await self._look(lambda c: holds.ended(c, now))

    async def held_in(self, guild_id: int, reason: HoldReason) -> tuple[int, ...]:
        """The tables of a server that are paused for a reason."""
        return await self._look(lambda c: holds.of_server(c, guild_id, reason))

    async def void(self, table_id: int) -> bool:
        """End a game without a result; False when it was not being played."""
        return await self._submit(lambda c, at: deadlines.void(c, at, table_id))

    async def playing_in(self, guild_id: int) -> tuple[int, ...]:
        """The tables in play on a server."""
        return await self._look(lambda c: deadlines.in_server(c, guild_id))

    async def shown_in(self, channel_id: int) -> tuple[int, ...]:
        """The tables in play whose channel or thread this is."""
        return await self._look(lambda c: deadlines.shown_in(c, channel_id))

    async def stale_lobbies(self, pace: str, before: float) -> tuple[int, ...]:
        """Lobbies of a pace where nothing has changed since `before`."""
        return await self._look(lambda c: deadlines.stale_lobbies(c, pace, before))

    # ---- plans for a next turn

    async def plan(self, table_id: int, user_id: int) -> PlanRow | None:
        """A member's plan at a table."""
        return await self._look(lambda c: plans.find(c, table_id, user_id))

    async def keep_plan(self, plan: PlanRow) -> None:
        """Keep a plan in place of the member's older one."""
        await self._submit(lambda c, _: plans.keep(c, plan))

    async def drop_plan(self, table_id: int, user_id: int) -> None:
        """Keep a plan no longer."""
        await self._submit(lambda c, _: plans.drop(c, table_id, user_id))

    # ---- members

    async def preference(self, user_id: int) -> Preference:
        """How a member wants to be reminded."""
        return await self._look(lambda c: preferences.find(c, user_id))

    async def prefer(self, user_id: int, new: Preference) -> None:
        """Keep how a member wants to be reminded."""
        await self._submit(lambda c, _: preferences.keep(c, user_id, new))

    async def load(self, guild_id: int, channel_id: int, user_id: int) -> Load:
        """How much is going on where somebody wants to open one more table."""
        return await self._look(lambda c: deadlines.load(c, guild_id, channel_id, user_id))
