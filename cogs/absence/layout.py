"""What a member is told who is away, or would like to be."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Final

from discord import ui

from cogs.game.deadlines import PAUSE_LENGTHS
from cogs.game.quiet_hours import local_time
from cogs.game.state import TableState, is_seat_taken_over, paused_until
from cogs.narration.table_words import game_name
from cogs.table.details import unplayed_seat_text
from cogs.ui.actions import Action
from cogs.ui.layout import (
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    select,
    text_display,
)
from cogs.ui.texts import escaped_name, link_to_table, say

ROOM: Final = 3500
"""Characters for the tables, of the 4,000 that Discord takes."""


def holiday_screen(
    states: Sequence[TableState], user_id: int, until: float, spent: Collection[int]
) -> ui.LayoutView:
    """Until when somebody is away, what that means at each table, and the way back.

    `spent` are the tables where no day of pause is left to them.
    """
    lines = [line(state, user_id, until, spent) for state in states]
    room, shown = ROOM, 0
    while shown < len(lines) and room >= len(lines[shown]):
        room -= len(lines[shown]) + 1
        shown += 1
    more = say("away.more", n=len(lines) - shown) if shown < len(lines) else ""
    called = any(runs(state, user_id, until) for state in states)
    heading = say("away.until_called" if called else "away.until", at=round(until))
    told = say("away.at_tables") if lines else say("away.no_tables")
    back = button(Action.END_ABSENCE, 0, 0, label=say("away.home"), style=Style.success)
    return layout_view(text_display(heading, told, *lines[:shown], more), action_row(back))


def runs(state: TableState, user_id: int, until: float) -> bool:
    """Whether a member's clock runs at a table before a holiday is over: then they are called."""
    seat = state.own_seat(user_id)
    stands = None if seat is None else paused_until(state, seat)
    return not is_seat_taken_over(state, user_id) and (
        stands is None or round(stands) < round(until)
    )


def line(state: TableState, user_id: int, until: float, spent: Collection[int]) -> str:
    """What a holiday is at one table: whether the clock stands still, and until when."""
    facts = {"game": game_name(state), "link": link_to_table(state.row)}
    seat = state.own_seat(user_id)
    if is_seat_taken_over(state, user_id):
        return unplayed_seat_text(state, "away.held", **facts)
    stands = None if seat is None else paused_until(state, seat)
    if stands is not None and not runs(state, user_id, until):
        return say("away.stands", at=round(stands), **facts)
    key = "away.runs" if stands is None else "away.partly"
    if state.row.id in spent:
        key += "_spent"
    return say(key, at=round(stands or until), **facts)


def question_screen(days: Sequence[tuple[str, date]], zone: str) -> ui.LayoutView:
    """Until when somebody would like to be away."""
    labels = [(day.toordinal(), title, "") for title, day in days]
    hint = say("away.hint")
    asked = select(Action.BEGIN_ABSENCE, 0, 0, labels=labels, placeholder=hint)
    return layout_view(text_display(say("away.question", zone=str(local_time(zone)))), asked)


# ---- What a table says when somebody does not answer, pauses, comes back or is replaced


def away_screen(state: TableState, seat: int) -> ui.LayoutView:
    """Nobody has answered for a seat; what becomes of it, and the way back for its member."""
    words = unplayed_seat_text(state, "clock.away", who=escaped_name(state.player(seat).name))
    return layout_view(
        text_display(words),
        action_row(
            labelled_button(Action.TAKE_SEAT_BACK, state.row, "clock.do_", style=Style.success)
        ),
    )


def invitation_screen(state: TableState, seat: int) -> ui.LayoutView:
    """A seat that somebody may take over."""
    left = state.player(seat).user_id is None
    words = say(
        "clock.invited_left" if left else "clock.invited", who=escaped_name(state.player(seat).name)
    )
    return layout_view(
        text_display(words),
        action_row(
            labelled_button(Action.SUBSTITUTE, state.row, "clock.do_", seat, style=Style.success)
        ),
    )


def pause_screen(state: TableState) -> ui.LayoutView:
    """How long to let one's own clock stand still."""
    days = action_row(
        *(
            button(Action.PAUSE, state.row.id, state.row.seq, n, label=say("clock.pause_me", n=n))
            for n in PAUSE_LENGTHS
        )
    )
    return layout_view(
        text_display(say("clock.pause_question")),
        days,
        action_row(labelled_button(Action.RESUME_CLOCK, state.row, "clock.do_")),
    )
