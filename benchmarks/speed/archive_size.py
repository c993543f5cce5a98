"""The size of finished games: python -m benchmarks.speed.archive_size [GAMES] [FILE]

Computer players play whole games of all kinds under a few members' names, with different numbers of
seats and sometimes a computer player's seat. The games are archived, and the benchmark measures
their size in the file (bar: 2.5 MB for 1,000 games). With FILE the members are those of the browser
version, and the database stays in that file. Saved as var/browser.db, the database gives `./run`
leaderboards, statistics and replays.
"""

import asyncio
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import discord
from simcord.env import Env

import engine
from browser import GUILD, MEMBERS, create_guild
from cogs.game.move_log import GameState
from cogs.game.shuffle_seal import shuffle_seed
from data.database import Database
from data.models.moves import MoveEntry, NewMove
from data.models.outcome import GameOutcome
from data.models.tables import Changed, NotChanged, Player, TableRow
from engine.players.heuristic import easy

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
BAR = 2_500  # bytes per game
DAY = 86_400.0
HOURS = 3 * 3600.0


async def played(store: Database, number: int, server: "Server") -> int:
    """Play one whole game and return its number of moves."""
    chance = random.Random(number)
    slug = sorted(engine.GAMES)[number % len(engine.GAMES)]
    counts = [n for n in engine.GAMES[slug].seats if n <= len(server.people)]
    seats = chance.sample(list(server.people), chance.choice(counts))
    table = await begun(store, slug, seats, server, number)
    course = GameState.begun(table)
    entries: list[tuple[MoveEntry, GameOutcome | None]] = []
    while waiting := [d for d in engine.pending(course.table) if d.default is not None]:
        seat, seq = waiting[0].seat, len(entries) + 1
        move = easy.choose(engine.view(course.table, seat), chance)
        entry = MoveEntry(seq, seat, f"{number}-{seq}", 0.0, engine.write(move))
        course = course.then(entry)
        entries.append((entry, course.outcome()))
    # Appends that arrive together share a commit: each sees the one before it.
    await asyncio.gather(*(append(store, table.id, *one) for one in entries))
    await store.tables.mark_rendered(table.id, len(entries))
    return len(entries)


async def append(
    store: Database, table_id: int, entry: MoveEntry, outcome: GameOutcome | None
) -> None:
    """Append one move."""
    await store.tables.append_moves(
        NewMove(
            table_id,
            after=entry.seq - 1,
            seat=entry.seat,
            key=entry.key,
            body=entry.body,
            outcome=outcome,
        )
    )


async def begun(
    store: Database, slug: str, seats: list[int], server: "Server", number: int
) -> TableRow:
    """Return a table in play with these members."""
    table = await store.lobbies.create(
        guild_id=server.guild,
        channel_id=server.channel,
        host_id=seats[0],
        game=slug,
        rules_version=engine.GAMES[slug].version,
        options={},
        seat_count=len(seats),
        pace="none",
        seed=random.Random(-number).randbytes(32),
    )
    if not number % 7:
        seats = seats[:-1]
        sure(await store.lobbies.seat_player(table.id, Player("computer", None, "Penny", "normal")))
    for person in seats:
        member = Player("member", person, server.people[person])
        sure(
            await store.lobbies.seat_player(
                table.id, member, press=10**18 + number * 100 + len(seats)
            )
        )
        if number % 2:  # Every other table shows its hands after the game.
            sure(await store.lobbies.set_open_hands(table.id, person, wants=True))
    host = Player("member", seats[0], server.people[seats[0]])
    starter = (host, 10**18 + number * 100 + 99)
    return sure(
        await store.lobbies.start(table.id, mix=shuffle_seed, deadline=None, starter=starter)
    )


def sure(answer: Changed | NotChanged) -> TableRow:
    assert isinstance(answer, Changed), answer
    return answer.table


@dataclass(frozen=True)
class Server:
    """The server of the games, and its members: id -> name."""

    guild: int
    channel: int
    people: Mapping[int, str]


class Clock:
    """A clock in which each game ends some hours after the one before."""

    def __init__(self, games: int) -> None:
        self.now = time.time() - 2 * DAY - games * HOURS

    def __call__(self) -> float:
        return self.now


def in_the_browser() -> Server:
    """Return the server that `./run` shows without a token."""
    env = Env(discord.Client(intents=discord.Intents.none()))
    channel, members = create_guild(env)
    return Server(
        GUILD, channel.id, {one.id: name for one, name in zip(members, MEMBERS, strict=True)}
    )


async def main(games: int, keep: Path | None) -> int:
    server = in_the_browser() if keep else Server(900, 901, dict(enumerate(NAMES, 10**17)))
    clock, begin = Clock(games), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tuppence.db"
        store = await Database.open(path, now=clock)
        moves = []
        for number in range(games):
            clock.now += HOURS
            moves.append(await played(store, number, server))
        before = (await store.make_backup()).stat().st_size
        packed = await store.tables.archive_finished(clock.now + 1)
        after = (await store.make_backup()).stat().st_size
        await store.close()
        if keep:
            shutil.copy2(path, keep)  # Create the file with its mode: readable by its owner alone.
    each = after / games
    print(f"{games:,} games, {sum(moves):,} moves, played in {time.perf_counter() - begin:.0f} s")
    print(f"{packed:,} packed: {before / games:,.0f} bytes a game before, {each:,.0f} after")
    print(f"1,000 games: {each / 1000:.2f} MB (bar {BAR / 1000:.1f})")
    return int(each > BAR)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    sys.exit(asyncio.run(main(wanted, target)))
