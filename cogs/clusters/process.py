"""One cluster. It connects to some shards, and serves those whose leases it has.

`lease_keeper` decides what to do. This module does it, with discord.py's shards and the bot's
services.
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
from cogs.core.clock import Clock, monotonic
from cogs.gateway.connection import PatientBot
from cogs.gateway.identify import IdentifyQueue, SessionStartLimit
from cogs.gateway.ownership import Parsers, ShardOwnership, Tasks
from data.errors import StorageError
from data.leases.fencing import table_fence
from data.leases.models import SHARD_COUNT_LEASE, Lease, LeaseSnapshot
from data.leases.repository import LeaseRepository, LeasesUnreachable
from data.leases.shards import OwnedShards

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE: Final = 0.8
"""Seconds to finish interactions in flight before their shard goes to another cluster."""
AGAIN: Final = 1.0
"""Seconds between two attempts to reach PostgreSQL."""
INTERACTION: Final = "INTERACTION_CREATE"
MAINTENANCE_BEGINS: Final = "maintenance_begins"
"""The event that tells cogs that this process now does the maintenance for all processes."""


class DatabaseClock:
    """PostgreSQL's time, which all clusters use. Before the first `heard`, the machine's time."""

    def __init__(self, wall: Callable[[], float], elapsed: Callable[[], float] = monotonic) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._heard: tuple[float, float] | None = None

    def __call__(self) -> float:
        if self._heard is None:
            return self._wall()
        now, at = self._heard
        return now + self._elapsed() - at

    def heard(self, now: float) -> bool:
        """Set the time to PostgreSQL's. Returns whether this was the first call."""
        first, self._heard = self._heard is None, (now, self._elapsed())
        return first


