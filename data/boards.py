"""Looking at ladders: pages of them, one member's line, partnerships and rivals.

Who was forgotten, or does not want to be shown, keeps no place and leaves no gap.
"""

import sqlite3
from collections.abc import Mapping

from data.fold import ALL_GAMES, ALL_TIME
from data.rows import Order, Partnership, Practice, Rival, Standing

ORDERS: Mapping[Order, tuple[str, str]] = {  # who has a place, and what makes it
    "rating": ("l.games > 0", "l.rating DESC"),
    "wins": ("l.games > 0", "l.wins DESC"),
    "games": ("l.games > 0", "l.games DESC"),
    "best_round": ("l.rounds > 0", "l.best_round * (1 - 2 * l.lowest_wins) DESC"),
    "average": ("l.rounds > 0", "l.points * 1.0 / l.rounds * (1 - 2 * l.lowest_wins) DESC"),
    "pennies": ("l.penny_games > 0", "l.pennies DESC"),
}
COLUMNS = """
    place, user_id, name, mu, sigma, rating, games, wins,
    rounds, points, best_round, penny_games, pennies"""


def _placed(order: Order) -> str:
    having, by = ORDERS[order]
    return f"""
        WITH placed AS (
            SELECT rank() OVER (ORDER BY {by}) AS place, l.*, p.user_id, p.name
            FROM ladder AS l JOIN player AS p ON p.id = l.player_id
            WHERE l.guild_id = ? AND l.game = ? AND l.period = ? AND {having}
            AND p.user_id IS NOT NULL AND NOT p.hidden)
        SELECT {COLUMNS} FROM placed"""  # noqa: S608 - constants of ours


def leaderboard(
    connection: sqlite3.Connection,
    guild_id: int,
    game: str | None,
    period: str,
    order: Order,
    limit: int,
    offset: int,
) -> tuple[Standing, ...]:
    """A page of a ladder, best first."""
    rows = connection.execute(
        _placed(order) + " ORDER BY place, rating DESC, player_id LIMIT ? OFFSET ?",
        (guild_id, game or ALL_GAMES, period, limit, offset),
    )
    return tuple(Standing(*row) for row in rows)


def size(
    connection: sqlite3.Connection, guild_id: int, game: str | None, period: str, order: Order
) -> int:
    """How many members have a place on this ladder."""
    having, _ = ORDERS[order]
    number: int = connection.execute(
        "SELECT count(*) FROM ladder AS l JOIN player AS p ON p.id = l.player_id"  # noqa: S608
        f" WHERE l.guild_id = ? AND l.game = ? AND l.period = ? AND {having}"
        " AND p.user_id IS NOT NULL AND NOT p.hidden",
        (guild_id, game or ALL_GAMES, period),
    ).fetchone()[0]
    return number


def standing(
    connection: sqlite3.Connection,
    guild_id: int,
    game: str | None,
    user_id: int,
    period: str,
    order: Order,
) -> Standing | None:
    """One member's line; None for who has no place."""
    row = connection.execute(
        _placed(order) + " WHERE user_id = ?", (guild_id, game or ALL_GAMES, period, user_id)
    ).fetchone()
    return None if row is None else Standing(*row)


def seasons(connection: sqlite3.Connection, guild_id: int) -> tuple[str, ...]:
    """The months in which games were finished, newest first."""
    rows = connection.execute(
        """SELECT DISTINCT period FROM ladder
           WHERE guild_id = ? AND game = ? AND period <> ? ORDER BY period DESC""",
        (guild_id, ALL_GAMES, ALL_TIME),
    )
    return tuple(row["period"] for row in rows)


def practice(
    connection: sqlite3.Connection, guild_id: int, game: str | None, user_id: int
) -> Practice:
    """A member's games against computers or alone."""
    row = connection.execute(
        """SELECT l.practice_games, l.practice_wins
           FROM ladder AS l JOIN player AS p ON p.id = l.player_id
           WHERE l.guild_id = ? AND l.game = ? AND l.period = ? AND p.user_id = ?""",
        (guild_id, game or ALL_GAMES, ALL_TIME, user_id),
    ).fetchone()
    return Practice(0, 0) if row is None else Practice(*row)


PARTNERS = """
    WITH placed AS (
        SELECT rank() OVER (ORDER BY t.rating DESC) AS place, t.*,
               a.user_id AS user_1, b.user_id AS user_2, c.user_id AS user_3,
               a.name AS name_1, b.name AS name_2, c.name AS name_3
        FROM partnership AS t
        JOIN player AS a ON a.id = t.player_1 AND a.user_id IS NOT NULL AND NOT a.hidden
        JOIN player AS b ON b.id = t.player_2 AND b.user_id IS NOT NULL AND NOT b.hidden
        LEFT JOIN player AS c ON c.id = t.player_3 AND c.user_id IS NOT NULL AND NOT c.hidden
        WHERE t.guild_id = ? AND t.game = ? AND (t.player_3 = 0 OR c.id IS NOT NULL))
    SELECT * FROM placed"""


def partnerships(
    connection: sqlite3.Connection, guild_id: int, game: str | None, limit: int, offset: int
) -> tuple[Partnership, ...]:
    """A page of the partnership ladder, best first."""
    rows = connection.execute(
        PARTNERS + " ORDER BY place, player_1, player_2, player_3 LIMIT ? OFFSET ?",
        (guild_id, game or ALL_GAMES, limit, offset),
    )
    return tuple(_partnership_from(row) for row in rows)


def partnership_size(connection: sqlite3.Connection, guild_id: int, game: str | None) -> int:
    """How many partnerships have a place."""
    number: int = connection.execute(
        f"SELECT count(*) FROM ({PARTNERS})",  # noqa: S608 - a constant of ours
        (guild_id, game or ALL_GAMES),
    ).fetchone()[0]
    return number


def _partnership_from(row: sqlite3.Row) -> Partnership:
    numbers = [n for n in (1, 2, 3) if row[f"user_{n}"] is not None]
    return Partnership(
        row["place"],
        tuple(row[f"user_{n}"] for n in numbers),
        tuple(row[f"name_{n}"] for n in numbers),
        *(row["mu"], row["sigma"], row["rating"], row["games"], row["wins"]),
    )


def rivals(
    connection: sqlite3.Connection, guild_id: int, user_id: int, limit: int
) -> tuple[Rival, ...]:
    """The members whom a member has met most often in rated games, on different sides."""
    rows = connection.execute(
        """SELECT them.user_id, them.name, count(*) AS games,
                  sum(mine.place < theirs.place) AS wins, sum(mine.place > theirs.place) AS losses
           FROM player AS me
           JOIN result_seat AS mine ON mine.player_id = me.id
           JOIN result AS r ON r.number = mine.number AND r.rated
           JOIN result_seat AS theirs ON theirs.number = r.number AND theirs.side <> mine.side
           JOIN player AS them ON them.id = theirs.player_id
           WHERE me.guild_id = ? AND me.user_id = ? AND NOT them.hidden
           AND them.user_id IS NOT NULL
           GROUP BY them.id ORDER BY games DESC, wins DESC, them.id LIMIT ?""",
        (guild_id, user_id, limit),
    )
    return tuple(Rival(*row) for row in rows)
