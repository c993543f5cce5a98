"""The ladder in the file: loaded, counted on, saved, and made again from the results.

What a game counts is decided in `fold`. One game loads only the lines it touches; making all of
it again folds every result of a server in memory. Both come to the same numbers.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby

from data.file.clock import to_ms, to_seconds
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

STALE = "ladders"  # a setting: whether a migration has emptied the ladders
NOBODY = 0  # the third of a pair; players are numbered from 1

Rating = tuple[float, float, int, int]  # and the mean, after a result, of a player

RESULTS = """
    SELECT r.number, r.game, r.at, r.rated, r.lowest_wins, r.rounds, r.share,
           s.seat, s.side, s.place, s.player_id, json_extract(s.feats, '$.pennies') AS pennies
    FROM result AS r JOIN result_seat AS s ON s.number = r.number"""
BY_SIDE = " ORDER BY r.number, s.side, s.seat"
LINE = """
    mu, sigma, rating, games, wins, practice_games, practice_wins,
    rounds, points, best_round, lowest_wins, penny_games, pennies"""
SAVE_LINE = f"""
    INTO ladder (guild_id, game, period, player_id, {LINE})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
SAVE_TEAM = """
    INTO partnership
    (guild_id, game, player_1, player_2, player_3, mu, sigma, rating, games, wins)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def count(connection: sqlite3.Connection, guild_id: int, number: int, marks: Marks) -> None:
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
    _save(connection, guild_id, fold, "INSERT OR REPLACE")
    _note_ratings(connection, _ratings(fold, number, game))
    fame.note(connection, number)


def rebuild(connection: sqlite3.Connection) -> None:
    """Make the ladders of every server again from the results, to the same numbers."""
    connection.execute("DELETE FROM ladder")
    connection.execute("DELETE FROM partnership")
    connection.execute("DELETE FROM fame")
    connection.execute("UPDATE result_seat SET rating = NULL, mean = NULL WHERE rating IS NOT NULL")
    guilds = connection.execute("SELECT DISTINCT guild_id FROM result").fetchall()
    for row in guilds:
        _rebuild_server(connection, row["guild_id"])


def refresh(connection: sqlite3.Connection) -> None:
    """Make the ladders again if a migration has emptied them."""
    if connection.execute("SELECT 1 FROM setting WHERE key = ?", (STALE,)).fetchone():
        connection.execute("BEGIN IMMEDIATE")
        rebuild(connection)
        connection.execute("DELETE FROM setting WHERE key = ?", (STALE,))
        connection.execute("COMMIT")


def _rebuild_server(connection: sqlite3.Connection, guild_id: int) -> None:
    fold = Fold()
    ratings: list[Rating] = []
    query = RESULTS + " WHERE r.guild_id = ?" + BY_SIDE
    for number, game in _games(connection, query, guild_id):
        fold.count(game)
        ratings += _ratings(fold, number, game)
    _save(connection, guild_id, fold, "INSERT")  # no row to look for and replace: half the time
    _note_ratings(connection, ratings)
    fame.note_all(connection, guild_id)


def month_of(milliseconds: int) -> str:
    """The season of a time: `2026-11`, in UTC."""
    at = datetime.fromtimestamp(to_seconds(milliseconds), UTC)
    return f"{at.year:04}-{at.month:02}"


def _month_begins(month: str) -> int:
    return to_ms(datetime.strptime(f"{month} +0000", "%Y-%m %z").timestamp())


def _games(connection: sqlite3.Connection, query: str, which: int) -> Iterator[tuple[int, Game]]:
    rows = connection.execute(query, (which,))
    for number, seats in groupby(rows, key=lambda row: row["number"]):
        yield number, _game_from(list(seats))


def _game_from(seats: list[sqlite3.Row]) -> Game:
    first = seats[0]
    return Game(
        slug=first["game"],
        month=month_of(first["at"]),
        rated=bool(first["rated"]),
        lowest_wins=bool(first["lowest_wins"]),
        rounds=tuple(map(tuple, json.loads(first["rounds"]))),
        share=first["share"],
        places=tuple(
            SeatResult(row["side"], row["place"], row["player_id"], row["pennies"]) for row in seats
        ),
    )


def _players(game: Game) -> list[int]:
    return [place.player for place in game.places if place.player is not None]


def _lines(
    connection: sqlite3.Connection, guild_id: int, game: Game
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


def _line_from(row: sqlite3.Row) -> LadderLine:
    fields = dict(row)
    # It follows from `mu` and `sigma`.
    del fields["rating"]
    return LadderLine(**fields | {"lowest_wins": bool(row["lowest_wins"])})


def _teams(
    connection: sqlite3.Connection, guild_id: int, game: Game
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


def _met(connection: sqlite3.Connection, number: int, game: Game) -> Mapping[Meeting, int]:
    """How often the opponents of a game have met in its month, before it."""
    return {
        (month, one, other): connection.execute(
            """SELECT count(*) FROM result_seat AS a
               JOIN result_seat AS b ON b.number = a.number AND b.side <> a.side
               JOIN result AS r ON r.number = a.number
               WHERE a.player_id = ? AND b.player_id = ? AND r.rated AND r.at >= ?
               AND a.number < ?""",
            (one, other, _month_begins(month), number),
        ).fetchone()[0]
        for month, one, other in meetings_of(game)
    }


def _save(connection: sqlite3.Connection, guild_id: int, fold: Fold, save: str) -> None:
    connection.executemany(save + SAVE_LINE, _line_values(guild_id, fold))
    connection.executemany(save + SAVE_TEAM, _team_values(guild_id, fold))


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


def _note_ratings(connection: sqlite3.Connection, ratings: Iterable[Rating]) -> None:
    connection.executemany(
        "UPDATE result_seat SET rating = ?, mean = ? WHERE number = ? AND player_id = ?", ratings
    )
