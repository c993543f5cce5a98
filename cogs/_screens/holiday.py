"""What a member is told who is away, or would like to be."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Final

from discord import ui

from cogs._game.links import link_to
from cogs._game.live import Live, is_held, paused_until
from cogs._game.quiet_hours import clock_in
from cogs._kit import verbs
from cogs._kit.components import Style, button, row, screen, select, text
from cogs._kit.texts import say
from cogs._screens.calls import game_name
from cogs._screens.details import unplayed

ROOM: Final = 3500
"""Characters for the tables, of the 4,000 that Discord takes."""


def holiday_screen(
    lives: Sequence[Live], user_id: int, until: float, spent: Collection[int]
) -> ui.LayoutView:
    """Until when somebody is away, what that means at each table, and the way back.

    `spent` are the tables where no day of pause is left to them.
    """
    lines = [line(live, user_id, until, spent) for live in lives]
    room, shown = ROOM, 0
    while shown < len(lines) and room >= len(lines[shown]):
        room -= len(lines[shown]) + 1
        shown += 1
    more = say("away.more", n=len(lines) - shown) if shown < len(lines) else ""
    called = any(runs(live, user_id, until) for live in lives)
    heading = say("away.until_called" if called else "away.until", at=round(until))
    told = say("away.at_tables") if lines else say("away.no_tables")
    back = button(verbs.HOME, 0, 0, label=say("away.home"), style=Style.success)
    return screen(text(heading, told, *lines[:shown], more), row(back))


def runs(live: Live, user_id: int, until: float) -> bool:
    """Whether a member's clock runs at a table before a holiday is over: then they are called."""
    seat = live.own_seat(user_id)
    stands = None if seat is None else paused_until(live, seat)
    return not is_held(live, user_id) and (stands is None or round(stands) < round(until))


def line(live: Live, user_id: int, until: float, spent: Collection[int]) -> str:
    """What a holiday is at one table: whether the clock stands still, and until when."""
    facts = {"game": game_name(live), "link": link_to(live.row)}
    seat = live.own_seat(user_id)
    if is_held(live, user_id):
        return unplayed(live, "away.held", **facts)
    stands = None if seat is None else paused_until(live, seat)
    if stands is not None and not runs(live, user_id, until):
        return say("away.stands", at=round(stands), **facts)
    key = "away.runs" if stands is None else "away.partly"
    if live.row.id in spent:
        key += "_spent"
    return say(key, at=round(stands or until), **facts)


def question_screen(days: Sequence[tuple[str, date]], zone: str) -> ui.LayoutView:
    """Until when somebody would like to be away."""
    labels = [(day.toordinal(), title, "") for title, day in days]
    hint = say("away.hint")
    asked = select(verbs.HOLIDAY, 0, 0, labels=labels, placeholder=hint)
    return screen(text(say("away.question", zone=str(clock_in(zone)))), asked)
