"""Models of open decisions, reminders, pauses and downtime."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Told = Literal["tell", "remind"]


HoldReason = Literal["member", "table", "place", "server", "nobody"]
HoldEnd = Literal["runs on", "given up"]
"""What becomes of a table after a pause."""


WHOLE_TABLE = -1
"""The seat of a pause of the whole table."""
STILL: Final[frozenset[HoldReason]] = frozenset({"table", "place", "server"})
"""Reasons of pauses that also stop the time of a table's votes.

"nobody" is not one of them: then a vote to end the game passes by silence.
"""


@dataclass(frozen=True, slots=True)
class Wait:
    """An open decision, asked at entry `seq`, with its deadline and reminders.

    `free` seconds of it cost nothing; the rest is charged to the seat's time bank. `tell` and
    `remind` are the times of the notification and the reminder, None once sent or not wanted.
    `again` is the time of a second reminder.
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
    """A notification or reminder for the player of a seat, due at `at`."""

    table_id: int
    seat: int
    seq: int
    told: Told
    at: float


@dataclass(frozen=True, slots=True)
class Hold:
    """A pause of a seat or of the whole table.

    `server` and `place` wait for a missing guild or channel. `nobody` waits for any member of the
    table.
    """

    seat: int
    reason: HoldReason
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Gap:
    """A downtime of the bot."""

    since: float
    until: float


def still_until(pauses: Iterable[Hold], now: float) -> float:
    """Return when the time of a table's votes runs again; `now` if it runs."""
    return max([now, *(pause.until for pause in pauses if pause.reason in STILL)])


@dataclass(frozen=True, slots=True)
class Waiting:
    """A decision that waits for a member, asked at entry `seq`.

    `place` is the table's channel or thread.
    """

    guild_id: int
    place: int
    table_id: int
    seat: int
    seq: int
