"""One of several processes: it is connected to some shards, and serves those that it has leases of.

`keeper` decides what to do; this module does it, with discord.py's shards and the bot's services.
"""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar

import aiohttp
import yarl

from cogs.clusters.decisions import MAINTENANCE_LEASE
from cogs.clusters.discord_limits import RequestBudget, SessionStartGuard, SharedIdentifyQueue
from cogs.clusters.handover import InteractionHandover
from cogs.clusters.identity import ClusterSlot
from cogs.clusters.lease_keeper import LeaseKeeper
from cogs.clusters.supervisor import READY_LINE, SHARD_COUNT_LINE
from cogs.core.bot import TuppenceBot
from cogs.core.clock import Clock, monotonic
from cogs.core.ownership import Parsers, ShardOwnership, Tasks
from cogs.gateway.connection import PatientBot
from cogs.gateway.identify import IdentifyQueue, SessionStartLimit
from data.errors import StorageError
from data.leases.fencing import table_fence
from data.leases.repository import LeaseRepository, LeasesUnreachable
from data.leases.shards import OwnedShards
from data.models.leases import SHARD_COUNT_LEASE, Lease, LeaseSnapshot

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE: Final = 0.8
"""Seconds to finish interactions under way before their shard goes to another cluster."""
AGAIN: Final = 1.0
"""Seconds between two tries while PostgreSQL is away."""
INTERACTION: Final = "INTERACTION_CREATE"
MAINTENANCE_BEGINS: Final = "maintenance_begins"
"""The event that tells cogs that this process does what is done once for all processes."""


class DatabaseClock:
    """PostgreSQL's time, by which all clusters go. The machine's time until `heard` was called."""

    def __init__(self, wall: Callable[[], float], elapsed: Callable[[], float] = monotonic) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._heard: tuple[float, float] | None = None

    def __call__(self) -> float:
        """Return UTC epoch seconds."""
        if self._heard is None:
            return self._wall()
        now, at = self._heard
        return now + self._elapsed() - at

    def heard(self, now: float) -> bool:
        """Set the time to PostgreSQL's. Returns whether this was the first time."""
        first, self._heard = self._heard is None, (now, self._elapsed())
        return first


