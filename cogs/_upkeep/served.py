"""Who serves which shard, as the leases of all clusters say: for `./run doctor`."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from cogs._clusters.places import Name
from cogs._upkeep.observations import Observation, ill, well
from data.file.errors import StoreError
from data.leases.rows import AGREED, Lease, Taking, of_shard
from data.sql.address import ServerAddress
from data.upkeep.checkup import clusters

BEATEN: Final = 3.0
"""Seconds in which whoever lives has beaten; a cluster does once a second."""
NAMED: Final = 20
"""Shards that are named; one screen has to do."""


def watched(
    address: ServerAddress, sleep: Callable[[float], None] = time.sleep
) -> tuple[frozenset[str], Taking]:
    """The clusters that were seen to live, and how things stand."""
    before = clusters(address)
    if before.members:
        sleep(BEATEN)
    after = clusters(address)
    living = (name for name, one in after.members.items() if one != before.members.get(name))
    return frozenset(living), after


def numbers(address: ServerAddress | None) -> list[int]:
    """The numbers of the clusters that take part; 0 is the only process there is."""
    try:
        members = clusters(address).members if address else ()
    except StoreError:  # said where the database is looked at
        members = ()
    return sorted({Name.read(name).number for name in members}) or [0]


def served(living: frozenset[str], seen: Taking) -> Iterator[Observation]:
    """A line for the clusters, and one for whatever nobody looks after. None without clusters."""
    if not seen.members:
        return
    shards = int(seen.leases[AGREED].said or 0) if AGREED in seen.leases else 0
    yield well("clusters", n=len(living), shards=shards)
    if silent := sorted(Name.read(one).number for one in seen.members.keys() - living):
        yield ill("clusters_silent", n=len(silent), numbers=", ".join(map(str, silent)))
    left = [n for n in range(shards) if _holder(seen, n) not in living]
    if left:
        yield ill("shards_unserved", n=len(left), numbers=", ".join(map(str, left[:NAMED])))


def _holder(seen: Taking, shard: int) -> str:
    return seen.leases.get(of_shard(shard), Lease("")).holder
