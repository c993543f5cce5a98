"""Table pictures drawn while animations are made: nice python -m benchmarks.speed.animations
[FILMS]

The benchmark measures the time from the order of a table picture to its arrival: first without an
animation, then while several animations of a hundred frames are made one after the other. The bar:
at most twice the time.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from statistics import quantiles

from cogs.history.film_worker import FilmKey, FilmWorker
from render.animation import ReplayAnimation
from render.gallery import house_canasta, replays
from render.gallery.builders import NAMES
from render.pictures.replay import Frame
from render.renderer import Renderer
from render.widgets.seats import TableNames

FRAMES = [Frame(*one) for one in replays.FRAMES] * 25
VIEW = house_canasta.four()
ALONE = 5.0
"""Seconds in which tables are drawn without an animation."""
BREATH = 0.05
BAR = 2.0


async def drawn(artist: Renderer, enough: Callable[[], bool]) -> list[float]:
    """Return the seconds of each table picture, until there are enough."""
    took = []
    while not enough():
        begun = time.perf_counter()
        await artist.table(VIEW, TableNames(NAMES))
        took.append(time.perf_counter() - begun)
        await asyncio.sleep(BREATH)
    return took


def p99(name: str, took: list[float]) -> float:
    """Print these times and return their p99."""
    parts = quantiles(took, n=100)
    print(f"{name}: {len(took)} tables, p50 {parts[49] * 1000:.0f} ms, p99 {parts[98] * 1000:.0f}")
    return parts[98]


async def main(count: int) -> int:
    artist, films = Renderer(), FilmWorker()
    await artist.warm()
    end = time.perf_counter() + ALONE
    alone = p99("no film", await drawn(artist, lambda: time.perf_counter() > end))

    async def order() -> ReplayAnimation:
        return ReplayAnimation(FRAMES, NAMES, "A game", 31, "Tails win.", "en", artist.look)

    keys = [FilmKey(1, number, "en", NAMES) for number in range(count)]
    made = [asyncio.ensure_future(films.film(key.round, key, order)) for key in keys]
    beside = p99(f"{count} films", await drawn(artist, lambda: all(one.done() for one in made)))
    await asyncio.gather(*made)
    films.close()
    artist.close()
    print(f"p99 {beside / alone:.1f} times as long while films are made (bar {BAR})")
    return int(beside > BAR * alone)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)))
