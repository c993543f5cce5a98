"""Tests that a poll of the timer loop costs the same with many tables, if nothing is due."""

import re
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from cogs.game.deadlines import MINUTE
from data.sqlite import connection as connections
from tests.cogs.support.play import Game, start
from tests.simulator import Simulator

COPIES = 22
LATER = 9_000_000_000_000
"""Milliseconds: a time that no test reaches."""
ROWS = (
    # Lobbies that wait, with a member who was asked and has been told.
    """INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version, options,
           pace, status, seed, lobby_seed, commitment, created, updated)
       SELECT 1000 + :n, guild_id, channel_id, host_id, game, rules_version, options,
           'none', 'lobby', seed, lobby_seed, commitment, created, :later
       FROM card_table WHERE id = :table""",
    """INSERT INTO asked (table_id, player_id, by_id, at, told)
       SELECT 1000 + :n, min(id), max(id), 1, 1 FROM player""",
    """INSERT INTO vote (table_id, number, kind, round_began, opened, until, verdict, message_id)
       SELECT 2000 + :n, 1, 'end', 0, 1, 1, 'no', 1""",
    """INSERT INTO vote (table_id, number, kind, round_began, opened, until, message_id)
       SELECT 2000 + :n, 2, 'end', 0, 1, :later, 1""",
    """INSERT INTO server_choice (guild_id, month, month_due)
       SELECT 3000 + :n, :n % 2, CASE WHEN :n % 2 = 1 THEN :later END""",
    "INSERT INTO hold VALUES (2000 + :n, 0, 'member', 1, :later)",
    "INSERT INTO holiday VALUES (4000 + :n, :later)",
)


@pytest.mark.parametrize("statistics", [False, True])
async def test_a_poll_reads_no_more_with_many_tables(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch, *, statistics: bool
) -> None:
    game = await start(simulator, simulator.members[:2], seats=2)
    await simulator.wait(120)
    few = await steps(simulator, monkeypatch, game, range(2), analyze=statistics)
    many = await steps(simulator, monkeypatch, game, range(2, COPIES), analyze=statistics)
    assert many == few


def fill(database: Path, game: Game, numbers: range, *, analyze: bool) -> None:
    """Add copies of a game in play, and rows with nothing to do."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for number in numbers:
            copy(connection, game.table_id, 2000 + number)
            for row in ROWS:
                facts = {"n": number, "table": game.table_id, "later": LATER}
                connection.execute(row, facts)
        if analyze:
            connection.execute("ANALYZE")


def copy(connection: sqlite3.Connection, of: int, to: int) -> None:
    """Copy a game in play."""
    for table, key in {"card_table": "id", "seat_driver": "table_id", "wait": "table_id"}.items():
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join("?" if name == key else name for name in names)
        connection.execute(
            f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {key} = ?", (to, of)
        )


async def steps(
    simulator: Simulator,
    monkeypatch: pytest.MonkeyPatch,
    game: Game,
    numbers: range,
    *,
    analyze: bool,
) -> dict[str, int]:
    """Add tables, restart the bot, and return the steps of SQLite in a minute, by statement.

    SQLite takes some steps for each row that it reads.
    """
    fill(simulator.database, game, numbers, analyze=analyze)
    found: list[sqlite3.Connection] = []
    opened = connections._opened

    def noted(address: str) -> sqlite3.Connection:
        found.append(opened(address))
        return found[-1]

    with monkeypatch.context() as patch:
        patch.setattr(connections, "_opened", noted)
        await simulator.restart(crash=False)
    await simulator.wait(MINUTE)
    counts: Counter[str] = Counter()
    for connection in found:
        count(connection, counts)
    await simulator.wait(MINUTE)  # some queries run once a minute
    return counts


def count(connection: sqlite3.Connection, counts: Counter[str]) -> None:
    """Count a connection's steps from now on."""
    statement = [""]

    def begins(sql: str) -> None:
        statement[0] = re.sub(r"\d+", "?", sql)  # the same text for all parameters

    def step() -> None:
        counts[statement[0]] += 1

    connection.set_trace_callback(begins)
    connection.set_progress_handler(step, 1)
