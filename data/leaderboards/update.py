"""Counts one finished game: loads the lines that the game changes, updates and saves them.

`totals` has the arithmetic. A rebuild counts all results again, with the same numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from data.core import bulk
from data.core.connection import Connection, Row
from data.core.timestamps import month_bounds
from data.leaderboards import opponent_counts, records
from data.leaderboards.opponent_counts import Marks
from data.leaderboards.rows import (
    FIGURES,
    GAMES,
    LINE,
    LINE_COLUMNS,
    RATING,
    RATING_COLUMNS,
    TEAM,
    TEAM_COLUMNS,
    finished_game,
    line_rows,
    rating_rows,
    team_columns,
    team_rows,
)
from data.leaderboards.totals import (
    ALL_GAMES,
    FinishedGame,
    LeaderboardLine,
    LeaderboardTotals,
    LineKey,
    Meeting,
    TeamKey,
    leaderboards_of,
    meetings_of,
    partners,
    sides_of,
)

RESULT = GAMES.format(results="(SELECT * FROM result WHERE number = ?)")
OLD_LINE = f"""
    SELECT {", ".join(FIGURES)} FROM ladder
    WHERE guild_id = ? AND game = ? AND period = ? AND player_id = ?"""  # noqa: S608 - constants


def _saving(table: str, key: Sequence[str], columns: Sequence[str]) -> str:
    """Return the statement that inserts a line, or overwrites it if it exists."""
    figures = ", ".join(f"{name} = excluded.{name}" for name in columns[len(key) :])
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {figures}"
    )


SAVE_LINE = _saving("ladder", LINE, LINE_COLUMNS)
SAVE_TEAM = _saving("partnership", TEAM, TEAM_COLUMNS)


def count_result(connection: Connection, guild_id: int, number: int, marks: Marks) -> None:
    """Count the newest result on all its leaderboards.

    `marks` has the pseudonyms of its players.
    """
    seats = connection.execute(RESULT, (number,)).fetchall()
    game = finished_game(seats)
    if game.rated and opponent_counts.meets_again_after_erasure(connection, guild_id, game, marks):
        connection.execute("UPDATE result SET rated = 0 WHERE number = ?", (number,))
        seats = connection.execute(RESULT, (number,)).fetchall()
        game = finished_game(seats)
    fold = LeaderboardTotals()
    fold.lines.update(_lines(connection, guild_id, game))
    fold.teams.update(_teams(connection, guild_id, game))
    if game.rated:
        fold.met.update(_met(connection, number, game))
        by_mark = opponent_counts.earlier_meetings(connection, guild_id, game, marks)
        # Take the larger count: by player for a known member, by pseudonym for an erased one who
        # came back.
        fold.met |= Counter(by_mark)
        game = replace(game, share=fold.share_of(game))
        connection.execute("UPDATE result SET share = ? WHERE number = ?", (game.share, number))
        opponent_counts.count_meetings(connection, guild_id, game, marks)
    fold.count(game)
    connection.executemany(SAVE_LINE, line_rows(guild_id, fold))
    connection.executemany(SAVE_TEAM, team_rows(guild_id, fold))
    bulk.update_rows(connection, "result_seat", RATING_COLUMNS, RATING, rating_rows(fold, seats))
    records.save_broken(connection, number)


def _lines(
    connection: Connection, guild_id: int, game: FinishedGame
) -> Iterator[tuple[LineKey, LeaderboardLine]]:
    for slug, period in leaderboards_of(game):
        for player in _players(game):
            row = connection.execute(OLD_LINE, (guild_id, slug, period, player)).fetchone()
            if row is not None:
                yield (slug, period, player), _line_from(row)


def _players(game: FinishedGame) -> list[int]:
    return [place.player for place in game.places if place.player is not None]


def _line_from(row: Row) -> LeaderboardLine:
    fields = dict(row)
    # Computed from `mu` and `sigma`.
    del fields["rating"]
    return LeaderboardLine(**fields | {"lowest_wins": bool(row["lowest_wins"])})


def _teams(
    connection: Connection, guild_id: int, game: FinishedGame
) -> Iterator[tuple[TeamKey, LeaderboardLine]]:
    for team in filter(None, map(partners, sides_of(game))):
        for slug in (game.slug, ALL_GAMES):
            row = connection.execute(
                """SELECT mu, sigma, games, wins FROM partnership WHERE guild_id = ? AND game = ?
                   AND player_1 = ? AND player_2 = ? AND player_3 = ?""",
                (guild_id, slug, *team_columns(team)),
            ).fetchone()
            if row is not None:
                yield (slug, team), LeaderboardLine(*row)


def _met(connection: Connection, number: int, game: FinishedGame) -> Mapping[Meeting, int]:
    """Return how often the opponents of a game met earlier in its month."""
    return {
        (month, one, other): connection.execute(
            """SELECT count(*) FROM result_seat AS a
               JOIN result_seat AS b ON b.number = a.number AND b.side <> a.side
               JOIN result AS r ON r.number = a.number
               WHERE a.player_id = ? AND b.player_id = ? AND r.rated = 1 AND r.at >= ?
               AND a.number < ?""",
            (one, other, month_bounds(month)[0], number),
        ).fetchone()[0]
        for month, one, other in meetings_of(game)
    }
