"""The supervisor: starts the clusters of a machine, and restarts them. `entry` runs it.

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
from dataclasses import dataclass, field
from typing import Any, Final

from cogs.clusters.identity import ClusterRange
from cogs.core import exit_status
from cogs.core.lifecycle import run_until_first_ends, stop_event

log = logging.getLogger(__name__)

CLUSTER_COMMAND: Final = "cluster"
"""First argument of a program that is to run as one cluster."""

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
            *(*self._command, CLUSTER_COMMAND, *place, *(["beside"] if beside else [])),
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
