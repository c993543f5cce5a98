"""Queries of the tables `cluster` and `lease`. The caller opens one transaction for each function.

To move a lease, a transaction first locks its row `FOR UPDATE`. A move at a table locks the same
row `FOR KEY SHARE` until its COMMIT, and the two exclude each other. So a transfer waits for
unfinished moves, and a later move finds the new owner.
"""

from typing import Any, LiteralString

import psycopg

from data.core import connection as core
from data.leases.models import NO_OWNER, ClusterStatus, Lease, LeaseSnapshot, Participant

Connection = psycopg.Connection[Any]

LEASE = "SELECT name, holder, epoch, wanted, said FROM lease"


def register(connection: Connection, holder: str) -> None:
    """Register a process. Does nothing if it is registered already."""
    connection.execute(
        "INSERT INTO cluster (holder, beat, leaving) VALUES (%s, 0, 0)"
        " ON CONFLICT (holder) DO NOTHING",
        (holder,),
    )


def heartbeat_and_snapshot(connection: Connection, holder: str) -> LeaseSnapshot:
    """Send a heartbeat, and return a snapshot of all processes and leases."""
    beaten = connection.execute(
        "UPDATE cluster SET beat = beat + 1 WHERE holder = %s", (holder,)
    ).rowcount
    now = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    assert now is not None
    # No row changed if other processes considered this one dead and deleted it (`expire`).
    return LeaseSnapshot(now[0], beaten == 1, *status(connection))


def status(connection: Connection | core.Connection) -> ClusterStatus:
    """Return all processes and leases."""
    members = connection.execute("SELECT holder, beat, leaving FROM cluster").fetchall()
    leases = connection.execute(LEASE).fetchall()
    return ClusterStatus(
        {row[0]: Participant(row[0], row[1], bool(row[2])) for row in members},
        {row[0]: Lease(*row) for row in leases},
    )


def start_leaving(connection: Connection, holder: str) -> None:
    """Announce that a process wants to give up its leases."""
    connection.execute("UPDATE cluster SET leaving = 1 WHERE holder = %s", (holder,))


def resign(connection: Connection, holder: str) -> None:
    # The epoch grows, so that no unfinished move of this process passes the fence.
    connection.execute(
        "UPDATE lease SET holder = '', wanted = '', said = '', epoch = epoch + 1 WHERE holder = %s",
        (holder,),
    )
    connection.execute("UPDATE lease SET wanted = '' WHERE wanted = %s", (holder,))
    connection.execute("DELETE FROM cluster WHERE holder = %s", (holder,))


def expire(connection: Connection, dead: Participant) -> bool:
    """Delete a process whose heartbeat has stopped.

    Returns False if the process has sent a heartbeat since the snapshot.
    """
    return (
        connection.execute(
            "DELETE FROM cluster WHERE holder = %s AND beat = %s", (dead.holder, dead.beat)
        ).rowcount
        == 1
    )


def acquire(connection: Connection, lease: Lease, holder: str, said: str = "") -> Lease | None:
    """Acquire a lease that is free or of a dead process. Returns None if it has changed.

    The lease must be unchanged since the snapshot. Waits for unfinished moves of the previous
    owner.
    """
    # FOR UPDATE locks existing rows only. Without this INSERT, two processes that acquire a new
    # lease would both succeed.
    connection.execute(
        "INSERT INTO lease (name, holder, epoch, wanted, said) VALUES (%s, '', 0, '', '')"
        " ON CONFLICT (name) DO NOTHING",
        (lease.name,),
    )
    found = _locked(connection, lease.name)
    if (found.holder, found.epoch) != (lease.holder, lease.epoch):
        return None
    return _moved(connection, found, holder, said)


def transfer(connection: Connection, lease: Lease, to: str, said: str = "") -> bool:
    """Transfer a lease, or release it (`NO_OWNER`).

    Returns False if the lease no longer belongs to the caller.
    """
    found = _locked(connection, lease.name)
    if (found.holder, found.epoch) != (lease.holder, lease.epoch):
        return False
    _moved(connection, found, to, said)
    return True


def request_transfer(connection: Connection, lease: Lease, holder: str) -> bool:
    """Announce that a process is ready to take over a lease.

    Returns False if its owner has changed.
    """
    return (
        connection.execute(
            "UPDATE lease SET wanted = %s WHERE name = %s AND holder = %s AND epoch = %s",
            (holder, lease.name, lease.holder, lease.epoch),
        ).rowcount
        == 1
    )


def compare_and_set(connection: Connection, name: str, said: str, before: str) -> str:
    """Write a value that all processes share, if the stored value is still `before`.

    Return the value that is stored afterwards.
    """
    connection.execute(
        "INSERT INTO lease (name, holder, epoch, wanted, said) VALUES (%s, '', 0, '', %s)"
        " ON CONFLICT (name) DO UPDATE SET said = excluded.said WHERE lease.said = %s",
        (name, said, before),
    )
    return _locked(connection, name).said


def _locked(connection: Connection, name: str) -> Lease:
    lock: LiteralString = " WHERE name = %s FOR UPDATE"
    row = connection.execute(f"{LEASE}{lock}", (name,)).fetchone()
    return Lease(name) if row is None else Lease(*row)


def _moved(connection: Connection, lease: Lease, to: str, said: str) -> Lease:
    connection.execute(
        "UPDATE lease SET holder = %s, epoch = epoch + 1, wanted = %s, said = %s WHERE name = %s",
        (to, NO_OWNER, said, lease.name),
    )
    return Lease(lease.name, to, lease.epoch + 1, NO_OWNER, said)
