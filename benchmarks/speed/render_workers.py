"""A thread compared with a process as renderer: python -m benchmarks.speed.render_workers
[PICTURES]

The benchmark draws a number of tables, each one card later than before, in a thread of this process
and in one separate process. It measures the delay of the event loop and the speed of drawing.
"""

import asyncio
import os
import sys
import time
from dataclasses import replace
from statistics import quantiles

from benchmarks.speed.deadlines import lag
from cogs.wiring import render_workers
from render.gallery import foot_and_ponytail
from render.gallery.builders import NAMES
from render.renderer import Renderer
from render.widgets.seats import TableNames

PICTURES = 200


async def measured(most: int, first: int, pictures: int) -> str:
    """Measure with this number of processes; with 0 a thread draws. Each table is drawn once."""
    artist, view = Renderer(workers=render_workers(lambda: most)), foot_and_ponytail.pennies()
    await artist.warm()
    numbers = range(first, first + pictures)
    later = [replace(view, pile=bytes((n % 50,)) + view.pile, stock=n) for n in numbers]
    begun, own = time.perf_counter(), time.process_time()
    async with lag() as late:
        await asyncio.gather(*(artist.table(one, TableNames(NAMES)) for one in later))
    took, own = time.perf_counter() - begun, time.process_time() - own
    artist.close()
    parts = quantiles(late, n=100)
    where = f"{most} process" if most else "a thread"
    return (
        f"{where}: {pictures / took:.0f} tables/s, loop late by p50 {1000 * parts[49]:.1f}, p99"
        f" {1000 * parts[98]:.1f} ms; CPU of the bot's own process {1000 * own / pictures:.1f} ms"
    )


async def main() -> None:
    """Measure the thread and the process alternately, each twice."""
    pictures = int(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    for run in range(4):
        print(await measured(run % 2, run * pictures, pictures))
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    asyncio.run(main())
