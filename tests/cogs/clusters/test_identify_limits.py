"""Tests of identifying within Discord's limits, by two processes that share a real PostgreSQL."""

import asyncio

import pytest

from cogs.clusters.discord_limits import AGAIN, SharedIdentifyQueue
from cogs.gateway.identify import IDENTIFY_INTERVAL
from data.leases.models import NO_OWNER, Lease
from data.leases.repository import LeaseRepository
from tests.cogs.clusters.failing_leases import Broken
from tests.data.leases.conftest import Joined


def is_free(lease: Lease) -> bool:
    return lease.holder == NO_OWNER


class Sleeping:
    """Windows that stay closed until a test opens them; waiting processes look often."""

    def __init__(self, ledger: LeaseRepository) -> None:
        self.over = asyncio.Event()
        self.shut = asyncio.Event()
        self.windows = SharedIdentifyQueue(ledger, is_free, self._sleep)
        self.windows.granted(2)

    async def _sleep(self, seconds: float) -> None:
        if seconds == AGAIN:
            await asyncio.sleep(0.005)
            return
        assert seconds == IDENTIFY_INTERVAL
        self.shut.set()
        await self.over.wait()


async def identified(one: Sleeping, shard: int) -> None:
    async with one.windows.turn(shard):
        await one.windows.wait(shard)


async def test_shards_of_one_group_identify_in_windows_of_their_own(joined: Joined) -> None:
    ann, ben = Sleeping(await joined("ann")), Sleeping(await joined("ben"))
    await identified(ann, 0)
    await ann.shut.wait()
    # A shard of the same group, in another process.
    second = asyncio.create_task(identified(ben, 2))
    await asyncio.sleep(0.1)
    assert not second.done()
    ann.over.set()
    await asyncio.wait_for(second, 10)
    ben.over.set()
    await asyncio.gather(*ben.windows._closing)


async def test_shards_of_two_groups_identify_at_once(joined: Joined) -> None:
    ann, ben = Sleeping(await joined("ann")), Sleeping(await joined("ben"))
    await identified(ann, 0)
    await asyncio.wait_for(identified(ben, 1), 10)
    for one in (ann, ben):
        one.over.set()
        await asyncio.gather(*one.windows._closing)


@pytest.mark.parametrize("when", ["take before", "take after", "give before", "give after"])
async def test_a_window_opens_and_closes_although_postgresql_did_not_answer_once(
    leased: str, joined: Joined, when: str
) -> None:
    ledger = Broken(leased, "ann", "identify:")
    await ledger.register()
    ann, ben = Sleeping(ledger), Sleeping(await joined("ben"))
    ledger.breaks = when
    await asyncio.wait_for(identified(ann, 0), 10)
    ann.over.set()
    await asyncio.wait_for(identified(ben, 2), 10)
    assert not ledger.breaks
    ben.over.set()
    await asyncio.gather(*ann.windows._closing, *ben.windows._closing)
    await ledger.close()
