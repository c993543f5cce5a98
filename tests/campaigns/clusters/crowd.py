"""A full database on PostgreSQL: a million finished games, thousands live; what members ask of it.

Filled by SQL, its ladders made by the store; vacuumed, as an operator's server does by itself.
Asked through four stores at once, each with a quarter of the shards, as four clusters would: pages
of leaderboards and of histories, and all that the clock asks at a look.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

from cogs._game.paces import PACES
from data.ladders.rows import Sought
from data.sql.address import ServerAddress
from data.store import Store
from tests.campaigns.ladders import GAMES, ORDERS
from tests.postgres.server import execute, running

SERVERS, MEMBERS = 400, 100
"""Servers, and members of each; every tenth game is of the first server."""
CLUSTERS: Final = 4
LOOKS: Final = 300
"""Pages of each kind that each cluster asks for."""
CLOCK_LOOKS: Final = 20
BAR: Final = 0.100
LIVE: Final = 100_000_000
"""The numbers of the live tables begin here."""
NOW: Final = 1_800_000_000_000

FILL = (
    f"""INSERT INTO player (id, guild_id, user_id, name)
        SELECT s * {MEMBERS} + m + 1, (1000 + s)::bigint << 22, 100000000 + s * {MEMBERS} + m,
               'Member ' || m
        FROM generate_series(0, {SERVERS - 1}) s, generate_series(0, {MEMBERS - 1}) m""",
    """CREATE TEMP TABLE made AS SELECT n, CASE WHEN n % 10 = 0 THEN 0 ELSE n % {servers} END AS s,
        (ARRAY['{games}'])[1 + n * 7 % 4] AS game,
        1735689600000 + n * 31536000000 / {finished} AS at
        FROM generate_series(1::bigint, {finished}) n""",
    """INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version, options,
            pace, status, seed, lobby_seed, commitment, created, updated, rendered_seq)
        SELECT n, (1000 + s)::bigint << 22, 1, 1, game, 1, '{{}}', 'day', 'finished',
               decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), '', at, at, 0
        FROM made""",
    """INSERT INTO result SELECT n, n, (1000 + s)::bigint << 22, game, at, 'target', 1,
            CASE WHEN game = 'ten-pennies' THEN 1 ELSE 0 END, '[[100, 200], [300, 50]]'
        FROM made""",
    """INSERT INTO result_seat SELECT n, seat, seat % 2, 1 + (n + seat) % 2, 0,
            s * {members} + 1 + (n * 13 + seat * 17) % {members}, '{{}}', NULL
        FROM made, generate_series(0, 3) seat""",
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
    "VACUUM ANALYZE",
)


def fill(address: str, finished: int, live: int) -> float:
    """Write it all; how many seconds that took."""
    facts = {
        "servers": SERVERS, "members": MEMBERS, "finished": finished, "live": live,
        "live_from": LIVE, "now": NOW, "games": "', '".join(GAMES),
    }  # fmt: skip
    begun = time.monotonic()
    execute(address, FILL[0], *(one.format(**facts) for one in FILL[1:]))
    return time.monotonic() - begun


async def timed(times: list[float], work: Callable[[], Awaitable[object]]) -> None:
    """Do something, and note how long it took."""
    begun = time.perf_counter()
    await work()
    times.append(time.perf_counter() - begun)


def server(chance: Random) -> int:
    """A server's id; the big one as often as all others."""
    return (1000 + (0 if chance.random() < 0.5 else chance.randrange(SERVERS))) << 22


