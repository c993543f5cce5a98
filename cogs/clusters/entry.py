"""The start of this process: as supervisor of the clusters of this machine, or as one of them."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from cogs.clusters.identity import ClusterName, ClusterRange, ClusterSlot
from cogs.clusters.supervisor import CLUSTER_COMMAND, run_supervisor
from cogs.computers.worker_pool import cores
from cogs.core.exit_status import exit_status_for, run_to_exit_status
from cogs.core.log import start_log
from cogs.core.settings import InvalidSettings, Settings
from cogs.gateway.ownership import ShardOwnership
from data.bootstrap.open import import_postgres_module
from data.core.location import DatabaseUrl

RunBot: TypeAlias = Callable[[Settings, Callable[[], ShardOwnership]], Coroutine[Any, Any, None]]
"""Runs the bot until it ends. The second argument constructs the ownership."""
CLUSTERS_OPTION: Final = "--clusters"
START_COMMANDS: Final = frozenset({CLUSTERS_OPTION, CLUSTER_COMMAND})
"""First arguments of the program that start the bot. All others are commands of the operator."""
LAST_PORT: Final = 2**16 - 1


def start(
    settings: Settings, arguments: Sequence[str], command: Sequence[str], run_bot: RunBot
) -> int:
    """Start the clusters of this machine, or run the bot as one of them.

    Args:
        settings: The settings, with the address of a database.
        arguments: The arguments of the program. Without any, all clusters run on this machine.
        command: The command that starts this program again, for each cluster.
        run_bot: Runs the bot if this process is a cluster.

    Returns:
        The exit status.
    """
    try:
        part = parse_start(arguments)
    except InvalidSettings as problems:
        return exit_status_for(problems)
    if isinstance(part, ClusterRange):
        start_log(settings.log_level, settings.token, "supervisor")
        return run_supervisor(command, part)
    start_log(settings.log_level, settings.token, part.log_name)
    return run_to_exit_status(run_cluster(settings, part, run_bot))


def parse_start(arguments: Sequence[str]) -> ClusterRange | ClusterSlot:
    """Return the clusters that this process must start, or the slot of this process.

    Raises:
        InvalidSettings: The arguments are wrong.
    """
    if not arguments:
        return ClusterRange(0, cores() - 1, cores())
    kind, *words = arguments
    try:
        if kind == CLUSTER_COMMAND:
            return parse_slot(words)
        return ClusterRange.read(" ".join(words))
    except ValueError as reason:
        raise InvalidSettings([f"{kind}: {reason}"]) from reason


def parse_slot(words: Sequence[str]) -> ClusterSlot:
    """Return the slot in the arguments that the supervisor gives a cluster. Raises `ValueError`.

    The arguments are the slot (`2/4`), the supervisor's name, a serial, and the number of clusters
    on this machine. A last argument `beside` means that this process replaces another process,
    which still runs.
    """
    slot, origin, serial, processes, *beside = words
    part = ClusterRange.read(slot)
    name = ClusterName(part.first, origin, int(serial))
    return ClusterSlot(name, part.of, bool(beside), int(processes))


async def run_cluster(settings: Settings, slot: ClusterSlot, run_bot: RunBot) -> None:
    """Run the bot as one cluster. Raises `InvalidSettings`, and what `run_bot` raises."""
    assert settings.server is not None
    ownership = partial(join_cluster, settings.server, slot)
    await run_bot(settings_of_process(settings, slot), ownership)


def settings_of_process(settings: Settings, slot: ClusterSlot) -> Settings:
    """Return the settings of one cluster. Each cluster has its own metrics port.

    Raises:
        InvalidSettings: The port would be above the last.
    """
    first = settings.metrics_port
    port = first + slot.number if first else first
    if port > LAST_PORT:
        why = f"cluster {slot.number} would have metrics port {port}"
        raise InvalidSettings([f"TUPPENCE_METRICS_PORT: {why}, and {LAST_PORT} is the last"])
    return replace(settings, metrics_port=port)


def join_cluster(address: DatabaseUrl, slot: ClusterSlot) -> ShardOwnership:
    """Return the ownership for the cluster in a slot.

    Raises:
        DatabaseUnusable: psycopg is not installed.
    """
    # Import by name, because the operator's commands and the supervisor must work without psycopg.
    made: ShardOwnership = import_postgres_module("cogs.clusters.process").cluster(
        address.whole, slot
    )
    return made
