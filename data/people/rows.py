"""What members have chosen, and what came of forgetting them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Way = Literal["thread", "direct", "none"]


@dataclass(frozen=True, slots=True)
class Preference:
    """How a member is reminded. Quiet hours are minutes of the day in the member's `zone`."""

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    way: Way = "thread"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """On how many servers somebody was known; the lobbies and games that changed by it.

    `left` are the files that could not follow yet: that is tried until it is done.
    """

    servers: int
    tables: tuple[int, ...]
    left: tuple[Path, ...] = ()
