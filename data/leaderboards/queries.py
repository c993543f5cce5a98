"""Reads leaderboards: pages, one member's line, partnerships and rivals. Table `ladder`.

Erased and hidden members have no place, and the next member gets the place instead.
"""

from collections.abc import Mapping

from data.core.connection import Connection, Row
from data.leaderboards.totals import ALL_GAMES
from data.members.equal_names import equal_name_numbers, with_number
from data.models.leaderboards import (
    ALL_TIME,
    LeaderboardEntry,
    LeaderboardOrder,
    Partnership,
    RatingSummary,
    Rival,
    UnratedGames,
)

# Where the lowest score wins, values are negated, so that the best is the largest everywhere.
# Condition for having a place, and the value that decides it.
ORDERS: Mapping[LeaderboardOrder, tuple[str, str]] = {
    "rating": ("l.games > 0", "l.rating"),
    "wins": ("l.games > 0", "l.wins"),
    "games": ("l.games > 0", "l.games"),
    "best_round": ("l.rounds > 0", "l.best_round * (1 - 2 * l.lowest_wins)"),
    "average": (
        "l.rounds > 0",
        "CAST(l.points AS DOUBLE PRECISION) / l.rounds * (1 - 2 * l.lowest_wins)",
    ),
    "pennies": ("l.penny_games > 0", "l.pennies"),
}
COLUMNS = """
    p.user_id, p.name, l.mu, l.sigma, l.rating, l.games, l.wins,
    l.rounds, l.points, l.best_round, l.penny_games, l.pennies"""

# S608 below: the inserted parts are constants of this file, never input.


def _shown(order: LeaderboardOrder) -> str:
    """Return the FROM and WHERE clauses that select all members with a place on a leaderboard."""
    return (
        " FROM ladder AS l JOIN player AS p ON p.id = l.player_id"
        " WHERE l.guild_id = ? AND l.game = ? AND l.period = ?"
        f" AND p.user_id IS NOT NULL AND p.hidden = 0 AND {ORDERS[order][0]}"
    )


def leaderboard(
    connection: Connection,
    guild_id: int,
    game: str | None,
    *,
    limit: int,
    offset: int,
    period: str = ALL_TIME,
    order: LeaderboardOrder = "rating",
) -> tuple[LeaderboardEntry, ...]:
    """A page of a guild's leaderboard, best first. Equal members share a place.

    Args:
        connection: Inside a query.
        guild_id: The guild.
        game: One card game. None means all games together.
        limit: Most lines on a page.
        offset: Lines before the page.
        period: A month such as `2026-11`, or `ALL_TIME`.
        order: The value that decides the place.
    """
    ladder, value = (guild_id, game or ALL_GAMES, period), ORDERS[order][1]
    rows = connection.execute(
        f"SELECT {value} AS value, {COLUMNS} {_shown(order)}"
        f" ORDER BY value DESC, l.rating DESC, l.player_id LIMIT ? OFFSET ?",
        (*ladder, limit, offset),
    ).fetchall()
    numbers = equal_name_numbers(connection, guild_id)
    lines: list[LeaderboardEntry] = []
    for number, row in enumerate(rows):
        # Only the place of the first line needs a count. The others follow from it.
        if not number:
            place = 1 + _better(connection, ladder, order, row["value"])
        elif row["value"] != rows[number - 1]["value"]:
            place = offset + number + 1
        lines.append(_entry_from(place, row, numbers))
    return tuple(lines)


def entry(
    connection: Connection,
    guild_id: int,
    game: str | None,
    user_id: int,
    period: str = ALL_TIME,
    order: LeaderboardOrder = "rating",
) -> LeaderboardEntry | None:
    """One member's line of a leaderboard.

    None if the member has no rated game, or is hidden.
    """
    ladder = (guild_id, game or ALL_GAMES, period)
    row = connection.execute(
        f"SELECT {ORDERS[order][1]}, {COLUMNS} {_shown(order)}"
        " AND p.guild_id = ? AND p.user_id = ?",
        (*ladder, guild_id, user_id),
    ).fetchone()
    if row is None:
        return None
    place = 1 + _better(connection, ladder, order, row[0])
    return _entry_from(place, row, equal_name_numbers(connection, guild_id))


def _entry_from(place: int, row: Row, numbers: Mapping[int, int]) -> LeaderboardEntry:
    _, user_id, name, *figures = row
    return LeaderboardEntry(place, user_id, with_number(numbers, user_id, name), *figures)


def rating_summaries(
    connection: Connection, guild_id: int, user_id: int
) -> tuple[RatingSummary, ...]:
    """Return a member's all-time lines, most games first.

    Only the member may see them, so a hidden member's lines are returned too.
    """
    rows = connection.execute(
        """SELECT l.game, l.mu, l.sigma, l.rating, l.games, l.wins, l.rounds, l.points, l.best_round
           FROM player AS p JOIN ladder AS l ON l.player_id = p.id
           WHERE p.guild_id = ? AND p.user_id = ? AND l.period = ? AND l.games > 0
           ORDER BY l.games DESC, l.game""",
        (guild_id, user_id, ALL_TIME),
    )
    return tuple(RatingSummary(*row) for row in rows)


