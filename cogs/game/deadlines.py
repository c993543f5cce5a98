"""Deadlines, the paces that set them, and the times at which members are notified and reminded.

`cogs.absence.missed_turns` acts at a deadline. `timekeeper` reads the clock. A table always has a
deadline of one of these kinds:

lobby                    unchanged for the pace's `lobby` seconds: the bot closes it
decision of a member     the bot makes the default move at the decision's deadline
decision of a computer   the bot makes the default move after five minutes
pause                    the clock runs again at the end of the pause
channel or server gone   the game ends without a result at the end of the pause
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from cogs.game.quiet_hours import end_of_quiet_hours, reminder_time
from cogs.game.state import TableState, paused_until
from data.models.deadlines import WHOLE_TABLE, OpenDecision
from data.models.members import DEFAULT_MEMBER_STATE, ReminderPreferences, ReminderRhythm
from data.models.tables import Player

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

COMPUTER_MOVE_SECONDS: Final = 5 * MINUTE
"""Seconds after which the default is played for a computer player that has failed to move."""
DEFAULT_PACE: Final = "day"
HURRIED_PACES: Final = "live"
"""The pace at which all players are present. A digest would come too late for it."""
UNANSWERED_SECONDS: Final = 2 * DAY
"""Age of a decision in seconds from which players may call a vote, at a table without a clock."""
SOLO_SECONDS: Final = 3 * DAY
"""Seconds without a move after which a game of one member ends. Nobody else waits for the game."""
HOLIDAY_DAYS: Final = 14
"""Days of pause in one game, so that nobody can stop the game for ever.

Each member has these days for their own clock. The host and the moderators together have these days
for pauses of the whole table. Any player may end a pause of the whole table.
"""
PAUSE_LENGTHS: Final = (1, 3, 7)
"""The lengths of a pause that a member can choose, in days."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A preset of times, in seconds.

    `free` is the time for each decision. `bank` is the time for all decisions of a player together.
    `grace` is added after an outage of the bot. `lobby` is the time after which an unchanged lobby
    closes. `reminds` is False for the pace without a clock.
    """

    free: float
    bank: float
    grace: float
    lobby: float
    reminds: bool = True

    @property
    def vote(self) -> float:
        """Seconds that a vote lasts: as long as a decision may take."""
        return self.free + self.bank if self.reminds else UNANSWERED_SECONDS


PACES: Final[Mapping[str, Pace]] = {
    "live": Pace(3 * MINUTE, 15 * MINUTE, 10 * MINUTE, 15 * MINUTE),
    "day": Pace(DAY, 0.0, 12 * HOUR, DAY),
    "three_days": Pace(3 * DAY, 0.0, 12 * HOUR, 3 * DAY),
    "none": Pace(30 * DAY, 0.0, 3 * DAY, 3 * DAY, reminds=False),
}
OUTAGE_GRACE: Final = {slug: pace.grace for slug, pace in PACES.items()}


# ---- open decisions


CLOCK_TOLERANCE: Final = 5.0
"""Seconds that an interaction may need to reach us, if it was sent before the deadline."""
REMINDER_RHYTHMS: Final[tuple[ReminderRhythm, ...]] = get_args(ReminderRhythm)
"""How often members can be reminded. Selects use the index as value, so never reorder."""
HALF, QUARTER_LEFT = 0.5, 0.75
SHARES: Final[Mapping[ReminderRhythm, tuple[float, ...]]] = {
    "none": (),
    "half": (HALF,),
    "quarter": (QUARTER_LEFT,),
    "twice": (HALF, QUARTER_LEFT),
}
"""Fractions of a decision's time after which to remind. The rhythm "hour" has its own rule."""


def open_decisions(
    state: TableState, asked: Mapping[int, int], now: float
) -> tuple[OpenDecision, ...]:
    """Return the open decisions of a table, by seat. An unchanged decision keeps its times.

    Args:
        state: The table.
        asked: Seats that have something new to decide, each with the log entry that caused it.
        now: When the times of new decisions begin, in UTC epoch seconds.
    """
    return tuple(
        known
        if (known := state.open_decision(seat)) is not None and seat not in asked
        else _new_decision(state, seat, asked.get(seat, state.row.seq), now)
        for seat in state.deciding()
    )


