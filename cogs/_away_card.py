"""What a table says when somebody does not answer, pauses, comes back or is replaced."""

from discord import ui

from cogs._names import clean
from cogs._parts import Style, button, card, row, text
from cogs._tables import Live
from cogs._texts import say


def away_card(live: Live, seat: int) -> ui.LayoutView:
    """A computer player drives a seat now; the way back for its member."""
    words = say("clock.away", who=clean(live.driver(seat).name))
    back = button("back", live.row.id, live.row.seq, label=say("clock.back"), style=Style.success)
    return card(text(words), row(back))


def invitation_card(live: Live, seat: int) -> ui.LayoutView:
    """A seat that somebody may take over."""
    words = say("clock.invited", who=clean(live.driver(seat).name))
    take = button(
        "sub", live.row.id, live.row.seq, seat, label=say("clock.sub"), style=Style.success
    )
    return card(text(words), row(take))
