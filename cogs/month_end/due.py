"""The time at which a server's post about a month is due.

Months end in UTC, like those of the leaderboards. The post comes in the morning of the server.
"""

from typing import Final

from cogs.game.quiet_hours import next_time
from data.core.timestamps import month_after, month_bounds, month_of, to_ms, to_seconds

HOUR: Final = 3600
DAY: Final = 24 * HOUR
MORNING: Final = 10 * 60
"""Minutes after midnight, in the server's zone, from which a post is due."""
SETTLED: Final = HOUR
"""Minimum seconds between the end of a month and its post."""


def due_at(month: str, zone: str, guild_id: int) -> float:
    """Return when the post about a month is due, in UTC epoch seconds.

    That is the first 10:00 in the server's zone that is at least an hour after the month's end. The
    posts of all servers are spread over the hour after 10:00.
    """
    end = to_seconds(month_bounds(month)[1])
    # Skip the low 22 bits of the id: a small counter would not spread the servers evenly.
    spread = (guild_id >> 22) % HOUR
    return next_time(zone, MORNING, end + SETTLED - 1) + spread


def month_due_at(due: float) -> str:
    """Return the month whose post is due at that time."""
    return month_after(month_of(to_ms(due)), -1)


def first_due(now: float, zone: str, guild_id: int) -> float:
    """Return the first due time of a server that has just chosen the posts, or another zone.

    That is the due time of last month's post if it is in the future, or less than 24 hours ago.
    Otherwise it is the due time of this month's post. So a server that changes its zone on that day
    still gets the post.
    """
    month = month_of(to_ms(now))
    last = due_at(month_after(month, -1), zone, guild_id)
    return last if last > now - DAY else due_at(month, zone, guild_id)
