"""Run the measurement that the command line names; see the package."""

import argparse
import asyncio
import gc
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.speed.load.arrival_rate import Load
from benchmarks.speed.load.checks import judged
from benchmarks.speed.load.launcher import PROBE, PROCESSES
from benchmarks.speed.load.phases import Tell, flood, row, search
from benchmarks.speed.load.resource_usage import PORT
from benchmarks.speed.load.tables import CHANNELS, opened
from tests.fake_discord import FakeDiscord, Process


class Measured(Process):
    """The bot as a child process, started by `launcher`, which has settings of its own."""

    launcher = "benchmarks.speed.load.launcher"


async def asked_for(wish: argparse.Namespace, process: Process, load: Load, tell: Tell) -> bool:
    """Run the measurement; return whether all bars are kept."""
    await load.offer(min(wish.rate, wish.calm), wish.warm)
    tell("warm")
    if wish.probe:
        os.kill(process.pid, signal.SIGUSR1)
    if wish.what == "search":
        best = await search(process, load, wish.calm, wish.seconds, tell)
        return bool(best >= wish.rate)
    if wish.what == "flood":
        return await flood(process, load, (wish.rate, wish.calm), wish.seconds, tell)
    return await row(process, load, wish.rate, wish.seconds, tell)


async def main(wish: argparse.Namespace, processes: str) -> int:
    """Start everything, measure, check; return 1 if a bar is missed.

    `processes` is the number of processes that draw pictures, or "" for the bot's own choice.
    """
    begun = time.monotonic()
    own = {PROCESSES: processes, PROBE: "1" if wish.probe else ""}

    def tell(words: str) -> None:
        print(f"{time.monotonic() - begun:4.0f} s  {words}", flush=True)

    # The fake Discord keeps every message of half an hour. A garbage collection among them would
    # make everybody wait, and would count as the bot's delay.
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "load.db"
        async with FakeDiscord(CHANNELS) as discord:
            port = str(PORT)
            process = await Measured.started(discord, path, TUPPENCE_METRICS_PORT=port, **own)
            try:
                load = Load(discord, await opened(discord, wish.tables, tell), tell)
                good = await asked_for(wish, process, load, tell)
            finally:
                await process.stop()
        for line in process.words().splitlines():
            if line.startswith("probe: "):
                tell(line)
        wrong = judged(path, load.answers)
    tell(f"{len(load.answers):,} presses judged by the log; lost or doubled: {len(wrong)}")
    for what in wrong[:20]:
        tell(f"  {what}")
    return int(not good or bool(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="one process under load")
    parser.add_argument("what", nargs="?", choices=("row", "search", "flood"), default="row")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--calm", type=float, default=4.0, help="where a search begins")
    parser.add_argument("--warm", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--drawing-processes", type=int, nargs="+", help="in turns, in one run")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--probe", action="store_true", help="what holds up the event loop")
    asked = parser.parse_args()
    status = 0
    for number in (asked.drawing_processes or [""]) * asked.rounds:
        print(f"drawing processes: {number}" if number != "" else "as the bot runs by itself")
        status |= asyncio.run(main(asked, str(number)))
    sys.exit(status)
