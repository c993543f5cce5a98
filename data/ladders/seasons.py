"""Months in UTC, the seasons of leaderboards."""

from datetime import UTC, datetime

from data.file.clock import Millis, to_ms, to_seconds

DECEMBER = 12


def month_of(milliseconds: int) -> str:
    """Return the month of a time in milliseconds, such as "2026-11"."""
    at = datetime.fromtimestamp(to_seconds(milliseconds), UTC)
    return f"{at.year:04}-{at.month:02}"


def month_from_to(month: str) -> tuple[Millis, Millis]:
    """Return when a month begins and when the next one does, in milliseconds."""
    first = datetime.strptime(f"{month} +0000", "%Y-%m %z")
    year, number = divmod(first.year * 12 + first.month, DECEMBER)
    after = first.replace(year=year, month=number + 1)
    return to_ms(first.timestamp()), to_ms(after.timestamp())
