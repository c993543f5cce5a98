"""Every game at its smallest and its largest table, a practice game and a lobby."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import engine
from cogs.game.move_log import GameState
from cogs.ops.databases import THIS_RELEASE
from data.database import Database
from data.models.tables import TableRow
from tests.cogs.support.finished_games import dealt, play, play_on
from tests.engine.golden import HOUSE_RULES
from tests.simulator import Simulator, open_simulator

HERE: Final = Path(__file__).parent
RELEASES: Final = sorted(one.name for one in HERE.iterdir() if (one / "stands.json").exists())
MOVES: Final = 45
"""Moves of each game in play."""


async def evening(database: Path) -> None:
    """Play the games, and leave the file as a stopped process does."""
    async with open_simulator(database) as simulator:
        await play(simulator, list(simulator.members[:2]))
        await seated(simulator)
        await simulator.members[0].slash("practice", game="house-canasta")
        await simulator.members[1].slash("play", game="ten-pennies")
        await simulator.bot.database.close()
        await (await Database.open(database, program=THIS_RELEASE)).close()


async def seated(simulator: Simulator) -> None:
    """Start and play the games that stay in play."""
    for number, (slug, game) in enumerate(engine.GAMES.items()):
        for seats in sorted({min(game.seats), max(game.seats)}):
            people = list(simulator.members[: min(2 + number % 3, seats)])
            options = HOUSE_RULES[slug][1] if seats == max(game.seats) else {}
            facts = {"game": slug, "options": options}
            table_id = await dealt(simulator, people, seats - len(people), **facts)
            await play_on(simulator, table_id, seed=table_id, moves=MOVES)


async def stands(store: Database) -> Mapping[str, Any]:
    """Return the position of every game in play, by table number."""
    found = {}
    for table_id in await store.tables.playing_ids():
        row = await store.tables.get(table_id)
        found[str(table_id)] = {
            "game": row.game,
            "rules": row.rules_version,
            "seq": row.seq,
            "position": engine.position((await game_of(store, row)).table),
        }
    return found


async def game_of(store: Database, row: TableRow) -> GameState:
    """Return a game, replayed from its log."""
    game = GameState.begun(row)
    for entry in await store.tables.move_log(row.id):
        game = game.then(entry)
    return game


def written(database: Path) -> str:
    """Return a file as SQL text."""
    with closing(sqlite3.connect(database)) as connection:
        numbers = ("application_id", "user_version")
        marks = [
            f"PRAGMA {name}={connection.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in numbers
        ]
        return "\n".join((*connection.iterdump(), *marks)) + "\n"


def left(release: str, database: Path) -> Path:
    """Write the file that a release left, from its SQL text."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.executescript((HERE / release / "tuppence.sql").read_text("utf-8"))
    return database


def stood(release: str) -> Mapping[str, Any]:
    """Return the positions that a release recorded."""
    found: Mapping[str, Any] = json.loads((HERE / release / "stands.json").read_text("utf-8"))
    return found
