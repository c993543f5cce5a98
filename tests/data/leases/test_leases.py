import asyncio
from contextlib import closing

import pytest

from data.core.location import DatabaseUrl
from data.leases.liveness import LivenessMonitor
from data.leases.models import NO_OWNER, Lease, shard_lease_name
from data.leases.repository import LeaseRepository, LeasesUnreachable
from data.postgres.connection import connect
from tests.data.builders import Clock
from tests.data.leases.conftest import Joined
from tests.support.postgres.server import execute

SHARD = shard_lease_name(3)


async def holder_of(ledger: LeaseRepository, name: str = SHARD) -> Lease:
    return (await ledger.heartbeat_and_snapshot()).lease(name)


def test_a_lease_is_called_the_same_by_every_release() -> None:
    # During a deploy the old and the new process own it in turn.
    assert shard_lease_name(3) == "shard:3"


async def test_of_two_who_take_a_free_shard_at_once_one_gets_it(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    free = (await ann.heartbeat_and_snapshot()).lease(SHARD)
    got = await asyncio.gather(ann.acquire(free), ben.acquire(free))
    assert sum(lease is not None for lease in got) == 1


async def test_a_lease_that_has_changed_hands_meanwhile_is_not_taken(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    seen = await ann.acquire(Lease(SHARD))
    assert seen is not None
    await ann.transfer(seen)
    assert await ben.acquire(seen) is None


async def test_each_change_of_hands_is_a_new_epoch(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    first = await ann.acquire(Lease(SHARD))
    assert first is not None
    assert await ann.transfer(first, "ben", "what was served")
    now = await holder_of(ben)
    assert (now.holder, now.epoch, now.said) == ("ben", first.epoch + 1, "what was served")


async def test_who_has_lost_a_lease_cannot_give_it_away(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    first = await ann.acquire(Lease(SHARD))
    assert first is not None
    await ann.transfer(first, "ben")
    assert not await ann.transfer(first, "cleo")
    assert (await holder_of(ben)).holder == "ben"


async def test_who_is_ready_for_a_shard_is_seen_by_its_holder(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    await ann.acquire(Lease(SHARD))
    assert await ben.request_transfer(await holder_of(ben))
    assert (await holder_of(ann)).wanted == "ben"


async def test_nobody_waits_any_longer_for_a_shard_that_was_given(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    first = await ann.acquire(Lease(SHARD))
    assert first is not None
    await ben.request_transfer(first)
    await ann.transfer(first, "ben")
    assert (await holder_of(ann)).wanted == NO_OWNER


async def test_who_quits_leaves_nothing_behind(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    await ann.acquire(Lease(SHARD))
    await ann.resign()
    seen = await ben.heartbeat_and_snapshot()
    assert (seen.lease(SHARD).holder, set(seen.members)) == (NO_OWNER, {"ben"})


async def test_who_was_taken_for_dead_learns_it_at_the_next_beat(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    assert await ben.expire((await ben.heartbeat_and_snapshot()).members["ann"])
    assert not (await ann.heartbeat_and_snapshot()).in_time


async def test_who_has_moved_since_is_not_taken_for_dead(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    seen = (await ben.heartbeat_and_snapshot()).members["ann"]
    await ann.heartbeat_and_snapshot()
    assert not await ben.expire(seen)
    assert (await ann.heartbeat_and_snapshot()).in_time


async def test_what_all_agree_on_is_what_the_first_has_written(joined: Joined) -> None:
    ann, ben = await joined("ann"), await joined("ben")
    assert await ann.compare_and_set("shards", "4") == "4"
    assert await ben.compare_and_set("shards", "8") == "4"
    assert await ben.compare_and_set("shards", "8", before="4") == "8"


async def test_the_ledger_comes_back_when_postgresql_does(leased: str, joined: Joined) -> None:
    ann = await joined("ann")
    await ann.acquire(Lease(SHARD))
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    ours = "datname = current_database() AND application_name = 'tuppence leases'"
    execute(leased, f"{cut} AND {ours}")
    with pytest.raises(LeasesUnreachable):
        await ann.heartbeat_and_snapshot()
    seen = await ann.heartbeat_and_snapshot()
    assert seen.in_time
    assert seen.lease(SHARD).holder == "ann"


async def test_a_server_that_vanishes_without_a_word_is_missed_on_every_connection(
    leased: str,
) -> None:
    ledger = LeaseRepository(leased, "ann")
    with closing(ledger._connected()) as one, closing(connect(DatabaseUrl(leased), "x")) as two:
        for link in (one, two):
            found = link.info.get_parameters()
            assert (found["tcp_user_timeout"], found["keepalives_idle"]) == ("15000", "10")
    await ledger.close()


# ------------------------------------------------------------ who lives


async def test_who_does_not_move_for_ten_seconds_is_dead(joined: Joined) -> None:
    ann, clock = await joined("ann"), Clock(0.0)
    await joined("ben")
    watch = LivenessMonitor(clock)
    silent = []
    for _ in range(12):
        watch.observe(await ann.heartbeat_and_snapshot())
        silent.append(watch.is_expired("ben"))
        clock.now += 1.0
    assert silent == [False] * 10 + [True] * 2
    assert not watch.is_expired("ann")


async def test_while_nobody_could_look_nobody_dies(joined: Joined) -> None:
    ann, clock = await joined("ann"), Clock(0.0)
    await joined("ben")
    watch = LivenessMonitor(clock)
    watch.observe(await ann.heartbeat_and_snapshot())
    clock.now += 60.0  # PostgreSQL was away, for Ben's process too.
    watch.observe(await ann.heartbeat_and_snapshot())
    assert not watch.is_expired("ben")
