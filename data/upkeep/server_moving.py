"""A PostgreSQL database as the source or target of `moving`."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Final

import psycopg

from data.file.errors import Foreign, Unusable
from data.opening.server import Owner
from data.postgres.link import connect, words_of
from data.postgres.migrations import check_ours, lock, upgrade, version
from data.postgres.speaking import Speaking
from data.schema import NEWEST
from data.sql.address import ServerAddress
from data.upkeep.moving import Numbers, OneSide

NUMBERED: Final = """
    SELECT table_name, column_name, pg_get_serial_sequence(table_name, column_name) AS sequence
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'"""


@contextmanager
def source(address: ServerAddress) -> Iterator[OneSide]:
    """Context manager: one snapshot of the source. Raises `Locked` while a process has it open."""
    with _alone(address) as speaking:
        if version(speaking) != NEWEST:
            raise Foreign(f"{address} is of another version. Run ./run upgrade with it first.")
        yield _side(speaking)


@contextmanager
def target(address: ServerAddress) -> Iterator[OneSide]:
    """Context manager: the target in a transaction. Creates its tables if they are missing."""
    with _alone(address) as speaking:
        upgrade(speaking, address)
        yield _side(speaking)
        speaking.execute("COMMIT")
        # Without statistics PostgreSQL scans whole tables until autovacuum runs.
        speaking.execute("ANALYZE")


def _side(speaking: Speaking) -> OneSide:
    return OneSide(
        speaking, partial(numbers, speaking), partial(number_on, speaking), is_file=False
    )


def numbers(speaking: Speaking) -> Numbers:
    """Return the last id that was given in each table."""
    asked = "SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM {}"
    return {
        table: speaking.execute(asked.format(sequence)).fetchone()[0]
        for table, _, sequence in speaking.execute(NUMBERED).fetchall()
    }


def number_on(speaking: Speaking, given: Numbers) -> None:
    """Set the sequences so that the next row gets an id that no row had, in either database."""
    for table, column, sequence in speaking.execute(NUMBERED).fetchall():
        newest = f"SELECT coalesce(max({column}), 0) FROM {table}"  # noqa: S608 - names of ours
        last = max(given.get(table, 0), speaking.execute(newest).fetchone()[0])
        speaking.execute("SELECT setval(?, ?, false)", (sequence, last + 1))


@contextmanager
def _alone(address: ServerAddress) -> Iterator[Speaking]:
    with closing(connect(address, "move")) as link:
        speaking = Speaking(link)
        try:
            speaking.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            lock(speaking)
            check_ours(speaking, address)
            Owner(address, shared=False).take(speaking)
            yield speaking
        except psycopg.Error as error:
            raise Unusable(f"Tuppence cannot use {address}: {words_of(error)}.") from error
