"""Reminder preferences of a member in all guilds. Table `preference`."""

from collections.abc import Callable
from dataclasses import asdict

from data.core.connection import Connection
from data.core.timestamps import optional_ms, optional_seconds
from data.models.invitations import InvitedBy
from data.models.members import ReminderPreferences, SavedAppearance


def reminder_preferences(connection: Connection, user_id: int) -> ReminderPreferences:
    """A member's reminder preferences, or the defaults if they have chosen none."""
    row = connection.execute(
        """SELECT zone, quiet_from, quiet_to, way, rhythm, digest, digest_due, substitution
           FROM preference WHERE user_id = ?""",
        (user_id,),
    ).fetchone()
    if row is None:
        return ReminderPreferences()
    return ReminderPreferences(**dict(row) | {"digest_due": optional_seconds(row["digest_due"])})


def change_reminder_preferences(
    connection: Connection, user_id: int, how: Callable[[ReminderPreferences], ReminderPreferences]
) -> ReminderPreferences:
    """Change a member's reminder preferences, starting from the stored ones."""
    new = how(reminder_preferences(connection, user_id))
    connection.execute(
        """INSERT INTO preference
           (user_id, zone, quiet_from, quiet_to, way, rhythm, digest, digest_due, substitution)
           VALUES (:user_id, :zone, :quiet_from, :quiet_to, :way, :rhythm, :digest, :digest_due,
                   :substitution)
           ON CONFLICT (user_id) DO UPDATE SET zone = excluded.zone,
               quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
               way = excluded.way, rhythm = excluded.rhythm, digest = excluded.digest,
               digest_due = excluded.digest_due, substitution = excluded.substitution""",
        asdict(new) | {"user_id": user_id, "digest_due": optional_ms(new.digest_due)},
    )
    return new


def may_ask_for_calls(connection: Connection, user_id: int) -> bool:
    """Return whether to ask a member about reminders by direct message.

    They are asked once, and only while they have chosen nothing else than the default.
    """
    row = connection.execute(
        "SELECT way, asked_for_calls FROM preference WHERE user_id = ?", (user_id,)
    ).fetchone()
    return row is None or (row["way"] == "thread" and not row["asked_for_calls"])


def mark_asked_for_calls(connection: Connection, user_id: int) -> None:
    """Record that a member was asked about reminders by direct message."""
    connection.execute(
        """INSERT INTO preference (user_id, zone, way, asked_for_calls)
           VALUES (?, 'UTC', 'thread', 1)
           ON CONFLICT (user_id) DO UPDATE SET asked_for_calls = 1""",
        (user_id,),
    )


def invited_by(connection: Connection, user_id: int) -> InvitedBy:
    """Return who may invite a member by name."""
    row = connection.execute(
        "SELECT invitations FROM preference WHERE user_id = ?", (user_id,)
    ).fetchone()
    who: InvitedBy = "everybody" if row is None else row["invitations"]
    return who


def set_invited_by(connection: Connection, user_id: int, who: InvitedBy) -> None:
    """Set who may invite a member by name."""
    connection.execute(
        """INSERT INTO preference (user_id, zone, way, invitations) VALUES (?, 'UTC', 'thread', ?)
           ON CONFLICT (user_id) DO UPDATE SET invitations = excluded.invitations""",
        (user_id, who),
    )


def delete_reminder_preferences(connection: Connection, user_id: int) -> bool:
    """Delete the member's reminder preferences. Returns whether there were any."""
    gone = connection.execute("DELETE FROM preference WHERE user_id = ?", (user_id,)).rowcount
    return gone > 0


# ---- Hand appearance that a member has chosen for all guilds. Table `look`


def hand_appearance(connection: Connection, user_id: int) -> SavedAppearance | None:
    """Return a member's hand appearance; None if they have not chosen one."""
    row = connection.execute("SELECT * FROM look WHERE user_id = ?", (user_id,)).fetchone()
    return (
        None
        if row is None
        else SavedAppearance(**dict(row) | {"words_first": bool(row["words_first"])})
    )


def change_hand_appearance(
    connection: Connection, user_id: int, how: Callable[[SavedAppearance | None], SavedAppearance]
) -> SavedAppearance:
    """Change a member's hand appearance, starting from the stored one."""
    look = how(hand_appearance(connection, user_id))
    connection.execute(
        """INSERT INTO look (user_id, deck, hand_order, words_first)
           VALUES (:user_id, :deck, :hand_order, :words_first)
           ON CONFLICT (user_id) DO UPDATE SET deck = excluded.deck,
               hand_order = excluded.hand_order, words_first = excluded.words_first""",
        asdict(look),
    )
    return look


def delete_hand_appearance(connection: Connection, user_id: int) -> bool:
    """Delete a member's hand appearance. Returns whether there was one."""
    gone = connection.execute("DELETE FROM look WHERE user_id = ?", (user_id,)).rowcount
    return gone > 0
