"""Reminder preferences of a member in all guilds. Table `preference`."""

from collections.abc import Callable
from dataclasses import asdict

from data.file.clock import maybe_ms, maybe_seconds
from data.people.rows import Preference
from data.sql.connection import Connection


def find(connection: Connection, user_id: int) -> Preference:
    """How a member wants to be reminded; the defaults where they have not chosen."""
    row = connection.execute(
        """SELECT zone, quiet_from, quiet_to, way, rhythm, digest, digest_due
           FROM preference WHERE user_id = ?""",
        (user_id,),
    ).fetchone()
    if row is None:
        return Preference()
    return Preference(**dict(row) | {"digest_due": maybe_seconds(row["digest_due"])})


def change(
    connection: Connection, user_id: int, how: Callable[[Preference], Preference]
) -> Preference:
    """Change how a member wants to be reminded, from what is stored at that moment."""
    new = how(find(connection, user_id))
    connection.execute(
        """INSERT INTO preference
           (user_id, zone, quiet_from, quiet_to, way, rhythm, digest, digest_due) VALUES
           (:user_id, :zone, :quiet_from, :quiet_to, :way, :rhythm, :digest, :digest_due)
           ON CONFLICT (user_id) DO UPDATE SET zone = excluded.zone,
               quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
               way = excluded.way, rhythm = excluded.rhythm, digest = excluded.digest,
               digest_due = excluded.digest_due""",
        asdict(new) | {"user_id": user_id, "digest_due": maybe_ms(new.digest_due)},
    )
    return new


def forget(connection: Connection, user_id: int) -> bool:
    """Delete the member's reminder preferences. Returns whether there were any."""
    gone = connection.execute("DELETE FROM preference WHERE user_id = ?", (user_id,)).rowcount
    return gone > 0
