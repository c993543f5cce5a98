"""Details of a leaderboard row: the latest results, and the place at the start of the week."""

from collections.abc import Sequence
from typing import Final

from data.core.connection import Connection
from data.core.timestamps import month_bounds, to_ms, week_of
from data.leaderboards.totals import ALL_GAMES
from data.models.leaderboards import RowDetails

RECENT: Final = 5
EVER: Final = (0, 2**62)

# One walk along the index of a member's results, newest first, that ends after a few rows. A window
# function over all members of a page would read every game that they have played.
LATEST: Final = """
    SELECT * FROM (
        SELECT p.user_id, s.place
        FROM player AS p
        JOIN result_seat AS s ON s.player_id = p.id
        JOIN result AS r ON r.number = s.number
        WHERE p.guild_id = :guild AND p.user_id = :{user} AND r.rated = 1
        AND (CAST(:game AS TEXT) IS NULL OR r.game = :game)
        AND r.at >= :since AND r.at < :before
        ORDER BY s.number DESC LIMIT :recent) AS {user}"""
# A rating of NULL is that of a member without a rated game before this week, who had no place.
PLACED: Final = """
    WITH begun AS (
        SELECT p.user_id, CASE WHEN l.week = :week THEN l.week_rating ELSE l.rating END AS rating
        FROM ladder AS l JOIN player AS p ON p.id = l.player_id
        WHERE l.guild_id = :guild AND l.game = :ladder AND l.period = :period
        AND p.user_id IS NOT NULL AND p.hidden = 0 AND l.games > 0),
    placed AS (
        SELECT user_id, rank() OVER (ORDER BY rating DESC) AS place
        FROM begun WHERE rating IS NOT NULL)
    SELECT user_id, place FROM placed WHERE user_id IN ({users})"""


def row_details(
    connection: Connection,
    guild_id: int,
    game: str | None,
    period: str,
    users: Sequence[int],
    now: float,
) -> dict[int, RowDetails]:
    """The latest rated results of some members, and their places at the start of this week.

    Args:
        connection: Inside a query.
        guild_id: The guild.
        game: One card game. None means all games together.
        period: A month such as `2026-11`, or `ALL_TIME`.
        users: Discord ids of the members on a page.
        now: The present time. It determines the week.
    """
    if not users:
        return {}
    facts: dict[str, object] = {
        "guild": guild_id,
        "game": game,
        "ladder": game or ALL_GAMES,
        "period": period,
    }
    named = {f"u{at}": user for at, user in enumerate(users)}
    recent = _recent(connection, facts | named, list(named), period)
    placed = PLACED.format(users=", ".join(f":{name}" for name in named))
    rows = connection.execute(placed, facts | named | {"week": week_of(to_ms(now))})
    places = {row["user_id"]: row["place"] for row in rows}
    return {user: RowDetails(tuple(recent[user]), places.get(user)) for user in users}


def _recent(
    connection: Connection, facts: dict[str, object], named: Sequence[str], period: str
) -> dict[int, list[bool]]:
    """Return whether each of a member's latest rated games was won, the newest last."""
    since, before = month_bounds(period) if period else EVER
    latest = " UNION ALL ".join(LATEST.format(user=name) for name in named)
    bounds = {"since": since, "before": before, "recent": RECENT}
    recent: dict[int, list[bool]] = {int(str(facts[name])): [] for name in named}
    for row in connection.execute(latest, facts | bounds):
        recent[row["user_id"]].insert(0, row["place"] == 1)
    return recent
