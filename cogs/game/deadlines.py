"""Deadlines: the paces that set them, and when a decision ends, is reminded of and is told.

Not here: what happens at a deadline (`cogs.absence.missed_turns`), and reading the clock
(`timekeeper`). Every table has an open decision, a deadline for it, and a default at the deadline:

  lobby                    its host; closed after the pace's `lobby` without a change
  decision of a member     the default move is made at the decision's deadline
  decision of a computer   the default move is made after five minutes
  pause                    time runs on at its end
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
"""Time after which the default is played for a computer player that has failed to move."""
DEFAULT_PACE: Final = "day"
HURRIED_PACES: Final = "live"
"""The pace at which all players are present: minutes are too short for a digest."""
UNANSWERED_SECONDS: Final = 2 * DAY
"""At a table without a clock, the age of a decision from which players may call a vote."""
SOLO_SECONDS: Final = 3 * DAY
"""Time without a move after which a game of one member ends. Nobody else waits for it."""
HOLIDAY_DAYS: Final = 14
"""Days of pause in one game, so that nobody can stop it for ever.

Each member has them for their own clock. The whole table has them once, for pauses that its host or
a moderator begins; any player may end such a pause.
"""
PAUSE_LENGTHS: Final = (1, 3, 7)
"""Days that a pause may last."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A preset of times, in seconds.

    `free` is for each decision, `bank` for all of a player's decisions together, `grace` is added
    after an outage of the bot, and an unchanged lobby closes after `lobby`.
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
"""Seconds that an interaction sent before the deadline may need to reach us."""
REMINDER_RHYTHMS: Final[tuple[ReminderRhythm, ...]] = get_args(ReminderRhythm)
"""How often members can be reminded. The index is the value of a select: never reorder."""
HALF, QUARTER_LEFT = 0.5, 0.75
SHARES: Final[Mapping[ReminderRhythm, tuple[float, ...]]] = {
    "none": (),
    "half": (HALF,),
    "quarter": (QUARTER_LEFT,),
    "twice": (HALF, QUARTER_LEFT),
}
"""Fractions of a decision's time after which its player is reminded. "hour" has its own rule."""


def open_decisions(
    state: TableState, asked: Mapping[int, int], now: float
) -> tuple[OpenDecision, ...]:
    """Return the open decisions of a table, by seat. An unchanged decision keeps its times.

    Args:
        state: The table.
        asked: Seats that have to decide something new, each with the log entry that asked it.
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

    The clock asks with a freshly read state: the deadline may have been extended since the poll.
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
    """Return a member's decision. Its time begins when pauses of seat and table have ended."""
    assert player.user_id is not None
    pace = PACES[state.row.pace]
    preferences = state.circumstances.members.get(player.user_id, DEFAULT_MEMBER_STATE).preference
    free = min(pace.free, SOLO_SECONDS) if state.row.is_solo else pace.free
    since = _end_of_pauses(state, seat, now)
    deadline = since + free + _left_in_bank(state, seat, pace)
    in_digest = goes_into_digest(preferences, state.row.pace)
    reminders = _reminder_times(preferences, since, deadline) if pace.reminds else ()
    # A digest has told of the decision: only the last reminder is left.
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
    """Return whether the decisions at tables of a pace are told in the member's digest."""
    return preferences.digest is not None and preferences.way != "none" and pace != HURRIED_PACES


def _reminder_times(
    preferences: ReminderPreferences, since: float, deadline: float
) -> tuple[float, ...]:
    """Return when to remind, in order, outside quiet hours. Equal times are merged."""
    if preferences.way == "none":
        return ()
    if preferences.rhythm == "hour":
        # With hardly more than an hour in all, "an hour before" would be at the very start.
        due = [max(deadline - HOUR, since + QUARTER_LEFT * (deadline - since))]
    else:
        due = [since + share * (deadline - since) for share in SHARES[preferences.rhythm]]
    times = (reminder_time(preferences, at, deadline) for at in due)
    return tuple(sorted({at for at in times if at is not None}))


# ---- when a member may be notified


def may_notify_from(state: TableState, seat: int, now: float) -> float:
    """Return from when on a seat's player may be notified; see `may_ask_from`."""
    return may_ask_from(state, seat, state.player(seat).user_id or 0, now)


def may_ask_from(state: TableState, seat: int, user_id: int, now: float) -> float:
    """Return from when on a member may be notified about their seat, in UTC epoch seconds.

    That is after their own pause or holiday, and outside their quiet hours. `user_id` plays the
    seat, or owns it.
    """
    player, member = state.player(seat), state.state_of(user_id)
    paused = paused_until(state, seat) if player.user_id == user_id else None
    is_away = (player.kind, player.user_id) != ("member", user_id)
    # The holiday of a member who does not play makes no pause. It counts for no longer than one.
    holiday = min(member.holiday or now, now + HOLIDAY_DAYS * DAY) if is_away else now
    return end_of_quiet_hours(member.preference, max(now, paused or now, holiday))
