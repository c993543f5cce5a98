"""A full database on PostgreSQL: a million finished games, and thousands in play.

    python -m benchmarks.speed.large_database --finished 1000000 --live 5000

SQL fills the database, and the bot's code makes the leaderboards. Four processes' connections then
query it at once, each with a quarter of the shards, as four clusters would: pages of leaderboards
and histories, and every deadline query. A SQLite file with as many tables answers the deadline
queries meanwhile.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.speed.large_database_sqlite import LIVE, NOW, SERVERS, tables_in
from benchmarks.speed.leaderboards import GAMES, ORDERS
from cogs.game.deadlines import PACES
from data.core.location import DatabaseUrl
from data.database import Database
from data.leases.fencing import table_fence
from data.leases.shards import OwnedShards
from data.models.leaderboards import HistoryFilter, Viewer
from data.tables.archive import BLOCK
from tests.support.postgres.server import execute, running

PACKED: Final = 2_300
"""Bytes of a finished game's archived log: `benchmarks.speed.archive_size`."""
MEMBERS: Final = 100
"""Number of members of each server; every tenth game is on the first server."""
CLUSTERS: Final = 4
LOOKS: Final = 300
"""Pages of each kind that each cluster queries."""
CLOCK_LOOKS: Final = 75
CLOCK: Final = "a look of the clock"
ON_SQLITE: Final = "the same on SQLite"
BAR: Final = 0.100

FILL: Final = (
    # The rows written here are consistent, so no check per row is needed.
    "SET session_replication_role = replica",
    """INSERT INTO player (id, guild_id, user_id, name)
        SELECT s * {members} + m + 1, (1000 + s)::bigint << 22, 100000000 + s * {members} + m,
               'Member ' || m
        FROM generate_series(0, {servers} - 1) s, generate_series(0, {members} - 1) m""",
    # Server, kind of game and players come from different digits of a pseudo-random number.
    """CREATE TEMP TABLE made AS SELECT n, CASE WHEN n % 10 = 0 THEN 0 ELSE n % {servers} END AS s,
        (ARRAY['{games}'])[1 + n * 2654435761 % 4294967296 / 1024 % 4] AS game,
        n * 2654435761 % 4294967296 / 65536 % {members} AS first,
        1735689600000 + n * 31536000000 / {finished} AS at
        FROM generate_series(1::bigint, {finished}) n""",
    """INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version, options,
            pace, status, seed, lobby_seed, commitment, created, updated, rendered_seq)
        SELECT n, (1000 + s)::bigint << 22, 1, 1, game, 1, '{{}}', 'day', 'finished',
               decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), '', at, at, 0
        FROM made""",
    """INSERT INTO result (number, table_id, guild_id, channel_id, game, at, reason, rated,
            lowest_wins, rounds)
        SELECT n, n, (1000 + s)::bigint << 22, 1, game, at, 'target', 1,
            CASE WHEN game = 'ten-pennies' THEN 1 ELSE 0 END, '[[100, 200], [300, 50]]'
        FROM made""",
    """INSERT INTO result_seat SELECT n, seat, seat % 2, 1 + (first + seat) % 2, 0,
            s * {members} + 1 + (first + seat * 17) % {members}, '{{}}', NULL
        FROM made, generate_series(0, 3) seat""",
    """INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id, name)
        SELECT n, seat, 0, 'member', s * {members} + 1 + (first + seat * 17) % {members},
            'Member ' || (first + seat * 17) % {members}
        FROM made, generate_series(0, 3) seat""",
    """INSERT INTO contribution SELECT n, s * {members} + 1 + (first + seat * 17) % {members}, 20
        FROM made, generate_series(0, 3) seat""",
    # As large as archived logs, and random, so that the database cannot compress them.
    "ALTER TABLE block ALTER COLUMN entries SET STORAGE EXTERNAL",
    """CREATE TEMP TABLE packing AS SELECT n, s, game, k % {block} AS place,
            dense_rank() OVER (ORDER BY s, game, k / {block}) AS block
        FROM (SELECT *, row_number() OVER (PARTITION BY s, game ORDER BY n) - 1 AS k FROM made)
            AS numbered""",
    """INSERT INTO block SELECT block, (1000 + s)::bigint << 22, game, count(*),
            decode(repeat('5a', {packed} * count(*)::int), 'hex')
        FROM packing GROUP BY block, s, game""",
    """INSERT INTO archive SELECT n, block, place, decode(repeat('5a', 16), 'hex')
        FROM packing""",
    """INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version, options,
            pace, status, seed, lobby_seed, commitment, created, updated, deadline, seq,
            rendered_seq)
        SELECT {live_from} + n, (1000 + n % {servers})::bigint << 22, 1, 1, 'house-canasta', 1,
            '{{}}', 'day', 'playing', decode(repeat('00', 32), 'hex'),
            decode(repeat('00', 32), 'hex'), '', {now}, {now}, {now} + n * 60000, 40, 40
        FROM generate_series(1, {live}) n""",
    """INSERT INTO wait (table_id, seat, seq, since, deadline, free, tell, remind, again)
        SELECT {live_from} + n, 0, 40, {now}, {now} + n * 60000, 0, NULL, {now} + n * 30000, NULL
        FROM generate_series(1, {live}) n""",
    """CREATE TEMP TABLE seated AS SELECT {live_from} + n AS id, seat,
            n % {servers} * {members} + 1 + (n + seat * 17) % {members} AS player
        FROM generate_series(1, {live}) n, generate_series(0, 3) seat""",
    """INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id, name)
        SELECT id, seat, 0, 'member', player, 'Member' FROM seated""",
    """INSERT INTO holding (table_id, seat, mark, player_id)
        SELECT id, seat, decode(md5(player::text), 'hex'), player FROM seated""",
    "INSERT INTO contribution SELECT id, player, 10 FROM seated",
    """INSERT INTO entry SELECT id, 4 * turn + seat + 1, seat, id || '-' || 4 * turn + seat, {now},
            'discard 4C', decode(repeat('5a', 32), 'hex')
        FROM seated, generate_series(0, 9) turn""",
)


