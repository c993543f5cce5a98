"""Whom a table waits for: every open decision with its owner, its deadline and what then happens.

lobby                  its host, until nothing has changed for the pace's while: given up
decision of a member   the member, until the wait's deadline: the clock makes the default
decision of a computer the bot, five minutes: the clock makes the default
pause                  whoever paused, until its end: time runs on
place or server gone   the bot, until the end of that pause: ended without result
"""

from collections.abc import Mapping
from typing import Final, get_args

from cogs._game.live import Live
from cogs._game.paces import COMPUTER, HOUR, HURRIED, PACES, Pace
from cogs._game.quiet_hours import audible, reminder
from data.game.rows import Driver
from data.people.rows import Preference, Rhythm
from data.people.wishes import NOTHING_CHOSEN
from data.time.rows import WHOLE_TABLE, Wait

TRAVEL: Final = 5.0
"""Seconds a press made in time may take to reach us."""
RHYTHMS: Final[tuple[Rhythm, ...]] = get_args(Rhythm)
"""How often members can be reminded; their places are the values of a select, and stay."""
HALF, QUARTER_LEFT = 0.5, 0.75
SHARES: Final[Mapping[Rhythm, tuple[float, ...]]] = {
    "none": (),
    "half": (HALF,),
    "quarter": (QUARTER_LEFT,),
    "twice": (HALF, QUARTER_LEFT),
}
"""After which parts of the time a decision is reminded of; "hour" goes by the clock instead."""


def waits_after(live: Live, asked: Mapping[int, int], now: float) -> tuple[Wait, ...]:
    """Whom a table waits for, by seat; who was asked before keeps their times.

    `asked` are the seats that are asked anew, each with the entry that asked it.
    """
    return tuple(
        known
        if (known := live.wait(seat)) is not None and seat not in asked
        else _new(live, seat, asked.get(seat, live.row.seq), now)
        for seat in live.deciding()
    )


def is_late(live: Live, seat: int, at: float) -> bool:
    """Whether a press at `at`, by Discord's clock, came after the seat's deadline."""
    if live.row.deadline is None or at <= live.row.deadline:
        return False
    wait = live.wait(seat)
    return wait is not None and wait.deadline < at


def is_up(live: Live, seat: int, now: float) -> bool:
    """Whether a seat's time is up at `now`: it may have been given more since somebody looked."""
    wait = live.wait(seat)
    return wait is not None and wait.deadline < now


def _new(live: Live, seat: int, seq: int, now: float) -> Wait:
    driver = live.driver(seat)
    if driver.kind == "computer" or driver.user_id is None:
        return Wait(seat, seq, now, now + COMPUTER, COMPUTER)
    return _asked(live, seat, seq, driver, now)


def _asked(live: Live, seat: int, seq: int, driver: Driver, now: float) -> Wait:
    """The times of a member's decision; a pause that lasts comes before them."""
    assert driver.user_id is not None
    pace = PACES[live.row.pace]
    wish = live.beside.members.get(driver.user_id, NOTHING_CHOSEN).preference
    since = _from(live, seat, now)
    deadline = since + pace.free + _left(live, seat, pace)
    gathered = is_gathered(wish, live.row.pace)
    reminders = _reminders(wish, since, deadline) if pace.reminds else ()
    times = iter(reminders[-1:] if gathered else reminders)
    return Wait(
        seat=seat,
        seq=seq,
        since=since,
        deadline=deadline,
        free=pace.free,
        tell=None if wish.way == "none" or gathered else audible(wish, since),
        remind=next(times, None),
        again=next(times, None),
    )


def _from(live: Live, seat: int, now: float) -> float:
    ends = [hold.until for hold in live.beside.holds if hold.seat in {seat, WHOLE_TABLE}]
    return max([now, *ends])


def _left(live: Live, seat: int, pace: Pace) -> float:
    return max(0.0, pace.bank - live.beside.spent.get(seat, 0.0)) if pace.bank else 0.0


def is_gathered(wish: Preference, pace: str) -> bool:
    """Whether a member's digest tells of the decisions at tables of a pace."""
    return wish.digest is not None and wish.way != "none" and pace != HURRIED


def _reminders(wish: Preference, since: float, deadline: float) -> tuple[float, ...]:
    """When to remind, in order, outside the quiet hours; those that fall together are one."""
    if wish.way == "none":
        return ()
    if wish.rhythm == "hour":
        # where little more than an hour is given, the last hour would begin with the first
        due = [max(deadline - HOUR, since + QUARTER_LEFT * (deadline - since))]
    else:
        due = [since + share * (deadline - since) for share in SHARES[wish.rhythm]]
    heard = (reminder(wish, at, deadline) for at in due)
    return tuple(sorted({at for at in heard if at is not None}))
