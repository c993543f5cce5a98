"""The supervisor: starts the clusters of a machine, and restarts them. Also the entry of a cluster.

The supervisor uses neither Discord nor the database. Each child prints a line when it knows the
number of shards (`shards 16`), and another when it serves all its shards (`serving`). A child ends
when its standard input closes, so no child outlives the supervisor.

SIGTERM, Ctrl-C    stop all clusters in an orderly way
SIGHUP             deploy: replace each cluster in turn by a new process, which starts while
                   the old process runs, and takes over its shards
"""

import asyncio
import logging
import secrets
import signal
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeAlias

from cogs.clusters.identity import ClusterName, ClusterRange, ClusterSlot
from cogs.computers.worker_pool import cores
from cogs.core import exit_status
from cogs.core.exit_status import exit_status_for, run_to_exit_status
from cogs.core.lifecycle import run_until_first_ends, stop_event
from cogs.core.log import start_log
from cogs.core.ownership import ShardOwnership
from cogs.core.settings import InvalidSettings, Settings
from data.bootstrap.open import import_postgres_module
from data.core.location import DatabaseUrl

log = logging.getLogger(__name__)

RunBot: TypeAlias = Callable[[Settings, Callable[[], ShardOwnership]], Coroutine[Any, Any, None]]
"""Runs the bot until it ends. The second argument constructs the ownership."""

CLUSTERS_OPTION: Final = "--clusters"
CLUSTER_COMMAND: Final = "cluster"
START_COMMANDS: Final = frozenset({CLUSTERS_OPTION, CLUSTER_COMMAND})
"""First arguments of the program that start the bot. All others are commands of the operator."""
LAST_PORT: Final = 2**16 - 1

FOR_GOOD: Final = frozenset(
    {
        exit_status.USAGE,
        exit_status.CANNOT_CREATE,
        exit_status.NO_DATABASE,
        exit_status.TOKEN_REFUSED,
        exit_status.SETTINGS,
    }
)
"""Exit statuses after which a restart cannot help."""
SHARD_COUNT_LINE: Final = "shards "
READY_LINE: Final = "serving"
LONGEST: Final = 60.0
"""Maximum seconds before the restart of a cluster that keeps ending at once."""
SERVED: Final = 5.0
"""Maximum seconds before the restart of a cluster that has served. Its members are waiting."""
WELL: Final = 20.0
"""A cluster that ran at least this many seconds is restarted at once."""
RELIEVED: Final = 300.0
"""Seconds in which a new cluster must take over all shards of the old cluster."""
ENDED: Final = 40.0
"""Seconds in which a cluster must end before the supervisor kills it."""


@dataclass(slots=True)
class ChildProcess:
    """The process of one cluster."""

    number: int
    process: asyncio.subprocess.Process
    serving: asyncio.Event = field(default_factory=asyncio.Event)
    begun: float = field(default_factory=time.monotonic)
    kept: bool = True
    """Whether to restart the process when it ends.

    During a deploy, False for the old and the new.
    """

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            self.process.terminate()

    async def end(self) -> int:
        """Wait until the process ends, and kill it after a time. Returns its exit status."""
        with suppress(TimeoutError):
            # `wait_for` of Python 3.11 may swallow a cancellation.
            async with asyncio.timeout(ENDED):
                return await self.process.wait()
        log.error("cluster %d does not stop: killing it", self.number)
        self.process.kill()
        return await self.process.wait()


