"""Times: seconds in the program, whole milliseconds in the database, both since 1970 in UTC.

In `data` a `float` is a time or a duration in seconds. `Millis` is a time in milliseconds. The type
checker reports an `int` that is passed as `Millis`.
"""

from datetime import UTC, datetime
from typing import Final, NewType

Millis = NewType("Millis", int)
"""Milliseconds since 1970."""


def to_ms(seconds: float) -> Millis:
    """Return seconds as milliseconds."""
    return Millis(round(seconds * 1000))


def to_seconds(milliseconds: int) -> float:
    """Return milliseconds as seconds."""
    return milliseconds / 1000


def optional_ms(seconds: float | None) -> Millis | None:
    """Return seconds as milliseconds; None stays None."""
    return None if seconds is None else to_ms(seconds)


def optional_seconds(milliseconds: int | None) -> float | None:
    """Return milliseconds as seconds; None stays None."""
    return None if milliseconds is None else to_seconds(milliseconds)


# ---- Weeks and months in UTC


WEEK: Final = 7 * 24 * 60 * 60 * 1000
MONDAY: Final = 3 * 24 * 60 * 60 * 1000
"""Milliseconds from Monday to Thursday: 1970 began on a Thursday."""


def week_of(milliseconds: int) -> int:
    """Return the number of whole weeks since 1970, counted from Monday."""
    return (milliseconds + MONDAY) // WEEK


# ---- Months, the seasons of leaderboards


DECEMBER = 12


def month_of(milliseconds: int) -> str:
    """Return the month of a time in milliseconds, such as "2026-11"."""
    at = datetime.fromtimestamp(to_seconds(milliseconds), UTC)
    return f"{at.year:04}-{at.month:02}"


def month_bounds(month: str) -> tuple[Millis, Millis]:
    """Return the beginning of a month, and the beginning of the next month, in milliseconds."""
    first = datetime.strptime(f"{month} +0000", "%Y-%m %z")
    year, number = divmod(first.year * 12 + first.month, DECEMBER)
    after = first.replace(year=year, month=number + 1)
    return to_ms(first.timestamp()), to_ms(after.timestamp())


def month_after(month: str, by: int = 1) -> str:
    """Return the month `by` months after another one. A negative `by` goes back."""
    year, number = map(int, month.split("-"))
    year, number = divmod(year * DECEMBER + number - 1 + by, DECEMBER)
    return f"{year:04}-{number + 1:02}"
