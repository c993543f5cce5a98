"""The ladder in the file: loaded, counted on, saved, and made again from the results.

What a game counts is decided in `fold`. One game loads only the lines it touches; making all of
it again folds every result of a server in memory. Both come to the same numbers.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from data.ladders import fame, meetings
from data.ladders.fold import (
    ALL_GAMES,
    ALL_TIME,
    Fold,
    Game,
    LadderLine,
    LineKey,
    Meeting,
    SeatResult,
    TeamKey,
    ladders_of,
    meetings_of,
    partners,
    sides_of,
)
from data.ladders.meetings import Marks
from data.ladders.seasons import month_from_to, month_of
from data.sql.connection import Connection, SqlRow

STALE = "ladders"  # a setting: whether a migration has emptied the ladders
NOBODY = 0  # the third of a pair; players are numbered from 1

Rating = tuple[float, float, int, int]  # and the mean, after a result, of a player

RESULTS = """
    SELECT r.number, r.game, r.at, r.rated, r.lowest_wins, r.rounds, r.share,
           s.seat, s.side, s.place, s.player_id, s.feats
    FROM result AS r JOIN result_seat AS s ON s.number = r.number"""
BY_SIDE = " ORDER BY r.number, s.side, s.seat"
LINE = """
    mu, sigma, rating, games, wins, practice_games, practice_wins,
    rounds, points, best_round, lowest_wins, penny_games, pennies"""
SAVE_LINE = f"""
    INSERT INTO ladder (guild_id, game, period, player_id, {LINE})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""  # noqa: S608 - a constant
SAVE_TEAM = """
    INSERT INTO partnership
    (guild_id, game, player_1, player_2, player_3, mu, sigma, rating, games, wins)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

ANEW_LINE = " ON CONFLICT (guild_id, game, period, player_id) DO UPDATE SET " + ", ".join(
    f"{name} = excluded.{name}" for name in LINE.replace(",", " ").split()
)
ANEW_TEAM = """
    ON CONFLICT (guild_id, game, player_1, player_2, player_3) DO UPDATE SET
        mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating,
        games = excluded.games, wins = excluded.wins"""


def count(connection: Connection, guild_id: int, number: int, marks: Marks) -> None:
    """Count one result, the newest, on every ladder it belongs to; `marks` are its players'."""
    ((_, game),) = _games(connection, RESULTS + " WHERE r.number = ?" + BY_SIDE, number)
    fold = Fold()
    fold.lines.update(_lines(connection, guild_id, game))
    fold.teams.update(_teams(connection, guild_id, game))
    if game.rated:
        fold.met.update(_met(connection, number, game))
        by_mark = meetings.before(connection, guild_id, game, marks)
        # The larger of both: by number for who is known, by mark for who was forgotten and came
        # back.
        fold.met |= Counter(by_mark)
        game = replace(game, share=fold.share_of(game))
        connection.execute("UPDATE result SET share = ? WHERE number = ?", (game.share, number))
        meetings.note(connection, guild_id, game, marks)
    fold.count(game)
    _save(connection, guild_id, fold, (ANEW_LINE, ANEW_TEAM))
    _note_ratings(connection, _ratings(fold, number, game))
    fame.note(connection, number)


def rebuild(connection: Connection) -> None:
    """Make the ladders of every server again from the results, to the same numbers."""
    connection.execute("DELETE FROM ladder")
    connection.execute("DELETE FROM partnership")
    connection.execute("DELETE FROM fame")
    connection.execute("UPDATE result_seat SET rating = NULL, mean = NULL WHERE rating IS NOT NULL")
    guilds = connection.execute("SELECT DISTINCT guild_id FROM result").fetchall()
    for row in guilds:
        _rebuild_server(connection, row["guild_id"])


def refresh(connection: Connection) -> None:
    """Make the ladders again if a migration has emptied them."""
    if connection.execute("SELECT 1 FROM setting WHERE key = ?", (STALE,)).fetchone():
        rebuild(connection)
        connection.execute("DELETE FROM setting WHERE key = ?", (STALE,))


def _rebuild_server(connection: Connection, guild_id: int) -> None:
    fold = Fold()
    ratings: list[Rating] = []
    query = RESULTS + " WHERE r.guild_id = ?" + BY_SIDE
    for number, game in _games(connection, query, guild_id):
        fold.count(game)
        ratings += _ratings(fold, number, game)
    _save(connection, guild_id, fold)
    _note_ratings(connection, ratings)
    fame.note_all(connection, guild_id)


def _games(connection: Connection, query: str, which: int) -> Iterator[tuple[int, Game]]:
    rows = connection.execute(query, (which,))
    for number, seats in groupby(rows, key=lambda row: row["number"]):
        yield number, _game_from(list(seats))


