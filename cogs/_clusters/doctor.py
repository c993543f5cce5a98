"""The doctor's lines about leases: which cluster serves which shard."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from cogs._clusters.identity import ClusterName
from cogs._upkeep.observations import DoctorChecks, Observation, ill, well
from data.file.errors import StoreError
from data.leases.rows import AGREED, Lease, Taking, of_shard
from data.sql.address import ServerAddress
from data.upkeep.checkup import clusters

HEARTBEAT_SECONDS: Final = 3.0
"""Seconds in which every living cluster renews its leases; it does so once a second."""
NAMED: Final = 20
"""Number of shards that are named: all lines must fit on one screen."""


def doctor_checks(address: ServerAddress) -> DoctorChecks:
    """Return what several processes add to the doctor's checks."""
    return DoctorChecks(
        database=lambda: lease_checks(*observe_clusters(address)),
        metrics_ports=lambda first: [first + number for number in cluster_numbers(address)],
    )


def observe_clusters(
    address: ServerAddress, sleep: Callable[[float], None] = time.sleep
) -> tuple[frozenset[str], Taking]:
    """Return the names of the clusters that are alive, and all leases."""
    before = clusters(address)
    if before.members:
        sleep(HEARTBEAT_SECONDS)
    after = clusters(address)
    living = (name for name, one in after.members.items() if one != before.members.get(name))
    return frozenset(living), after


def cluster_numbers(address: ServerAddress) -> list[int]:
    """Return the numbers of the clusters that take part; 0 alone where there are none."""
    try:
        members = clusters(address).members
    except StoreError:  # the check of the database has said so
        return [0]
    return sorted({ClusterName.read(name).number for name in members}) or [0]


def lease_checks(living: frozenset[str], seen: Taking) -> Iterator[Observation]:
    """Yield a line for the clusters, for silent ones, and for unserved shards; or no line."""
    if not seen.members:
        return
    shards = int(seen.leases[AGREED].said or 0) if AGREED in seen.leases else 0
    yield well("clusters", n=len(living), shards=shards)
    if silent := sorted(ClusterName.read(one).number for one in seen.members.keys() - living):
        yield ill("clusters_silent", n=len(silent), numbers=", ".join(map(str, silent)))
    left = [n for n in range(shards) if _holder(seen, n) not in living]
    if left:
        yield ill("shards_unserved", n=len(left), numbers=", ".join(map(str, left[:NAMED])))


def _holder(seen: Taking, shard: int) -> str:
    return seen.leases.get(of_shard(shard), Lease("")).holder
