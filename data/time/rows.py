"""What is waited for, what is due, and what is paused."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Told = Literal["tell", "remind"]


HoldReason = Literal["member", "table", "place", "server", "nobody"]
HoldEnd = Literal["runs on", "given up"]
"""What becomes of a table when a pause is over."""


WHOLE_TABLE = -1
"""The seat of a pause that holds for everybody."""
STILL: Final[frozenset[HoldReason]] = frozenset({"table", "place", "server"})
"""Why the time of a table's votes stands still, too. Not where `nobody` is there: whoever is away
agrees to the end by silence."""


@dataclass(frozen=True, slots=True)
class Wait:
    """An open decision: asked at entry `seq`, its time and what is still to be said.

    `free` seconds of it cost nothing, the rest goes from the seat's bank. `tell` and `remind`
    are when to do so, None when it is done or not wanted; `again` is when to remind once more.
    """

    seat: int
    seq: int
    since: float
    deadline: float
    free: float
    tell: float | None = None
    remind: float | None = None
    again: float | None = None


@dataclass(frozen=True, slots=True)
class Ping:
    """Something to say to whoever plays a seat, due at `at`."""

    table_id: int
    seat: int
    seq: int
    told: Told
    at: float


@dataclass(frozen=True, slots=True)
class Hold:
    """A pause of a seat or of the whole table.

    `server` and `place` wait for Discord, `nobody` for any member of the table to be back.
    """

    seat: int
    reason: HoldReason
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Gap:
    """From when to when the bot was away."""

    since: float
    until: float


def still_until(pauses: Iterable[Hold], now: float) -> float:
    """Until when the time of a table's votes stands still; `now` where it runs."""
    return max([now, *(pause.until for pause in pauses if pause.reason in STILL)])


@dataclass(frozen=True, slots=True)
class Waiting:
    """A decision that waits for a member, asked at entry `seq`; `place` is where its table is."""

    guild_id: int
    place: int
    table_id: int
    seat: int
    seq: int
