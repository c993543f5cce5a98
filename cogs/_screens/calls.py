"""What a member is called for, and until when, in words."""

import engine
from cogs._game.live import Live
from cogs._kit.texts import say


def needed(live: Live, seat: int) -> str:
    """What a seat has to decide, in words."""
    kind = next(one.kind for one in engine.pending(live.game.table) if one.seat == seat)
    return say(f"clock.needs_{kind}")


def until(deadline: float) -> str:
    """A moment as Discord shows it, in everybody's own time zone."""
    return say("clock.until", at=round(deadline))
