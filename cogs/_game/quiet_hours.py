"""Quiet hours: when a member is not to be disturbed, by the clock on the member's own wall."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from data.people.rows import Preference

MINUTES: Final = 24 * 60


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The time zones there are, such as Europe/Berlin."""
    return frozenset(available_timezones())


def audible(wish: Preference, at: float) -> float:
    """The first moment from `at` on that is outside the member's quiet hours."""
    if not is_quiet(wish, at):
        return at
    assert wish.quiet_to is not None
    now = datetime.fromtimestamp(at, ZoneInfo(wish.zone))
    end = now.replace(hour=0, minute=0, second=0, microsecond=0)
    # Wall-clock arithmetic: a night in which the clocks change still ends at the hour chosen.
    end += timedelta(minutes=wish.quiet_to)
    if end.timestamp() <= at:
        end += timedelta(days=1)
    return end.timestamp()


def is_quiet(wish: Preference, at: float) -> bool:
    """Whether a moment lies in the quiet hours; they may go past midnight."""
    if wish.quiet_from is None or wish.quiet_to is None:
        return False
    now = datetime.fromtimestamp(at, ZoneInfo(wish.zone))
    since = (now.hour * 60 + now.minute - wish.quiet_from) % MINUTES
    return since < (wish.quiet_to - wish.quiet_from) % MINUTES


def reminder(wish: Preference, due: float, deadline: float) -> float | None:
    """When to remind: when it is due, or after the quiet hours; None when that is too late."""
    at = audible(wish, due)
    return at if at < deadline else None
