"""The hall of fame: every record of a guild, with the game that set it. Table `fame`.

A record is broken by a value higher than any before it in the same game. A rebuild of the
leaderboards computes all rows again from the results.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from data.core import bulk
from data.core.connection import Connection, Row
from data.core.timestamps import to_seconds
from data.leaderboards.history import seen_by
from data.members.equal_names import equal_name_numbers, with_number
from data.models.leaderboards import ServerRecord, Viewer

CANASTAS = ("natural", "mixed", "wild", "sevens")
Entry = tuple[int, str, str, int, int, int, int]
"""A row, in the order of `COLUMNS`."""
COLUMNS = ("guild_id", "game", "kind", "value", "at", "table_id", "player_id")
SEATS = """
    SELECT r.guild_id, r.game, r.at, r.table_id, r.lowest_wins, r.rounds, s.seat, s.side, s.feats,
           s.player_id
    FROM result AS r JOIN result_seat AS s ON s.number = r.number
    WHERE r.number = ?"""
# An equal value does not break a record: it stays with the member who set it first.
ENTER = """
    INSERT INTO fame (guild_id, game, kind, value, at, table_id, player_id)
    SELECT :guild_id, :game, :kind, :value, :at, :table_id, :player_id
    WHERE NOT EXISTS (
        SELECT 1 FROM fame WHERE guild_id = :guild_id AND game = :game
        AND kind = :kind AND value >= :value)"""


def save_broken(connection: Connection, number: int) -> None:
    """Save the records that a result has broken."""
    for entry in RecordBook().broken(connection.execute(SEATS, (number,)).fetchall()):
        connection.execute(ENTER, dict(zip(COLUMNS, entry, strict=True)))


def rebuild_records(connection: Connection, entries: Iterable[Entry]) -> None:
    """Save the records of a guild that has none yet."""
    bulk.insert_rows(connection, "fame", COLUMNS, entries)


class RecordBook:
    """The records of a guild while its games are counted one after another."""

    def __init__(self) -> None:
        self._best: Counter[tuple[str, str]] = Counter()

    def broken(self, seats: Sequence[Row]) -> Iterator[Entry]:
        """Yield the records that a game breaks. `seats` has the rows of its seats."""
        first = seats[0]
        guild_id, game, at, table_id = (
            *(first["guild_id"], first["game"]),
            *(first["at"], first["table_id"]),
        )
        for row in sorted(seats, key=_seat):
            if (player := row["player_id"]) is not None:
                for kind, value in record_values(row):
                    if value > self._best[game, kind]:
                        self._best[game, kind] = value
                        yield guild_id, game, kind, value, at, table_id, player


def _seat(row: Row) -> int:
    seat: int = row["seat"]
    return seat


def record_values(row: Row) -> Iterator[tuple[str, int]]:
    """Yield the values of a seat that can be records: biggest pile, most canastas, best round."""
    yield from _feats(row["feats"])
    if not row["lowest_wins"]:
        yield "round", max((scores[row["side"]] for scores in _scores(row["rounds"])), default=0)


@lru_cache(maxsize=4096)  # Most seats have few feats, and equal feats have equal texts.
def _feats(feats: str) -> tuple[tuple[str, int], ...]:
    found = json.loads(feats)
    canastas = sum(found.get(kind, 0) for kind in CANASTAS)
    return ("pile", found.get("pile", 0)), ("canastas", canastas)


@lru_cache(maxsize=1)  # The seats of a game share its rounds and come one after another.
def _scores(rounds: str) -> list[list[int]]:
    scores: list[list[int]] = json.loads(rounds)
    return scores


def standing_records(
    connection: Connection, guild_id: int, viewer: Viewer
) -> tuple[ServerRecord, ...]:
    """Return the current records, by game and kind."""
    seen, parameters = seen_by(viewer)
    rows = connection.execute(
        f"""SELECT f.guild_id, f.game, f.kind, f.value, f.at, f.table_id, p.user_id, p.name,
                   CASE WHEN {seen} THEN 1 ELSE 0 END AS visible
            FROM fame AS f JOIN player AS p ON p.id = f.player_id
            JOIN result AS r ON r.table_id = f.table_id
            WHERE f.guild_id = :guild AND p.hidden = 0 AND f.value = (
                SELECT max(other.value) FROM fame AS other
                WHERE other.guild_id = f.guild_id AND other.game = f.game AND other.kind = f.kind)
            ORDER BY f.game, f.kind""",  # noqa: S608 - constants
        {**parameters, "guild": guild_id},
    ).fetchall()
    numbers = equal_name_numbers(connection, guild_id) if rows else {}
    return tuple(_fame_from(connection, row, numbers) for row in rows)


def records_broken_by(connection: Connection, table_id: int) -> tuple[ServerRecord, ...]:
    """Return the records that a game has broken. The first record of a kind does not break any."""
    rows = connection.execute(
        """SELECT guild_id, game, kind, value, at, table_id, user_id, name FROM (
               SELECT f.*, p.user_id, p.name,
                      rank() OVER (PARTITION BY f.game, f.kind ORDER BY f.value DESC) AS place
               FROM fame AS f JOIN player AS p ON p.id = f.player_id
               WHERE f.table_id = :table AND p.hidden = 0 AND p.user_id IS NOT NULL AND EXISTS (
                   SELECT 1 FROM fame AS old WHERE old.guild_id = f.guild_id
                   AND old.game = f.game AND old.kind = f.kind
                   AND old.table_id <> f.table_id AND old.value < f.value)) AS broken
           WHERE place = 1 ORDER BY kind DESC""",
        {"table": table_id},
    ).fetchall()
    numbers = equal_name_numbers(connection, rows[0]["guild_id"]) if rows else {}
    return tuple(_fame_from(connection, row, numbers) for row in rows)


SIDE = """
    SELECT s.player_id IS NULL AS machine, p.user_id,
           CASE WHEN p.hidden = 1 THEN '' ELSE coalesce(p.name, d.name, '') END AS name
    FROM result AS r
    JOIN result_seat AS mine ON mine.number = r.number
    JOIN player AS me ON me.id = mine.player_id AND me.user_id = :user_id
    JOIN result_seat AS s ON s.number = r.number AND s.side = mine.side
    LEFT JOIN player AS p ON p.id = s.player_id
    LEFT JOIN seat_driver AS d ON d.table_id = r.table_id AND d.seat = s.seat AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    WHERE r.table_id = :table_id ORDER BY s.seat"""


def _fame_from(connection: Connection, row: Row, numbers: Mapping[int, int]) -> ServerRecord:
    fields = dict(row) | {"at": to_seconds(row["at"])}
    fields["visible"] = bool(fields.get("visible", 1))
    del fields["guild_id"]
    fields["name"] = with_number(numbers, row["user_id"], row["name"])
    if row["kind"] != "round" or row["user_id"] is None:
        return ServerRecord(**fields, names=(fields["name"],))
    side = connection.execute(SIDE, dict(row)).fetchall()
    names = tuple(with_number(numbers, one["user_id"], one["name"]) for one in side)
    computers = frozenset(place for place, one in enumerate(side) if one["machine"])
    return ServerRecord(**fields, names=names, computers=computers)