def _better(
    connection: Connection, ladder: tuple[int, str, str], order: LeaderboardOrder, value: float
) -> int:
    """Return how many shown members have a better value."""
    return _counted(connection, f"{_shown(order)} AND {ORDERS[order][1]} > ?", (*ladder, value))


def count(
    connection: Connection,
    guild_id: int,
    game: str | None,
    period: str = ALL_TIME,
    order: LeaderboardOrder = "rating",
) -> int:
    """The number of members on a leaderboard."""
    return _counted(connection, _shown(order), (guild_id, game or ALL_GAMES, period))


def _counted(connection: Connection, shown: str, facts: tuple[object, ...]) -> int:
    number: int = connection.execute(f"SELECT count(*) {shown}", facts).fetchone()[0]
    return number


def seasons(connection: Connection, guild_id: int) -> tuple[str, ...]:
    """Return the months in which games were finished, newest first."""
    rows = connection.execute(
        """SELECT DISTINCT period FROM ladder
           WHERE guild_id = ? AND game = ? AND period <> ? ORDER BY period DESC""",
        (guild_id, ALL_GAMES, ALL_TIME),
    )
    return tuple(row["period"] for row in rows)


def unrated_games(
    connection: Connection, guild_id: int, game: str | None, user_id: int
) -> UnratedGames:
    """Return a member's games against computer players or alone."""
    row = connection.execute(
        """SELECT l.practice_games, l.practice_wins
           FROM ladder AS l JOIN player AS p ON p.id = l.player_id
           WHERE l.guild_id = ? AND l.game = ? AND l.period = ? AND p.user_id = ?""",
        (guild_id, game or ALL_GAMES, ALL_TIME, user_id),
    ).fetchone()
    return UnratedGames(0, 0) if row is None else UnratedGames(*row)


# `player_3` of a pair is 0 and matches nobody. Of three, none may be hidden or erased.
PARTNERS = """
    WITH placed AS (
        SELECT rank() OVER (ORDER BY t.rating DESC) AS place, t.*,
               a.user_id AS user_1, b.user_id AS user_2, c.user_id AS user_3,
               a.name AS name_1, b.name AS name_2, c.name AS name_3
        FROM partnership AS t
        JOIN player AS a ON a.id = t.player_1 AND a.user_id IS NOT NULL AND a.hidden = 0
        JOIN player AS b ON b.id = t.player_2 AND b.user_id IS NOT NULL AND b.hidden = 0
        LEFT JOIN player AS c ON c.id = t.player_3 AND c.user_id IS NOT NULL AND c.hidden = 0
        WHERE t.guild_id = ? AND t.game = ? AND (t.player_3 = 0 OR c.id IS NOT NULL))
    SELECT * FROM placed"""


def partnerships(
    connection: Connection, guild_id: int, game: str | None, *, limit: int, offset: int
) -> tuple[Partnership, ...]:
    """A page of the leaderboard of pairs and trios, best first."""
    rows = connection.execute(
        PARTNERS + " ORDER BY place, player_1, player_2, player_3 LIMIT ? OFFSET ?",
        (guild_id, game or ALL_GAMES, limit, offset),
    )
    numbers = equal_name_numbers(connection, guild_id)
    return tuple(_partnership_from(row, numbers) for row in rows)


def partnership_count(connection: Connection, guild_id: int, game: str | None) -> int:
    """Return how many partnerships have a place."""
    number: int = connection.execute(
        f"SELECT count(*) FROM ({PARTNERS}) AS shown",  # noqa: S608 - a constant of ours
        (guild_id, game or ALL_GAMES),
    ).fetchone()[0]
    return number


def _partnership_from(row: Row, numbers: Mapping[int, int]) -> Partnership:
    places = [n for n in (1, 2, 3) if row[f"user_{n}"] is not None]
    return Partnership(
        row["place"],
        tuple(row[f"user_{n}"] for n in places),
        tuple(with_number(numbers, row[f"user_{n}"], row[f"name_{n}"]) for n in places),
        *(row["mu"], row["sigma"], row["rating"], row["games"], row["wins"]),
    )


def rivals(
    connection: Connection, guild_id: int, user_id: int, limit: int = 5
) -> tuple[Rival, ...]:
    """The members whom a member met most often in rated games, on different sides."""
    rows = connection.execute(
        """SELECT them.user_id, them.name, count(*) AS games,
                  count(*) FILTER (WHERE mine.place < theirs.place) AS wins,
                  count(*) FILTER (WHERE mine.place > theirs.place) AS losses
           FROM player AS me
           JOIN result_seat AS mine ON mine.player_id = me.id
           JOIN result AS r ON r.number = mine.number AND r.rated = 1
           JOIN result_seat AS theirs ON theirs.number = r.number AND theirs.side <> mine.side
           JOIN player AS them ON them.id = theirs.player_id
           WHERE me.guild_id = ? AND me.user_id = ? AND them.hidden = 0
           AND them.user_id IS NOT NULL
           GROUP BY them.id ORDER BY games DESC, wins DESC, them.id LIMIT ?""",
        (guild_id, user_id, limit),
    )
    numbers = equal_name_numbers(connection, guild_id)
    return tuple(
        Rival(them, with_number(numbers, them, name), *counts) for them, name, *counts in rows
    )
