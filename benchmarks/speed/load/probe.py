"""Causes of delays of the event loop: garbage, other programs, or the code that runs meanwhile.

`watched` runs the bot with a probe. The event loop beats every few milliseconds. When a beat is
late, a thread records what the loop's thread and the other threads run. When the bot ends, the
probe prints to its log the delays by their causes, the costliest first:

    no core     the machine ran other programs for most of the delay
    garbage     the garbage collector of Python ran for most of it
    lock        the loop waits for Python's interpreter lock, which another thread has
    otherwise   the functions of the loop's thread, then those of other threads that run
"""

import asyncio
import gc
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

BEAT: Final = 0.004
LATE: Final = 0.010
"""Seconds without a beat after which the thread looks."""
ROOT: Final = Path(__file__).parents[3]
SHOWN: Final = 25
IDLE: Final = frozenset(
    {
        "select",
        "wait",
        "get",
        "_worker",
        "accept",
        "poll",
        "read",
        "connect",
        "_connection_worker_thread",
    }
)
"""Functions of the standard library in which a thread waits."""


class Probe:
    """The newest beat, and the delays found so far."""

    def __init__(self) -> None:
        self._loop_thread = threading.get_ident()
        self._schedstat = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._beat = self._waited = self._collecting = 0.0
        self._garbage: dict[int, list[float]] = defaultdict(list)
        self._garbage_since_beat = 0.0
        self._delays: dict[str, list[float]] = defaultdict(list)

    def collected(self, phase: str, info: dict[str, Any]) -> None:
        """Time a garbage collection."""
        if phase == "start":
            self._collecting = time.perf_counter()
            return
        took = time.perf_counter() - self._collecting
        self._garbage_since_beat += took
        self._garbage[info["generation"]].append(1000 * took)

    def waited(self) -> float:
        """Return the seconds for which the loop's thread has waited for a core."""
        return int(self._schedstat.read_text().split()[1]) / 1e9

    def clear(self) -> None:
        """Forget what was before, for example the start."""
        self._garbage.clear()
        self._delays.clear()

    async def beat(self) -> None:
        """Tell the thread that the event loop is free."""
        while True:
            self._garbage_since_beat, self._waited = 0.0, self.waited()
            self._beat = time.perf_counter()
            await asyncio.sleep(BEAT)

    def watch(self) -> None:
        """Record each delay of the event loop once, at its end."""
        while True:
            time.sleep(BEAT)
            beat = self._beat
            if not beat or time.perf_counter() - beat < BEAT + LATE:
                continue
            what, waited = self._running(), self._waited
            garbage = self._garbage_since_beat
            while self._beat == beat:
                garbage = max(garbage, self._garbage_since_beat)
                time.sleep(BEAT / 4)
            late = self._beat - beat - BEAT
            if self._waited - waited > late / 2:
                what = "no core"
            elif garbage > late / 2:
                what = "garbage"
            self._delays[what].append(1000 * late)

    def _running(self) -> str:
        """Return what the loop's thread runs, and what other threads run."""
        frames = sys._current_frames()
        own = frames.pop(self._loop_thread)
        loop = "lock" if own.f_code.co_name == "select" else innermost(own)
        del frames[threading.get_ident()]
        busy = (one for one in frames.values() if one.f_code.co_name not in IDLE)
        return " | ".join([loop, *sorted(map(innermost, busy))])

    def report(self) -> None:
        """Print the collections and the delays."""
        lines = [
            f"garbage of generation {generation}: {told(took)}"
            for generation, took in sorted(self._garbage.items())
        ]
        longest = sorted(self._delays.items(), key=lambda one: -sum(one[1]))
        lines += [f"late {told(took)}: {what}" for what, took in longest[:SHOWN]]
        sys.stderr.write("".join(f"probe: {line}\n" for line in lines))


def told(times: list[float]) -> str:
    """Format a number of times, in milliseconds."""
    return f"{len(times)} times, most {max(times):.0f} ms, altogether {sum(times):.0f} ms"


def innermost(frame: FrameType) -> str:
    """Return the innermost two functions of the product on a stack, or else the innermost one."""
    ours = [one for one in stack(frame) if is_ours(Path(one.f_code.co_filename))]
    return " < ".join(
        f"{Path(one.f_code.co_filename).stem}.{one.f_code.co_qualname}"
        for one in ours[:2] or [frame]
    )


def is_ours(path: Path) -> bool:
    """Whether a source file belongs to the product."""
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] not in {".venv", "tests"}


def stack(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frames of a stack, innermost first."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def watched(run: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Return `run` with a probe around it."""

    async def probed(*arguments: Any) -> None:
        probe = Probe()
        gc.callbacks.append(probe.collected)
        threading.Thread(target=probe.watch, daemon=True).start()
        beat = asyncio.create_task(probe.beat())
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, probe.clear)
        try:
            await run(*arguments)
        finally:
            beat.cancel()
            probe.report()

    return probed
