"""The statements behind the leases, each function one transaction of its caller's.

Whoever moves a lease locks its row `FOR UPDATE` first. A move at a table holds that row `FOR KEY
SHARE` until its COMMIT (see `fence`), and these two exclude each other: a lease that changes hands
waits for the moves under way, and a move that comes later finds another holder.
"""

from typing import Any, LiteralString

import psycopg

from data.leases.rows import NOBODY, Lease, Overview, Participant

Connection = psycopg.Connection[Any]

LEASE = "SELECT name, holder, epoch, wanted, said FROM lease"


def join(connection: Connection, holder: str) -> None:
    """Take part from now on."""
    connection.execute(
        "INSERT INTO cluster (holder, beat, leaving) VALUES (%s, 0, 0)"
        " ON CONFLICT (holder) DO NOTHING",
        (holder,),
    )


def look(connection: Connection, holder: str) -> Overview:
    """Show that the holder lives, and see everything."""
    beaten = connection.execute(
        "UPDATE cluster SET beat = beat + 1 WHERE holder = %s", (holder,)
    ).rowcount
    now = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    assert now is not None
    members = connection.execute("SELECT holder, beat, leaving FROM cluster").fetchall()
    leases = connection.execute(LEASE).fetchall()
    return Overview(
        now=now[0],
        # No row has changed where others took this one for dead and have deleted it (`bury`).
        in_time=beaten == 1,
        members={row[0]: Participant(row[0], row[1], bool(row[2])) for row in members},
        leases={row[0]: Lease(*row) for row in leases},
    )


def leave(connection: Connection, holder: str) -> None:
    """Say that the holder wants to be rid of what it holds."""
    connection.execute("UPDATE cluster SET leaving = 1 WHERE holder = %s", (holder,))


def quit_for_good(connection: Connection, holder: str) -> None:
    """Let go of everything, and take part no longer."""
    # Another epoch, so that no move of ours that is still under way passes the fence.
    connection.execute(
        "UPDATE lease SET holder = '', wanted = '', said = '', epoch = epoch + 1 WHERE holder = %s",
        (holder,),
    )
    connection.execute("UPDATE lease SET wanted = '' WHERE wanted = %s", (holder,))
    connection.execute("DELETE FROM cluster WHERE holder = %s", (holder,))


def bury(connection: Connection, dead: Participant) -> bool:
    """Take somebody for dead, unless they have moved since; False when they have."""
    return (
        connection.execute(
            "DELETE FROM cluster WHERE holder = %s AND beat = %s", (dead.holder, dead.beat)
        ).rowcount
        == 1
    )


def take(connection: Connection, lease: Lease, holder: str, said: str = "") -> Lease | None:
    """Take a lease that is as it was seen: free, or of somebody who is dead; else None.

    Waits for moves under way in the name of the holder before.
    """
    # FOR UPDATE locks only a row that is there: of two who want a new lease both would find none.
    connection.execute(
        "INSERT INTO lease (name, holder, epoch, wanted, said) VALUES (%s, '', 0, '', '')"
        " ON CONFLICT (name) DO NOTHING",
        (lease.name,),
    )
    found = _locked(connection, lease.name)
    if (found.holder, found.epoch) != (lease.holder, lease.epoch):
        return None
    return _moved(connection, found, holder, said)


def give(connection: Connection, lease: Lease, to: str, said: str = "") -> bool:
    """Hand a lease over, or let go of it (`NOBODY`); False when it was no longer the giver's."""
    found = _locked(connection, lease.name)
    if (found.holder, found.epoch) != (lease.holder, lease.epoch):
        return False
    _moved(connection, found, to, said)
    return True


def ask(connection: Connection, lease: Lease, holder: str) -> bool:
    """Say that somebody is ready to take a lease over from its holder."""
    return (
        connection.execute(
            "UPDATE lease SET wanted = %s WHERE name = %s AND holder = %s AND epoch = %s",
            (holder, lease.name, lease.holder, lease.epoch),
        ).rowcount
        == 1
    )


def note(connection: Connection, name: str, said: str, before: str) -> str:
    """Write something all clusters agree on, if it is as it was; what stands there then."""
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
        (to, NOBODY, said, lease.name),
    )
    return Lease(lease.name, to, lease.epoch + 1, NOBODY, said)
