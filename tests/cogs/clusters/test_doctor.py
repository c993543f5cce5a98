"""Tests of the doctor's report on clusters, from leases in a real PostgreSQL."""

import pytest

from cogs.clusters.doctor import cluster_numbers, doctor_checks, lease_checks, observe_clusters
from cogs.ops.doctor import CheckResult
from data.core.location import DatabaseUrl
from data.database import Database
from data.leases.fencing import table_fence
from data.leases.models import Lease, shard_lease_name
from data.leases.repository import LeaseRepository
from data.leases.shards import OwnedShards

ANN, BEN = "0:here:1", "3:here:1"


def none_beats(_: float) -> None:
    """Let time pass without a heartbeat."""


async def looked(
    ledgers: tuple[LeaseRepository, ...], place: DatabaseUrl, *beating: LeaseRepository
) -> list[CheckResult]:
    """Return the doctor's report if these clusters send a heartbeat between its two looks."""
    loops = [one.heartbeat_and_snapshot for one in beating]
    before = observe_clusters(place, none_beats)[1]
    assert len(before.members) == len(ledgers)
    for look in loops:
        await look()
    after = observe_clusters(place, none_beats)[1]
    living = {name for name, one in after.members.items() if one != before.members[name]}
    return list(lease_checks(frozenset(living), after))


@pytest.fixture
async def place(address: str) -> DatabaseUrl:
    """A database without clusters."""
    store = await Database.open(DatabaseUrl(address), fence=table_fence(OwnedShards()))
    await store.close()
    return DatabaseUrl(address)


@pytest.fixture
async def both(place: DatabaseUrl):
    """Two clusters: one with shard 0 and one with shards 1 and 2, of four."""
    made = tuple(LeaseRepository(place.whole, name) for name in (ANN, BEN))
    for ledger in made:
        await ledger.register()
    await made[0].compare_and_set("shards", "4")
    for shard, ledger in ((0, made[0]), (1, made[1]), (2, made[1])):
        await ledger.acquire(Lease(shard_lease_name(shard)))
    yield made
    for ledger in made:
        await ledger.close()


async def test_while_all_live_only_a_shard_that_nobody_has_is_wrong(both, place: DatabaseUrl):
    said = await looked(both, place, *both)
    assert [one.well for one in said] == [True, False]
    assert "2 clusters running; shards: 4" in said[0].words
    assert said[1].words.startswith("no running cluster has shard 3")


async def test_who_shows_no_life_is_named_with_its_shards(both, place: DatabaseUrl):
    said = await looked(both, place, both[0])
    assert "cluster 3 has stopped reporting" in said[1].words
    assert "3 shards" in said[2].words
    assert ": 1, 2, 3." in said[2].words


async def test_each_cluster_that_takes_part_has_its_figures_looked_at(both, place: DatabaseUrl):
    assert cluster_numbers(place) == [0, 3]
    assert doctor_checks(place).metrics_ports(9000) == [9000, 9003]


def test_where_no_cluster_takes_part_nothing_is_said(place: DatabaseUrl):
    assert not list(lease_checks(*observe_clusters(place, none_beats)))
