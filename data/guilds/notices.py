"""Messages that a guild gets only once: the welcome, and the post of a month. Table `notice`.

A notice is created once for each guild and kind. It is marked as tried before each attempt to send
it, because Discord's answer may be lost. The row stays after the message was sent, so that no
second one is.
"""

import secrets
from typing import Final

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, to_ms, to_seconds
from data.models.messages import MAX_NONCE, Notice

OF_ONE: Final = "guild_id = ? AND what = ?"
UNSENT: Final = "message_id = 0"
MONTH: Final = "month"
"""The kind of a notice about a month begins with this word and a colon."""
GIVEN_UP: Final = -1
"""The `message_id` of a notice that will never be sent."""


def create(connection: Connection, now: Millis, guild_id: int, what: str, place: int) -> bool:
    """Record a notice that must be sent. Return False if the guild has had one of this kind.

    `place` is the channel; 0 if the notice has no channel.
    """
    created = connection.execute(
        """INSERT INTO notice (guild_id, what, place, nonce, at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING""",
        (guild_id, what, place, str(secrets.randbelow(MAX_NONCE)), now),
    )
    return created.rowcount > 0


def move(connection: Connection, notice: Notice, place: int) -> bool:
    """Give a notice that Discord has refused another channel, or 0 for none.

    Return False if another process has tried or moved it meanwhile.
    """
    moved = connection.execute(
        f"UPDATE notice SET place = ? WHERE {OF_ONE} AND {UNSENT} AND tried = 0 AND place = ?",  # noqa: S608
        (place, notice.guild_id, notice.what, notice.place),
    )
    return moved.rowcount > 0


def mark_tried(connection: Connection, now: Millis, notice: Notice) -> bool:
    """Record that a notice may exist from now on.

    Return False if another process has tried it since `notice` was read.
    """
    marked = connection.execute(
        f"UPDATE notice SET tried = ? WHERE {OF_ONE} AND {UNSENT} AND tried = ?",  # noqa: S608
        (now, notice.guild_id, notice.what, to_ms(notice.tried)),
    )
    return marked.rowcount > 0


def mark_refused(connection: Connection, notice: Notice) -> None:
    """Record that a notice does not exist, because Discord refused it."""
    connection.execute(
        f"UPDATE notice SET tried = 0 WHERE {OF_ONE} AND {UNSENT}",  # noqa: S608
        (notice.guild_id, notice.what),
    )


def mark_sent(connection: Connection, notice: Notice, message_id: int) -> None:
    """Save the id of the sent message. `message_id` must not be 0."""
    connection.execute(
        f"UPDATE notice SET message_id = ? WHERE {OF_ONE} AND {UNSENT}",  # noqa: S608
        (message_id, notice.guild_id, notice.what),
    )


def give_up(connection: Connection, notice: Notice) -> None:
    """Record that a notice will never be sent."""
    mark_sent(connection, notice, GIVEN_UP)


def find(connection: Connection, guild_id: int, what: str) -> Notice | None:
    """Return a guild's notice of a kind, sent or unsent."""
    row = connection.execute(
        f"SELECT * FROM notice WHERE {OF_ONE}",  # noqa: S608
        (guild_id, what),
    ).fetchone()
    return None if row is None else _notice(row)


def pending_months(connection: Connection) -> tuple[Notice, ...]:
    """Return the unsent notices about months, oldest first."""
    rows = connection.execute(
        f"SELECT * FROM notice WHERE what >= ? AND what < ? AND {UNSENT} ORDER BY at, guild_id",  # noqa: S608
        (f"{MONTH}:", f"{MONTH};"),  # ";" follows ":", and an index finds no pattern on PostgreSQL
    )
    return tuple(map(_notice, rows))


def _notice(row: Row) -> Notice:
    times = {name: to_seconds(row[name]) for name in ("at", "tried")}
    return Notice(**dict(row) | times | {"nonce": int(row["nonce"])})