def is_late(state: TableState, seat: int, at: float) -> bool:
    """Return whether an interaction at `at`, by Discord's clock, came after the seat's deadline."""
    if state.row.deadline is None or at <= state.row.deadline:
        return False
    decision = state.open_decision(seat)
    return decision is not None and decision.deadline < at


def is_expired(state: TableState, seat: int, now: float) -> bool:
    """Return whether a seat's deadline is before `now`.

    The timer loop calls this with newly loaded state, because the deadline may have been extended
    since its poll.
    """
    decision = state.open_decision(seat)
    return decision is not None and decision.deadline < now


def _new_decision(state: TableState, seat: int, seq: int, now: float) -> OpenDecision:
    player = state.player(seat)
    if player.kind == "computer" or player.user_id is None:
        return OpenDecision(seat, seq, now, now + COMPUTER_MOVE_SECONDS, COMPUTER_MOVE_SECONDS)
    return _decision_of_member(state, seat, seq, player, now)


def _decision_of_member(
    state: TableState, seat: int, seq: int, player: Player, now: float
) -> OpenDecision:
    """Return a member's decision. Its time begins after the pauses of the seat and the table."""
    assert player.user_id is not None
    pace = PACES[state.row.pace]
    preferences = state.circumstances.members.get(player.user_id, DEFAULT_MEMBER_STATE).preference
    free = min(pace.free, SOLO_SECONDS) if state.row.is_solo else pace.free
    since = _end_of_pauses(state, seat, now)
    deadline = since + free + _left_in_bank(state, seat, pace)
    in_digest = goes_into_digest(preferences, state.row.pace)
    reminders = _reminder_times(preferences, since, deadline) if pace.reminds else ()
    # A digest announces the decision, so only the last reminder is needed.
    times = iter(reminders[-1:] if in_digest else reminders)
    return OpenDecision(
        seat=seat,
        seq=seq,
        since=since,
        deadline=deadline,
        free=free,
        tell=None
        if preferences.way == "none" or in_digest
        else end_of_quiet_hours(preferences, since),
        remind=next(times, None),
        again=next(times, None),
    )


def _end_of_pauses(state: TableState, seat: int, now: float) -> float:
    ends = [
        pause.until for pause in state.circumstances.pauses if pause.seat in {seat, WHOLE_TABLE}
    ]
    return max([now, *ends])


def _left_in_bank(state: TableState, seat: int, pace: Pace) -> float:
    return max(0.0, pace.bank - state.circumstances.spent.get(seat, 0.0)) if pace.bank else 0.0


def goes_into_digest(preferences: ReminderPreferences, pace: str) -> bool:
    """Return whether the member's digest announces decisions at tables of this pace."""
    return preferences.digest is not None and preferences.way != "none" and pace != HURRIED_PACES


def _reminder_times(
    preferences: ReminderPreferences, since: float, deadline: float
) -> tuple[float, ...]:
    """Return the times of reminders, in order and outside quiet hours. Equal times are merged."""
    if preferences.way == "none":
        return ()
    if preferences.rhythm == "hour":
        # If the decision has hardly more than an hour, "an hour before" would be right at its
        # start.
        due = [max(deadline - HOUR, since + QUARTER_LEFT * (deadline - since))]
    else:
        due = [since + share * (deadline - since) for share in SHARES[preferences.rhythm]]
    times = (reminder_time(preferences, at, deadline) for at in due)
    return tuple(sorted({at for at in times if at is not None}))


# ---- when a member may be notified


def may_notify_from(state: TableState, seat: int, now: float) -> float:
    """Return the time from which the bot may notify a seat's player; see `may_ask_from`."""
    return may_ask_from(state, seat, state.player(seat).user_id or 0, now)


def may_ask_from(state: TableState, seat: int, user_id: int, now: float) -> float:
    """Return the time from which the bot may notify a member, in UTC epoch seconds.

    The time is after the member's own pause or holiday, and outside their quiet hours. `user_id`
    plays the seat or owns it.
    """
    player, member = state.player(seat), state.state_of(user_id)
    paused = paused_until(state, seat) if player.user_id == user_id else None
    is_away = (player.kind, player.user_id) != ("member", user_id)
    # A member who does not play has no pause for the holiday. Such a holiday counts only up to the
    # maximum length of a pause.
    holiday = min(member.holiday or now, now + HOLIDAY_DAYS * DAY) if is_away else now
    return end_of_quiet_hours(member.preference, max(now, paused or now, holiday))
