"""Days as members name them: a number of them, a date, the name of a day of the week."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Final

from cogs.core.refusals import Refusal
from cogs.game.deadlines import DAY
from cogs.game.quiet_hours import local_time
from cogs.ui.texts import say
from render.text.catalogue import LANGUAGES, Catalogue

LONGEST: Final = 60
"""Days that a holiday may last: a date further off is a slip of the finger."""
LENGTHS: Final = (1, 2, 3, 5, 7, 10, 14)
"""Days that are offered."""
LAST: Final = time(23, 59)
"""Whoever is away until Sunday is away on Sunday."""
WEEK: Final = 7
COUNT: Final = re.compile(r"(\d{1,3})\s*([^\W\d]*)")
DATES: Final = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII),
    re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?\s*(?P<year>\d{4})?", re.ASCII),
)


def parse_until(typed: str, zone: str, now: float) -> float:
    """The end of what somebody typed or chose, by the clock in their zone. Raises `Refusal`."""
    here, wanted = datetime.fromtimestamp(now, local_time(zone)), typed.strip().casefold()
    counted = parse_day_count(wanted)
    day = parse_weekday_or_date(wanted, here.date()) if counted is None else None
    if counted is None and day is None:
        raise Refusal("away.no_day")
    end = now + (counted or 0) * DAY
    if day is not None:
        end = datetime.combine(day, LAST, here.tzinfo).timestamp()
    if end <= now:
        raise Refusal("away.past")
    if end > now + LONGEST * DAY:
        raise Refusal("away.too_long", n=LONGEST)
    return end


def parse_day_count(wanted: str) -> int | None:
    """A number of days: "3", "3 days", "2 weeks"; None for anything else."""
    found = COUNT.fullmatch(wanted)
    if found is None:
        return None
    count, unit = int(found[1]), found[2]
    if unit in words("away.week_words"):
        return count * WEEK
    return count if not unit or unit in words("away.day_words") else None


def parse_weekday_or_date(wanted: str, today: date) -> date | None:
    """A date, or the next day of that name; None for anything else."""
    for n in range(1, WEEK + 1):
        day = today + timedelta(days=n)
        if wanted in words(f"away.day_{day.weekday()}"):
            return day
    if wanted in words("away.tomorrow"):
        return today + timedelta(days=1)
    found = next((match for form in DATES if (match := form.fullmatch(wanted))), None)
    return None if found is None else parse_date(found, today)


def parse_date(found: re.Match[str], today: date) -> date | None:
    """A date that was typed; without a year the next one; None for one that is none."""
    years = [int(found["year"])] if found["year"] else [today.year, today.year + 1]
    for year in years:
        try:
            day = date(year, int(found["month"]), int(found["day"]))
        except ValueError:
            continue
        if found["year"] or day >= today:
            return day
    return None


def words(key: str) -> frozenset[str]:
    """The words for something in every language: nobody has to know which one we expect."""
    spoken = (Catalogue.load(language).words(key) for language in LANGUAGES)
    return frozenset(word.casefold() for text in spoken for word in text.split())


def date_choices(zone: str, now: float) -> Iterator[tuple[str, date]]:
    """Days that one may be away until, each in words."""
    today = datetime.fromtimestamp(now, local_time(zone)).date()
    for n in LENGTHS:
        day = today + timedelta(days=n)
        yield day_in_words(day, n), day


def last_day_in_words(end: float, zone: str, now: float) -> tuple[str, date]:
    """The day on which a moment lies, in words."""
    here, then = (datetime.fromtimestamp(at, local_time(zone)).date() for at in (now, end))
    return day_in_words(then, (then - here).days), then


def day_in_words(day: date, n: int) -> str:
    """A day in words: "Sunday, 2026-01-04 (3 days)"."""
    title = say(f"away.day_{day.weekday()}")
    return say("away.choice", day=title, date=day.isoformat(), n=n)
