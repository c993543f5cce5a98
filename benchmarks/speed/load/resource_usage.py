"""CPU, memory and loop lag of the bot's process."""

import asyncio
import os
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from prometheus_client.parser import text_string_to_metric_families

PORT: Final = 49_817
MINUTE: Final = 60.0


def family(pid: int) -> Iterator[int]:
    """Yield a process and all processes that it has started."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from family(int(child))


def cpu(pid: int) -> float:
    """Return the CPU milliseconds of a process and its helpers."""
    tasks = (task for one in family(pid) for task in Path(f"/proc/{one}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


def loop(pid: int) -> tuple[float, float]:
    """Return the milliseconds for which a process's event loop ran on a core, and waited for a
    core.
    """
    ran, waited, _ = (Path(f"/proc/{pid}/task/{pid}") / "schedstat").read_text().split()
    return int(ran) / 1e6, int(waited) / 1e6


def resident(pid: int) -> float:
    """Return the resident memory of a process and its helpers, in MB."""
    pages = (int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(pid))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def occupied(pid: int) -> float:
    """Return the same in MB, but count pages of files once: the processes share them.

    The process with the most such pages stands for all.
    """
    anonymous, files = zip(*(parts(one) for one in family(pid)), strict=True)
    return float(sum(anonymous) + max(files)) / 1e6


def parts(pid: int) -> tuple[int, int]:
    """Return the resident bytes of a process: its own, and those of files."""
    lines = map(str.split, Path(f"/proc/{pid}/status").read_text().splitlines())
    size = {line[0]: int(line[1]) * 1024 for line in lines if line and line[0].startswith("Rss")}
    return size["RssAnon:"], size["RssFile:"]


async def watched(pid: int, sizes: list[float]) -> None:
    """Record the memory of a process each minute."""
    while True:
        sizes.append(resident(pid))
        await asyncio.sleep(MINUTE)


@dataclass(frozen=True, slots=True)
class Consumed:
    """Resources used so far: CPU milliseconds of the bot and of the fake Discord, and the loop lag.

    `ran` and `waited` are the milliseconds that the bot's event loop ran on a core, and waited for
    one. `lag` counts the samples with at most so many seconds of delay.
    """

    bot: float
    discord: float
    ran: float
    waited: float
    lag: dict[float, float]

    @classmethod
    def by(cls, pid: int) -> Self:
        """Return the resources that a process has used so far."""
        return cls(cpu(pid), 1000 * time.process_time(), *loop(pid), steps_of_lag())

    def since(self, before: "Consumed", presses: int) -> tuple[float, float, float]:
        """Return the CPU per press of the bot and of the fake Discord, and the p99 of the lag."""
        count = max(1, presses)
        each = (self.bot - before.bot) / count, (self.discord - before.discord) / count
        return *each, p99_of_lag(before.lag, self.lag)

    def robbed(self, before: "Consumed") -> float:
        """The share of its working time that the event loop waited for a core."""
        ran, waited = self.ran - before.ran, self.waited - before.waited
        return waited / max(1.0, ran + waited)


def steps_of_lag() -> dict[float, float]:
    """Return the number of samples for each upper bound of the loop's delay."""
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/metrics") as answer:
        told = answer.read().decode()
    return {
        float(sample.labels["le"]): sample.value
        for kind in text_string_to_metric_families(told)
        for sample in kind.samples
        if sample.name == "tuppence_loop_seconds_bucket"
    }


def p99_of_lag(before: dict[float, float], after: dict[float, float]) -> float:
    """Return the upper bound of the bucket that contains the p99, in milliseconds."""
    looks = {bound: after[bound] - before[bound] for bound in after}
    return 1000 * min(
        bound for bound, count in looks.items() if count >= 0.99 * max(looks.values())
    )
