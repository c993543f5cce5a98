"""The best members of a month: first to third of all games, and first of each game.

They are saved once, when the month ends. A later rebuild of the leaderboards does not change them.
Table `champion`. `data.leaderboards.month_end` decides when a month ends.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from data.core.connection import Connection, Row
from data.core.timestamps import month_bounds
from data.guilds.settings import settings
from data.leaderboards import queries
from data.leaderboards.totals import ALL_GAMES
from data.members.equal_names import equal_name_numbers, with_number
from data.models.leaderboards import Champion, MonthTotals, Titles, shown_rating

LEAST_GAMES: Final = 3
"""Rated games in the month that a member needs."""
LEAST_MEMBERS: Final = 2
"""Members with `LEAST_GAMES` games that a month needs to have champions."""
LAST_PLACE: Final = 3
"""The last place of all games together that is saved. Of one game only the first is."""

STANDINGS: Final = """
    SELECT l.game, l.player_id, l.rating, l.games
    FROM ladder AS l JOIN player AS p ON p.id = l.player_id
    WHERE l.guild_id = ? AND l.period = ? AND l.games >= ?
    AND p.user_id IS NOT NULL AND p.hidden = 0
    ORDER BY l.game, l.rating DESC, l.player_id"""
SAVED: Final = """
    SELECT c.month, c.game, c.place, c.rating, c.games, p.user_id, p.name, p.hidden
    FROM champion AS c JOIN player AS p ON p.id = c.player_id
    WHERE c.guild_id = ? AND c.month {months}
    ORDER BY c.month DESC, c.game, c.place, c.rating DESC, c.player_id"""

Best = tuple[str, int, int, float, int]
"""Game, place, player, rating and number of games."""


def best(connection: Connection, guild_id: int, month: str) -> tuple[Best, ...]:
    """Return the champions of a month, worked out from its leaderboards.

    Erased and hidden members do not count. Members whose shown ratings are equal share a place.
    Return () if fewer than `LEAST_MEMBERS` members count.
    """
    rows = connection.execute(STANDINGS, (guild_id, month, LEAST_GAMES)).fetchall()
    if sum(row["game"] == ALL_GAMES for row in rows) < LEAST_MEMBERS:
        return ()
    games = groupby(rows, key=lambda row: row["game"])
    return tuple(one for game, lines in games for one in _first_places(game, tuple(lines)))


def _first_places(game: str, rows: Sequence[Row]) -> Iterator[Best]:
    last = LAST_PLACE if game == ALL_GAMES else 1
    place, before = 0, None
    for number, row in enumerate(rows, 1):
        if (shown := shown_rating(row["rating"])) != before:
            place, before = number, shown
        if place > last:
            return
        yield game, place, row["player_id"], row["rating"], row["games"]


def save(connection: Connection, guild_id: int, month: str, found: Sequence[Best]) -> None:
    """Save the champions of a month that has none yet."""
    connection.executemany(
        """INSERT INTO champion (guild_id, month, game, place, player_id, rating, games)
           VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [(guild_id, month, *one) for one in found],
    )


def month_champions(connection: Connection, guild_id: int, month: str) -> tuple[Champion, ...]:
    """Return the saved champions of a month: all games together first, the best first.

    Hidden members are included. Callers that show the champions to others must omit them.
    """
    return _saved(connection, guild_id, SAVED.format(months="= ?"), (month,))


def crowned(connection: Connection, guild_id: int, game: str | None, month: str) -> frozenset[int]:
    """Return the Discord ids of a month's champions, of one game or of all games together.

    Only a guild that posts the month's end has saved champions. In another guild, the first of the
    month's leaderboard is the champion.
    """
    saved = month_champions(connection, guild_id, month)
    if saved or settings(connection, guild_id).month:
        found = [one.user_id for one in saved if (one.game, one.place) == (game or ALL_GAMES, 1)]
    else:
        first = queries.leaderboard(connection, guild_id, game, limit=1, offset=0, period=month)
        found = [one.user_id for one in first]
    return frozenset(user_id for user_id in found if user_id is not None)


def newest_champions(connection: Connection, guild_id: int, months: int) -> tuple[Champion, ...]:
    """Return the saved champions of the newest `months` months that have some, newest first."""
    newest = """IN (SELECT DISTINCT month FROM champion WHERE guild_id = ?
                ORDER BY month DESC LIMIT ?)"""
    return _saved(connection, guild_id, SAVED.format(months=newest), (guild_id, months))


def _saved(
    connection: Connection, guild_id: int, asked: str, wanted: Sequence[object]
) -> tuple[Champion, ...]:
    rows = connection.execute(asked, (guild_id, *wanted)).fetchall()
    numbers = equal_name_numbers(connection, guild_id)
    return tuple(
        Champion(
            **dict(row)
            | {
                "name": with_number(numbers, row["user_id"], row["name"] or ""),
                "hidden": bool(row["hidden"]),
            }
        )
        for row in rows
    )


def titles(connection: Connection, guild_id: int, user_id: int) -> Titles:
    """Return how often a member was the champion of a month: of all games, and of one game."""
    row = connection.execute(
        """SELECT coalesce(sum(CASE WHEN c.game = ? THEN 1 ELSE 0 END), 0) AS months,
                  coalesce(sum(CASE WHEN c.game <> ? THEN 1 ELSE 0 END), 0) AS games
           FROM player AS p JOIN champion AS c ON c.player_id = p.id
           WHERE p.guild_id = ? AND p.user_id = ? AND c.place = 1""",
        (ALL_GAMES, ALL_GAMES, guild_id, user_id),
    ).fetchone()
    return Titles(int(row["months"]), int(row["games"]))


def month_totals(connection: Connection, guild_id: int, month: str) -> MonthTotals:
    """Return how many rated games a guild finished in a month, and how many members played them.

    Hidden members are not counted.
    """
    since, until = month_bounds(month)
    games = connection.execute(
        "SELECT count(*) FROM result WHERE guild_id = ? AND rated = 1 AND at >= ? AND at < ?",
        (guild_id, since, until),
    ).fetchone()[0]
    return MonthTotals(games, queries.count(connection, guild_id, None, month))
