"""Whom a table waits for: every open decision with its owner, its deadline and what then happens.

lobby                  its host, until nothing has changed for the pace's while: given up
decision of a member   the member, until the wait's deadline: the clock makes the default
decision of a computer the bot, five minutes: the clock makes the default
pause                  whoever paused, until its end: time runs on
place or server gone   the bot, until the end of that pause: ended without result
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from cogs.game.quiet_hours import end_of_quiet_hours, reminder_time
from cogs.game.state import TableState, is_played_by_computer, paused_until
from data.models.deadlines import WHOLE_TABLE, OpenDecision
from data.models.members import DEFAULT_MEMBER_STATE, ReminderPreferences, ReminderRhythm
from data.models.tables import Player

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

COMPUTER_MOVE_SECONDS: Final = 5 * MINUTE
"""After this a computer player that got stuck is answered for as well."""
DEFAULT_PACE: Final = "day"
HURRIED_PACES: Final = "live"
"""Whoever plays at this pace is there: no digest gathers what waits for minutes only."""


UNANSWERED_SECONDS: Final = 2 * DAY
"""Without a clock: after so long on one decision the table may be asked to go on."""
HOLIDAY_DAYS: Final = 14
"""Days of pause in one game, so that nobody stops it for ever: of each member, of their own clock,
and of whoever runs the table, for everybody's. Anybody at the table may end the latter."""
PAUSE_LENGTHS: Final = (1, 3, 7)
"""Days that a pause may last."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for each decision, in the bank, of grace after the bot was away, of an idle lobby."""

    free: float
    bank: float
    grace: float
    lobby: float
    reminds: bool = True

    @property
    def vote(self) -> float:
        """Seconds that a vote of the table lasts: as long as a decision may take."""
        return self.free + self.bank if self.reminds else UNANSWERED_SECONDS


PACES: Final[Mapping[str, Pace]] = {
    "live": Pace(3 * MINUTE, 15 * MINUTE, 10 * MINUTE, 15 * MINUTE),
    "day": Pace(DAY, 0.0, 12 * HOUR, DAY),
    "three_days": Pace(3 * DAY, 0.0, 12 * HOUR, 3 * DAY),
    "none": Pace(30 * DAY, 0.0, 3 * DAY, 3 * DAY, reminds=False),
}
OUTAGE_GRACE: Final = {slug: pace.grace for slug, pace in PACES.items()}


# ---- Whom a table waits for: every open decision with its owner, its deadline and what then
# happens


CLOCK_TOLERANCE: Final = 5.0
"""Seconds a press made in time may take to reach us."""
REMINDER_RHYTHMS: Final[tuple[ReminderRhythm, ...]] = get_args(ReminderRhythm)
"""How often members can be reminded; their places are the values of a select, and stay."""
HALF, QUARTER_LEFT = 0.5, 0.75
SHARES: Final[Mapping[ReminderRhythm, tuple[float, ...]]] = {
    "none": (),
    "half": (HALF,),
    "quarter": (QUARTER_LEFT,),
    "twice": (HALF, QUARTER_LEFT),
}
"""After which parts of the time a decision is reminded of; "hour" goes by the clock instead."""


def open_waits(state: TableState, asked: Mapping[int, int], now: float) -> tuple[OpenDecision, ...]:
    """Whom a table waits for, by seat; who was asked before keeps their times.

    `asked` are the seats that are asked anew, each with the entry that asked it.
    """
    return tuple(
        known
        if (known := state.wait(seat)) is not None and seat not in asked
        else _new(state, seat, asked.get(seat, state.row.seq), now)
        for seat in state.deciding()
    )


def is_late(state: TableState, seat: int, at: float) -> bool:
    """Whether a press at `at`, by Discord's clock, came after the seat's deadline."""
    if state.row.deadline is None or at <= state.row.deadline:
        return False
    decision = state.wait(seat)
    return decision is not None and decision.deadline < at


def is_expired(state: TableState, seat: int, now: float) -> bool:
    """Whether a seat's time is up at `now`: it may have been given more since somebody looked."""
    decision = state.wait(seat)
    return decision is not None and decision.deadline < now


def _new(state: TableState, seat: int, seq: int, now: float) -> OpenDecision:
    player = state.player(seat)
    if player.kind == "computer" or player.user_id is None:
        return OpenDecision(seat, seq, now, now + COMPUTER_MOVE_SECONDS, COMPUTER_MOVE_SECONDS)
    return _asked(state, seat, seq, player, now)


def _asked(state: TableState, seat: int, seq: int, player: Player, now: float) -> OpenDecision:
    """The times of a member's decision; a pause that lasts comes before them."""
    assert player.user_id is not None
    pace = PACES[state.row.pace]
    preferences = state.circumstances.members.get(player.user_id, DEFAULT_MEMBER_STATE).preference
    since = _from(state, seat, now)
    deadline = since + pace.free + _left(state, seat, pace)
    gathered = goes_into_digest(preferences, state.row.pace)
    reminders = _reminders(preferences, since, deadline) if pace.reminds else ()
    times = iter(reminders[-1:] if gathered else reminders)
    return OpenDecision(
        seat=seat,
        seq=seq,
        since=since,
        deadline=deadline,
        free=pace.free,
        tell=None
        if preferences.way == "none" or gathered
        else end_of_quiet_hours(preferences, since),
        remind=next(times, None),
        again=next(times, None),
    )


def _from(state: TableState, seat: int, now: float) -> float:
    ends = [
        pause.until for pause in state.circumstances.pauses if pause.seat in {seat, WHOLE_TABLE}
    ]
    return max([now, *ends])


def _left(state: TableState, seat: int, pace: Pace) -> float:
    return max(0.0, pace.bank - state.circumstances.spent.get(seat, 0.0)) if pace.bank else 0.0


def goes_into_digest(preferences: ReminderPreferences, pace: str) -> bool:
    """Whether a member's digest tells of the decisions at tables of a pace."""
    return preferences.digest is not None and preferences.way != "none" and pace != HURRIED_PACES


def _reminders(
    preferences: ReminderPreferences, since: float, deadline: float
) -> tuple[float, ...]:
    """When to remind, in order, outside the quiet hours; those that fall together are one."""
    if preferences.way == "none":
        return ()
    if preferences.rhythm == "hour":
        # where little more than an hour is given, the last hour would begin with the first
        due = [max(deadline - HOUR, since + QUARTER_LEFT * (deadline - since))]
    else:
        due = [since + share * (deadline - since) for share in SHARES[preferences.rhythm]]
    heard = (reminder_time(preferences, at, deadline) for at in due)
    return tuple(sorted({at for at in heard if at is not None}))


# ---- From when on a member hears what is said to them: not in quiet hours, nor while they are away


def may_notify_from(state: TableState, seat: int, now: float) -> float:
    """From when on a member hears: after their own pause or holiday, outside their quiet hours."""
    still = max(paused_until(state, seat) or now, absent_until(state, seat, now))
    return end_of_quiet_hours(state.chosen(seat).preference, max(now, still))


def absent_until(state: TableState, seat: int, now: float) -> float:
    """Until when a holiday lasts of a member whose seat is kept: there it makes no pause.

    It holds nobody up for longer than a pause might.
    """
    holiday = state.chosen(seat).holiday if is_played_by_computer(state, seat) else None
    return min(holiday or now, now + HOLIDAY_DAYS * DAY)
