"""Rebuilds all leaderboards from the results of all games.

Games are read in pages, because the games of the largest guilds do not fit into memory. While one
page is counted, the next is queried and the previous one is written. `update` counts single games.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, NamedTuple

from data.core import bulk, pipelining
from data.core.connection import Connection, Row
from data.leaderboards.records import Entry, RecordBook, rebuild_records
from data.leaderboards.rows import (
    GAMES,
    LINE_COLUMNS,
    RATING,
    RATING_COLUMNS,
    TEAM_COLUMNS,
    Rating,
    finished_game,
    line_rows,
    rating_rows,
    team_rows,
)
from data.leaderboards.totals import LeaderboardTotals

STALE: Final = "ladders"
"""Key in table `setting` that is set if a migration has emptied the leaderboards."""
GAMES_AT_ONCE: Final = 2000
# The next games of a guild, by its index. `+ 0` keeps PostgreSQL from using the index of `number`
# instead: it would read the games of all guilds, once for each guild.
NEXT = """
    SELECT number FROM result WHERE guild_id = ? AND number > ? ORDER BY number + 0 LIMIT ?"""
SOME = GAMES.format(results=f"(SELECT * FROM result WHERE number IN ({NEXT}))")  # noqa: S608 - ours
# Clears ratings of seats that the rebuild will not rate. All others are overwritten.
UNRATED = """
    UPDATE result_seat SET rating = NULL, mean = NULL WHERE rating IS NOT NULL AND (
        player_id IS NULL OR number IN (SELECT number FROM result WHERE rated = 0))"""


class GuildGames(NamedTuple):
    """The seats of a page of a guild's games, in the order in which the games ended.

    `is_last` says that no page of this guild follows.
    """

    guild_id: int
    seats: Sequence[Row]
    is_last: bool


class RebuiltRows(NamedTuple):
    """The rows that a page of games produces."""

    rated: Sequence[Rating] = ()
    lines: Sequence[tuple[Any, ...]] = ()
    teams: Sequence[tuple[Any, ...]] = ()
    broken: Sequence[Entry] = ()

    def write(self, connection: Connection) -> None:
        bulk.update_rows(connection, "result_seat", RATING_COLUMNS, RATING, self.rated)
        bulk.insert_rows(connection, "ladder", LINE_COLUMNS, self.lines)
        bulk.insert_rows(connection, "partnership", TEAM_COLUMNS, self.teams)
        rebuild_records(connection, self.broken)


@dataclass(slots=True)
class GuildLeaderboards:
    """The leaderboards and records of a guild, from the games that were counted so far."""

    fold: LeaderboardTotals = field(default_factory=LeaderboardTotals)
    records: RecordBook = field(default_factory=RecordBook)

    def after(self, page: GuildGames) -> RebuiltRows:
        """Count a page of games, and return its rows.

        The last page returns the leaderboard lines.
        """
        rated: list[Rating] = []
        broken: list[Entry] = []
        for _, game in groupby(page.seats, key=_number):
            seats = list(game)
            self.fold.count(finished_game(seats))
            rated += rating_rows(self.fold, seats)
            broken += self.records.broken(seats)
        if not page.is_last:
            return RebuiltRows(rated, broken=broken)
        lines, teams = line_rows(page.guild_id, self.fold), team_rows(page.guild_id, self.fold)
        return RebuiltRows(rated, list(lines), list(teams), broken)


def rebuild(connection: Connection) -> None:
    """Rebuild the leaderboards of every guild from the results, with the same numbers."""
    connection.execute("DELETE FROM ladder")
    connection.execute("DELETE FROM partnership")
    connection.execute("DELETE FROM fame")
    connection.execute(UNRATED)
    server, told = GuildLeaderboards(), RebuiltRows()
    for page in _pages(connection):
        told.write(connection)  # Sent now; the answer is read with the next page.
        told = server.after(page)
        if page.is_last:
            server = GuildLeaderboards()
    told.write(connection)


def rebuild_if_stale(connection: Connection) -> None:
    """Rebuild the leaderboards if a migration has emptied them."""
    if connection.execute("SELECT 1 FROM setting WHERE key = ?", (STALE,)).fetchone():
        rebuild(connection)
        connection.execute("DELETE FROM setting WHERE key = ?", (STALE,))


def _pages(connection: Connection) -> Iterator[GuildGames]:
    """Yield all games, guild by guild. While a page is counted, the next is already queried."""
    waiting = deque(_asks(connection))
    if not waiting:
        return
    answer = _asked(connection, waiting[0][0], 0)
    while waiting:
        guild_id, is_last = waiting.popleft()
        seats = answer()
        if waiting:
            answer = _asked(connection, waiting[0][0], 0 if is_last else _number(seats[-1]))
        yield GuildGames(guild_id, seats, is_last)


def _asks(connection: Connection) -> Iterator[tuple[int, bool]]:
    """Yield the guild of each page, and whether the page is the last one of the guild."""
    for guild_id, games in connection.execute(
        "SELECT guild_id, count(*) FROM result GROUP BY guild_id"
    ):
        pages = -(-games // GAMES_AT_ONCE)
        yield from ((guild_id, page == pages) for page in range(1, pages + 1))


def _asked(connection: Connection, guild_id: int, last: int) -> pipelining.Answer:
    return pipelining.prefetch(connection, SOME, (guild_id, last, GAMES_AT_ONCE))


def _number(row: Row) -> int:
    number: int = row["number"]
    return number
