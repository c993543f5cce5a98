"""Tests that every foreign key has an index, without which a delete would scan tables."""

import sqlite3
from collections.abc import Callable, Iterator

import pytest

from data.core.location import DatabaseLocation, DatabaseUrl
from data.database import Database
from data.tables.private_tables import NOBODY_LEFT
from tests.data.builders import plain
from tests.support.postgres.server import execute

Key = tuple[str, str]
"""A table and the first column of a foreign key."""

KEYS_ON_POSTGRES = """
    SELECT k.conrelid::regclass::text, a.attname FROM pg_constraint AS k
    JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f'"""
INDEXED_ON_POSTGRES = """
    SELECT i.indrelid::regclass::text, a.attname FROM pg_index AS i
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indpred IS NULL
    OR pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'"""


def test_every_foreign_key_leads_an_index(store: Database, place: DatabaseLocation) -> None:
    keys, indexed = known(place)
    assert ("seat_driver", "player_id") in indexed
    assert ("seat_driver", "owner_id") in keys
    assert sorted(keys - indexed) == []


def known(place: DatabaseLocation) -> tuple[set[Key], set[Key]]:
    """Return the foreign keys, and the first columns of indexes over all rows with a value."""
    if isinstance(place, DatabaseUrl):
        asked = (KEYS_ON_POSTGRES, INDEXED_ON_POSTGRES)
        keys, indexed = ({(row[0], row[1]) for row in execute(place.whole, sql)} for sql in asked)
        return keys, indexed
    connection = plain(place)
    names = [row[0] for row in connection.execute("SELECT name FROM pragma_table_list")]
    try:
        return of_all(connection, names, foreign), of_all(connection, names, leading)
    finally:
        connection.close()


def of_all(
    connection: sqlite3.Connection,
    names: list[str],
    columns: Callable[[sqlite3.Connection, str], Iterator[str]],
) -> set[Key]:
    return {(name, column) for name in names for column in columns(connection, name)}


def foreign(connection: sqlite3.Connection, name: str) -> Iterator[str]:
    asked = 'SELECT "from" FROM pragma_foreign_key_list(?) WHERE seq = 0'
    return (row[0] for row in connection.execute(asked, (name,)))


def leading(connection: sqlite3.Connection, name: str) -> Iterator[str]:
    """Yield first columns of the key and of indexes; a partial index may omit rows without a
    value.
    """
    asked = "SELECT name FROM pragma_table_info(?) WHERE pk = 1"
    yield from (row[0] for row in connection.execute(asked, (name,)))
    for index in connection.execute(
        """SELECT l.name, s.sql FROM pragma_index_list(?) AS l
           LEFT JOIN sqlite_schema AS s ON s.name = l.name""",
        (name,),
    ).fetchall():
        (column,) = connection.execute(
            "SELECT name FROM pragma_index_info(?) WHERE seqno = 0", (index[0],)
        ).fetchone()
        where = (index[1] or "").partition("WHERE")[2].strip()
        if where in {"", f"{column} IS NOT NULL"}:
            yield column


def test_a_host_leads_an_index_too(store: Database, place: DatabaseLocation) -> None:
    assert ("card_table", "host_id") in known(place)[1]


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_who_is_deleted_is_looked_for_by_indexes(store: Database, place: DatabaseLocation) -> None:
    """The database's own query plan shows how it finds references; partial indexes count."""
    assert not isinstance(place, DatabaseUrl)
    connection = plain(place)
    connection.execute("PRAGMA foreign_keys=ON")
    plan = connection.execute(f"EXPLAIN QUERY PLAN {NOBODY_LEFT}", {"nowhere": 0}).fetchall()
    walks = [row[3] for row in plan if row[3].startswith("SCAN")]
    connection.close()
    assert walks == []
