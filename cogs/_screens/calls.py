"""What a member is called for, and until when, in words."""

import engine
from cogs._game.live import Live
from cogs._kit.texts import say
from cogs._story.labels import drawing
from engine.model.moves import BUY, Take


def needed(live: Live, seat: int) -> str:
    """What a seat has to decide, in words."""
    return say(f"clock.needs_{asked_for(live, seat)}")


def asked_for(live: Live, seat: int) -> str:
    """What a seat has to decide; of a draw, what there is to be had, and how."""
    kind, view = decision_of(live, seat), live.view(None)
    if kind != "draw":
        return kind
    if view.takes == "pile":
        return drawing(view)
    table = live.seen(seat)
    if engine.check(table, seat, BUY) is None:
        return "buy"
    return "upcard" if engine.check(table, seat, Take()) is None else "stock"


def decision_of(live: Live, seat: int) -> str:
    """The kind of what is open to a seat."""
    return next(one.kind for one in engine.pending(live.game.table) if one.seat == seat)


def until(deadline: float) -> str:
    """A moment as Discord shows it, in everybody's own time zone."""
    return say("clock.until", at=round(deadline))
