"""Who plays which seat, and who did before."""

import sqlite3
from collections.abc import Iterator, Sequence

from data.game.rows import Driver, SeatRow
from data.people.people import player_id

CURRENT = """
    SELECT d.seat, d.kind, d.level, p.user_id, coalesce(p.name, d.name) AS name, (
        SELECT min(own.from_seq) FROM seat_driver AS own
        WHERE own.table_id = d.table_id AND own.seat = d.seat AND own.from_seq > coalesce((
            SELECT max(other.from_seq) FROM seat_driver AS other
            WHERE other.table_id = d.table_id AND other.seat = d.seat
            AND other.player_id IS NOT d.player_id), -1)) AS since
    FROM seat_driver AS d LEFT JOIN player AS p ON p.id = d.player_id
    WHERE d.table_id = ? AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    ORDER BY d.seat"""


def seats_of(connection: sqlite3.Connection, table_id: int) -> tuple[SeatRow, ...]:
    """The seats in turn order, each with its present driver."""
    rows = connection.execute(CURRENT, (table_id,))
    return tuple(SeatRow(row["seat"], _driver_from(row), row["since"]) for row in rows)


def _driver_from(row: sqlite3.Row) -> Driver | None:
    if row["kind"] is None:
        return None
    return Driver(row["kind"], row["user_id"], row["name"], row["level"])


def is_seated(seats: Sequence[SeatRow], driver: Driver) -> bool:
    """Whether this member sits at the table already; computers may sit more than once."""
    return driver.user_id is not None and driver.user_id in members(row.driver for row in seats)


def members(drivers: Iterator[Driver | None]) -> list[int]:
    """The user ids among drivers."""
    return [driver.user_id for driver in drivers if driver and driver.user_id is not None]


def put(  # one column each
    connection: sqlite3.Connection,
    table_id: int,
    guild_id: int,
    seat: int,
    driver: Driver | None,
    from_seq: int = 0,
) -> None:
    """Let `driver` play the seat from after entry `from_seq` on."""
    player, name, level = None, "", None
    if driver is not None:
        level = driver.level
        if driver.user_id is None:
            name = driver.name
        else:
            player = player_id(connection, guild_id, driver.user_id, driver.name)
    connection.execute(
        """INSERT OR REPLACE INTO seat_driver
           (table_id, seat, from_seq, kind, player_id, name, level) VALUES (?, ?, ?, ?, ?, ?, ?)""",
        (table_id, seat, from_seq, driver and driver.kind, player, name, level),
    )


def put_all(
    connection: sqlite3.Connection, table_id: int, guild_id: int, drivers: Sequence[Driver | None]
) -> None:
    """Seat these drivers, in this order, at these and no other seats of a lobby."""
    connection.execute("DELETE FROM seat_driver WHERE table_id = ?", (table_id,))
    for seat, driver in enumerate(drivers):
        put(connection, table_id, guild_id, seat, driver)


def answerable(connection: sqlite3.Connection, table_id: int) -> dict[int, int]:
    """Seat -> player who answers for its result: the last member who played it.

    A member who handed over to a computer still answers, or leaving would spare a lost game;
    not one who left before the first move.
    One who played two seats answers for the later.
    """
    rows = connection.execute(
        """SELECT seat, player_id FROM seat_driver
           WHERE table_id = ? AND player_id IS NOT NULL ORDER BY from_seq DESC, seat""",
        (table_id,),
    )
    found: dict[int, int] = {}
    for row in rows:
        if row["seat"] not in found and row["player_id"] not in found.values():
            found[row["seat"]] = row["player_id"]
    return found
