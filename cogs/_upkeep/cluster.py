"""One bot as one of several processes: it is at some shards, and serves those that it holds.

What `keeper` decides is done here, with discord.py's shards and the parlour's services.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Self, TypeVar

import aiohttp
import yarl

from cogs._clusters.budget import Budget
from cogs._clusters.duties import UPKEEP
from cogs._clusters.keeper import Keeper
from cogs._clusters.places import Place
from cogs._clusters.presses import PressDoors
from cogs._clusters.sessions import Sessions
from cogs._clusters.windows import Windows
from cogs._process.identifying import Starts
from cogs._process.supervisor import SERVING, SHARDS
from cogs._process.timepiece import Timepiece, counted
from cogs._upkeep.clustered import Alone, Clustered, Works
from data.file.errors import StoreError
from data.leases.ledger import Ledger, LedgerAway
from data.leases.rows import AGREED, Lease, Overview

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE: Final = 0.8
"""Seconds that presses under way have before their shard goes to another cluster."""
AGAIN: Final = 1.0
"""Seconds between two tries while PostgreSQL is away."""
PRESSED: Final = "INTERACTION_CREATE"
UPKEEP_BEGINS: Final = "upkeep_begins"
"""The event that tells the doors: what is done once for all clusters is done here from now on."""


class SharedTime:
    """PostgreSQL's time, which all clusters go by; the machine's until it was heard once."""

    def __init__(self, wall: Callable[[], float], elapsed: Callable[[], float] = counted) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._heard: tuple[float, float] | None = None

    def __call__(self) -> float:
        """UTC epoch seconds."""
        if self._heard is None:
            return self._wall()
        now, at = self._heard
        return now + self._elapsed() - at

    def heard(self, now: float) -> bool:
        """PostgreSQL says what time it is; whether that was for the first time."""
        first, self._heard = self._heard is None, (now, self._elapsed())
        return first


class Cluster(Alone):
    """Serves the shards that its keeper holds. `bot` is given once it is made."""

    def __init__(self, ledger: Ledger, place: Place) -> None:
        self._time = SharedTime(time.time)
        super().__init__(Timepiece(self._time), Windows(ledger, self._is_free))
        self.place = place
        self.neighbours = place.neighbours
        self.beside = place.beside
        self._budget = Budget()
        self._sessions = Sessions(self._starts, self.clock.elapsed)
        self._bot: Clustered
        self._ledger = ledger
        self._doors = PressDoors(self.clock.elapsed)
        self._keeper: Keeper | None = None
        self._launched = asyncio.Event()
        self._ready: dict[int, asyncio.Event] = {}
        self._resuming: set[asyncio.Task[None]] = set()
        self.does_upkeep = False
        self._gateway = yarl.URL()

    @classmethod
    def at(cls, address: str, place: Place) -> Self:
        """The cluster at a place, in the database at an address."""
        return cls(Ledger(address, str(place.name)), place)

    @property
    def keeper(self) -> Keeper:
        """Who keeps the leases, once it is known how many shards there are."""
        assert self._keeper is not None
        return self._keeper

    def _is_free(self, lease: Lease) -> bool:
        return self._keeper is not None and self._keeper.is_free(lease)

    # ---- from the start to the end

    async def launch(self, bot: Clustered) -> None:
        """Ask Discord and the others how many shards there are, and begin to keep the leases."""
        self._bot = bot
        bot.add_listener(self._is_ready, "on_shard_ready")
        count, address, starts = await bot.patience.until_done(bot.http.get_bot_gateway)
        bot.turns.granted(starts["max_concurrency"])
        # not before: whoever takes part and does not beat is soon taken for dead
        await self._there(self._ledger.join)
        shards = await self._there(partial(self._agreed, count))
        self.neighbours = min(self.place.neighbours, shards)  # no more are started than have work
        self._gateway = yarl.URL(address)
        bot.shard_count = bot._connection.shard_count = shards  # noqa: SLF001 - as discord.py does
        # One more than there are: not discord.py says when this bot is ready (`arrived`).
        bot._connection.shard_ids = range(shards + 1)  # noqa: SLF001 - the same
        bot.store.portion.divided(self._ledger.holder, shards)
        say(f"{SHARDS}{shards}")
        bot.parlour.timekeeper.start()
        self._keeper = Keeper(self._ledger, self.place, shards, self, self.clock.elapsed)
        self._launched.set()

    async def arrived(self, bot: Clustered) -> None:
        """Wait until all that is to be its own is served."""
        del bot
        await self._launched.wait()
        await self.keeper.at_home.wait()

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Keep to a share of the requests that Discord allows."""
        self._budget.watch(trace)

    def works(self, stop: asyncio.Event) -> Works:
        """Keep the leases; wish to stop once others have taken over all that was ours."""
        return self._run(), self._until_over(stop)

    async def _run(self) -> None:
        """Keep the leases until cancelled. Raises `TakenForDead`, and what a shard raises."""
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
        await asyncio.Future()  # whoever waits for the wish to stop ends everything

    async def leave(self) -> None:
        """Hand everything over to those who stay."""
        if self._keeper is not None:
            await self._keeper.leave()

    async def quit(self) -> None:
        """Let go of whatever is left, and of PostgreSQL."""
        if self._keeper is not None:
            await self._keeper.quit()
        await self._ledger.close()

    async def _there(self, work: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await work()
            except LedgerAway as error:
                log.warning("cannot reach PostgreSQL: %s", error)
                await asyncio.sleep(AGAIN)

    async def _agreed(self, count: int) -> int:
        """How many shards there are: what Discord recommends, unless others go by another number.

        So a new number is taken up when all clusters have been stopped together.
        """
        seen = await self._ledger.look()
        before = seen.lease(AGREED).said
        alone = seen.members.keys() <= {self._ledger.holder}
        said = int(await self._ledger.note(AGREED, str(count), before if alone else ""))
        if said != count:
            log.warning("Discord recommends %d shards; the clusters use %d", count, said)
        return said

    async def _tell(self) -> None:
        """Let whoever has started us know that all is served."""
        await self.arrived(self._bot)
        say(SERVING)

    # ---- presses

    def parsers(self, shard: int, all_of: dict[str, Any]) -> dict[str, Any]:
        """What hears a shard's events: presses pass its door."""
        return {**all_of, PRESSED: partial(self._pressed, shard, all_of[PRESSED])}

    def _pressed(self, shard: int, serve: Callable[[Any], None], data: Any) -> None:
        self._doors.arrived(shard, int(data["id"]), partial(serve, data))

    # ---- what the keeper decides

    async def connect(self, shard: int) -> None:
        """Be there, and keep presses for a moment; returns once all its servers are known."""
        self._doors.keep(shard)
        ready = self._ready[shard] = asyncio.Event()
        async with self._bot.turns.turn(shard):
            await self._sessions.begin()
            await self._bot.launch_shard(self._gateway, shard)
        await ready.wait()

    async def _starts(self) -> Starts:
        _, _, starts = await self._bot.patience.until_done(self._bot.http.get_bot_gateway)
        return starts

    async def _is_ready(self, shard: int) -> None:
        if shard in self._ready:
            self._ready[shard].set()

    async def serve(self, shard: int, epoch: int, said: str) -> None:
        """Serve it, first what was kept and is not among what was served (`said`)."""
        self._bot.store.portion.hold(shard, epoch)
        self._doors.open(shard, said)
        self._begin(self._resumed(shard))

    async def _resumed(self, shard: int) -> None:
        """Let games go on, and look at what has changed while nobody listened."""
        for guild in self._bot.guilds:
            if guild.shard_id == shard and not guild.unavailable:
                self._bot.dispatch("guild_available", guild)
        try:
            await self._bot.parlour.resume_held(shard)
        except StoreError:
            log.exception(
                "could not resume the games of shard %d; the next interaction does", shard
            )

    async def close(self, shard: int) -> str:
        """Serve it no longer, once the presses under way are done; what was served of late."""
        self._doors.close(shard)
        await self._bot.gate.emptied(shard, PATIENCE)
        self._bot.store.portion.release(shard)
        try:
            await self._bot.parlour.let_go()
        except StoreError as error:  # what they would write is refused
            log.warning("tasks for tables of shard %d have not stopped yet: %s", shard, error)
        return self._doors.said(shard)

    async def drop(self, shard: int) -> None:
        """Be there no longer."""
        self._doors.forget(shard)
        self._ready.pop(shard, None)
        await self._bot.leave_shard(shard)

    def looked(self, seen: Overview, living: int) -> None:
        """Hear how things are, with so many clusters alive."""
        if self._time.heard(seen.now):
            self.clock.follow(seen.now - self.clock())
        self._budget.among(living)
        before = self.does_upkeep
        self.does_upkeep = seen.lease(UPKEEP).holder == self._ledger.holder
        if self.does_upkeep and not before:
            self._bot.dispatch(UPKEEP_BEGINS)

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._resuming.add(task)
        task.add_done_callback(self._resuming.discard)


def say(line: str) -> None:
    """Tell whoever has started this process."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
