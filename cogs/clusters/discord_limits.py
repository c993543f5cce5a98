"""Discord's limits for a bot, shared among the clusters.

`SharedIdentifyQueue` shares the intervals in which shards identify. `RequestBudget` shares the
requests per second, and `SessionStartGuard` the session starts of a day. A single process needs
none of these classes: there, discord.py and `cogs.gateway.identify` obey the limits.
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
from data.leases.models import Lease
from data.leases.repository import LeaseRepository, LeasesUnreachable

log = logging.getLogger(__name__)

# ---- identify

AGAIN: Final = 0.3
"""Seconds between two attempts to take or give up the lease of a group."""


class SharedIdentifyQueue(IdentifyQueue):
    """The identify queue of one cluster. It uses one lease for each group of shards.

    Discord allows one shard of each group (`shard_id % max_concurrency`) to identify every five
    seconds, whichever process the shard is in. Only the cluster with the group's lease may
    identify. After the interval the cluster releases the lease. `is_free` tells whether no living
    cluster has a lease.
    """

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
        """Wait for the turn of a shard's group, first in this cluster, then among all clusters."""
        async with super().turn(shard_id):
            lease = await self._taken(f"identify:{self.group(shard_id)}")
            try:
                yield
            finally:
                # In a background task, so that the shard does not wait for the end of the interval.
                closing = asyncio.create_task(self._close(lease), name="identify window")
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)

    async def wait(self, shard_id: int) -> None:
        """Do nothing: a shard that has the turn may identify."""

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
        """Return the group's lease if it is free or already ours, else None.

        The lease is already ours if an earlier attempt succeeded but the database's answer was
        lost.
        """
        seen = (await self._ledger.heartbeat_and_snapshot()).lease(name)
        if seen.holder == self._ledger.holder and name not in self._open:
            return seen
        return await self._ledger.acquire(seen) if self._is_free(seen) else None

    async def _close(self, lease: Lease) -> None:
        """Give up the lease after the identify interval."""
        await self._sleep(IDENTIFY_INTERVAL)
        while not await self._is_given(lease):
            await self._sleep(AGAIN)
        self._open.discard(lease.name)

    async def _is_given(self, lease: Lease) -> bool:
        """Give up the lease. Returns False if PostgreSQL is unreachable."""
        try:
            await self._ledger.transfer(lease)
        except LeasesUnreachable as error:
            log.warning("the window for identifying stays shut for now: %s", error)
            return False
        return True


# ---- requests a second


EVERYBODY: Final = 48.0
"""Requests per second of all clusters together: slightly below Discord's limit of 50."""
AT_ONCE: Final = 0.5
"""After a pause, a cluster may send the requests of this many seconds at once."""
FREE: Final = re.compile(r"/(?:interactions|webhooks)/|^/(?:\?|$)")
"""Paths that do not count towards the limit: answers to interactions, and the gateway's address."""


class RequestBudget:
    """The requests that one cluster may send: an equal share of Discord's limit for the bot."""

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
        """Share the limit among this number of living clusters."""
        self._share = EVERYBODY / max(1, clusters)

    async def spend(self) -> None:
        """Wait until another request may be sent, in order of arrival."""
        now = self._now()
        # Reserve the turn before waiting, so that two callers never get the same turn.
        at = max(self._next, now - AT_ONCE)
        self._next = at + 1.0 / self._share
        if at > now:
            await self._sleep(at - now)

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Delay each request of an HTTP client until the budget allows the request."""

        async def asked(
            _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
        ) -> None:
            if counts(request.url):
                await self.spend()

        trace.on_request_start.append(asked)


def counts(url: yarl.URL) -> bool:
    """Return whether a request counts towards the bot's limit."""
    return FREE.search(url.path) is None


# ---- session starts a day


FRESH: Final = 60.0
"""Seconds for which we rely on Discord's last answer."""
FEW: Final = 250
"""More starts than all clusters can make in `FRESH`: 16 groups, one per five seconds, make 192."""


class SessionStartGuard:
    """Counts the session starts that are left today. Discord's limit covers all clusters together.

    `ask` returns Discord's limit. `now` returns seconds of a monotonic clock.
    """

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
        """Wait until one session may start, and count the start."""
        # Near the limit, ask Discord at every start: other clusters may have used up the rest.
        while self._left <= FEW or self._now() - self._asked >= FRESH:
            starts = await self._ask()
            self._left, self._asked = starts["remaining"], self._now()
            if await may_begin(starts, 1, self._sleep):
                break
        self._left -= 1
