"""A turn, memory, start and a look of the clock, by the number of live tables.

    python -m benchmarks.speed.scale [--tables 100 1000 5000] [--moves 100 1500] [--servers 1 10000]

SQL fills a database with copies of some games of Ponytail Canasta for two. Then the bot starts as
its real process on it (`tests.fake_discord`). Members whose tables are spread over the whole
database come back one after the other: each opens the hand, draws and discards. The report has

    press    CPU of each of these three interactions, with everything that follows from it, median
    memory   of the process after its start, and after the turns; per table: above that of one table
    start    seconds until the first hand is open, and until every game has been looked at
    clock    a look at all deadlines while none is due, in a process without the bot

A server takes 200 tables at most, so 5,000 tables are on 25 servers, even with `--servers 1`.
10,000 servers are ten shards, and one shard starts every five seconds.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count, product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, Self

import engine
from benchmarks.speed.deadlines import Stage, seed, staged
from benchmarks.speed.interaction_cpu import Used, idle_second, named, rest
from benchmarks.speed.load.resource_usage import resident
from cogs.core.settings import VERSION
from cogs.game.move_log import deciding_seats
from cogs.game.permissions import MAX_TABLES_PER_GUILD
from data.bootstrap.compatibility import RELEASE
from data.core.connection import Connection
from data.core.timestamps import to_ms
from data.models.moves import MoveEntry, NewMove
from data.models.tables import Changed, Player
from data.tables.move_log import first_hash, moves_after, next_hash
from engine.players import choose
from tests.fake_discord import FakeDiscord, Member, Process

GAME: Final = "ponytail-canasta"
MODELS: Final = 10
"""Number of different games. All others are copies."""
LONG_AGO: Final = "2026-01-01T00:00:00+00:00"
"""When the servers added the bot. A server that has just added it would get a welcome."""
SERVERS_PER_SHARD: Final = 1000
"""As Discord recommends. It allows 2,500."""
STRANGERS: Final = 5_000_000
"""The first id of members who never press. Those who press have ids of Discord's size."""
LOOKS: Final = 50
RESUMED: Final = 3.0
"""Seconds without work after which all tables have been looked at."""
STARTED_BY: Final = 600.0
LATEST: Final = 30.0
PARTS: Final = ("seat_driver", "holding", "contribution", "wait")
SEED: Final = "SELECT seed FROM card_table WHERE id = ?"
PLAYERS: Final = "SELECT player_id FROM seat_driver WHERE table_id = ? ORDER BY seat"
PLAYER: Final = "INSERT INTO player (guild_id, user_id, name) VALUES (?, ?, 'M') RETURNING id"
ENTRY: Final = """INSERT INTO entry (table_id, seq, seat, key, at, body, chain)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
DISCARDS: Final = ("dropit", "throw", "drop")


@dataclass(frozen=True, slots=True)
class Wish:
    """One row of the report."""

    tables: int
    moves: int
    servers: int
    turns: int


@dataclass(frozen=True, slots=True)
class Played:
    """A played game. `log` is read once, because a copy of 1,500 moves takes long enough."""

    table_id: int
    seed: bytes
    log: tuple[MoveEntry, ...]

    @classmethod
    def by(cls, connection: Connection, table_id: int) -> Self:
        """Return a table's game."""
        seed = connection.execute(SEED, (table_id,)).fetchone()[0]
        return cls(table_id, seed, moves_after(connection, table_id))


@cache
def model(number: int, moves: int) -> tuple[tuple[int, str], ...]:
    """Return a log of at least so many moves, up to the begin of a turn, as seats and moves."""
    return next(log for luck in count() if (log := log_of(number, moves, Random(luck))))


def log_of(number: int, moves: int, luck: Random) -> tuple[tuple[int, str], ...]:
    """Return the log of a model; empty if the game ends too early."""
    table = engine.deal(GAME, 2, seed(number))
    log: list[tuple[int, str]] = []
    while len(log) < moves or table.phase != "draw":
        deciding = deciding_seats(table)
        if not deciding:
            return ()
        move = choose(engine.view(table, deciding[0]), "easy", luck)
        log.append((deciding[0], engine.write(move)))
        table = engine.play(table, deciding[0], move)
    return tuple(log)


