"""Leaderboard lines as rows of the tables `ladder` and `partnership`."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from data.core.connection import Row
from data.core.timestamps import month_of, week_of
from data.leaderboards.totals import ALL_GAMES, FinishedGame, LeaderboardTotals, SeatResult
from data.models.leaderboards import ALL_TIME

NOBODY = 0
"""The third player of a pair. Players are numbered from 1."""
FIGURES = (
    *("mu", "sigma", "rating", "games", "wins", "practice_games", "practice_wins"),
    *("rounds", "points", "best_round", "lowest_wins", "penny_games", "pennies"),
    *("week", "week_rating"),
)
LINE = ("guild_id", "game", "period", "player_id")
LINE_COLUMNS = (*LINE, *FIGURES)
TEAM = ("guild_id", "game", "player_1", "player_2", "player_3")
TEAM_COLUMNS = (*TEAM, "mu", "sigma", "rating", "games", "wins")

Rating = tuple[float, float, int, int]
"""Rating and mean of a seat after a game, then its key: `RATING_COLUMNS` and `RATING`."""
RATING_COLUMNS = ("rating", "mean")
RATING = ("number", "seat")


def line_rows(guild_id: int, fold: LeaderboardTotals) -> Iterator[tuple[object, ...]]:
    """Yield all lines, in the order of `LINE_COLUMNS`."""
    for key in sorted(fold.lines):  # in key order, because SQLite appends faster than it inserts
        line = fold.lines[key]
        figures = (line.mu, line.sigma, line.rating, line.games, line.wins)
        practice = (line.practice_games, line.practice_wins)
        rounds = (line.rounds, line.points, line.best_round, int(line.lowest_wins))
        rest = (line.penny_games, line.pennies, line.week, line.week_rating)
        yield (guild_id, *key, *figures, *practice, *rounds, *rest)


def team_rows(guild_id: int, fold: LeaderboardTotals) -> Iterator[tuple[object, ...]]:
    """Yield all partnerships, in the order of `TEAM_COLUMNS`."""
    for slug, team in sorted(fold.teams):
        line = fold.teams[slug, team]
        figures = (line.mu, line.sigma, line.rating, line.games, line.wins)
        yield (guild_id, slug, *team_columns(team), *figures)


def team_columns(team: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players of a partnership for its three columns."""
    return team if len(team) == 3 else (*team, NOBODY)


def rating_rows(fold: LeaderboardTotals, seats: Sequence[Row]) -> list[Rating]:
    """Return every member's ratings after a game: in all games together, for all time.

    Returns none for a practice game. No member plays two seats of a game.
    """
    if not seats[0]["rated"]:
        return []
    found = [(row, row["player_id"]) for row in seats if row["player_id"] is not None]
    lines = [(row, fold.lines[ALL_GAMES, ALL_TIME, player]) for row, player in found]
    return [(line.rating, line.mu, row["number"], row["seat"]) for row, line in lines]


# ---- Finished games as rows: one row for each seat. Tables `result` and `result_seat`


GAMES = """
    SELECT r.number, r.guild_id, r.game, r.at, r.table_id, r.rated, r.lowest_wins, r.rounds,
           r.share, s.seat, s.side, s.place, s.player_id, s.feats
    FROM {results} AS r JOIN result_seat AS s ON s.number = r.number
    ORDER BY r.number, s.side, s.seat"""
"""Query of the seats of some results. `results` is replaced by a table or subquery."""


def finished_game(seats: Sequence[Row]) -> FinishedGame:
    """Return the game that these rows describe. The rows must be ordered by side."""
    first, *_ = seats
    return FinishedGame(
        slug=first["game"],
        month=month_of(first["at"]),
        rated=bool(first["rated"]),
        lowest_wins=bool(first["lowest_wins"]),
        rounds=_rounds(first["rounds"]),
        share=first["share"],
        week=week_of(first["at"]),
        places=tuple(
            SeatResult(row["side"], row["place"], row["player_id"], _pennies(row["feats"]))
            for row in seats
        ),
    )


def _rounds(rounds: str) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, json.loads(rounds)))


@lru_cache(maxsize=4096)  # Most seats have no pennies, and equal feats have equal texts.
def _pennies(feats: str) -> int | None:
    pennies: int | None = json.loads(feats).get("pennies")
    return pennies
