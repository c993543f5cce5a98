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
"""Reasons of pauses that also stop the time of a table's votes.

"nobody" is not one of them: then a vote to end the game passes by silence.
"""


@dataclass(frozen=True, slots=True)
class OpenDecision:
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
    """The basis of computed deadlines: a table's pauses and the deadlines of its decisions."""

    holds: frozenset[Pause]
    deadlines: frozenset[tuple[int, int, Millis]]

    @classmethod
    def of(cls, pauses: Iterable[Pause], decisions: Iterable[OpenDecision]) -> Self:
        """Return the basis of a caller who knows these pauses and open decisions of a table.

        Deadlines are compared in whole milliseconds, as they are stored: a caller who has just
        committed some still knows the fraction.
        """
        deadlines = frozenset((each.seat, each.seq, to_ms(each.deadline)) for each in decisions)
        return cls(frozenset(pauses), deadlines)
