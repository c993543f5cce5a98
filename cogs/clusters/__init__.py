"""Several processes on one PostgreSQL database: an option, which only `bot.py` loads, by name.

Each process, a *cluster*, has a *slot* and serves the shards of that slot. A shard whose cluster
is gone goes to another. A guild belongs to one shard, so each of its tables has one process that
writes. `load` is the entry point.

    identity    a cluster's slot and its name, and the range of slots of a machine
    supervisor  starts the clusters of a machine, and starts them again
    process     one cluster: `ClusterOwnership`, by leases
    duties      what is to be done now, from what every cluster can read: no I/O, no clock
    keeper      does it in a loop: renews, takes and hands over leases
    presses     serves each interaction once while a shard changes hands
    windows     identifies in Discord's 5-second slots, across processes
    sessions    waits for Discord's daily limit of session starts
    budget      a process's share of the requests that Discord allows a bot
    doctor      the doctor's lines about leases
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
    """What several processes add to the bot."""

    start_commands: frozenset[str]
    """The first arguments that start the bot. All others are commands of the operator."""
    start: Callable[[Sequence[str], supervisor.RunBot], int]
    """Starts the clusters of this machine, or is one: it makes the ownership and runs the bot."""
    doctor_checks: DoctorChecks


def load(settings: Settings, arguments: Sequence[str]) -> ClusterPackage:
    """Return what several processes add, for settings with the address of a database."""
    assert settings.server is not None
    return ClusterPackage(
        start_commands=supervisor.START_COMMANDS,
        start=partial(supervisor.start, settings, arguments),
        doctor_checks=doctor_checks(settings.server),
    )