class ClusterOwnership:
    """The ownership of a process that serves the shards of which its keeper has leases.

    It implements `ShardOwnership` and the keeper's `ShardHost`.
    """

    is_exclusive = False

    def __init__(self, ledger: LeaseRepository, slot: ClusterSlot) -> None:
        self._time = DatabaseClock(time.time)
        self.clock = Clock(self._time)
        self.identify_queue: IdentifyQueue = SharedIdentifyQueue(ledger, self._is_free)
        self.slot = slot
        self.processes_on_machine = slot.processes_on_machine
        self.replaces_another = slot.replaces_another
        self.runs_maintenance = False
        self.portion = OwnedShards()
        self.table_fence = table_fence(self.portion)
        self._budget = RequestBudget()
        self._sessions = SessionStartGuard(self._starts, self.clock.elapsed)
        self._bot: PatientBot
        self._client: TuppenceBot
        self._ledger = ledger
        self._doors = InteractionHandover(self.clock.elapsed)
        self._keeper: LeaseKeeper | None = None
        self._launched = asyncio.Event()
        self._ready: dict[int, asyncio.Event] = {}
        self._resuming: set[asyncio.Task[None]] = set()
        self._gateway = yarl.URL()

    @property
    def shard_count(self) -> int:
        """Number of shards over all processes; 1 before `connect`."""
        return self.portion.shards

    @property
    def served_shards(self) -> tuple[int, ...]:
        """The shards that this process serves now."""
        return self.portion.owned_shards

    def owns(self, guild_id: int) -> bool:
        """Return whether this process serves a guild's shard. Guild 0 belongs to shard 0."""
        return self.portion.owns_guild(guild_id)

    @property
    def keeper(self) -> LeaseKeeper:
        """The keeper of the leases. It is made once the number of shards is known."""
        assert self._keeper is not None
        return self._keeper

    def _is_free(self, lease: Lease) -> bool:
        return self._keeper is not None and self._keeper.is_free(lease)

    # ---- from the start to the end

    async def connect(self, bot: PatientBot) -> None:
        """Ask Discord and the others how many shards there are, and begin to keep the leases."""
        assert isinstance(bot, TuppenceBot)
        self._bot = self._client = bot
        bot.add_listener(self._is_ready, "on_shard_ready")
        count, address, starts = await bot.discord_retry.until_done(bot.http.get_bot_gateway)
        self.identify_queue.granted(starts["max_concurrency"])
        # Not before: the others soon take a participant for dead that does not renew its lease.
        await self._there(self._ledger.register)
        shards = await self._there(partial(self._agreed, count))
        # the supervisor starts no more clusters than there are shards
        self.processes_on_machine = min(self.slot.processes_on_machine, shards)
        self._gateway = yarl.URL(address)
        bot.shard_count = bot._connection.shard_count = shards  # noqa: SLF001 - as discord.py does
        # One more than there are, so that discord.py never calls this bot ready: `ready` does.
        bot._connection.shard_ids = range(shards + 1)  # noqa: SLF001 - the same
        self.portion.divide(self._ledger.holder, shards)
        say(f"{SHARD_COUNT_LINE}{shards}")
        bot.services.timer_loop.start()
        self._keeper = LeaseKeeper(self._ledger, self.slot, shards, self, self.clock.elapsed)
        self._launched.set()

    async def ready(self, bot: PatientBot) -> None:
        """Wait until this process serves all shards that are to be its own."""
        del bot
        await self._launched.wait()
        await self.keeper.at_home.wait()

    def trace(self, trace: aiohttp.TraceConfig) -> None:
        """Let requests wait that exceed this process's share of Discord's limit."""
        self._budget.watch(trace)

    def tasks(self, stop: asyncio.Event) -> Tasks:
        """Keep the leases. Set `stop` when others have all shards, or the supervisor has ended."""
        return self._run(), self._until_over(stop), until_abandoned(stop)

    async def _run(self) -> None:
        """Keep the leases until cancelled. Raises `LeaseLost`, and what a shard raises."""
        await self._launched.wait()
        telling = asyncio.create_task(self._tell())
        try:
            await self.keeper.run()
        finally:
            telling.cancel()

    async def _until_over(self, stop: asyncio.Event) -> None:
        await self._launched.wait()
        await self.keeper.over.wait()
        stop.set()
        await asyncio.Future()  # the first task that returns would end the process at once

    async def release(self) -> None:
        """Hand all shards over to the clusters that stay."""
        if self._keeper is not None:
            await self._keeper.leave()

    async def close(self) -> None:
        """Give up the leases that are left, and close the connection to PostgreSQL."""
        if self._keeper is not None:
            await self._keeper.quit()
        await self._ledger.close()

    async def _there(self, work: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await work()
            except LeasesUnreachable as error:
                log.warning("cannot reach PostgreSQL: %s", error)
                await asyncio.sleep(AGAIN)

    async def _agreed(self, count: int) -> int:
        """Return the number of shards: Discord's, unless other clusters go by another number.

        So a new number takes effect when all clusters have been stopped together.
        """
        seen = await self._ledger.heartbeat_and_snapshot()
        before = seen.lease(SHARD_COUNT_LEASE).said
        alone = seen.members.keys() <= {self._ledger.holder}
        said = int(
            await self._ledger.compare_and_set(
                SHARD_COUNT_LEASE, str(count), before if alone else ""
            )
        )
        if said != count:
            log.warning("Discord recommends %d shards; the clusters use %d", count, said)
        return said

    async def _tell(self) -> None:
        """Tell the supervisor that all is served."""
        await self.ready(self._bot)
        say(READY_LINE)

    # ---- interactions

    def parsers(self, shard_id: int, parsers: Parsers) -> Parsers:
        """Return the handlers of a shard's events: interactions pass its queue first."""
        return {**parsers, INTERACTION: partial(self._pressed, shard_id, parsers[INTERACTION])}

    def _pressed(self, shard: int, serve: Callable[[Any], None], data: Any) -> None:
        self._doors.arrived(shard, int(data["id"]), partial(serve, data))

    # ---- what the keeper decides

    async def connect_shard(self, shard: int) -> None:
        """Connect a shard and queue its interactions. Returns once all its guilds are known."""
        self._doors.keep(shard)
        ready = self._ready[shard] = asyncio.Event()
        async with self.identify_queue.turn(shard):
            await self._sessions.begin()
            await self._bot.launch_shard(self._gateway, shard)
        await ready.wait()

    async def _starts(self) -> SessionStartLimit:
        _, _, starts = await self._bot.discord_retry.until_done(self._bot.http.get_bot_gateway)
        return starts

    async def _is_ready(self, shard: int) -> None:
        if shard in self._ready:
            self._ready[shard].set()

    async def serve(self, shard: int, epoch: int, said: str) -> None:
        """Serve a shard: first the queued interactions that are not among those served (`said`)."""
        self.portion.add(shard, epoch)
        self._doors.open(shard, said)
        self._start(self._resumed(shard))

    async def _resumed(self, shard: int) -> None:
        """Resume the games of a shard, and see what has changed while nobody was connected."""
        for guild in self._bot.guilds:
            if guild.shard_id == shard and not guild.unavailable:
                self._bot.dispatch("guild_available", guild)
        try:
            await self._client.services.activity.resume_held(shard)
        except StorageError:
            log.exception(
                "could not resume the games of shard %d; the next interaction does", shard
            )

    async def release_shard(self, shard: int) -> str:
        """Finish the interactions of a shard, then serve it no longer.

        Returns the ids of the interactions that were served lately.
        """
        self._doors.close(shard)
        await self._client.in_flight.emptied(shard, PATIENCE)
        self.portion.remove(shard)
        try:
            await self._client.services.activity.let_go()
        except StorageError as error:  # the database refuses what they would write
            log.warning("tasks for tables of shard %d have not stopped yet: %s", shard, error)
        return self._doors.said(shard)

    async def drop(self, shard: int) -> None:
        """Disconnect a shard."""
        self._doors.forget(shard)
        self._ready.pop(shard, None)
        await self._bot.leave_shard(shard)

    def looked(self, seen: LeaseSnapshot, living: int) -> None:
        """Take over the time, the share of requests and the maintenance from what was seen."""
        if self._time.heard(seen.now):
            self.clock.follow(seen.now - self.clock())
        self._budget.among(living)
        before = self.runs_maintenance
        self.runs_maintenance = seen.lease(MAINTENANCE_LEASE).holder == self._ledger.holder
        if self.runs_maintenance and not before:
            self._bot.dispatch(MAINTENANCE_BEGINS)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._resuming.add(task)
        task.add_done_callback(self._resuming.discard)


def cluster(address: str, slot: ClusterSlot) -> ShardOwnership:
    """Return the ownership of the cluster in a slot. `address` is the database's, in full."""
    return ClusterOwnership(LeaseRepository(address, str(slot.name)), slot)


def say(line: str) -> None:
    """Tell the supervisor."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def until_abandoned(stop: asyncio.Event) -> None:
    """Set `stop` when the supervisor has ended: it has the other end of our standard input.

    In a daemon thread, because a read cannot be cancelled: the process must end in spite of it.
    """
    loop = asyncio.get_running_loop()

    def read() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=read, name="supervisor", daemon=True).start()
    await asyncio.Future()  # the first task that returns would end the process at once
