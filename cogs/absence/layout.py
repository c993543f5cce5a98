"""Layouts about absence: a member's holiday, a seat whose member is absent, a pause.

Not here: the table's own message, which also shows who is away (`cogs.table`).
"""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Final

from discord import ui

from cogs.game.deadlines import PAUSE_LENGTHS
from cogs.game.quiet_hours import local_time
from cogs.game.state import TableState, is_seat_taken_over, paused_until
from cogs.narration.table_words import game_name
from cogs.table.details import substitute_text
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
"""Most characters for the list of tables. Discord allows 4,000 for the whole message."""


def holiday_layout(
    states: Sequence[TableState], user_id: int, until: float, spent: Collection[int]
) -> ui.LayoutView:
    """Return the layout of a holiday: its end, its effect at each table, and a button to end it.

    `spent` are the ids of the tables where the member has no day of pause left.
    """
    lines = [_line(state, user_id, until, spent) for state in states]
    room, shown = ROOM, 0
    while shown < len(lines) and room >= len(lines[shown]):
        room -= len(lines[shown]) + 1
        shown += 1
    more = say("away.more", n=len(lines) - shown) if shown < len(lines) else ""
    is_notified = any(_clock_runs(state, user_id, until) for state in states)
    heading = say("away.until_called" if is_notified else "away.until", at=round(until))
    intro = say("away.at_tables") if lines else say("away.no_tables")
    back = button(Action.END_ABSENCE, 0, 0, label=say("away.home"), style=Style.success)
    return layout_view(text_display(heading, intro, *lines[:shown], more), action_row(back))


def _clock_runs(state: TableState, user_id: int, until: float) -> bool:
    """Return whether a member's clock runs at a table before their holiday ends.

    If the clock runs, the member is notified of their turns there.
    """
    seat = state.own_seat(user_id)
    paused = None if seat is None else paused_until(state, seat)
    # In whole seconds: the two times were stored separately and differ by fractions of a second.
    return not is_seat_taken_over(state, user_id) and (
        paused is None or round(paused) < round(until)
    )


def _line(state: TableState, user_id: int, until: float, spent: Collection[int]) -> str:
    """Return what a holiday means at one table: whether the clock is paused, and until when."""
    facts = {"game": game_name(state), "link": link_to_table(state.row)}
    seat = state.own_seat(user_id)
    if is_seat_taken_over(state, user_id):
        return substitute_text(state, "away.held", **facts)
    paused = None if seat is None else paused_until(state, seat)
    if paused is not None and not _clock_runs(state, user_id, until):
        return say("away.stands", at=round(paused), **facts)
    key = "away.runs" if paused is None else "away.partly"
    if state.row.id in spent:
        key += "_spent"
    return say(key, at=round(paused or until), **facts)


def question_layout(days: Sequence[tuple[str, date]], zone: str) -> ui.LayoutView:
    """Return the layout that asks until when a member will be away."""
    labels = [(day.toordinal(), title, "") for title, day in days]
    choice = select(Action.BEGIN_ABSENCE, 0, 0, labels=labels, placeholder=say("away.hint"))
    return layout_view(text_display(say("away.question", zone=str(local_time(zone)))), choice)


# ---- at a table: a seat whose member is absent, and a member's own pause


def away_layout(state: TableState, seat: int) -> ui.LayoutView:
    """Return the message about a seat whose member has missed too many turns.

    The message says what happens to the seat. It has a button with which the member takes the seat
    back.
    """
    who = escaped_name(state.player(seat).name)
    is_open = state.row.is_attended and state.row.is_open_to_substitutes(seat)
    invites = say("clock.may_invite", who=who) if is_open else ""
    return layout_view(
        text_display(substitute_text(state, "clock.away", who=who), invites),
        action_row(
            labelled_button(Action.TAKE_SEAT_BACK, state.row, "clock.do_", style=Style.success)
        ),
    )


def invitation_layout(state: TableState, seat: int) -> ui.LayoutView:
    """Return the message that offers a seat to substitutes."""
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


def pause_layout(state: TableState) -> ui.LayoutView:
    """Return the message that asks a member how long to pause their own clock."""
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
