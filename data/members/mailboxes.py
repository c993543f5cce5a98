"""How direct messages reach members: channels, and pauses after failures. Table `mailbox`."""

from dataclasses import asdict

from data.core.connection import Connection
from data.core.timestamps import to_ms, to_seconds
from data.models.members import Mailbox

KNOWN = "EXISTS (SELECT 1 FROM player WHERE user_id = :user_id)"
"""A person without any data gets no row, so that nothing is kept about an erased member."""


def mailbox(connection: Connection, user_id: int) -> Mailbox:
    """Return a member's mailbox. Without a row, nothing is known: no channel, and no failure."""
    row = connection.execute("SELECT * FROM mailbox WHERE user_id = ?", (user_id,)).fetchone()
    if row is None:
        return Mailbox(user_id)
    times = {"not_before": to_seconds(row["not_before"]), "used": to_seconds(row["used"])}
    return Mailbox(**dict(row) | times)


def save(connection: Connection, box: Mailbox) -> None:
    """Save a mailbox. Does nothing for a person whom no server knows."""
    connection.execute(
        f"""INSERT INTO mailbox (user_id, channel_id, not_before, tries, used)
            SELECT :user_id, :channel_id, :not_before, :tries, :used WHERE {KNOWN}
            ON CONFLICT (user_id) DO UPDATE SET channel_id = excluded.channel_id,
                not_before = excluded.not_before, tries = excluded.tries, used = excluded.used""",
        asdict(box) | {"not_before": to_ms(box.not_before), "used": to_ms(box.used)},
    )


def has(connection: Connection, user_id: int) -> bool:
    """Return whether a member has a mailbox: they have chosen direct messages, or pressed there."""
    found = connection.execute("SELECT 1 FROM mailbox WHERE user_id = ?", (user_id,)).fetchone()
    return found is not None


def owner_of(connection: Connection, channel_id: int) -> int | None:
    """Return whose direct messages a channel has. None for a channel of a server."""
    row = connection.execute(
        "SELECT user_id FROM mailbox WHERE channel_id = ?", (channel_id,)
    ).fetchone()
    return None if row is None else int(row["user_id"])


def delete_unused(connection: Connection, before: float) -> None:
    """Delete the mailboxes without a press or a reminder since `before`."""
    connection.execute("DELETE FROM mailbox WHERE used < ?", (to_ms(before),))
