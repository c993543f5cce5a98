"""`/history` of a big server: python -m benchmarks.speed.history [GAMES CHANNELS] [--postgres]

The server has 100,000 finished games in 600 channels, of which the viewer sees 300. The bar for
`/history` is 100 ms at p99. Three viewers ask for the first and the second page: one who has played
no game, one of 5,000 members, and one who has played every twentieth game.
"""

import asyncio
import random
import sys
import time

from benchmarks.databases import new_database
from benchmarks.speed.leaderboards import GAMES, GUILD, fill
from data.core.connection import Connection
from data.core.location import DatabaseLocation
from data.database import Database
from data.models.leaderboards import WHOLE_HISTORY, HistoryFilter, Viewer

MEMBERS = 5000
PAGE = 6
LOOKS = 100
BAR = 0.100  # seconds
BUSY, STRANGER = 10**17 + 1, 10**17 - 1


def fill_channels(connection: Connection, now: int, games: int, channels: int) -> None:
    """Write the games, each in one of twice as many channels, with its seats."""
    fill(connection, now, MEMBERS, games)
    # In every third game, a computer player had a seat.
    connection.execute("UPDATE result_seat SET player_id = NULL WHERE seat = 3 AND number % 3 = 0")
    connection.execute("UPDATE result SET channel_id = 1 + number % ?", (2 * channels,))
    connection.execute(
        """INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id)
           SELECT number, seat, 0, 'member', CASE WHEN seat = 0 AND number % 20 = 0 THEN 1
                  ELSE player_id END FROM result_seat"""
    )


def filters(chance: random.Random) -> HistoryFilter:
    """Return what a member may ask for: mostly everything."""
    member = 10**17 + chance.randint(1, MEMBERS)
    return chance.choice(
        (
            *(WHOLE_HISTORY, WHOLE_HISTORY, HistoryFilter(computers=True)),
            *(HistoryFilter(month="2025-06"), HistoryFilter(game=chance.choice(GAMES))),
            *(HistoryFilter(user_id=member), HistoryFilter(user_id=member, won=True)),
        )
    )


async def measured(store: Database, viewer: Viewer, page: int) -> tuple[list[float], list[float]]:
    """Return the seconds of each look at a page, and its seconds of CPU, both sorted."""
    chance, found = random.Random(4), store.leaderboards
    times, cpu = [], []
    for _ in range(LOOKS):
        sought, begin, used = filters(chance), time.perf_counter(), time.process_time()
        await found.history(GUILD, viewer, sought, limit=PAGE + 1, offset=PAGE * page)
        times.append(time.perf_counter() - begin)
        cpu.append(time.process_time() - used)
    return sorted(times), sorted(cpu)


def ends(times: list[float]) -> str:
    """Return p50 and p99 in milliseconds."""
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    return f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms"


async def main(place: DatabaseLocation, games: int, channels: int) -> int:
    store = await Database.open(place)
    worst = 0.0
    try:
        await store.tables.backend.transaction(
            lambda c, now: fill_channels(c, now, games, channels)
        )
        print(f"{games:,} games in {2 * channels} channels, of which {channels} are seen")
        seen = tuple(range(1, channels + 1))
        for name, user_id in (("stranger", STRANGER), ("member", 10**17 + 9), ("busy", BUSY)):
            for page in (0, 1):
                times, cpu = await measured(store, Viewer(user_id, seen), page)
                print(f"{name}, page {page}: {ends(times)}; CPU of this process {ends(cpu)}")
                worst = max(worst, times[LOOKS * 99 // 100])
    finally:
        await store.close()
    print(f"worst p99 {worst * 1000:.1f} ms (bar {BAR * 1000:.0f} ms)")
    return int(worst > BAR)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    with new_database(arguments) as fresh:
        wanted = [int(argument) for argument in arguments] or [100_000, 300]
        sys.exit(asyncio.run(main(fresh, *wanted)))
