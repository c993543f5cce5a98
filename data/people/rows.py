"""What members have chosen, and what came of forgetting them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Way = Literal["thread", "direct", "none"]
Rhythm = Literal["none", "half", "quarter", "twice", "hour"]
"""How often somebody is reminded of one decision: see `cogs._game.deadlines`."""


@dataclass(frozen=True, slots=True)
class Preference:
    """How a member is reminded. Quiet hours are minutes of the day in the member's `zone`.

    So is `digest`, when one message tells of all tables that wait; the next is due at `digest_due`.
    """

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    way: Way = "thread"
    rhythm: Rhythm = "quarter"
    digest: int | None = None
    digest_due: float | None = None


Left = Mapping[int, tuple[int, ...]]
"""Tables where somebody was forgotten, each with the seats that they had there."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """On how many servers somebody was known; the lobbies and games that changed by it."""

    servers: int
    left: Left
