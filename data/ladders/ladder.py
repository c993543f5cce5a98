"""Counting one finished game: loads the lines that it changes, counts, and saves them.

`fold` has the arithmetic. A rebuild counts all results again, with the same numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from data.ladders import fame, meetings
from data.ladders.finished import GAMES, game_from
from data.ladders.fold import (
    ALL_GAMES,
    Fold,
    Game,
    LadderLine,
    LineKey,
    Meeting,
    TeamKey,
    ladders_of,
    meetings_of,
    partners,
    sides_of,
)
from data.ladders.lines import (
    FIGURES,
    LINE,
    LINE_COLUMNS,
    RATING,
    RATING_COLUMNS,
    TEAM,
    TEAM_COLUMNS,
    line_rows,
    ratings,
    team_rows,
    three,
)
from data.ladders.meetings import Marks
from data.ladders.seasons import month_from_to
from data.sql import many
from data.sql.connection import Connection, SqlRow

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


def count(connection: Connection, guild_id: int, number: int, marks: Marks) -> None:
    """Count the newest result on all its leaderboards.

    `marks` has the pseudonyms of its players.
    """
    seats = connection.execute(RESULT, (number,)).fetchall()
    game = game_from(seats)
    fold = Fold()
    fold.lines.update(_lines(connection, guild_id, game))
    fold.teams.update(_teams(connection, guild_id, game))
    if game.rated:
        fold.met.update(_met(connection, number, game))
        by_mark = meetings.before(connection, guild_id, game, marks)
        # Take the larger count: by player for a known member, by pseudonym for an erased one who
        # came back.
        fold.met |= Counter(by_mark)
        game = replace(game, share=fold.share_of(game))
        connection.execute("UPDATE result SET share = ? WHERE number = ?", (game.share, number))
        meetings.note(connection, guild_id, game, marks)
    fold.count(game)
    connection.executemany(SAVE_LINE, line_rows(guild_id, fold))
    connection.executemany(SAVE_TEAM, team_rows(guild_id, fold))
    many.update(connection, "result_seat", RATING_COLUMNS, RATING, ratings(fold, seats))
    fame.note(connection, number)


def _lines(
    connection: Connection, guild_id: int, game: Game
) -> Iterator[tuple[LineKey, LadderLine]]:
    for slug, period in ladders_of(game):
        for player in _players(game):
            row = connection.execute(OLD_LINE, (guild_id, slug, period, player)).fetchone()
            if row is not None:
                yield (slug, period, player), _line_from(row)


def _players(game: Game) -> list[int]:
    return [place.player for place in game.places if place.player is not None]


def _line_from(row: SqlRow) -> LadderLine:
    fields = dict(row)
    # Computed from `mu` and `sigma`.
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
                (guild_id, slug, *three(team)),
            ).fetchone()
            if row is not None:
                yield (slug, team), LadderLine(*row)


def _met(connection: Connection, number: int, game: Game) -> Mapping[Meeting, int]:
    """Return how often the opponents of a game met earlier in its month."""
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
