"""The ladder: ratings folded from results, per server, for each game and for all together.

Ratings follow Weng and Lin's Plackett-Luce model (the openskill package), which knows teams of
any size, any number of sides, and ties. Only members are rated. A computer beside a member
counts as a beginner, so that the side has its full strength; a side of computers alone is left
out. Games in which no two members sat on different sides are counted apart, as practice.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from data.rows import Practice, Standing

ALL_GAMES = ""
MODEL = PlackettLuce()

Ratings = dict[int, PlackettLuceRating]


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a result; no player where nobody but computers ever played it."""

    side: int
    rank: int
    player: int | None


def rate(places: Sequence[Place], before: Mapping[int, PlackettLuceRating]) -> Ratings:
    """The new ratings of the members in a rated game."""
    sides: defaultdict[tuple[int, int], list[int | None]] = defaultdict(list)
    for place in places:
        sides[place.side, place.rank].append(place.player)
    rated = {key: players for key, players in sides.items() if any(players)}
    teams = [[_rating(player, before) for player in players] for players in rated.values()]
    after = MODEL.rate(teams, ranks=[float(rank) for _, rank in rated])
    return {
        player: rating
        for players, team in zip(rated.values(), after, strict=True)
        for player, rating in zip(players, team, strict=True)
        if player is not None
    }


def _rating(player: int | None, before: Mapping[int, PlackettLuceRating]) -> PlackettLuceRating:
    return MODEL.rating() if player is None or player not in before else before[player]


def count(connection: sqlite3.Connection, number: int) -> None:
    """Count one result, for its game and for all games."""
    result = connection.execute(
        "SELECT guild_id, game, rated FROM result WHERE number = ?", (number,)
    ).fetchone()
    places = _places(connection, number)
    for game in (result["game"], ALL_GAMES):
        if result["rated"]:
            _count_rated(connection, result["guild_id"], game, places)
        else:
            _count_practice(connection, result["guild_id"], game, places)


def rebuild(connection: sqlite3.Connection) -> None:
    """Make the whole ladder again from the results, to the same numbers."""
    connection.execute("DELETE FROM ladder")
    rows = connection.execute("SELECT number FROM result ORDER BY number").fetchall()
    for row in rows:
        count(connection, row["number"])


def _places(connection: sqlite3.Connection, number: int) -> list[Place]:
    rows = connection.execute(
        "SELECT side, place, player_id FROM result_seat WHERE number = ? ORDER BY side, seat",
        (number,),
    )
    return [Place(row["side"], row["place"], row["player_id"]) for row in rows]


def _count_rated(
    connection: sqlite3.Connection, guild_id: int, game: str, places: Sequence[Place]
) -> None:
    before = _ratings(connection, guild_id, game, places)
    after = rate(places, before)
    winners = {place.player for place in places if place.rank == 1}
    for player, rating in after.items():
        _add_line(connection, guild_id, game, player)
        connection.execute(
            """UPDATE ladder SET mu = ?, sigma = ?, rating = ?, games = games + 1, wins = wins + ?
               WHERE guild_id = ? AND game = ? AND player_id = ?""",
            (
                *(rating.mu, rating.sigma, rating.ordinal(), player in winners),
                *(guild_id, game, player),
            ),
        )


def _count_practice(
    connection: sqlite3.Connection, guild_id: int, game: str, places: Sequence[Place]
) -> None:
    for place in places:
        if place.player is not None:
            _add_line(connection, guild_id, game, place.player)
            connection.execute(
                """UPDATE ladder
                   SET practice_games = practice_games + 1, practice_wins = practice_wins + ?
                   WHERE guild_id = ? AND game = ? AND player_id = ?""",
                (place.rank == 1, guild_id, game, place.player),
            )


def _add_line(connection: sqlite3.Connection, guild_id: int, game: str, player: int) -> None:
    fresh = MODEL.rating()
    connection.execute(
        "INSERT OR IGNORE INTO ladder VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0)",
        (guild_id, game, player, fresh.mu, fresh.sigma, fresh.ordinal()),
    )


def _ratings(
    connection: sqlite3.Connection, guild_id: int, game: str, places: Sequence[Place]
) -> Ratings:
    found: Ratings = {}
    for player in (place.player for place in places if place.player is not None):
        row = connection.execute(
            "SELECT mu, sigma FROM ladder WHERE guild_id = ? AND game = ? AND player_id = ?",
            (guild_id, game, player),
        ).fetchone()
        if row is not None:
            found[player] = MODEL.rating(mu=row["mu"], sigma=row["sigma"])
    return found


# a member who was forgotten keeps no place, and leaves no gap
PLACED = """
    WITH placed AS (
        SELECT rank() OVER (ORDER BY l.rating DESC) AS place, l.player_id,
               p.user_id, p.name, l.mu, l.sigma, l.rating, l.games, l.wins
        FROM ladder AS l JOIN player AS p ON p.id = l.player_id
        WHERE l.guild_id = ? AND l.game = ? AND l.games > 0 AND p.user_id IS NOT NULL)
    SELECT place, user_id, name, mu, sigma, rating, games, wins FROM placed"""


def leaderboard(
    connection: sqlite3.Connection, guild_id: int, game: str | None, limit: int, offset: int
) -> tuple[Standing, ...]:
    """A page of the ladder, best first; all games together when `game` is None."""
    rows = connection.execute(
        PLACED + " ORDER BY place, player_id LIMIT ? OFFSET ?",
        (guild_id, game or ALL_GAMES, limit, offset),
    )
    return tuple(_standing_from(row) for row in rows)


def size(connection: sqlite3.Connection, guild_id: int, game: str | None) -> int:
    """How many members have a place on this ladder."""
    number: int = connection.execute(
        f"SELECT count(*) FROM ({PLACED})",  # noqa: S608 - a constant of ours
        (guild_id, game or ALL_GAMES),
    ).fetchone()[0]
    return number


def standing(
    connection: sqlite3.Connection, guild_id: int, game: str | None, user_id: int
) -> Standing | None:
    """One member's line; None without a rated game."""
    row = connection.execute(
        PLACED + " WHERE user_id = ?", (guild_id, game or ALL_GAMES, user_id)
    ).fetchone()
    return None if row is None else _standing_from(row)


def practice(
    connection: sqlite3.Connection, guild_id: int, game: str | None, user_id: int
) -> Practice:
    """A member's games against computers or alone."""
    row = connection.execute(
        """SELECT l.practice_games, l.practice_wins
           FROM ladder AS l JOIN player AS p ON p.id = l.player_id
           WHERE l.guild_id = ? AND l.game = ? AND p.user_id = ?""",
        (guild_id, game or ALL_GAMES, user_id),
    ).fetchone()
    return Practice(0, 0) if row is None else Practice(*row)


def _standing_from(row: sqlite3.Row) -> Standing:
    return Standing(*row)
