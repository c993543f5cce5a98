"""Tests of clusters that share a real PostgreSQL, with a settable clock and recording hosts."""

import asyncio

import pytest

from cogs.clusters.identity import ClusterName, ClusterSlot
from cogs.clusters.lease_keeper import LeaseKeeper, LeaseLost
from data.leases.repository import LeaseRepository
from tests.cogs.clusters.failing_leases import Silent
from tests.cogs.clusters.recording_hosts import SHARDS, Begun, Cluster, Noting, go_on
from tests.data.builders import Clock


async def test_each_of_two_clusters_serves_its_half(begun: Begun, clock: Clock) -> None:
    one, two = await begun(0), await begun(1)
    await go_on(clock, one, two)
    assert (one.serving, two.serving) == ({0, 1}, {2, 3})
    assert one.keeper.all_served.is_set()
    assert two.host.living == 2


async def test_of_more_places_than_shards_the_first_have_one_each_at_once(
    begun: Begun, clock: Clock
) -> None:
    several = [await begun(number, of=16) for number in range(SHARDS)]
    await go_on(clock, *several)
    assert [one.serving for one in several] == [{0}, {1}, {2}, {3}]
    assert all(one.keeper.all_served.is_set() for one in several)


async def test_who_comes_early_leaves_the_others_their_shards(begun: Begun, clock: Clock) -> None:
    one = await begun(0)
    await go_on(clock, one, seconds=10)
    assert one.serving == {0, 1}


async def test_one_alone_serves_all_in_the_end(begun: Begun, clock: Clock) -> None:
    one = await begun(0)
    await go_on(clock, one, seconds=20)
    assert one.serving == {0, 1, 2, 3}


async def test_who_comes_late_gets_its_shards_from_who_has_them(begun: Begun, clock: Clock) -> None:
    one = await begun(0)
    await go_on(clock, one, seconds=20)
    two = await begun(1)
    await go_on(clock, one, two)
    assert (one.serving, two.serving) == ({0, 1}, {2, 3})
    assert two.host.told[2] == f"served by {id(one.host)}"
    assert one.host.here == {0, 1}


async def test_a_shard_has_never_two_who_serve_it(begun: Begun, clock: Clock) -> None:
    one = await begun(0)
    await go_on(clock, one, seconds=20)
    two = await begun(1)
    for _ in range(10):
        await go_on(clock, two, one, seconds=1)
        assert not one.serving & two.serving


async def test_the_shards_of_a_dead_cluster_are_served_within_15_seconds(
    begun: Begun, clock: Clock
) -> None:
    one, two = await begun(0), await begun(1)
    await go_on(clock, one, two, seconds=20)
    await go_on(clock, one, seconds=15)  # Cluster two was killed.
    assert one.serving == {0, 1, 2, 3}


async def test_who_was_only_asleep_begins_anew(begun: Begun, clock: Clock) -> None:
    one, two = await begun(0), await begun(1)
    await go_on(clock, one, two, seconds=20)
    await go_on(clock, one, seconds=15)
    with pytest.raises(LeaseLost):
        await two.keeper.look()


async def test_who_is_started_again_after_a_death_waits_for_nobody(
    begun: Begun, clock: Clock
) -> None:
    one, two = await begun(0), await begun(1)
    await go_on(clock, one, two, seconds=20)
    again = await begun(1, serial=2)
    await go_on(clock, one, again, seconds=2)
    assert (one.serving, again.serving) == ({0, 1}, {2, 3})


async def test_who_is_started_beside_takes_over_and_the_old_one_may_go(
    begun: Begun, clock: Clock
) -> None:
    one, old = await begun(0), await begun(1)
    await go_on(clock, one, old, seconds=20)
    new = await begun(1, serial=2, beside=True)
    await go_on(clock, one, old, new)
    assert (one.serving, old.serving, new.serving) == ({0, 1}, set(), {2, 3})
    assert old.keeper.over.is_set()
    assert not new.keeper.over.is_set()


async def test_the_new_one_has_its_place_once_the_old_one_has_gone(
    begun: Begun, clock: Clock
) -> None:
    old = await begun(1)
    await go_on(clock, old, seconds=2)
    new = await begun(1, serial=2, beside=True)
    await go_on(clock, old, new)
    await old.keeper.quit()
    await go_on(clock, new)
    assert new.keeper.holds("place:1")
    assert new.serving == {2, 3}


async def test_nobody_else_comes_while_one_follows_another(begun: Begun, clock: Clock) -> None:
    one, old = await begun(0), await begun(1)
    await go_on(clock, one, old, seconds=20)
    new = await begun(1, serial=2, beside=True)
    await go_on(clock, one, old, new)
    await old.keeper.quit()
    await go_on(clock, one, seconds=1)  # The new cluster has not seen yet that its place is free.
    assert one.host.here == {0, 1}


async def test_who_dies_while_it_is_relieved_is_followed_all_the_same(
    begun: Begun, clock: Clock
) -> None:
    one, old = await begun(0), await begun(1)
    await go_on(clock, one, old, seconds=20)
    new = await begun(1, serial=2, beside=True)
    await go_on(clock, one, new, seconds=15)  # The old cluster was killed.
    assert new.serving == {2, 3}


async def test_a_second_one_at_a_place_stands_by(begun: Begun, leased: str, clock: Clock) -> None:
    one = await begun(0)
    await go_on(clock, one, seconds=2)
    ledger, host = LeaseRepository(leased, "0:elsewhere:1"), Noting()
    await ledger.register()
    other = Cluster(
        LeaseKeeper(ledger, ClusterSlot(ClusterName(0, "elsewhere", 1), 2), SHARDS, host, clock),
        host,
        ledger,
    )
    await go_on(clock, one, other, seconds=20)
    assert (one.serving, other.serving) == ({0, 1, 2, 3}, set())
    await go_on(clock, other, seconds=15)  # Cluster one was killed.
    await ledger.close()
    assert other.serving == {0, 1, 2, 3}


async def test_who_leaves_may_go_once_its_shards_are_served_elsewhere(
    begun: Begun, clock: Clock
) -> None:
    one, two = await begun(0), await begun(1)
    await go_on(clock, one, two, seconds=20)
    await two.ledger.start_leaving()
    two.keeper._leaving = True
    await go_on(clock, two, seconds=1)
    assert not two.keeper.over.is_set()
    await go_on(clock, one, two)
    assert two.keeper.over.is_set()
    assert one.serving == {0, 1, 2, 3}


async def test_who_leaves_while_nothing_is_heard_of_postgresql_does_not_wait_for_ever(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.clusters.lease_keeper.PATIENCE", 0.01)
    one = await begun(0, kind=Silent)
    async with asyncio.timeout(5):
        await one.keeper.leave()


async def test_when_all_leave_nobody_waits(begun: Begun, clock: Clock) -> None:
    both = await begun(0), await begun(1)
    await go_on(clock, *both, seconds=20)
    for cluster in both:
        await cluster.ledger.start_leaving()
        cluster.keeper._leaving = True
    await go_on(clock, *both, seconds=1)
    assert all(cluster.keeper.over.is_set() for cluster in both)


async def test_the_upkeep_is_done_by_one_and_by_another_once_that_is_dead(
    begun: Begun, clock: Clock
) -> None:
    one, two = await begun(0), await begun(1)
    await go_on(clock, one, two, seconds=20)
    assert (one.keeper.runs_maintenance, two.keeper.runs_maintenance) == (True, False)
    await go_on(clock, two, seconds=15)
    assert two.keeper.runs_maintenance
