"""Inspecting a PostgreSQL database without opening it; `checkup` inspects a file."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from data.file.clock import to_seconds
from data.file.errors import Corrupt, StoreError, Unusable
from data.file.notes import recall
from data.forgetting import erasures
from data.leases.rows import Lease, Participant, Taking
from data.opening.server import BEAT
from data.postgres.link import connect, words_of
from data.postgres.migrations import check_ours, version
from data.postgres.speaking import Speaking
from data.sql.address import ServerAddress


@contextmanager
def looking(address: ServerAddress) -> Iterator[Speaking]:
    """Context manager: one snapshot of the database. Raises `Unusable` or `Unreachable`."""
    with closing(connect(address, "doctor")) as link:
        speaking = Speaking(link)
        try:
            speaking.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            check_ours(speaking, address)
            yield speaking
        except psycopg.Error as error:
            raise Corrupt(f"{address} cannot be read: {words_of(error)}") from error


def exists(address: ServerAddress) -> bool:
    """Whether the tables exist. Raises `Unusable` or `Unreachable`."""
    with looking(address) as speaking:
        return version(speaking) > 0


def still_to_forget(address: ServerAddress) -> int:
    """Return how many erasures a restored backup has undone and are not re-applied yet."""
    with looking(address) as speaking:
        return erasures.unfollowed(speaking)


def last_beat(address: ServerAddress) -> float | None:
    """Return the last heartbeat, in epoch seconds; None if there is none."""
    try:
        with looking(address) as speaking:
            at = recall(speaking, BEAT) if version(speaking) else None
    except (Unusable, StoreError):
        return None
    return None if at is None else to_seconds(int(at))


def clusters(address: ServerAddress) -> Taking:
    """Return the processes by name, and the leases. Raises `Unusable` or `Unreachable`."""
    with looking(address) as speaking:
        members = speaking.execute("SELECT holder, beat, leaving FROM cluster").fetchall()
        leases = speaking.execute("SELECT name, holder, epoch, wanted, said FROM lease").fetchall()
    return Taking(
        {row[0]: Participant(row[0], row[1], bool(row[2])) for row in members},
        {row[0]: Lease(*row) for row in leases},
    )
