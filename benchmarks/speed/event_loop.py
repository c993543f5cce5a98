"""Delay of the event loop while computer players think, and the time of their moves.

    python -m benchmarks.speed.event_loop --level hard --moves 200

The bars are those of `computer-players.md`, section 6.5: at the 99th percentile the loop is less
than 5 ms late, and a hard move takes at most 0.4 s. The game is Classic Canasta, where players have
choices from the first turn on.
"""

import argparse
import asyncio
import sys
import time
from itertools import cycle
from statistics import quantiles

import engine
from benchmarks.speed.deadlines import lag
from cogs.computers.computer_players import MoveChooser

LATEST = 0.005
"""Seconds by which the loop may be late at the 99th percentile."""


async def think(level: str, moves: int) -> tuple[list[float], list[float]]:
    """Return the delays of the loop and the time of each of so many moves, in seconds."""
    mind = MoveChooser()
    took: list[float] = []
    table, later = engine.deal("classic-canasta", 4, bytes(32)), cycle(range(256))
    await mind.choose(engine.view(table, engine.pending(table)[0].seat), level, bytes(1))
    async with lag() as late:
        while len(took) < moves:
            if not engine.pending(table):
                table = engine.deal("classic-canasta", 4, bytes([next(later)]) * 32)
            seat = engine.pending(table)[0].seat
            began = time.perf_counter()
            move = (await mind.choose(engine.view(table, seat), level, len(took).to_bytes(4))).move
            took.append(time.perf_counter() - began)
            table = engine.play(table, seat, move)
    mind.close()
    return late, took


def main() -> int:
    """Measure what the arguments name; return 1 if the loop was late."""
    parser = argparse.ArgumentParser(description="what the loop feels of thinking")
    parser.add_argument("--level", choices=("easy", "normal", "hard"), default="hard")
    parser.add_argument("--moves", type=int, default=200)
    wish = parser.parse_args()
    late, took = asyncio.run(think(wish.level, wish.moves))
    lateness, times = quantiles(late, n=100), quantiles(took, n=100)
    print(f"loop late by p50 {1000 * lateness[49]:.1f}, p99 {1000 * lateness[98]:.1f} ms (bar 5)")
    print(f"a {wish.level} move: p50 {1000 * times[49]:.0f}, p99 {1000 * times[98]:.0f} ms")
    return 0 if lateness[98] < LATEST else 1


if __name__ == "__main__":
    sys.exit(main())