# Ladders as full as these games would fill them, with ratings as they come.
LADDERS: Final = (
    "SET session_replication_role = replica",
    """INSERT INTO ladder SELECT (1000 + s)::bigint << 22, game, period, s * {members} + m + 1,
            25 + m % 13, 3 + m % 3, 25 + m % 13 - 3 * (3 + m % 3), 9, m % 9, 0, 0,
            40, m * 37, 100 + m, 0, 0, 0
        FROM generate_series(0, {servers} - 1) s,
            unnest(ARRAY['', '{games}']) game,
            (SELECT '' AS period UNION ALL
             SELECT '2025-' || lpad(n::text, 2, '0') FROM generate_series(1, 12) n) periods,
            generate_series(0, {members} - 1) m""",
    """INSERT INTO partnership SELECT (1000 + s)::bigint << 22, game, s * {members} + m + 1,
            s * {members} + (m + 17) % {members} + 1, 0, 25 + m % 13, 3, 16 + m % 13, 9, m % 9
        FROM generate_series(0, {servers} - 1) s, unnest(ARRAY['', '{games}']) game,
            generate_series(0, {members} - 1) m""",
)


def fill(address: str, finished: int, live: int, statements: Sequence[str] = FILL) -> float:
    """Write all rows; return the seconds that this took."""
    facts = {
        "servers": SERVERS, "members": MEMBERS, "finished": finished, "live": live,
        "live_from": LIVE, "now": NOW, "games": "', '".join(GAMES), "packed": PACKED,
        "block": BLOCK,
    }  # fmt: skip
    begun = time.monotonic()
    execute(address, *(one.format(**facts) for one in statements))
    return time.monotonic() - begun


async def timed(times: list[float], work: Callable[[], Awaitable[object]]) -> None:
    """Run something and record its time."""
    begun = time.perf_counter()
    await work()
    times.append(time.perf_counter() - begun)


def server(chance: Random) -> int:
    """Return a random server's id: half of the time that of the large server."""
    return (1000 + (0 if chance.random() < 0.5 else chance.randrange(SERVERS))) << 22


