"""Quiet hours: when a member is not to be disturbed, by the clock on the member's own wall."""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from data.models.members import ReminderPreferences

MINUTES: Final = 24 * 60
QUARTER: Final = 15 * 60
NOWHERE: Final = frozenset({"localtime", "Factory"})
"""What a machine may list beside them: where it stands itself, and what nobody has set."""


@lru_cache(maxsize=1)
def time_zones() -> frozenset[str]:
    """The time zones there are, such as Europe/Berlin."""
    return frozenset(available_timezones()) - NOWHERE


def local_time(zone: str) -> tzinfo:
    """The clock on a wall in that zone; UTC where this machine does not know it (any more)."""
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def end_of_quiet_hours(preferences: ReminderPreferences, at: float) -> float:
    """The first moment from `at` on that is outside the member's quiet hours."""
    while left := seconds_of_quiet_left(preferences, at):
        # Clocks are changed at a quarter of an hour, if at all: until then this is what is left.
        at += min(left, QUARTER - at % QUARTER)
    return at


def next_time(zone: str, minute: int, after: float) -> float:
    """When a clock on a wall in that zone next shows a minute of the day."""
    found = datetime.fromtimestamp(after, local_time(zone))
    # Wall-clock arithmetic: on a day in which the clocks change it is still the hour chosen.
    found = found.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(minutes=minute)
    if found.timestamp() <= after:
        found += timedelta(days=1)
    return found.timestamp()


def next_digest(preferences: ReminderPreferences, after: float) -> float | None:
    """When a member's next digest is due: at their hour, or once the quiet hours are over."""
    if preferences.digest is None or preferences.way == "none":
        return None
    return end_of_quiet_hours(preferences, next_time(preferences.zone, preferences.digest, after))


def digest_after(
    before: ReminderPreferences, preferences: ReminderPreferences, now: float
) -> float | None:
    """When the next digest of a member is due who had wished for `before` until now.

    One that waits already, for the end of the quiet hours, is lost by nothing but another hour.
    """
    then, due = next_digest(preferences, now), before.digest_due
    is_same = (before.zone, before.digest) == (preferences.zone, preferences.digest)
    if then is None or due is None or not is_same:
        return then
    return min(then, end_of_quiet_hours(preferences, max(now, due)))


def is_quiet(preferences: ReminderPreferences, at: float) -> bool:
    """Whether a moment lies in the quiet hours; they may go past midnight."""
    return seconds_of_quiet_left(preferences, at) > 0


def seconds_of_quiet_left(preferences: ReminderPreferences, at: float) -> float:
    """The seconds until the quiet hours end by the clock as it goes; 0 outside of them."""
    if preferences.quiet_from is None or preferences.quiet_to is None:
        return 0
    now = datetime.fromtimestamp(at, local_time(preferences.zone))
    since = (now.hour * 60 + now.minute - preferences.quiet_from) % MINUTES
    left = (preferences.quiet_to - preferences.quiet_from) % MINUTES - since
    return max(0, 60 * left - at % 60)


def reminder_time(preferences: ReminderPreferences, due: float, deadline: float) -> float | None:
    """When to remind: when it is due, or after the quiet hours; None when that is too late."""
    at = end_of_quiet_hours(preferences, due)
    return at if at < deadline else None
