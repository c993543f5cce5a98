"""Models of open decisions, reminders, pauses and downtime."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, Self

from data.core.timestamps import Millis, to_ms

ReminderKind = Literal["tell", "remind"]


PauseReason = Literal["member", "table", "place", "server", "nobody"]
PauseOutcome = Literal["runs on", "given up"]
"""Result of a pause that is over, for its table."""


WHOLE_TABLE = -1
"""The seat of a pause of the whole table."""
REASONS_THAT_PAUSE_VOTES: Final[frozenset[PauseReason]] = frozenset({"table", "place", "server"})
"""Reasons of pauses that also stop the clock of a table's votes.

"nobody" is not one of them, so that a vote to end such a game can pass by silence.
"""


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """An open decision, asked at entry `seq`, with its deadline and reminders.

    The first `free` seconds are free, the rest is charged to the seat's time bank. `tell` and
    `remind` are the times of the notification and the reminder. Each is None if the message was
    sent or is not wanted. `again` is the time of a second reminder.
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
class Reminder:
    """A notification or reminder for the player of a seat, due at `at`."""

    table_id: int
    seat: int
    seq: int
    told: ReminderKind
    at: float


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of a seat or of the whole table.

    The reasons `server` and `place` mean a missing guild or channel. The reason `nobody` means that
    no member of the table is present.
    """

    seat: int
    reason: PauseReason
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Downtime:
    """A time in which the bot was not running."""

    since: float
    until: float


def votes_paused_until(pauses: Iterable[Pause], now: float) -> float:
    """Return when the voting time of a table runs again; `now` if it runs."""
    return max(
        [now, *(pause.until for pause in pauses if pause.reason in REASONS_THAT_PAUSE_VOTES)]
    )


@dataclass(frozen=True, slots=True)
class WaitingDecision:
    """A decision that waits for a member, asked at entry `seq`.

    `place` is the table's channel or thread.
    """

    guild_id: int
    place: int
    table_id: int
    seat: int
    seq: int


@dataclass(frozen=True, slots=True)
class DeadlineBasis:
    """The values from which deadlines were computed: a table's pauses and its open deadlines."""

    holds: frozenset[Pause]
    deadlines: frozenset[tuple[int, int, Millis]]

    @classmethod
    def of(cls, pauses: Iterable[Pause], decisions: Iterable[OpenDecision]) -> Self:
        """Return the basis of a caller who has read these pauses and open decisions.

        Deadlines are compared in whole milliseconds, as they are stored. A caller who has just
        committed deadlines still has the fractions of milliseconds.
        """
        deadlines = frozenset((each.seat, each.seq, to_ms(each.deadline)) for each in decisions)
        return cls(frozenset(pauses), deadlines)