async def leaderboard(store: Database, chance: Random) -> None:
    """Run the queries of one `/leaderboard`."""
    guild, game, order = server(chance), chance.choice((None, *GAMES)), chance.choice(ORDERS)
    period = chance.choice(("", "2025-06"))
    size = await store.leaderboards.count(guild, game, period, order)
    offset = 10 * chance.randrange(max(1, size // 10))
    await store.leaderboards.page(guild, game, limit=10, offset=offset, period=period, order=order)
    member = 100_000_000 + ((guild >> 22) - 1000) * MEMBERS + chance.randrange(MEMBERS)
    await store.leaderboards.entry(guild, game, member, period, order)


async def history(store: Database, chance: Random) -> None:
    """Run the queries of one `/history`: the number of games, and a page near the newest."""
    guild, viewer = server(chance), Viewer(0, tuple(range(1, 301)))
    sought = chance.choice(
        (HistoryFilter(), HistoryFilter(game=chance.choice(GAMES)), HistoryFilter(month="2025-06"))
    )
    await store.leaderboards.history_count(guild, viewer, sought)
    await store.leaderboards.history(
        guild, viewer, sought, limit=10, offset=10 * chance.randrange(5)
    )


async def clock(store: Database, *, exclusive: bool = False) -> None:
    """Run the queries of one look at the deadlines; a sixtieth of the live games is due.

    With one process the queries do not select by shard.
    """

    async def owned(table_ids: Iterable[int]) -> None:
        if not exclusive:
            await rows.guilds_of(table_ids)

    now = NOW / 1000 + 60 * 80
    rows, at, pauses, reminders = store.tables, store.deadlines, store.pauses, store.reminders
    due = [table_id for table_id, _ in await at.due_tables(now)]
    for found in (
        due,
        await at.tables_without_deadline(),
        await store.votes.tables_due(now),
        await rows.outdated(),
    ):
        await owned(found)
    await owned(await reminders.tables_to_remind(now, patience=60))
    await reminders.members_with_due_digest(now)
    await pauses.ended_holidays(now)
    await pauses.ended(now)
    stale = {slug: now - pace.lobby for slug, pace in PACES.items()}
    await owned(await store.lobbies.idle(stale))


async def asked(address: str, beside: Path) -> dict[str, list[float]]:
    """Return the times of all queries through four databases at once, and of the SQLite file."""
    times: dict[str, list[float]] = {"leaderboard": [], "/history": [], CLOCK: [], ON_SQLITE: []}
    async with AsyncExitStack() as stack:
        stores = []
        for number in range(CLUSTERS):
            owned = OwnedShards()
            owned.divide(f"{number}:crowd:1", CLUSTERS)
            owned.add(number, 1)
            store = await Database.open(DatabaseUrl(address), fence=table_fence(owned))
            stack.push_async_callback(store.close)
            stores.append(store)
        small = await Database.open(beside)
        stack.push_async_callback(small.close)

        async def one(number: int, store: Database) -> None:
            chance = Random(number)
            for look in range(LOOKS):
                await timed(times["leaderboard"], lambda: leaderboard(store, chance))
                await timed(times["/history"], lambda: history(store, chance))
                if look % (LOOKS // CLOCK_LOOKS) == 0:
                    await timed(times[CLOCK], lambda: clock(store))
                    await timed(times[ON_SQLITE], lambda: clock(small, exclusive=True))

        await asyncio.gather(*(one(number, store) for number, store in enumerate(stores)))
    return times


async def rebuilt(address: str) -> float:
    """Rebuild all leaderboards. Return how many seconds that took."""
    store = await Database.open(DatabaseUrl(address))
    try:
        begun = time.monotonic()
        await store.leaderboards.rebuild()
        return time.monotonic() - begun
    finally:
        await store.close()


async def made(address: str) -> None:
    """Create the schema."""
    await (await Database.open(DatabaseUrl(address))).close()


def laddered(address: str, ladders: str, finished: int, live: int) -> None:
    """Rebuild the leaderboards from the results, or write them at full size."""
    if ladders == "again":
        print(f"ladders made again in {asyncio.run(rebuilt(address)):.0f} s", flush=True)
    elif ladders == "filled":
        print(f"ladders written in {fill(address, finished, live, LADDERS):.0f} s", flush=True)
    execute(address, "VACUUM ANALYZE")


def run(finished: int, live: int, ladders: str) -> int:
    """Fill a database, query it, and print the times; return 0 when pages keep their bar.

    Leaderboards are rebuilt from the results (`again`), written at full size (`filled`), or absent
    (`none`).
    """
    place = Path(tempfile.gettempdir())
    with running(place, durable=True) as postgres, tempfile.TemporaryDirectory(dir=place) as folder:
        execute(postgres.address(), "CREATE DATABASE tuppence")
        address, beside = postgres.address("tuppence"), Path(folder, "beside.db")
        asyncio.run(made(address))
        print(f"{finished:,} finished games, {live:,} live ones, written in", end=" ", flush=True)
        print(f"{fill(address, finished, live):.0f} s", flush=True)
        laddered(address, ladders, finished, live)
        asyncio.run(tables_in(beside, finished, live))
        size = execute(address, "SELECT pg_database_size(current_database())")[0][0]
        print(f"the database: {size / 2**20:,.0f} MiB", flush=True)
        times = asyncio.run(asked(address, beside))
    return told(times)


def told(times: dict[str, list[float]]) -> int:
    """Print the times; return 0 when pages keep their bar."""
    late = False
    for what, took in times.items():
        ordered = sorted(took)
        p99 = ordered[len(ordered) * 99 // 100]
        late |= what not in {CLOCK, ON_SQLITE} and p99 > BAR
        print(f"{what}: p50 {ordered[len(ordered) // 2] * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms")
    return int(late)


def main() -> int:
    """Return 0 when leaderboards and histories keep their bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finished", type=int, default=1_000_000)
    parser.add_argument("--live", type=int, default=5_000)
    parser.add_argument("--ladders", choices=("again", "filled", "none"), default="again")
    asked = parser.parse_args()
    return run(asked.finished, asked.live, asked.ladders)


if __name__ == "__main__":
    sys.exit(main())
