"""All ladders made again from the results: every game of a server folded in memory.

A server's games are read some thousands at a time, as the largest have more than memory is for.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from data.ladders import fame
from data.ladders.finished import GAMES, game_from
from data.ladders.fold import Fold
from data.ladders.lines import (
    LINE_COLUMNS,
    RATING,
    RATING_COLUMNS,
    TEAM_COLUMNS,
    Rating,
    line_rows,
    ratings,
    team_rows,
)
from data.sql import many
from data.sql.connection import Connection, SqlRow

STALE: Final = "ladders"
"""A setting: whether a migration has emptied the ladders."""
GAMES_AT_ONCE: Final = 2000
SOME = GAMES.format(
    results="(SELECT * FROM result WHERE guild_id = ? AND number > ? ORDER BY number LIMIT ?)"
)
# Of whom the fold will say a rating, what is there is written over.
UNRATED = """
    UPDATE result_seat SET rating = NULL, mean = NULL WHERE rating IS NOT NULL AND (
        player_id IS NULL OR number IN (SELECT number FROM result WHERE rated = 0))"""

Seats = list[SqlRow]


def rebuild(connection: Connection) -> None:
    """Make the ladders of every server again from the results, to the same numbers."""
    connection.execute("DELETE FROM ladder")
    connection.execute("DELETE FROM partnership")
    connection.execute("DELETE FROM fame")
    connection.execute(UNRATED)
    guilds = connection.execute("SELECT DISTINCT guild_id FROM result").fetchall()
    for row in guilds:
        _server(connection, row["guild_id"])


def refresh(connection: Connection) -> None:
    """Make the ladders again if a migration has emptied them."""
    if connection.execute("SELECT 1 FROM setting WHERE key = ?", (STALE,)).fetchone():
        rebuild(connection)
        connection.execute("DELETE FROM setting WHERE key = ?", (STALE,))


def _server(connection: Connection, guild_id: int) -> None:
    fold, records = Fold(), fame.Records()
    broken: list[fame.Entry] = []
    for games in _games(connection, guild_id):
        rated: list[Rating] = []
        for seats in games:
            fold.count(game_from(seats))
            rated += ratings(fold, seats)
            broken += records.broken(seats)
        # All in one statement: on PostgreSQL each row by itself would be a way there and back.
        many.update(connection, "result_seat", RATING_COLUMNS, RATING, rated)
    many.insert(connection, "ladder", LINE_COLUMNS, line_rows(guild_id, fold))
    many.insert(connection, "partnership", TEAM_COLUMNS, team_rows(guild_id, fold))
    fame.note_all(connection, broken)


def _games(connection: Connection, guild_id: int) -> Iterator[Sequence[Seats]]:
    """The games of a server in the order they ended, some thousands of them at a time."""
    last = 0
    while rows := connection.execute(SOME, (guild_id, last, GAMES_AT_ONCE)).fetchall():
        last = rows[-1]["number"]
        yield [list(seats) for _, seats in groupby(rows, key=_number)]


def _number(row: SqlRow) -> int:
    number: int = row["number"]
    return number
