"""Days as members type them: a number of days, a date, or a day of the week.

Moments are UTC epoch seconds; days are counted in the member's time zone.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Final

from cogs.core.refusals import Refusal
from cogs.game.deadlines import DAY
from cogs.game.quiet_hours import local_time
from cogs.ui.texts import in_every_language, say

LONGEST: Final = 60
"""Days that a holiday may last. A date further away is a typing error."""
LENGTHS: Final = (1, 2, 3, 5, 7, 10, 14)
"""Days from today that are offered."""
LAST: Final = time(23, 59)
"""A member who is away until Sunday is away on Sunday, too."""
WEEK: Final = 7
COUNT: Final = re.compile(r"(\d{1,3})\s*([^\W\d]*)")
ISO: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII)
DATES: Final = (
    ISO,
    re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?\s*(?P<year>\d{4})?", re.ASCII),
)


def parse_until(typed: str, zone: str, now: float) -> float:
    """Return the end of what somebody typed or chose, in their time zone. Raises `Refusal`."""
    local_now, wanted = datetime.fromtimestamp(now, local_time(zone)), typed.strip().casefold()
    count = parse_day_count(wanted)
    day = parse_weekday_or_date(wanted, local_now.date()) if count is None else None
    if count is None and day is None:
        raise Refusal("away.no_day")
    end = now + (count or 0) * DAY
    if day is not None:
        end = datetime.combine(day, LAST, local_now.tzinfo).timestamp()
    if end <= now:
        raise Refusal("away.past")
    if end > now + LONGEST * DAY:
        raise Refusal("away.too_long", n=LONGEST)
    return end


def parse_day_count(wanted: str) -> int | None:
    """Return a number of days from "3", "3 days" or "2 weeks"; None for anything else."""
    found = COUNT.fullmatch(wanted)
    if found is None:
        return None
    count, unit = int(found[1]), found[2]
    if unit in words("away.week_words"):
        return count * WEEK
    return count if not unit or unit in words("away.day_words") else None


def parse_weekday_or_date(wanted: str, today: date) -> date | None:
    """Return a date, or the next day of that name; None for anything else."""
    for n in range(1, WEEK + 1):
        day = today + timedelta(days=n)
        if wanted in words(f"away.day_{day.weekday()}"):
            return day
    if wanted in words("away.tomorrow"):
        return today + timedelta(days=1)
    if labelled := parse_label(wanted):
        return labelled
    found = next((match for form in DATES if (match := form.fullmatch(wanted))), None)
    return None if found is None else parse_date(found, today)


def parse_label(wanted: str) -> date | None:
    """Return the day of a suggestion's label in any language; None for anything else.

    Discord's apps sometimes send the label of a choice in place of its value. The days that it
    counts may be those of yesterday.
    """
    found = ISO.search(wanted)
    day = None if found is None else parse_date(found, date.min)
    if day is None:
        return None
    is_label = any(wanted in in_every_language(day_in_words, day, n) for n in range(LONGEST + 2))
    return day if is_label else None


def parse_date(found: re.Match[str], today: date) -> date | None:
    """Return a typed date; without a year, the next such date. None if it does not exist."""
    years = [int(found["year"])] if found["year"] else [today.year, today.year + 1]
    for year in years:
        try:
            day = date(year, int(found["month"]), int(found["day"]))
        except ValueError:
            continue  # such as 29 February: it may exist in the next year
        if found["year"] or day >= today:
            return day
    return None


def words(key: str) -> frozenset[str]:
    """Return the words of a catalogue key in every language: a member may type in any of them."""
    return frozenset(word for text in in_every_language(say, key) for word in text.split())


def date_choices(zone: str, now: float) -> Iterator[tuple[str, date]]:
    """Yield the days offered, each in words."""
    today = datetime.fromtimestamp(now, local_time(zone)).date()
    for n in LENGTHS:
        day = today + timedelta(days=n)
        yield day_in_words(day, n), day


def last_day_in_words(end: float, zone: str, now: float) -> tuple[str, date]:
    """Return in words the day of a moment."""
    here, then = (datetime.fromtimestamp(at, local_time(zone)).date() for at in (now, end))
    return day_in_words(then, (then - here).days), then


def day_in_words(day: date, n: int) -> str:
    """Return a day in words: "Sunday, 2026-01-04 (3 days)"."""
    title = say(f"away.day_{day.weekday()}")
    return say("away.choice", day=title, date=day.isoformat(), n=n)
