"""Times: seconds in the program, whole milliseconds in the database, both since 1970 in UTC.

In `data` a `float` is a time in seconds, `Millis` one in milliseconds. So an id or a duration
cannot be passed as a time.
"""

from typing import NewType

Millis = NewType("Millis", int)
"""Milliseconds since 1970."""


def to_ms(seconds: float) -> Millis:
    """Return seconds as milliseconds."""
    return Millis(round(seconds * 1000))


def to_seconds(milliseconds: int) -> float:
    """Return milliseconds as seconds."""
    return milliseconds / 1000


def maybe_ms(seconds: float | None) -> Millis | None:
    """Return seconds as milliseconds; None stays None."""
    return None if seconds is None else to_ms(seconds)


def maybe_seconds(milliseconds: int | None) -> float | None:
    """Return milliseconds as seconds; None stays None."""
    return None if milliseconds is None else to_seconds(milliseconds)
