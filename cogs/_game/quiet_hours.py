"""Quiet hours: when a member is not to be disturbed, by the clock on the member's own wall."""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from data.people.rows import Preference

MINUTES: Final = 24 * 60
QUARTER: Final = 15 * 60
NOWHERE: Final = frozenset({"localtime", "Factory"})
"""What a machine may list beside them: where it stands itself, and what nobody has set."""


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The time zones there are, such as Europe/Berlin."""
    return frozenset(available_timezones()) - NOWHERE


def clock_in(zone: str) -> tzinfo:
    """The clock on a wall in that zone; UTC where this machine does not know it (any more)."""
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def audible(wish: Preference, at: float) -> float:
    """The first moment from `at` on that is outside the member's quiet hours."""
    while left := quiet_for(wish, at):
        # Clocks are changed at a quarter of an hour, if at all: until then this is what is left.
        at += min(left, QUARTER - at % QUARTER)
    return at


def next_time(zone: str, minute: int, after: float) -> float:
    """When a clock on a wall in that zone next shows a minute of the day."""
    found = datetime.fromtimestamp(after, clock_in(zone))
    # Wall-clock arithmetic: on a day in which the clocks change it is still the hour chosen.
    found = found.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(minutes=minute)
    if found.timestamp() <= after:
        found += timedelta(days=1)
    return found.timestamp()


def next_digest(wish: Preference, after: float) -> float | None:
    """When a member's next digest is due: at their hour, or once the quiet hours are over."""
    if wish.digest is None or wish.way == "none":
        return None
    return audible(wish, next_time(wish.zone, wish.digest, after))


def digest_after(before: Preference, wish: Preference, now: float) -> float | None:
    """When the next digest of a member is due who had wished for `before` until now.

    One that waits already, for the end of the quiet hours, is lost by nothing but another hour.
    """
    then, due = next_digest(wish, now), before.digest_due
    is_same = (before.zone, before.digest) == (wish.zone, wish.digest)
    if then is None or due is None or not is_same:
        return then
    return min(then, audible(wish, max(now, due)))


def is_quiet(wish: Preference, at: float) -> bool:
    """Whether a moment lies in the quiet hours; they may go past midnight."""
    return quiet_for(wish, at) > 0


def quiet_for(wish: Preference, at: float) -> float:
    """The seconds until the quiet hours end by the clock as it goes; 0 outside of them."""
    if wish.quiet_from is None or wish.quiet_to is None:
        return 0
    now = datetime.fromtimestamp(at, clock_in(wish.zone))
    since = (now.hour * 60 + now.minute - wish.quiet_from) % MINUTES
    left = (wish.quiet_to - wish.quiet_from) % MINUTES - since
    return max(0, 60 * left - at % 60)


def reminder(wish: Preference, due: float, deadline: float) -> float | None:
    """When to remind: when it is due, or after the quiet hours; None when that is too late."""
    at = audible(wish, due)
    return at if at < deadline else None
