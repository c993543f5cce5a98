"""What a table says when somebody does not answer, pauses, comes back or is replaced."""

from discord import ui

from cogs._game.live import Live
from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.components import Style, button, labelled_button, row, screen, text
from cogs._kit.names import clean
from cogs._kit.texts import say
from cogs._screens.details import unplayed


def away_screen(live: Live, seat: int) -> ui.LayoutView:
    """Nobody has answered for a seat; what becomes of it, and the way back for its member."""
    words = unplayed(live, "clock.away", who=clean(live.driver(seat).name))
    return screen(
        text(words), row(labelled_button(verbs.BACK, live.row, "clock.do_", style=Style.success))
    )


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
