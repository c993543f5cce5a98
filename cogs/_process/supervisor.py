"""The process that starts the clusters of a machine, and starts them again.

It knows nothing of Discord or of the database: its children tell it, a line each on their standard
output, how many shards there are (`shards 16`) and when one serves all that is to be its own
(`serving`). A child ends when its standard input does, so that none outlives whoever started it.

    SIGTERM, Ctrl-C    all end, in order
    SIGHUP             a deploy: one after the other is relieved by a new one, which begins beside
                       it and takes its shards over; what is on disk now is what begins
"""

import asyncio
import logging
import secrets
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from cogs._process import statuses
from cogs._process.cluster_range import ClusterRange
from cogs._process.stopping import asked_to_stop

log = logging.getLogger(__name__)

FOR_GOOD: Final = frozenset(
    {
        statuses.USAGE,
        statuses.CANNOT_MAKE,
        statuses.NO_DATABASE,
        statuses.NOT_LET_IN,
        statuses.SETTINGS,
    }
)
"""What starting again does not mend."""
SHARDS: Final = "shards "
SERVING: Final = "serving"
LONGEST: Final = 60.0
"""Seconds before a cluster is started again that ends at once, each time."""
SERVED: Final = 5.0
"""The same where it had come to serve: its members wait, and what it served it can serve again."""
WELL: Final = 20.0
"""Seconds after which a cluster has lived well, and is started again at once."""
RELIEVED: Final = 300.0
"""Seconds in which a new cluster has to serve all that the old one served."""
ENDED: Final = 40.0
"""Seconds that a cluster has to end; then it is killed."""


@dataclass(slots=True)
class Child:
    """One cluster's process."""

    number: int
    process: asyncio.subprocess.Process
    serving: asyncio.Event = field(default_factory=asyncio.Event)
    begun: float = field(default_factory=time.monotonic)
    kept: bool = True
    """Whether it is started again when it ends; during a deploy neither of the two is."""

    def stop(self) -> None:
        """Ask it to end."""
        with suppress(ProcessLookupError):
            self.process.terminate()


