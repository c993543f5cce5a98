"""Several processes on one PostgreSQL database: an option, which only bot.py loads, by name.

Each process, a *cluster*, has a *slot* and serves the shards of that slot. The shards of a cluster
that is gone go to others. A guild belongs to one shard, so one process writes each of its tables.
`load` is the entry point.

    identity        a cluster's slot and its name, and the range of slots of a machine
    supervisor      starts the clusters of a machine, and restarts them
    process         one cluster: `ClusterOwnership`, by leases
    decisions       what is to be done now, from what every cluster can read: no I/O, no clock
    lease_keeper    does it in a loop: renews, takes and hands over leases
    handover        serves each interaction once while a shard changes hands
    discord_limits  shares Discord's limits: identify intervals, requests, session starts
    doctor          the doctor's lines about leases
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from cogs.clusters import supervisor
from cogs.clusters.doctor import doctor_checks
from cogs.core.settings import Settings
from cogs.ops.doctor import DoctorChecks


@dataclass(frozen=True, slots=True)
class ClusterPackage:
    """The parts that several processes add to the bot."""

    start_commands: frozenset[str]
    """The first arguments that start the bot. All others are commands of the operator."""
    start: Callable[[Sequence[str], supervisor.RunBot], int]
    """Starts the clusters of this machine, or is one: it makes the ownership and runs the bot."""
    doctor_checks: DoctorChecks


def load(settings: Settings, arguments: Sequence[str]) -> ClusterPackage:
    """Return what several processes add to the bot.

    Args:
        settings: They have the address of a PostgreSQL database.
        arguments: Those of the program.
    """
    assert settings.server is not None
    return ClusterPackage(
        start_commands=supervisor.START_COMMANDS,
        start=partial(supervisor.start, settings, arguments),
        doctor_checks=doctor_checks(settings.server),
    )