class ClusterOwnership:
    """Ownership of the guilds in those shards whose leases this cluster has.

    This class implements `ShardOwnership` for the bot, and `ShardHost` for the lease keeper.
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
        self.shards = OwnedShards()
        self.table_fence = table_fence(self.shards)
        self._budget = RequestBudget()
        self._sessions = SessionStartGuard(self._session_limit, self.clock.elapsed)
        self._bot: PatientBot
        self._ledger = ledger
        self._handover = InteractionHandover(self.clock.elapsed)
        self._keeper: LeaseKeeper | None = None
        self._connected = asyncio.Event()
        self._ready: dict[int, asyncio.Event] = {}
        self._resuming: set[asyncio.Task[None]] = set()
        self._gateway = yarl.URL()

    @property
    def shard_count(self) -> int:
        """Number of shards of all processes together; 1 before `connect`."""
        return self.shards.shards

    @property
    def served_shards(self) -> tuple[int, ...]:
        return self.shards.owned_shards

    def owns(self, guild_id: int) -> bool:
        """Return whether this process serves a guild's shard. Guild 0 is in shard 0."""
        return self.shards.owns_guild(guild_id)

    @property
    def keeper(self) -> LeaseKeeper:
        """The object that renews the leases. It exists once the number of shards is known."""
        assert self._keeper is not None
        return self._keeper

    def _is_free(self, lease: Lease) -> bool:
        return self._keeper is not None and self._keeper.is_free(lease)

    # ---- from start to stop

    async def connect(self, bot: PatientBot) -> None:
        """Agree with the other clusters on the number of shards, and begin to renew leases."""
        self._bot = bot
        bot.add_listener(self._mark_ready, "on_shard_ready")
        count, address, starts = await bot.discord_retry.until_done(bot.http.get_bot_gateway)
        self.identify_queue.granted(starts["max_concurrency"])
        # Only after Discord has answered: until `run` starts, nothing renews our row, and other
        # clusters would expire it.
        await self._retry(self._ledger.register)
        shards = await self._retry(partial(self._agree_on_count, count))
        # The supervisor starts no more clusters than there are shards.
        self.processes_on_machine = min(self.slot.processes_on_machine, shards)
        self._gateway = yarl.URL(address)
        bot.shard_count = bot._connection.shard_count = shards  # noqa: SLF001 - as discord.py does
        # One shard more than there are, so that discord.py never considers this bot ready. Our
        # `ready` decides instead.
        bot._connection.shard_ids = range(shards + 1)  # noqa: SLF001 - as discord.py does
        self.shards.divide(self._ledger.holder, shards)
        say(f"{SHARD_COUNT_LINE}{shards}")
        bot.services.timer_loop.start()
        self._keeper = LeaseKeeper(self._ledger, self.slot, shards, self, self.clock.elapsed)
        self._connected.set()

    async def ready(self, bot: PatientBot) -> None:
        """Wait until this process serves all the shards that it should serve."""
        del bot
        await self._connected.wait()
        await self.keeper.all_served.wait()

    def trace(self, trace: aiohttp.TraceConfig) -> None:
        """Delay requests that exceed this process's share of Discord's limit."""
        self._budget.watch(trace)

    def tasks(self, stop: asyncio.Event) -> Tasks:
        """Return the background tasks of a cluster. One renews the leases.

        Two others may set `stop`. The first of these sets `stop` when other clusters have all our
        shards, the second when the supervisor has ended.
        """
        return self._run(), self._until_over(stop), until_abandoned(stop)

    async def _run(self) -> None:
        """Renew the leases until cancelled. Raises what `LeaseKeeper.run` raises."""
        await self._connected.wait()
        report = asyncio.create_task(self._report_ready())
        try:
            await self.keeper.run()
        finally:
            report.cancel()

    async def _until_over(self, stop: asyncio.Event) -> None:
        await self._connected.wait()
        await self.keeper.over.wait()
        stop.set()
        # `run_until_first_ends` would end the process at once if this task returned
        await asyncio.Future()

    async def release(self) -> None:
        """Hand all shards over to the clusters that stay."""
        if self._keeper is not None:
            await self._keeper.leave()

    async def close(self) -> None:
        """Give up the remaining leases, and close the connection to PostgreSQL."""
        if self._keeper is not None:
            await self._keeper.quit()
        await self._ledger.close()

    async def _retry(self, request: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await request()
            except LeasesUnreachable as error:
                log.warning("cannot reach PostgreSQL: %s", error)
                await asyncio.sleep(AGAIN)

    async def _agree_on_count(self, count: int) -> int:
        """Return the number of shards: Discord's number, unless other clusters use another one.

        A new number therefore takes effect only after all clusters were stopped at the same time.
        """
        seen = await self._ledger.heartbeat_and_snapshot()
        previous = seen.lease(SHARD_COUNT_LEASE).said
        is_alone = seen.members.keys() <= {self._ledger.holder}
        agreed = int(
            await self._ledger.compare_and_set(
                SHARD_COUNT_LEASE, str(count), previous if is_alone else ""
            )
        )
        if agreed != count:
            log.warning("Discord recommends %d shards; the clusters use %d", count, agreed)
        return agreed

    async def _report_ready(self) -> None:
        """Tell the supervisor that this process serves all its shards."""
        await self.ready(self._bot)
        say(READY_LINE)

    # ---- interactions

    def parsers(self, shard_id: int, parsers: Parsers) -> Parsers:
        """Return the handlers of a shard's events.

        Interactions go through `InteractionHandover`.
        """
        return {
            **parsers,
            INTERACTION: partial(self._interaction_arrived, shard_id, parsers[INTERACTION]),
        }

    def _interaction_arrived(self, shard: int, serve: Callable[[Any], None], data: Any) -> None:
        self._handover.arrived(shard, int(data["id"]), partial(serve, data))

    # ---- methods for the lease keeper: see `ShardHost`

    async def connect_shard(self, shard: int) -> None:
        self._handover.keep(shard)
        ready = self._ready[shard] = asyncio.Event()
        async with self.identify_queue.turn(shard):
            await self._sessions.begin()
            await self._bot.launch_shard(self._gateway, shard)
        await ready.wait()

    async def _session_limit(self) -> SessionStartLimit:
        _, _, starts = await self._bot.discord_retry.until_done(self._bot.http.get_bot_gateway)
        return starts

    async def _mark_ready(self, shard: int) -> None:
        if shard in self._ready:
            self._ready[shard].set()

    async def serve(self, shard: int, epoch: int, said: str) -> None:
        self.shards.add(shard, epoch)
        self._handover.open(shard, said)
        self._start(self._resume_games(shard))

    async def _resume_games(self, shard: int) -> None:
        """Resume the games of a shard, and handle the changes of its guilds that we have missed."""
        for guild in self._bot.guilds:
            if guild.shard_id == shard and not guild.unavailable:
                self._bot.dispatch("guild_available", guild)
        try:
            await self._bot.services.activity.resume_owned(shard)
        except StorageError:
            log.exception(
                "could not resume the games of shard %d; the next interaction does", shard
            )

    async def release_shard(self, shard: int) -> str:
        self._handover.close(shard)
        await self._bot.in_flight.wait_for_guilds(
            lambda guild_id: self.shards.shard_of(guild_id) == shard, PATIENCE
        )
        self.shards.remove(shard)
        try:
            await self._bot.services.activity.stop_unowned()
        except StorageError as error:  # the database now refuses writes of these tasks
            log.warning("tasks for tables of shard %d have not stopped yet: %s", shard, error)
        return self._handover.said(shard)

    async def drop(self, shard: int) -> None:
        self._handover.forget(shard)
        self._ready.pop(shard, None)
        await self._bot.leave_shard(shard)

    def looked(self, seen: LeaseSnapshot, living: int) -> None:
        if self._time.heard(seen.now):
            self.clock.follow(seen.now - self.clock())
        self._budget.among(living)
        ran_maintenance = self.runs_maintenance
        self.runs_maintenance = seen.lease(MAINTENANCE_LEASE).holder == self._ledger.holder
        if self.runs_maintenance and not ran_maintenance:
            self._bot.dispatch(MAINTENANCE_BEGINS)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._resuming.add(task)
        task.add_done_callback(self._resuming.discard)


def cluster(address: str, slot: ClusterSlot) -> ShardOwnership:
    """Return the ownership for the cluster in a slot.

    `address` is the full address of the database, including the password.
    """
    return ClusterOwnership(LeaseRepository(address, str(slot.name)), slot)


def say(line: str) -> None:
    """Print a line for the supervisor."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def until_abandoned(stop: asyncio.Event) -> None:
    """Set `stop` when the supervisor has ended. When it ends, our standard input is closed.

    A daemon thread reads the input. A task could not cancel the read, and so the process could not
    end.
    """
    loop = asyncio.get_running_loop()

    def read() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=read, name="supervisor", daemon=True).start()
    # `run_until_first_ends` would end the process at once if this task returned
    await asyncio.Future()
