"""Times: seconds outside, whole milliseconds in the file; both since 1970, in UTC.

Everywhere in `data` a time that is a `float` is in seconds, one in milliseconds is of its own type:
an id, or a number of seconds, cannot be handed in as one.
"""

from typing import NewType

Millis = NewType("Millis", int)
"""Milliseconds since 1970."""


def to_ms(seconds: float) -> Millis:
    """Milliseconds since 1970."""
    return Millis(round(seconds * 1000))


def to_seconds(milliseconds: int) -> float:
    """Seconds since 1970."""
    return milliseconds / 1000


def maybe_ms(seconds: float | None) -> Millis | None:
    """The same for a time that may be missing."""
    return None if seconds is None else to_ms(seconds)


def maybe_seconds(milliseconds: int | None) -> float | None:
    """The same for a time that may be missing."""
    return None if milliseconds is None else to_seconds(milliseconds)
