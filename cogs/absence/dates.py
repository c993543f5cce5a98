"""Days as members type them: a number of days, a date, or a day of the week.

Times are UTC epoch seconds. Days are counted in the member's time zone.
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
"""Most days that a holiday may last. A later date is probably a typing error."""
LENGTHS: Final = (1, 2, 3, 5, 7, 10, 14)
"""The holiday lengths that are suggested, in days from today."""
LAST: Final = time(23, 59)
"""The time of day at which a holiday ends. Away until Sunday includes Sunday."""
WEEK: Final = 7
COUNT: Final = re.compile(r"(\d{1,3})\s*([^\W\d]*)")
ISO: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII)
DATES: Final = (
    ISO,
    re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?\s*(?P<year>\d{4})?", re.ASCII),
)


def parse_until(typed: str, zone: str, now: float) -> float:
    """Return the end of the holiday that a member typed or selected, in UTC epoch seconds.

    Raises:
        Refusal: The text is not a day, the day is in the past, or it is too far in the future.
    """
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
    """Return the typed date, or the next day with the typed name. None for anything else."""
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
    """Return the day in the label of a suggestion, in any language. None for anything else.

    Discord's apps sometimes send the label of a suggestion instead of its value. The label may be
    from yesterday, and then its number of days is too high by one.
    """
    found = ISO.search(wanted)
    day = None if found is None else parse_date(found, date.min)
    if day is None:
        return None
    is_label = any(wanted in in_every_language(day_in_words, day, n) for n in range(LONGEST + 2))
    return day if is_label else None


def parse_date(found: re.Match[str], today: date) -> date | None:
    """Return a typed date, or None if it does not exist.

    Without a year, return the next such date.
    """
    years = [int(found["year"])] if found["year"] else [today.year, today.year + 1]
    for year in years:
        try:
            day = date(year, int(found["month"]), int(found["day"]))
        except ValueError:
            continue  # such as 29 February, which may exist in the next year
        if found["year"] or day >= today:
            return day
    return None


def words(key: str) -> frozenset[str]:
    """Return the words of a catalogue text in every language. A member may type in any language."""
    return frozenset(word for text in in_every_language(say, key) for word in text.split())


def date_choices(zone: str, now: float) -> Iterator[tuple[str, date]]:
    """Yield each suggested day as a label in words and as a date."""
    today = datetime.fromtimestamp(now, local_time(zone)).date()
    for n in LENGTHS:
        day = today + timedelta(days=n)
        yield day_in_words(day, n), day


def last_day_in_words(end: float, zone: str, now: float) -> tuple[str, date]:
    """Return the last day of an absence that ends at `end`, as a label in words and as a date."""
    here, then = (datetime.fromtimestamp(at, local_time(zone)).date() for at in (now, end))
    return day_in_words(then, (then - here).days), then


def day_in_words(day: date, n: int) -> str:
    """Return a day in words, such as "Sunday, 2026-01-04 (3 days)"."""
    title = say(f"away.day_{day.weekday()}")
    return say("away.choice", day=title, date=day.isoformat(), n=n)
