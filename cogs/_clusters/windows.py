"""Identifying in Discord's windows, across processes: one lease for each group of shards.

Discord lets one shard of each group (`shard_id % max_concurrency`) identify every five seconds,
whichever process asks. Who holds the group's lease may; it is let go of when the window is over.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from cogs._process.identifying import WINDOW, Turns
from data.leases.ledger import Ledger, LedgerAway
from data.leases.rows import Lease

log = logging.getLogger(__name__)

AGAIN: Final = 0.3
"""Seconds after which somebody looks again whether it is their turn."""


class Windows(Turns):
    """The turns of one process among several. `is_free`: nobody who lives has that lease."""

    def __init__(
        self,
        ledger: Ledger,
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
            except LedgerAway:
                lease = None
            if lease is not None:
                self._open.add(name)
                return lease
            await self._sleep(AGAIN)

    async def _taken_now(self, name: str) -> Lease | None:
        """The group's lease, if it is free; or ours, which we never heard that we had taken."""
        seen = (await self._ledger.look()).lease(name)
        if seen.holder == self._ledger.holder and name not in self._open:
            return seen
        return await self._ledger.take(seen) if self._is_free(seen) else None

    async def _close(self, lease: Lease) -> None:
        """Let the next one identify when the window is over."""
        await self._sleep(WINDOW)
        while not await self._is_given(lease):
            await self._sleep(AGAIN)
        self._open.discard(lease.name)

    async def _is_given(self, lease: Lease) -> bool:
        """Whether the lease is another's or nobody's by now."""
        try:
            await self._ledger.give(lease)
        except LedgerAway as error:
            log.warning("the window for identifying stays shut for now: %s", error)
            return False
        return True