class Supervisor:
    """Runs `command` for each cluster of a range. Arguments tell the command its slot."""

    def __init__(
        self,
        command: Sequence[str],
        part: ClusterRange,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self.shards = asyncio.get_running_loop().create_future()
        """The number of shards, once a cluster has printed it."""
        self._command = command
        self._part = part
        self._sleep = sleep
        self._origin = secrets.token_hex(4)
        self._serials = dict.fromkeys(part.numbers, 0)
        self._failures = dict.fromkeys(part.numbers, 0)
        self._children: dict[int, ChildProcess] = {}
        self._replacement: ChildProcess | None = None
        self._starting = asyncio.Lock()
        """Held while we check and start a slot's process.

        Two processes would expire each other's leases.
        """
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()
        self._status = exit_status.OK

    @property
    def pids(self) -> dict[int, int]:
        """The process ids of the clusters, by number."""
        return {number: child.process.pid for number, child in self._children.items()}

    async def run(self, stop: asyncio.Event, deploy: asyncio.Event) -> int:
        """Run the clusters until `stop` is set, or until an error that a restart cannot fix.

        Returns the exit status.
        """
        self._stop = stop
        works = [
            asyncio.create_task(work) for work in (self._start_all(), self._run_deploys(deploy))
        ]
        await stop.wait()
        for work in works:
            work.cancel()
        for child in (
            *self._children.values(),
            *([self._replacement] if self._replacement else []),
        ):
            child.stop()
        await asyncio.gather(*works, return_exceptions=True)
        while self._tasks:  # a cluster that was being restarted adds a task
            await asyncio.wait(self._tasks)
        return self._status

    async def _start_all(self) -> None:
        """Start the first cluster. Start the others once it has printed the number of shards."""
        first, *others = self._part.numbers
        await self._start_with_retry(first)
        shards = await self.shards
        for number in others:
            if number < shards:
                await self._start_with_retry(number)
        if shards <= self._part.last:
            log.info("shards: %d; more clusters than that are of no use", shards)

    async def _start(self, number: int, *, beside: bool = False) -> ChildProcess:
        self._serials[number] += 1
        serial, neighbours = self._serials[number], len(self._part.numbers)
        place = (f"{number}/{self._part.of}", self._origin, str(serial), str(neighbours))
        process = await asyncio.create_subprocess_exec(
            *(*self._command, "cluster", *place, *(["beside"] if beside else [])),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        child = ChildProcess(number, process, kept=not beside)
        if self._stop.is_set():  # `run` has stopped the earlier processes, but not this one
            child.stop()
        if not beside:
            self._children[number] = child
        task = asyncio.create_task(self._follow(child), name=f"cluster {number}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return child

    # ---- one cluster, from start to end

    async def _follow(self, child: ChildProcess) -> None:
        """Read the lines that a cluster prints.

        Once the cluster ends, restart it if that can help.
        """
        reader = asyncio.create_task(self._read_lines(child))
        await run_until_first_ends(child.process.wait(), self._stop.wait())
        status = await child.end()
        await reader
        longest = SERVED if child.serving.is_set() else LONGEST
        child.serving.set()  # a deploy must not wait for a process that has ended
        if self._stop.is_set() or not child.kept:
            return
        if status in FOR_GOOD:
            self._status = status
            self._stop.set()
            return
        log.warning("cluster %d has ended (%d): restarting it", child.number, status)
        await self._restart(child, longest)

    async def _restart(self, child: ChildProcess, longest: float = LONGEST) -> None:
        """Restart a cluster, after a growing delay if it keeps ending at once."""
        if time.monotonic() - child.begun >= WELL:
            self._failures[child.number] = 0
        await self._delay_start(child.number, longest)
        await self._start_with_retry(child.number, longest, after=child)

    async def _start_with_retry(
        self, number: int, longest: float = LONGEST, after: ChildProcess | None = None
    ) -> None:
        """Start a cluster.

        Retry on `OSError`, because the machine may lack memory or files for a while.
        """
        while not self._stop.is_set():
            try:
                async with self._starting:
                    if self._is_start_due(number, after):
                        await self._start(number)
                break
            except OSError as error:
                log.error("cluster %d cannot be started: %s", number, error)  # noqa: TRY400
            await self._delay_start(number, longest)

    def _is_start_due(self, number: int, after: ChildProcess | None) -> bool:
        """Return whether `after` is the last process in its slot, and no deploy replaces it."""
        return self._children.get(number) is after and (after is None or after.kept)

    async def _delay_start(self, number: int, longest: float) -> None:
        """Wait before a start, longer each time. Return at once if the supervisor is stopping."""
        self._failures[number] += 1
        # 0, 1, 3, 7 … seconds. Without the limit on the exponent, the power would overflow a float.
        pause = min(longest, 2.0 ** min(self._failures[number] - 1, 6) - 1.0)
        await run_until_first_ends(self._stop.wait(), self._sleep(pause))

    async def _read_lines(self, child: ChildProcess) -> None:
        assert child.process.stdout is not None
        async for line in child.process.stdout:
            said = line.decode(errors="replace").strip()
            if said.startswith(SHARD_COUNT_LINE) and not self.shards.done():
                self.shards.set_result(int(said.removeprefix(SHARD_COUNT_LINE)))
            elif said == READY_LINE:
                child.serving.set()

    # ---- a deploy

    async def _run_deploys(self, requested: asyncio.Event) -> None:
        while True:
            await requested.wait()
            requested.clear()
            for number in sorted(self._children):
                # otherwise a restart could replace `old` at the same time
                async with self._starting:
                    old = self._children[number]
                    old.kept = False
                if not await self._replace(old):
                    break

    async def _replace(self, old: ChildProcess) -> bool:
        """Replace an old cluster with a new one. Returns False if the old cluster stays."""
        try:
            new = self._replacement = await self._start(old.number, beside=True)
        except OSError as error:
            log.error("cluster %d cannot be replaced: %s", old.number, error)  # noqa: TRY400
            await self._resume_restarts(old)
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(RELIEVED):
                await new.serving.wait()
        serves = new.serving.is_set() and new.process.returncode is None
        stays, goes = (new, old) if serves else (old, new)
        goes.stop()
        await goes.end()
        self._replacement = None
        self._children[old.number] = stays
        await self._resume_restarts(stays)
        said = "is a new one" if serves else "stays the old one: the new one does not serve"
        log.log(logging.INFO if serves else logging.ERROR, "cluster %d %s", old.number, said)
        return serves

    async def _resume_restarts(self, child: ChildProcess) -> None:
        """Restart a cluster when it ends. If it has already ended, restart it at once."""
        child.kept = True
        if child.process.returncode is not None:
            await self._restart(child)


def asked_to_deploy() -> asyncio.Event:
    """Return an event that SIGHUP sets. On Windows, which has no SIGHUP, nothing sets it."""
    requested = asyncio.Event()
    if hasattr(signal, "SIGHUP"):
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, requested.set)
    return requested


def run_supervisor(command: Sequence[str], clusters: ClusterRange) -> int:
    """Run the clusters of a range until the supervisor is asked to stop.

    Returns the exit status.
    """

    async def run() -> int:
        stop, deploy = stop_event(), asked_to_deploy()
        return await Supervisor(command, clusters).run(stop, deploy)

    return asyncio.run(run())


# ---- the start of this process, as supervisor or as cluster


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
