"""Leaderboards of a big server: python -m benchmarks.speed.leaderboards [MEMBERS GAMES]
[--postgres]

The benchmark fills a server with 5,000 members and 100,000 finished games over twelve months. It
measures a rebuild of all leaderboards (bar: 60 s), and queries for pages and places (bar: 50 ms at
p99).
"""

import asyncio
import random
import sys
import time

from benchmarks.databases import new_database
from data.core.connection import Connection
from data.core.location import DatabaseLocation
from data.database import Database
from data.models.leaderboards import LeaderboardOrder

GUILD = 900
YEAR = 365 * 86_400_000
BEGIN = 1_735_689_600_000  # 2025-01-01
GAMES = ("house-canasta", "classic-canasta", "pennies-from-heaven", "ten-pennies")
ORDERS: tuple[LeaderboardOrder, ...] = (
    "rating",
    "wins",
    "games",
    "best_round",
    "average",
    "pennies",
)
Row = tuple[int, int, int, int, int, str]
LOOKS = 600
REBUILD_BAR = 60.0  # seconds
LOOK_BAR = 0.050


def fill(connection: Connection, now: int, members: int, games: int) -> None:
    """Write members who play mostly with a few friends, and their results, as the bot does."""
    del now
    chance = random.Random(3)
    people = [(n, GUILD, 10**17 + n, f"Member {n}") for n in range(1, members + 1)]
    connection.executemany(
        "INSERT INTO player (id, guild_id, user_id, name) VALUES (?, ?, ?, ?)", people
    )
    for number in range(1, games + 1):
        at = BEGIN + YEAR * number // games
        slug = chance.choice(GAMES)
        connection.execute(
            """INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version,
               options, pace, status, seed, lobby_seed, commitment, created, updated)
               VALUES (?, ?, 1, 1, ?, 1, '{}', 'day', 'finished', ?, ?, '', ?, ?)""",
            (number, GUILD, slug, bytes(32), bytes(32), at, at),
        )
        pennies = slug == "ten-pennies"
        rounds = [[chance.randint(-200, 1500) for _ in range(4 if pennies else 2)]] * 5
        connection.execute(
            """INSERT INTO result
               (number, table_id, guild_id, game, at, reason, rated, lowest_wins, rounds)
               VALUES (?, ?, ?, ?, ?, 'target', 1, ?, ?)""",
            (number, number, GUILD, slug, at, pennies, str(rounds)),
        )
        connection.executemany(
            """INSERT INTO result_seat (number, seat, side, place, score, player_id, feats)
               VALUES (?, ?, ?, ?, 0, ?, ?)""",
            seats(chance, number, members, pennies=pennies),
        )


def seats(chance: random.Random, number: int, members: int, *, pennies: bool) -> list[Row]:
    """Return the seats of four friends: two pairs, or four players with pennies."""
    circle = chance.randrange(members // 10) * 10
    friends = chance.sample(range(circle + 1, circle + 11), 4)
    sides = 4 if pennies else 2
    feats = '{"pennies":3}' if pennies else "{}"
    ranks = chance.sample(range(1, sides + 1), sides)
    return [
        (number, seat, seat % sides, ranks[seat % sides], friends[seat], feats) for seat in range(4)
    ]


async def look(store: Database, chance: random.Random, members: int) -> None:
    game, order = chance.choice((None, *GAMES)), chance.choice(ORDERS)
    period = chance.choice(("", "2025-06"))
    size = await store.leaderboards.count(GUILD, game, period, order)
    offset = 10 * chance.randrange(max(1, size // 10))
    await store.leaderboards.page(GUILD, game, limit=10, offset=offset, period=period, order=order)
    user = 10**17 + chance.randint(1, members)
    await store.leaderboards.entry(GUILD, game, user, period, order)


async def measured(store: Database, members: int) -> list[float]:
    """Return the seconds of each `/leaderboard`, sorted."""
    chance, times = random.Random(4), []
    for _ in range(LOOKS):
        begin = time.perf_counter()
        await look(store, chance, members)
        times.append(time.perf_counter() - begin)
    return sorted(times)


async def main(place: DatabaseLocation, members: int, games: int) -> int:
    store = await Database.open(place)
    try:
        await store.tables.backend.transaction(lambda c, now: fill(c, now, members, games))
        begin = time.perf_counter()
        await store.leaderboards.rebuild()
        rebuilt = time.perf_counter() - begin
        times = await measured(store, members)
    finally:
        await store.close()
    p99 = times[len(times) * 99 // 100]
    print(f"{members:,} members, {games:,} games")
    print(f"all ladders made again in {rebuilt:.1f} s (bar {REBUILD_BAR:.0f} s)")
    print(f"a page, its size and one's own place: p50 {times[len(times) // 2] * 1000:.1f} ms,")
    print(
        f"  p99 {p99 * 1000:.1f} ms, max {times[-1] * 1000:.1f} ms (bar {LOOK_BAR * 1000:.0f} ms)"
    )
    return int(rebuilt > REBUILD_BAR or p99 > LOOK_BAR)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    with new_database(arguments) as fresh:
        wanted = [int(argument) for argument in arguments] or [5000, 100_000]
        sys.exit(asyncio.run(main(fresh, *wanted)))
