"""Runs several processes on one PostgreSQL database. This is optional; only `bot` imports it.

Each process is a *cluster*. It has a *slot*, and serves the shards of that slot. If a cluster has
ended, other clusters serve its shards. Each guild belongs to one shard, so only one process writes
to each table. `load` is the entry point.

identity        the slot and the name of a cluster, and the range of slots of a machine
entry           starts this process as supervisor or as cluster
supervisor      starts the clusters of a machine, and restarts them
process         one cluster, as `ClusterOwnership`
decisions       decides what a cluster has to do now; it has no I/O and no clock
lease_keeper    carries out the decisions in a loop: renews, takes and hands over leases
handover        serves each interaction exactly once while a shard moves to another cluster
discord_limits  shares Discord's limits: identify intervals, requests, session starts
doctor          the doctor's lines about leases
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from cogs.clusters import entry
from cogs.clusters.doctor import doctor_checks
from cogs.core.settings import Settings
from cogs.ops.doctor import DoctorChecks


@dataclass(frozen=True, slots=True)
class ClusterPackage:
    """The parts that this package adds to the bot."""

    start_commands: frozenset[str]
    """First arguments of the program that start the bot.

    All others are commands of the operator.
    """
    start: Callable[[Sequence[str], entry.RunBot], int]
    """Starts the clusters of this machine, or runs the bot as one of them.

    Returns the exit status.
    """
    doctor_checks: DoctorChecks


def load(settings: Settings, arguments: Sequence[str]) -> ClusterPackage:
    """Return what this package adds to the bot.

    Args:
        settings: The settings, with the address of a PostgreSQL database.
        arguments: The arguments of the program.
    """
    assert settings.server is not None
    return ClusterPackage(
        start_commands=entry.START_COMMANDS,
        start=partial(entry.start, settings, arguments),
        doctor_checks=doctor_checks(settings.server),
    )
