"""What a table says when somebody does not answer, pauses, comes back or is replaced."""

from discord import ui

from cogs._game.live import Live, deserted_until
from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.components import Style, button, labelled_button, row, screen, text
from cogs._kit.names import clean
from cogs._kit.texts import say
from data.game.rows import TableRow


def away_screen(live: Live, seat: int) -> ui.LayoutView:
    """Nobody has answered for a seat; what becomes of it, and the way back for its member."""
    words = unplayed(live, "clock.away", who=clean(live.driver(seat).name))
    return screen(
        text(words), row(labelled_button(verbs.BACK, live.row, "clock.do_", style=Style.success))
    )


def held_screen(live: Live) -> ui.LayoutView:
    """What a member is told who does not play their seat; the way back."""
    return screen(
        text(unplayed(live, "clock.held")),
        row(labelled_button(verbs.BACK, live.row, "clock.do_", style=Style.success)),
    )


def unplayed(live: Live, key: str, **facts: object) -> str:
    """What is said of a seat that its member does not play; or that nobody else does either."""
    until = deserted_until(live)
    if until is None:
        return say(key, **facts)
    return say(f"{key}_alone", at=round(until), **facts)


def invitation_screen(live: Live, seat: int) -> ui.LayoutView:
    """A seat that somebody may take over."""
    left = live.driver(seat).user_id is None
    words = say(
        "clock.invited_left" if left else "clock.invited", who=clean(live.driver(seat).name)
    )
    return screen(
        text(words),
        row(labelled_button(verbs.SUB, live.row, "clock.do_", seat, style=Style.success)),
    )


def pause_screen(live: Live) -> ui.LayoutView:
    """How long to let one's own clock stand still."""
    days = row(
        *(
            button(verbs.PAUSE, live.row.id, live.row.seq, n, label=say("clock.pause_me", n=n))
            for n in LENGTHS
        )
    )
    return screen(
        text(say("clock.pause_question")),
        days,
        row(labelled_button(verbs.GOON, live.row, "clock.do_")),
    )


def lost_screen(table: TableRow, game: str) -> ui.LayoutView:
    """The thread of a table is gone; the way to a new one."""
    label = say("world.reopen")
    reopen = button(verbs.REOPEN, table.id, table.seq, label=label, style=Style.success)
    return screen(text(say("world.thread_gone", game=game)), row(reopen))