async def leaderboard(store: Store, chance: Random) -> None:
    """What one `/leaderboard` asks."""
    guild, game, order = server(chance), chance.choice((None, *GAMES)), chance.choice(ORDERS)
    period = chance.choice(("", "2025-06"))
    size = await store.ladders.ladder_size(guild, game, period, order)
    offset = 10 * chance.randrange(max(1, size // 10))
    await store.ladders.leaderboard(
        guild, game, limit=10, offset=offset, period=period, order=order
    )
    member = 100_000_000 + ((guild >> 22) - 1000) * MEMBERS + chance.randrange(MEMBERS)
    await store.ladders.standing(guild, game, member, period, order)


async def history(store: Store, chance: Random) -> None:
    """What one `/history` asks: how many there are, and a page near the newest."""
    guild = server(chance)
    sought = chance.choice((Sought(), Sought(game=chance.choice(GAMES)), Sought(month="2025-06")))
    await store.ladders.history_size(guild, sought)
    await store.ladders.history(guild, sought, limit=10, offset=10 * chance.randrange(5))


async def clock(store: Store) -> None:
    """What the clock asks at a look; a sixtieth of the live games is due."""
    now = NOW / 1000 + 60 * 80
    rows, at = store.tables, store.time
    due = [table_id for table_id, _ in await at.due(now)]
    for found in (due, await at.untimed(), await store.votes.due(now), await rows.behind()):
        await rows.held(found)
    await rows.held(await at.tables_to_ping(now, patience=60))
    await at.ended_holds(now)
    for slug, pace in PACES.items():
        await rows.held(await store.lobbies.stale(slug, now - pace.lobby))


async def asked(address: str) -> dict[str, list[float]]:
    """The times of everything, through four stores at once."""
    times: dict[str, list[float]] = {"leaderboard": [], "/history": [], "a look of the clock": []}
    async with AsyncExitStack() as stack:
        stores = []
        for number in range(CLUSTERS):
            store = await Store.open(ServerAddress(address), shared=True)
            stack.push_async_callback(store.close)
            store.portion.divided(f"{number}:crowd:1", CLUSTERS)
            store.portion.hold(number, 1)
            stores.append(store)

        async def one(number: int, store: Store) -> None:
            chance = Random(number)
            for look in range(LOOKS):
                await timed(times["leaderboard"], lambda: leaderboard(store, chance))
                await timed(times["/history"], lambda: history(store, chance))
                if look % (LOOKS // CLOCK_LOOKS) == 0:
                    await timed(times["a look of the clock"], lambda: clock(store))

        await asyncio.gather(*(one(number, store) for number, store in enumerate(stores)))
    return times


async def rebuilt(address: str) -> float:
    """Seconds in which all ladders are made again."""
    store = await Store.open(ServerAddress(address))
    try:
        begun = time.monotonic()
        await store.ladders.rebuild_ladder()
        return time.monotonic() - begun
    finally:
        await store.close()


async def made(address: str) -> None:
    """Make the tables."""
    await (await Store.open(ServerAddress(address))).close()


def crowd(finished: int, live: int, *, ladders: bool) -> int:
    """Fill, ask, and say how long it took; 0 when pages keep their bar.

    Without `ladders` they are not made, and leaderboards have nobody on them.
    """
    with running(Path(tempfile.gettempdir()), durable=True) as postgres:
        execute(postgres.address(), "CREATE DATABASE tuppence")
        address = postgres.address("tuppence")
        asyncio.run(made(address))
        print(
            f"{finished:,} finished games and {live:,} live ones, written in", end=" ", flush=True
        )
        print(f"{fill(address, finished, live):.0f} s")
        if ladders:
            print(f"ladders made again in {asyncio.run(rebuilt(address)):.0f} s", flush=True)
        execute(address, "VACUUM ANALYZE")
        size = execute(address, "SELECT pg_database_size(current_database())")[0][0]
        print(f"the database: {size / 2**20:,.0f} MiB")
        times = asyncio.run(asked(address))
    late = False
    for what, took in times.items():
        ordered = sorted(took)
        p99 = ordered[len(ordered) * 99 // 100]
        late |= what != "a look of the clock" and p99 > BAR
        print(f"{what}: p50 {ordered[len(ordered) // 2] * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms")
    return int(late)
