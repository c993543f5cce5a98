"""As what a process starts: the only one, the one that starts the others, or one of these.

Where the database is a file there is one process, and nothing here is of any use.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs._clusters.places import Name, Place
from cogs._process.cluster_range import ClusterRange
from cogs._process.settings import BadSettings, Settings
from cogs._upkeep.clustered import Alone
from data.opening.place import module_of_servers
from data.sql.address import ServerAddress

PART: Final = "--clusters"
ONE: Final = "cluster"
STARTS: Final = frozenset({PART, ONE})
"""The first words of arguments that start the bot, and ask nothing of it."""
LAST_PORT: Final = 2**16 - 1


def start(arguments: Sequence[str], settings: Settings) -> ClusterRange | Place | None:
    """Which clusters this process starts, or which it is; None for the only process.

    Raises `BadSettings`.
    """
    if settings.server is None:
        if arguments:
            raise BadSettings(
                ["--clusters: an SQLite file has one process; several need PostgreSQL"]
            )
        return None
    if not arguments:
        return ClusterRange(0, cores() - 1, cores())
    kind, *words = arguments
    try:
        return place(words) if kind == ONE else ClusterRange.read(" ".join(words))
    except ValueError as reason:
        raise BadSettings([f"{kind}: {reason}"]) from reason


def place(words: Sequence[str]) -> Place:
    """What the supervisor says to a cluster: 2/4, its own name, a serial, how many it starts.

    And perhaps "beside".
    """
    number, origin, serial, neighbours, *beside = words
    part = ClusterRange.read(number)
    name = Name(part.first, origin, int(serial))
    return Place(name, part.of, beside=bool(beside), neighbours=int(neighbours))


def cores() -> int:
    """How many cores this process may use."""
    has_affinity = hasattr(os, "sched_getaffinity")  # on Linux alone
    return len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1


def own(settings: Settings, place: Place | None) -> Settings:
    """The settings of one process: of several each tells its figures at a port of its own.

    Raises `BadSettings`.
    """
    first, number = settings.metrics_port, 0 if place is None else place.number
    if not first:
        return settings
    if first + number > LAST_PORT:
        why = f"cluster {number} would have metrics port {first + number}"
        raise BadSettings([f"TUPPENCE_METRICS_PORT: {why}, and {LAST_PORT} is the last"])
    return replace(settings, metrics_port=first + number)


def joining(database: ServerAddress | None, place: Place, stop: asyncio.Event) -> Alone:
    """The cluster at a place; it is asked to stop when whoever started it has gone.

    Raises `Unusable` without psycopg.
    """
    assert database is not None
    # psycopg is needed where the database is PostgreSQL, and nowhere else
    made: Alone = module_of_servers("cogs._upkeep.cluster").Cluster.at(database.whole, place)
    loop = asyncio.get_running_loop()

    def abandoned() -> None:
        sys.stdin.read()  # until the supervisor has ended, however it did
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=abandoned, name="supervisor", daemon=True).start()
    return made
