"""The table message: everything public, made from the public view alone."""

from bisect import bisect_right
from typing import Final

from discord import ui

import engine
from cogs._game.live import Live, paused_until
from cogs._game.paces import PACES
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, gallery, labelled_button, row, screen, text
from cogs._kit.texts import listed, say, shortened
from cogs._screens.calls import asked, asked_for, heading, scores
from cogs._screens.decisions import decision_row
from cogs._story.turns import StoryLine, entry, newest, since_own, story, turns
from render.artist import Picture

LINES: Final = 6
"""Turns told on the table: one round of a full table."""
STORY: Final = 750  # characters: a screen reader says them all before it comes to the controls


def table_screen(live: Live, picture: Picture) -> ui.LayoutView:
    """The live message of a table."""
    view = live.view(None)
    return screen(
        text(heading(live, view), scores(live, view)),
        gallery(picture),
        text(attention(live), *absences(live), *happenings(live, None, LINES)),
        *decision_row(live),
        controls(live),
    )


def moved_screen(live: Live, newer: str, until: int) -> ui.LayoutView:
    """What is left of a table message when a newer one replaces it: the turns it showed.

    It showed the game up to entry `until` of the log.
    """
    lines = [say("board.line", words=line.words) for line in since_a_member(live, until)]
    return screen(text(*lines, say("board.moved", link=newer)))


def since_a_member(live: Live, until: int) -> list[StoryLine]:
    """The newest turn of a member up to an entry, and what computer players did after it."""
    steps, reach = live.game.steps, 4 * LINES
    shown = bisect_right(steps, until, key=entry)
    while True:
        since = steps[shown - reach].seq if reach < shown else 0
        lines = [line for line in story(live, None, since) if line.seq <= until]
        if since:  # the oldest may have begun before
            del lines[:1]
        own = [at for at, line in enumerate(lines) if is_members(live, line)]
        if own or len(lines) >= LINES or not since:
            return lines[own[-1] if own else 0 :][-LINES:]
        reach *= 2


def is_members(live: Live, line: StoryLine) -> bool:
    """Whether a line tells a member's turn."""
    return line.seat is not None and live.driver(line.seat).kind == "member"


def attention(live: Live) -> str:
    """Whose decision is open. Members are mentioned; who is notified is decided by the sender."""
    seats = live.deciding()
    if not seats:
        return say("board.over")
    kind = asked_for(live, seats[0])
    who = listed(asked(live, seat) for seat in seats)
    pile = live.view(None).pile
    shown = live.shown_card(pile[-1]) if pile else ""
    return say(f"board.waits_{kind}", n=len(seats), who=who, card=shown) + until(live, seats)


def absences(live: Live) -> list[str]:
    """Who is away, and until when: their clock stands still, or would if they had days left."""
    found = []
    for seat in live.row.seats:
        driver, until = live.driver(seat.seat), paused_until(live, seat.seat)
        if driver.kind == "member" and until is not None:
            found.append(say("board.away", who=live.called(seat.seat), at=round(until)))
        elif driver.kind == "member" and (until := live.chosen(seat.seat).holiday) is not None:
            found.append(say("board.away_running", who=live.called(seat.seat), at=round(until)))
    return found


def until(live: Live, seats: tuple[int, ...]) -> str:
    """How long the table waits, when it has a clock and waits for a member."""
    waits = any(live.driver(seat).kind == "member" for seat in seats)
    if live.row.deadline is None or not waits or not PACES[live.row.pace].reminds:
        return ""
    return say("board.until", at=round(live.row.deadline))


def happenings(live: Live, viewer: int | None, most: int) -> list[str]:
    """The last turns in words, newest last; older ones go first when they are too long.

    A player reads everything since the last move of their own hand.
    """
    missed = since_own(live, viewer) if viewer is not None else []
    told = newest(live, viewer, max(most, len(missed)))
    lines = [say("board.line", words=line.words) for line in told]
    while sum(map(len, lines)) > STORY and len(lines) > 1:
        del lines[0]
    untold = turns(missed[: max(0, len(missed) - len(lines))])
    heading = [say("while.away", n=turns(missed))] if turns(missed) > most else []
    more = [say("while.more", n=untold)] if untold else []
    return [*heading, *more, *(shortened(line, STORY) for line in lines)]


def controls(live: Live) -> Item:
    """The public controls."""
    over = engine.result(live.game.table) is not None
    always = (verbs.LOG, verbs.SHEET, verbs.RULES)
    shown = always if over else (verbs.HAND, *always, verbs.MORE)
    styles = {verbs.HAND: Style.primary}
    return row(
        *(
            labelled_button(verb, live.row, "board.", style=styles.get(verb, Style.secondary))
            for verb in shown
        )
    )


def stopped_screen(live: Live, why: str) -> ui.LayoutView:
    """What is left of the table message: the scores as they were, and who ended the game."""
    return screen(text(heading(live, live.view(None)), scores(live, live.view(None)), why))


def offered(view: ui.LayoutView, live: Live, *, runs: bool) -> ui.LayoutView:
    """The same message with the button to this page, for those who may use it."""
    (container,) = view.children
    assert isinstance(container, ui.Container)  # every screen is one
    label = say("run.button" if runs else "run.button_ask")
    container.add_item(row(button(verbs.RUN, live.row.id, live.row.seq, label=label)))
    return view
