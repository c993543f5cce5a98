"""Ends months: saves their champions, and creates the notices that are posted about them.

A guild that wants these posts has in `server_choice.month_due` the time of the next one. NULL means
that the time must be computed, because the guild has just chosen the posts or another time zone.
"""

from data.core.connection import Connection
from data.core.timestamps import Millis, to_ms, to_seconds
from data.guilds import notices
from data.leaderboards import champions
from data.models.leaderboards import MonthDue


def unscheduled(connection: Connection) -> tuple[tuple[int, str], ...]:
    """Return the guilds, each with its time zone, whose next due time must be computed."""
    rows = connection.execute(
        """SELECT guild_id, zone FROM server_choice INDEXED BY server_choice_unscheduled
           WHERE month = 1 AND month_due IS NULL ORDER BY guild_id"""
    )
    return tuple((row["guild_id"], row["zone"]) for row in rows)


def schedule(connection: Connection, guild_id: int, zone: str, due: float) -> bool:
    """Save when a guild's next post is due. False if the guild has chosen otherwise meanwhile."""
    saved = connection.execute(
        """UPDATE server_choice SET month_due = ?
           WHERE guild_id = ? AND zone = ? AND month = 1 AND month_due IS NULL""",
        (to_ms(due), guild_id, zone),
    )
    return saved.rowcount > 0


def due_months(connection: Connection, now: float) -> tuple[MonthDue, ...]:
    """Return the guilds whose month must be ended, the earliest first."""
    rows = connection.execute(
        """SELECT guild_id, month_due, zone FROM server_choice
           WHERE month_due <= ? AND month = 1 ORDER BY month_due, guild_id""",
        (to_ms(now),),
    )
    return tuple(MonthDue(row[0], to_seconds(row[1]), row[2]) for row in rows)


def end_month(
    connection: Connection, now: Millis, ended: MonthDue, month: str, next_due: float
) -> bool:
    """Save the champions of a month, the notice about it, and the next due time.

    A month without champions gets no notice. Return whether a notice was created: False if another
    process has ended the month, or if the guild has had its notice.
    """
    moved = connection.execute(
        """UPDATE server_choice SET month_due = ?
           WHERE guild_id = ? AND zone = ? AND month = 1 AND month_due = ?""",
        (to_ms(next_due), ended.guild_id, ended.zone, to_ms(ended.due)),
    )
    found = champions.best(connection, ended.guild_id, month) if moved.rowcount else ()
    what = f"{notices.MONTH}:{month}"
    if not found or not notices.create(connection, now, ended.guild_id, what, 0):
        return False
    champions.save(connection, ended.guild_id, month, found)
    return True
