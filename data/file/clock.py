"""Times: seconds outside, whole milliseconds in the file; both since 1970, in UTC.

Everywhere in `data` a time that is a `float` is in seconds, one that is an `int` in milliseconds.
"""


def to_ms(seconds: float) -> int:
    """Milliseconds since 1970."""
    return round(seconds * 1000)


def to_seconds(milliseconds: int) -> float:
    """Seconds since 1970."""
    return milliseconds / 1000


def maybe_ms(seconds: float | None) -> int | None:
    """The same for a time that may be missing."""
    return None if seconds is None else to_ms(seconds)


def maybe_seconds(milliseconds: int | None) -> float | None:
    """The same for a time that may be missing."""
    return None if milliseconds is None else to_seconds(milliseconds)
