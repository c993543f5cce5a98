"""The time at which a server's post about a month is due.

Months end in UTC, like those of the leaderboards. The post comes in the morning of the server.
"""

from typing import Final

from cogs.game.quiet_hours import next_time
from data.core.timestamps import month_after, month_bounds, month_of, to_ms, to_seconds

HOUR: Final = 3600
DAY: Final = 24 * HOUR
MORNING: Final = 10 * 60
"""Minute of the server's day from which the post is due."""
SETTLED: Final = HOUR
"""Seconds after a month's end before which no post is due."""


def due_at(month: str, zone: str, guild_id: int) -> float:
    """Return when the post about a month is due, in UTC epoch seconds.

    That is the first 10:00 in the server's zone that is at least an hour after the month's end. The
    posts of all servers are spread over the hour after 10:00.
    """
    end = to_seconds(month_bounds(month)[1])
    # The upper bits of an id are the milliseconds of its creation, the lower ones a small counter.
    spread = (guild_id >> 22) % HOUR
    return next_time(zone, MORNING, end + SETTLED - 1) + spread


def month_due_at(due: float) -> str:
    """Return the month whose post is due at that time."""
    return month_after(month_of(to_ms(due)), -1)


def first_due(now: float, zone: str, guild_id: int) -> float:
    """Return the first due time of a server that has just chosen the posts, or another zone.

    If the post about the last month was due within a day, that time is returned. So a server that
    changes its zone on that day still gets the post.
    """
    month = month_of(to_ms(now))
    last = due_at(month_after(month, -1), zone, guild_id)
    return last if last > now - DAY else due_at(month, zone, guild_id)
