"""Leaderboard lines as rows of the tables `ladder` and `partnership`."""

from collections.abc import Iterator, Sequence

from data.ladders.fold import ALL_GAMES, ALL_TIME, Fold
from data.sql.connection import SqlRow

NOBODY = 0
"""The third player of a pair. Players are numbered from 1."""
FIGURES = (
    *("mu", "sigma", "rating", "games", "wins", "practice_games", "practice_wins"),
    *("rounds", "points", "best_round", "lowest_wins", "penny_games", "pennies"),
)
LINE = ("guild_id", "game", "period", "player_id")
LINE_COLUMNS = (*LINE, *FIGURES)
TEAM = ("guild_id", "game", "player_1", "player_2", "player_3")
TEAM_COLUMNS = (*TEAM, "mu", "sigma", "rating", "games", "wins")

Rating = tuple[float, float, int, int]
"""Rating and mean of a seat after a game, then its key: `RATING_COLUMNS` and `RATING`."""
RATING_COLUMNS = ("rating", "mean")
RATING = ("number", "seat")


def line_rows(guild_id: int, fold: Fold) -> Iterator[tuple[object, ...]]:
    """Yield all lines, in the order of `LINE_COLUMNS`."""
    for key in sorted(fold.lines):  # in key order, because SQLite appends faster than it inserts
        line = fold.lines[key]
        figures = (line.mu, line.sigma, line.rating, line.games, line.wins)
        practice = (line.practice_games, line.practice_wins)
        rounds = (line.rounds, line.points, line.best_round, int(line.lowest_wins))
        yield (guild_id, *key, *figures, *practice, *rounds, line.penny_games, line.pennies)


def team_rows(guild_id: int, fold: Fold) -> Iterator[tuple[object, ...]]:
    """Yield all partnerships, in the order of `TEAM_COLUMNS`."""
    for slug, team in sorted(fold.teams):
        line = fold.teams[slug, team]
        figures = (line.mu, line.sigma, line.rating, line.games, line.wins)
        yield (guild_id, slug, *three(team), *figures)


def three(team: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players of a partnership for its three columns."""
    return team if len(team) == 3 else (*team, NOBODY)


def ratings(fold: Fold, seats: Sequence[SqlRow]) -> list[Rating]:
    """Return every member's rating after a game, of all games and all time; none for practice.

    No member plays two seats of a game.
    """
    if not seats[0]["rated"]:
        return []
    found = [(row, row["player_id"]) for row in seats if row["player_id"] is not None]
    lines = [(row, fold.lines[ALL_GAMES, ALL_TIME, player]) for row, player in found]
    return [(line.rating, line.mu, row["number"], row["seat"]) for row, line in lines]
