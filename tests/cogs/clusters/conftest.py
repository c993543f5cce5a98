"""Fixtures of clusters that share a real PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from cogs.clusters.identity import ClusterName, ClusterSlot
from cogs.clusters.lease_keeper import LeaseKeeper
from data.leases.repository import LeaseRepository
from tests.cogs.clusters.recording_hosts import SHARDS, Begun, Cluster, Noting
from tests.data.builders import Clock
from tests.data.leases.conftest import joined, leased

__all__ = ["joined", "leased"]


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


@pytest.fixture
async def begun(leased: str, clock: Clock) -> AsyncIterator[Begun]:
    """A function that starts clusters at two places; by default they take leases at once."""
    async with AsyncExitStack() as stack:

        async def made(
            number: int,
            serial: int = 1,
            *,
            of: int = 2,
            beside: bool = False,
            kind: type[LeaseRepository] = LeaseRepository,
            joins: bool = True,
        ) -> Cluster:
            name = ClusterName(number, "here", serial)
            ledger, host = kind(leased, str(name)), Noting()
            stack.push_async_callback(ledger.close)
            if joins:
                await ledger.register()
            keeper = LeaseKeeper(ledger, ClusterSlot(name, of, beside), SHARDS, host, clock)
            return Cluster(keeper, host, ledger)

        yield made
