"""Identifying in Discord's windows, across processes: one lease for each group of shards.

Discord lets one shard of each group (`shard_id % max_concurrency`) identify every five seconds,
whichever process asks. Who holds the group's lease may; it is let go of when the window is over.
"""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Final

import aiohttp
import yarl

from cogs.gateway.identify import IDENTIFY_INTERVAL, IdentifyQueue, SessionStartLimit, may_begin
from data.leases.repository import LeaseRepository, LeasesUnreachable
from data.models.leases import Lease

log = logging.getLogger(__name__)

AGAIN: Final = 0.3
"""Seconds after which somebody looks again whether it is their turn."""


class SharedIdentifyQueue(IdentifyQueue):
    """The turns of one process among several. `is_free`: nobody who lives has that lease."""

    def __init__(
        self,
        ledger: LeaseRepository,
        is_free: Callable[[Lease], bool],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(sleep)
        self._ledger = ledger
        self._is_free = is_free
        self._open: set[str] = set()
        self._closing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def turn(self, shard_id: int) -> AsyncIterator[None]:
        """Hold the turn of a shard's group: of this process, and of all."""
        async with super().turn(shard_id):
            lease = await self._taken(f"identify:{self.group(shard_id)}")
            try:
                yield
            finally:
                closing = asyncio.create_task(self._close(lease), name="identify window")
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)

    async def wait(self, shard_id: int) -> None:
        """Whoever holds the turn may identify at once."""

    async def _taken(self, name: str) -> Lease:
        while True:
            try:
                lease = await self._taken_now(name)
            except LeasesUnreachable:
                lease = None
            if lease is not None:
                self._open.add(name)
                return lease
            await self._sleep(AGAIN)

    async def _taken_now(self, name: str) -> Lease | None:
        """The group's lease, if it is free; or ours, which we never heard that we had taken."""
        seen = (await self._ledger.heartbeat_and_snapshot()).lease(name)
        if seen.holder == self._ledger.holder and name not in self._open:
            return seen
        return await self._ledger.acquire(seen) if self._is_free(seen) else None

    async def _close(self, lease: Lease) -> None:
        """Let the next one identify when the window is over."""
        await self._sleep(IDENTIFY_INTERVAL)
        while not await self._is_given(lease):
            await self._sleep(AGAIN)
        self._open.discard(lease.name)

    async def _is_given(self, lease: Lease) -> bool:
        """Whether the lease is another's or nobody's by now."""
        try:
            await self._ledger.transfer(lease)
        except LeasesUnreachable as error:
            log.warning("the window for identifying stays shut for now: %s", error)
            return False
        return True


# ---- A process's share of the requests that Discord allows a bot: 50 a second, whoever asks


EVERYBODY: Final = 48.0
"""Requests a second of all clusters together: a little less than Discord's 50."""
AT_ONCE: Final = 0.5
"""Seconds of its share that a process may use at once, when it has asked for nothing before."""
FREE: Final = re.compile(r"/(?:interactions|webhooks)/|^/(?:\?|$)")
"""Paths that do not count: what answers interactions, and the gateway."""


class RequestBudget:
    """The requests of one process."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._now = now
        self._sleep = sleep
        self._share = EVERYBODY
        self._next = now()

    def among(self, clusters: int) -> None:
        """So many clusters live."""
        self._share = EVERYBODY / max(1, clusters)

    async def spend(self) -> None:
        """Wait until one more request may be made, after those that wait already."""
        now = self._now()
        begin = max(self._next, now - AT_ONCE)
        self._next = begin + 1.0 / self._share
        if begin > now:
            await self._sleep(begin - now)

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Let each request of a client that counts wait until it may be made."""

        async def asked(
            _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
        ) -> None:
            if counts(request.url):
                await self.spend()

        trace.on_request_start.append(asked)


def counts(url: yarl.URL) -> bool:
    """Whether Discord counts a request among those of the bot."""
    return FREE.search(url.path) is None


# ---- The sessions that may be begun in a day: Discord counts them for the token, over all clusters


FRESH: Final = 60.0
"""Seconds for which an answer is gone by."""
FEW: Final = 250
"""More than all clusters together may begin in that time: 16 groups, one every five seconds."""


class SessionStartGuard:
    """What is left of them. `now` gives seconds of a clock that nobody sets."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[SessionStartLimit]],
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ask = ask
        self._now = now
        self._sleep = sleep
        self._left = 0
        self._asked = 0.0

    async def begin(self) -> None:
        """Count one session, once Discord lets it begin."""
        while self._left <= FEW or self._now() - self._asked >= FRESH:
            starts = await self._ask()
            self._left, self._asked = starts["remaining"], self._now()
            if await may_begin(starts, 1, self._sleep):
                break
        self._left -= 1