def _game_from(seats: list[SqlRow]) -> Game:
    first = seats[0]
    return Game(
        slug=first["game"],
        month=month_of(first["at"]),
        rated=bool(first["rated"]),
        lowest_wins=bool(first["lowest_wins"]),
        rounds=tuple(map(tuple, json.loads(first["rounds"]))),
        share=first["share"],
        places=tuple(
            SeatResult(row["side"], row["place"], row["player_id"], _pennies(row["feats"]))
            for row in seats
        ),
    )


@lru_cache(maxsize=4096)  # most seats have none, and those say so in the same words
def _pennies(feats: str) -> int | None:
    pennies: int | None = json.loads(feats).get("pennies")
    return pennies


def _players(game: Game) -> list[int]:
    return [place.player for place in game.places if place.player is not None]


def _lines(
    connection: Connection, guild_id: int, game: Game
) -> Iterator[tuple[LineKey, LadderLine]]:
    for slug, period in ladders_of(game):
        for player in _players(game):
            row = connection.execute(
                f"SELECT {LINE} FROM ladder"  # noqa: S608 - a constant
                " WHERE guild_id = ? AND game = ? AND period = ? AND player_id = ?",
                (guild_id, slug, period, player),
            ).fetchone()
            if row is not None:
                yield (slug, period, player), _line_from(row)


def _line_from(row: SqlRow) -> LadderLine:
    fields = dict(row)
    # It follows from `mu` and `sigma`.
    del fields["rating"]
    return LadderLine(**fields | {"lowest_wins": bool(row["lowest_wins"])})


def _teams(
    connection: Connection, guild_id: int, game: Game
) -> Iterator[tuple[TeamKey, LadderLine]]:
    for team in filter(None, map(partners, sides_of(game))):
        for slug in (game.slug, ALL_GAMES):
            row = connection.execute(
                """SELECT mu, sigma, games, wins FROM partnership WHERE guild_id = ? AND game = ?
                   AND player_1 = ? AND player_2 = ? AND player_3 = ?""",
                (guild_id, slug, *_three(team)),
            ).fetchone()
            if row is not None:
                yield (slug, team), LadderLine(*row)


def _three(team: tuple[int, ...]) -> tuple[int, ...]:
    return team if len(team) == 3 else (*team, NOBODY)


def _met(connection: Connection, number: int, game: Game) -> Mapping[Meeting, int]:
    """How often the opponents of a game have met in its month, before it."""
    return {
        (month, one, other): connection.execute(
            """SELECT count(*) FROM result_seat AS a
               JOIN result_seat AS b ON b.number = a.number AND b.side <> a.side
               JOIN result AS r ON r.number = a.number
               WHERE a.player_id = ? AND b.player_id = ? AND r.rated = 1 AND r.at >= ?
               AND a.number < ?""",
            (one, other, month_from_to(month)[0], number),
        ).fetchone()[0]
        for month, one, other in meetings_of(game)
    }


def _save(
    connection: Connection, guild_id: int, fold: Fold, anew: tuple[str, str] = ("", "")
) -> None:
    connection.executemany(SAVE_LINE + anew[0], _line_values(guild_id, fold))
    connection.executemany(SAVE_TEAM + anew[1], _team_values(guild_id, fold))


def _line_values(guild_id: int, fold: Fold) -> Iterator[tuple[object, ...]]:
    for key in sorted(fold.lines):  # SQLite appends faster than it inserts
        line = fold.lines[key]
        figures = (line.mu, line.sigma, line.rating, line.games, line.wins)
        practice = (line.practice_games, line.practice_wins)
        rounds = (line.rounds, line.points, line.best_round, line.lowest_wins)
        yield (guild_id, *key, *figures, *practice, *rounds, line.penny_games, line.pennies)


def _team_values(guild_id: int, fold: Fold) -> Iterator[tuple[object, ...]]:
    for slug, team in sorted(fold.teams):
        line = fold.teams[slug, team]
        figures = (line.mu, line.sigma, line.rating, line.games, line.wins)
        yield (guild_id, slug, *_three(team), *figures)


def _ratings(fold: Fold, number: int, game: Game) -> list[Rating]:
    """Every member's rating of all games and all time, as it is now; none for practice."""
    if not game.rated:
        return []
    lines = [(fold.lines[ALL_GAMES, ALL_TIME, player], player) for player in _players(game)]
    return [(line.rating, line.mu, number, player) for line, player in lines]


def _note_ratings(connection: Connection, ratings: Iterable[Rating]) -> None:
    connection.executemany(
        "UPDATE result_seat SET rating = ?, mean = ? WHERE number = ? AND player_id = ?", ratings
    )