class Supervisor:
    """Starts `command`, with the words that tell it its place, for each cluster of a part."""

    def __init__(
        self,
        command: Sequence[str],
        part: ClusterRange,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.shards = asyncio.get_running_loop().create_future()
        """How many shards there are."""
        self._command = command
        self._part = part
        self._sleep = sleep
        self._origin = secrets.token_hex(4)
        self._serials = dict.fromkeys(part.numbers, 0)
        self._failures = dict.fromkeys(part.numbers, 0)
        self._children: dict[int, Child] = {}
        self._beside: Child | None = None
        self._beginning = asyncio.Lock()
        """Held from the look who is at a place until another is: two would bury each other."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()
        self._status = statuses.OK

    @property
    def pids(self) -> dict[int, int]:
        """The clusters' processes, by number."""
        return {number: child.process.pid for number, child in self._children.items()}

    async def run(self, stop: asyncio.Event, deploy: asyncio.Event) -> int:
        """Keep them running until somebody asks to stop, or one ends for good. The status."""
        self._stop = stop
        works = [asyncio.create_task(work) for work in (self._begin(), self._deploys(deploy))]
        await stop.wait()
        for work in works:
            work.cancel()
        for child in (*self._children.values(), *([self._beside] if self._beside else [])):
            child.stop()
        await asyncio.gather(*works, return_exceptions=True)
        while self._tasks:  # one that was just being started again adds another
            await asyncio.wait(self._tasks)
        return self._status

    async def _begin(self) -> None:
        """Start the first, and the others once it has told whether there is work for them."""
        first, *others = self._part.numbers
        await self._started(first)
        shards = await self.shards
        for number in others:
            if number < shards:
                await self._started(number)
        if shards <= self._part.last:
            log.info("shards: %d; more clusters than that are of no use", shards)

    async def _start(self, number: int, *, beside: bool = False) -> Child:
        self._serials[number] += 1
        serial, neighbours = self._serials[number], len(self._part.numbers)
        place = (f"{number}/{self._part.of}", self._origin, str(serial), str(neighbours))
        process = await asyncio.create_subprocess_exec(
            *(*self._command, "cluster", *place, *(["beside"] if beside else [])),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        child = Child(number, process, kept=not beside)
        if self._stop.is_set():  # those that were there already have been asked
            child.stop()
        if not beside:
            self._children[number] = child
        task = asyncio.create_task(self._follow(child), name=f"cluster {number}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return child

    # ---- one cluster's life

    async def _follow(self, child: Child) -> None:
        """Hear what it tells until it ends, and start it again where that is of use."""
        heard = asyncio.create_task(self._hear(child))
        status = await self._ended(child)
        await heard
        longest = SERVED if child.serving.is_set() else LONGEST
        child.serving.set()  # nobody waits any longer
        if self._stop.is_set() or not child.kept:
            return
        if status in FOR_GOOD:
            self._status = status
            self._stop.set()
            return
        log.warning("cluster %d has ended (%d): restarting it", child.number, status)
        await self._again(child, longest)

    async def _ended(self, child: Child) -> int:
        """Its status; it is killed where it does not end although it was asked."""
        waiting = asyncio.create_task(child.process.wait())
        asked = asyncio.create_task(self._stop.wait())
        await asyncio.wait({waiting, asked}, return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if not waiting.done():
            await asyncio.wait({waiting}, timeout=ENDED)
        if not waiting.done():
            log.error("cluster %d does not stop: killing it", child.number)
            child.process.kill()
        return await waiting

    async def _again(self, child: Child, longest: float = LONGEST) -> None:
        """Start another in its place, later each time where they end at once."""
        if time.monotonic() - child.begun >= WELL:
            self._failures[child.number] = 0
        await self._rest(child.number, longest)
        await self._started(child.number, longest, after=child)

    async def _started(
        self, number: int, longest: float = LONGEST, after: Child | None = None
    ) -> None:
        """Start one, however often that takes: the machine may lack memory or files for now."""
        while not self._stop.is_set():
            try:
                async with self._beginning:
                    if self._is_due(number, after):
                        await self._start(number)
                break
            except OSError as error:
                log.error("cluster %d cannot be started: %s", number, error)  # noqa: TRY400
            await self._rest(number, longest)

    def _is_due(self, number: int, after: Child | None) -> bool:
        """Whether nobody has come in the place of that one, nor is about to in a deploy."""
        return self._children.get(number) is after and (after is None or after.kept)

    async def _rest(self, number: int, longest: float) -> None:
        """Wait before a start, longer each time, but not when all is to end."""
        self._failures[number] += 1
        pause = min(longest, 2.0 ** min(self._failures[number] - 1, 6) - 1.0)
        stopping = asyncio.create_task(self._stop.wait())
        resting = asyncio.ensure_future(self._sleep(pause))
        await asyncio.wait({stopping, resting}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        resting.cancel()

    async def _hear(self, child: Child) -> None:
        assert child.process.stdout is not None
        async for line in child.process.stdout:
            said = line.decode(errors="replace").strip()
            if said.startswith(SHARDS) and not self.shards.done():
                self.shards.set_result(int(said.removeprefix(SHARDS)))
            elif said == SERVING:
                child.serving.set()

    # ---- a deploy

    async def _deploys(self, wished: asyncio.Event) -> None:
        while True:
            await wished.wait()
            wished.clear()
            for number in sorted(self._children):
                async with self._beginning:  # one may be just about to come in its place
                    old = self._children[number]
                    old.kept = False
                if not await self._relieved(old):
                    break

    async def _relieved(self, old: Child) -> bool:
        """Let a new cluster take over from an old one; False where it does not come to that."""
        try:
            new = self._beside = await self._start(old.number, beside=True)
        except OSError as error:
            log.error("cluster %d cannot be replaced: %s", old.number, error)  # noqa: TRY400
            await self._keep(old)
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(RELIEVED):
                await new.serving.wait()
        serves = new.serving.is_set() and new.process.returncode is None
        stays, goes = (new, old) if serves else (old, new)
        await self._put_away(goes)
        self._beside = None
        self._children[old.number] = stays
        await self._keep(stays)
        said = "is a new one" if serves else "stays the old one: the new one does not serve"
        log.log(logging.INFO if serves else logging.ERROR, "cluster %d %s", old.number, said)
        return serves

    async def _keep(self, child: Child) -> None:
        """Start it again whenever it ends; it may have ended while nobody did."""
        child.kept = True
        if child.process.returncode is not None:
            await self._again(child)

    async def _put_away(self, child: Child) -> None:
        """End a cluster in whose place there is another."""
        child.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(ENDED):  # `wait_for` of 3.11 may swallow that all is to end
                await child.process.wait()
        if child.process.returncode is None:
            child.process.kill()


def asked_to_deploy() -> asyncio.Event:
    """Set when SIGHUP asks for it; on Windows nobody can."""
    asked = asyncio.Event()
    if hasattr(signal, "SIGHUP"):
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, asked.set)
    return asked


def supervised(command: Sequence[str], part: ClusterRange) -> int:
    """Run the clusters of a part until somebody asks to stop; the exit status."""

    async def run() -> int:
        stop, deploy = asked_to_stop(), asked_to_deploy()
        return await Supervisor(command, part).run(stop, deploy)

    return asyncio.run(run())
