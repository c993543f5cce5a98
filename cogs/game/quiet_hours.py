"""Quiet hours and digest times, in a member's own time zone. Times are UTC epoch seconds."""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from data.models.members import ReminderPreferences

MINUTES: Final = 24 * 60
QUARTER: Final = 15 * 60
NOWHERE: Final = frozenset({"localtime", "Factory"})
"""Names that a system may list although they are not time zones."""


@lru_cache(maxsize=1)
def time_zones() -> frozenset[str]:
    """Return the names of all time zones, such as Europe/Berlin."""
    return frozenset(available_timezones()) - NOWHERE


def local_time(zone: str) -> tzinfo:
    """Return the time zone with this name; UTC if the system does not have that zone."""
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def end_of_quiet_hours(preferences: ReminderPreferences, at: float) -> float:
    """Return the first moment, at or after `at`, that is outside the member's quiet hours."""
    while left := seconds_of_quiet_left(preferences, at):
        # Go to the next quarter of an hour at most. Clock changes happen at quarters, and after a
        # change the rest of the quiet hours must be counted in the new local time.
        at += min(left, QUARTER - at % QUARTER)
    return at


def next_time(zone: str, minute: int, after: float) -> float:
    """Return when a clock in that zone next shows a minute of the day, later than `after`."""
    found = datetime.fromtimestamp(after, local_time(zone))
    # Add in local time: on a day with a clock change the hour must still be the chosen one.
    found = found.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(minutes=minute)
    if found.timestamp() <= after:
        found += timedelta(days=1)
    return found.timestamp()


def next_digest(preferences: ReminderPreferences, after: float) -> float | None:
    """Return when a member's next digest is due; None if the member wants no digest.

    The digest is due at the member's digest time. If that time is in the quiet hours, the digest is
    due when they end.
    """
    if preferences.digest is None or preferences.way == "none":
        return None
    return end_of_quiet_hours(preferences, next_time(preferences.zone, preferences.digest, after))


def digest_after(
    before: ReminderPreferences, preferences: ReminderPreferences, now: float
) -> float | None:
    """Return when the next digest is due after a member has changed their preferences.

    A digest may already be due and wait for the end of the quiet hours. That digest is dropped only
    if the digest time or the time zone has changed.
    """
    following, due = next_digest(preferences, now), before.digest_due
    is_same = (before.zone, before.digest) == (preferences.zone, preferences.digest)
    if following is None or due is None or not is_same:
        return following
    return min(following, end_of_quiet_hours(preferences, max(now, due)))


def is_quiet(preferences: ReminderPreferences, at: float) -> bool:
    """Return whether a moment is in the quiet hours, which may cross midnight."""
    return seconds_of_quiet_left(preferences, at) > 0


def seconds_of_quiet_left(preferences: ReminderPreferences, at: float) -> float:
    """Return the seconds until the quiet hours end; 0 outside of them.

    Ignores a change to or from daylight saving time before that end.
    """
    if preferences.quiet_from is None or preferences.quiet_to is None:
        return 0
    now = datetime.fromtimestamp(at, local_time(preferences.zone))
    since = (now.hour * 60 + now.minute - preferences.quiet_from) % MINUTES
    left = (preferences.quiet_to - preferences.quiet_from) % MINUTES - since
    return max(0, 60 * left - at % 60)


def reminder_time(preferences: ReminderPreferences, due: float, deadline: float) -> float | None:
    """Return `due`, or the end of the quiet hours if that is later.

    Return None if the deadline is before that time.
    """
    at = end_of_quiet_hours(preferences, due)
    return at if at < deadline else None