async def played(stage: Stage, number: int, place: tuple[int, int], moves: int) -> int:
    """Play one of the models and return its table's number."""
    row = await stage.store.lobbies.create(
        guild_id=place[0], channel_id=place[1], host_id=1, game=GAME, rules_version=1,
        options={}, seat_count=2, pace="day", seed=seed(number),
    )  # fmt: skip
    for seat in range(2):
        await stage.store.lobbies.seat_player(row.id, Player("member", 1 + 2 * number + seat, "M"))
    begun = await stage.store.lobbies.start(
        row.id, mix=lambda row, _: row.lobby_seed, deadline=None
    )
    assert isinstance(begun, Changed)
    log = model(number, moves)
    entries = (
        NewMove(row.id, after, seat, f"{row.id}-{after}", body)
        for after, (seat, body) in enumerate(log)
    )
    await asyncio.gather(*map(stage.store.tables.append_moves, entries))
    async with stage.tables.lock(row.id):
        await stage.tables.start_decisions(row.id)
    return row.id


def copy(connection: Connection, of: Played, to: int, place: tuple[int, int], users: Any) -> None:
    """Copy a table with everything that belongs to it to another channel, for other members."""
    before = [row[0] for row in connection.execute(PLAYERS, (of.table_id,))]
    after = [connection.execute(PLAYER, (place[0], user)).fetchone()[0] for user in users]
    new = {
        "id": to,
        "table_id": to,
        "guild_id": place[0],
        "channel_id": place[1],
        "host_id": users[0],
        "player_id": f"CASE player_id WHEN {before[0]} THEN {after[0]} ELSE {after[1]} END",
        # Shown to the end, so that the start has nothing to paint.
        "tell": "NULL",  # The member has been told, so no notification is due.
        "rendered_seq": "seq",
        "message_seq": "seq",
        "thread_id": place[1],
        "message_id": to,
        "lobby_message_id": to,
    }
    for table in ("card_table", *PARTS):
        names = [row["name"] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(str(new.get(name, name)) for name in names)
        which = "id" if table == "card_table" else "table_id"
        connection.execute(
            f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {which} = ?", (of.table_id,)
        )
    connection.executemany(ENTRY, entries(of, to))


def entries(of: Played, to: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table's log, chained for its copy: the bot checks the chain."""
    link = first_hash(to, of.seed)
    for one in of.log:
        entry = MoveEntry(one.seq, one.seat, f"{to}-{one.seq}", one.at, one.body)
        link = next_hash(link, entry)
        yield to, entry.seq, entry.seat, entry.key, to_ms(entry.at), entry.body, link


async def filled(path: Path, discord: FakeDiscord, wish: Wish) -> list[list[Member]]:
    """Create the tables; return the two members of each table at which somebody will press."""
    servers = [discord.state.server]
    while len(servers) < max(wish.servers, wish.tables / MAX_TABLES_PER_GUILD):
        servers.append(discord.state.open(f"Card Corner {len(servers)}"))
    for server in servers:
        server.guild.members[discord.state.me].joined_at = LONG_AGO
    pressing: list[list[Member]] = []
    async with staged(path, [time.time()]) as stage:
        far = servers[-1].guild.id, servers[-1].channels[0]
        played_ids = [await played(stage, number, far, wish.moves) for number in range(MODELS)]
        copies = wish.tables - MODELS

        def fill(connection: Connection, _now: float) -> None:
            models = [Played.by(connection, table_id) for table_id in played_ids]
            for number in range(copies):
                server = servers[number % len(servers)]
                users = [STRANGERS + 2 * number, STRANGERS + 2 * number + 1]
                if number * wish.turns // copies != (number - 1) * wish.turns // copies:
                    both = [discord.join(f"{name} {number}", server=server) for name in ("A", "B")]
                    pressing.append(both)
                    users = [one.id for one in both]
                place = server.guild.id, server.channels[0]
                copy(connection, models[number % MODELS], played_ids[-1] + 1 + number, place, users)

        await stage.store.tables.backend.transaction(fill)
        # Otherwise the start would replay all games, as the first start of a new release does.
        await stage.store.program_state.set(RELEASE, VERSION)
    return pressing


async def turn(pid: int, members: list[Member], idle: Used) -> list[float]:
    """Open the hand of the member whose turn it is, draw, discard; return the CPU ms of each.

    Raises `TimeoutError` if the bot did not answer within Discord's three seconds.
    """
    spent: list[float] = []

    async def used(work: Any) -> Any:
        before, begun = Used.by(pid), time.monotonic()
        answer = await work
        if answer.failed:
            raise TimeoutError
        await rest(pid)
        spent.append(1000 * Used.by(pid).since(before, idle, time.monotonic() - begun).total)
        return answer.message

    for member in members:
        panel = await used(member.slash("hand", member.server.channels[0], patience=LATEST))
        if panel.find("say"):
            break
        spent.clear()
    await used(member.press(panel, named(panel, "say"), patience=LATEST))
    last = next(one for verb in DISCARDS if (one := panel.find(verb)))
    await used(member.press(panel, last, list(last.options.values())[:1], patience=LATEST))
    return spent


async def looks(path: Path) -> list[float]:
    """Return the milliseconds of looks at all deadlines, while none is due."""
    async with staged(path, [time.time()]) as stage:
        await stage.keeper.poll()  # does what became due while the bot stopped
        took = []
        for _ in range(LOOKS):
            begun = time.perf_counter()
            await stage.keeper.poll()
            took.append(1000 * (time.perf_counter() - begun))
    return took


async def measured(wish: Wish) -> str:
    """Return one row of the report."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scale.db"
        async with FakeDiscord() as discord:
            pressing = await filled(path, discord, wish)
            shards = discord.rest.shards = -(-wish.servers // SERVERS_PER_SHARD)
            begun = time.monotonic()
            process = Process(discord, path)
            assert await process.start(patience=STARTED_BY) is None
            try:
                pid = process.pid
                while (await pressing[0][0].slash("hand", patience=LATEST)).failed:
                    pass  # a busy machine: the bot did not answer within Discord's three seconds
                first = time.monotonic() - begun
                await rest(pid, RESUMED)
                while discord.gateway.identified < shards:
                    await rest(pid, RESUMED)
                resumed, size = time.monotonic() - begun - RESUMED, resident(pid)
                idle = await idle_second(pid)
                turns: list[list[float]] = []
                for members in pressing[1:]:
                    with suppress(TimeoutError):
                        turns.append(await turn(pid, members, idle))
                later = resident(pid)
            finally:
                await process.stop()
        seen = await looks(path)
    kinds = [median(one) for one in zip(*turns, strict=True)]
    each = ", ".join(f"{one:.1f}" for one in kinds)
    return (
        f"{wish.tables} tables of {wish.moves} moves on {wish.servers} servers: CPU of a press"
        f" {sum(kinds) / len(kinds):.1f} ms ({each}; {len(turns)} turns); memory {size:.0f}, later"
        f" {later:.0f} MB; first hand after {first:.1f} s, all after {resumed:.1f}; a look of the"
        f" clock {median(seen):.2f} ms; load of the machine {os.getloadavg()[0]:.1f}"
    )


def main() -> int:
    """Measure every combination in turns, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 1000, 5000])
    parser.add_argument("--moves", type=int, nargs="+", default=[100, 1500])
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 10_000])
    parser.add_argument("--turns", type=int, default=20)
    asked = parser.parse_args()
    for row in product(asked.tables, asked.moves, asked.servers):
        print(asyncio.run(measured(Wish(*row, asked.turns))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
