"""Tests of a shard that changes owners while PostgreSQL is away: one of the two serves it
afterwards.
"""

from typing import NamedTuple

import pytest

from tests.cogs.clusters.failing_leases import Broken
from tests.cogs.clusters.recording_hosts import Begun, Cluster, go_on
from tests.data.builders import Clock


class Pair(NamedTuple):
    """Two clusters; a test says when the first one's connection breaks."""

    one: Cluster
    two: Cluster

    def breaks(self, when: str) -> None:
        ledger = self.one.ledger
        assert isinstance(ledger, Broken)
        ledger.breaks = when


@pytest.fixture
async def pair(begun: Begun) -> Pair:
    """Two clusters that have not looked yet; the first one's connection may break."""
    return Pair(await begun(0, kind=Broken), await begun(1, joins=False))


@pytest.mark.parametrize("when", ["give before", "give after"])
async def test_a_shard_whose_handing_over_was_not_answered_is_served_by_the_other(
    pair: Pair, clock: Clock, when: str
) -> None:
    one, two = pair
    await go_on(clock, one, seconds=20)
    pair.breaks(when)
    await two.ledger.register()
    await go_on(clock, one, two, seconds=8)
    assert (one.serving, two.serving) == ({0, 1}, {2, 3})
    assert one.host.here == {0, 1}


async def test_it_is_served_again_if_who_wanted_it_has_died_meanwhile(
    pair: Pair, clock: Clock
) -> None:
    one, two = pair
    await go_on(clock, one, seconds=20)
    await two.ledger.register()
    await go_on(clock, two, seconds=2)
    pair.breaks("give before")
    await one.keeper.look()
    assert len(one.serving) == 3
    await go_on(clock, one, seconds=20)  # Cluster two was killed.
    assert one.serving == {0, 1, 2, 3}


@pytest.mark.parametrize("when", ["take before", "take after"])
async def test_a_shard_whose_taking_was_not_answered_is_served(
    pair: Pair, clock: Clock, when: str
) -> None:
    one, _ = pair
    pair.breaks(when)
    await go_on(clock, one, seconds=20)
    assert one.serving == {0, 1, 2, 3}
    assert one.keeper.holds("shard:0")
