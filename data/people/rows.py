"""Models of members: their preferences, and the result of an erasure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Way = Literal["thread", "direct", "none"]
Rhythm = Literal["none", "half", "quarter", "twice", "hour"]
"""How often a member is reminded of one decision; see `cogs._game.deadlines`."""


@dataclass(frozen=True, slots=True)
class Preference:
    """How a member is reminded.

    `quiet_from` and `quiet_to` are minutes of the day in the member's `zone`; None without quiet
    hours. `digest` is the minute of the daily digest, or None; the next one is due at `digest_due`,
    in epoch seconds.
    """

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    way: Way = "thread"
    rhythm: Rhythm = "quarter"
    digest: int | None = None
    digest_due: float | None = None


Left = Mapping[int, tuple[int, ...]]
"""Tables that an erased member left, each with their seats."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Number of guilds in which a member was known, and the lobbies and games they left."""

    servers: int
    left: Left
