"""The doctor's lines about leases: which cluster serves which shard."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from cogs.clusters.identity import ClusterName
from cogs.ops.doctor import CheckResult, DoctorChecks, failed, passed
from data.admin.inspection import upgraded_snapshot
from data.bootstrap.open import import_postgres_module
from data.core.location import DatabaseUrl
from data.errors import StorageError
from data.leases.models import SHARD_COUNT_LEASE, ClusterStatus, Lease, shard_lease_name

QUERIES: Final = "data.leases.queries"
HEARTBEAT_SECONDS: Final = 3.0
"""Seconds in which every living cluster renews its leases. It renews once a second."""
NAMED: Final = 20
"""Maximum number of shards to list, so that all lines fit on one page of a terminal."""


def doctor_checks(address: DatabaseUrl) -> DoctorChecks:
    """Return the checks that the doctor makes for a bot of several processes."""
    return DoctorChecks(
        database=lambda: lease_checks(*observe_clusters(address)),
        metrics_ports=lambda first: [first + number for number in cluster_numbers(address)],
    )


def observe_clusters(
    address: DatabaseUrl, sleep: Callable[[float], None] = time.sleep
) -> tuple[frozenset[str], ClusterStatus]:
    """Return the names of the living clusters, and all leases.

    A cluster is alive if it renews its leases while this function waits. This compares no times,
    because the clocks of machines differ.
    """
    before = cluster_status(address)
    if before.members:
        sleep(HEARTBEAT_SECONDS)
    after = cluster_status(address)
    living = (name for name, one in after.members.items() if one != before.members.get(name))
    return frozenset(living), after


def cluster_status(address: DatabaseUrl) -> ClusterStatus:
    """Return the processes and leases. Raises `StorageError` if PostgreSQL cannot be opened."""
    with upgraded_snapshot(address) as connection:
        status: ClusterStatus = import_postgres_module(QUERIES).status(connection)
        return status


def cluster_numbers(address: DatabaseUrl) -> list[int]:
    """Return the numbers of the clusters that take part; only 0 if there are none."""
    try:
        members = cluster_status(address).members
    except StorageError:  # the check of the database has reported the error
        return [0]
    return sorted({ClusterName.read(name).number for name in members}) or [0]


def lease_checks(living: frozenset[str], seen: ClusterStatus) -> Iterator[CheckResult]:
    """Yield the doctor's lines about all clusters, silent clusters and unserved shards.

    Yields nothing if no cluster takes part.
    """
    if not seen.members:
        return
    shards = (
        int(seen.leases[SHARD_COUNT_LEASE].said or 0) if SHARD_COUNT_LEASE in seen.leases else 0
    )
    yield passed("clusters", n=len(living), shards=shards)
    if silent := sorted(ClusterName.read(one).number for one in seen.members.keys() - living):
        yield failed("clusters_silent", n=len(silent), numbers=", ".join(map(str, silent)))
    unserved = [n for n in range(shards) if _holder(seen, n) not in living]
    if unserved:
        numbers = ", ".join(map(str, unserved[:NAMED]))
        yield failed("shards_unserved", n=len(unserved), numbers=numbers)


def _holder(seen: ClusterStatus, shard: int) -> str:
    return seen.leases.get(shard_lease_name(shard), Lease("")).holder
