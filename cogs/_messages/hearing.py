"""From when on a member hears what is said to them: not in quiet hours, nor while they are away."""

from cogs._game.live import Live, is_kept, paused_until
from cogs._game.paces import BUDGET, DAY
from cogs._game.quiet_hours import audible


def hears(live: Live, seat: int, now: float) -> float:
    """From when on a member hears: after their own pause or holiday, outside their quiet hours."""
    still = max(paused_until(live, seat) or now, away_until(live, seat, now))
    return audible(live.chosen(seat).preference, max(now, still))


def away_until(live: Live, seat: int, now: float) -> float:
    """Until when a holiday lasts of a member whose seat is kept: there it makes no pause.

    It holds nobody up for longer than a pause might.
    """
    holiday = live.chosen(seat).holiday if is_kept(live, seat) else None
    return min(holiday or now, now + BUDGET * DAY)
