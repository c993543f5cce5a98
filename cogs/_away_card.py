"""What a table says when somebody does not answer, pauses, comes back or is replaced."""

from discord import ui

from cogs._names import clean
from cogs._parts import Item, Style, button, card, row, text
from cogs._pauses import LENGTHS
from cogs._tables import Live
from cogs._texts import say


def away_card(live: Live, seat: int) -> ui.LayoutView:
    """A computer player drives a seat now; the way back for its member."""
    words = say("clock.away", who=clean(live.driver(seat).name))
    return card(text(words), row(press(live, "back", Style.success)))


def invitation_card(live: Live, seat: int) -> ui.LayoutView:
    """A seat that somebody may take over."""
    words = say("clock.invited", who=clean(live.driver(seat).name))
    return card(text(words), row(press(live, "sub", Style.success, seat)))


def pause_card(live: Live, seat: int | None, rules: bool) -> ui.LayoutView:  # noqa: FBT001 - who asks
    """How long to pause: one's own clock, and for whoever rules the table's."""
    rows = [lengths(live, 0, "clock.pause_me")] if seat is not None else []
    rows += [lengths(live, len(LENGTHS), "clock.pause_all")] if rules else []
    return card(text(say("clock.pause_question")), *rows, row(press(live, "goon")))


def lengths(live: Live, first: int, key: str) -> Item:
    """A button for each length of a pause."""
    return row(
        *(
            button("pause", live.row.id, live.row.seq, first + n, label=say(key, n=days))
            for n, days in enumerate(LENGTHS)
        )
    )


def press(live: Live, verb: str, style: Style = Style.secondary, *args: int) -> Item:
    """A button about being away."""
    return button(
        verb, live.row.id, live.row.seq, *args, label=say(f"clock.do_{verb}"), style=style
    )
