"""The table message: everything public, made from the public view alone."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Final

from discord import ui

import engine
from cogs.game.deadlines import PACES
from cogs.game.move_log import GameState
from cogs.game.state import TableState, paused_until
from cogs.narration.events import LogLine, entry, last_log_lines, log_lines, since_own, turns
from cogs.narration.labels import draw_count, simple_label, take_label
from cogs.narration.table_words import deciding_player, draw_decision_in_words, heading, scores
from cogs.ui.actions import Action
from cogs.ui.layout import (
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    picture_item,
    text_display,
)
from cogs.ui.texts import join_words, say, shorten
from engine.advice.choices import SIMPLE
from engine.model.decision import Decision
from engine.model.events import Discarded, RoundScored
from engine.model.moves import FOOT, NO, PASS, Take
from render.renderer import Picture
from render.widgets.seats import TableNames

FIRST: Final = frozenset({"draw", "offer", "answer"})
"""The kinds of decisions that can be made without one's hand before one's eyes."""
REFUSING: Final = frozenset({PASS, NO})


def decision_row(state: TableState) -> list[Item]:
    """The buttons for what a member has to decide first; none while only computers decide."""
    decision = first_decision(state)
    if decision is None:
        return []
    shown = [*simple_buttons(state, decision.seat), *take_button(state, decision)]
    return [action_row(*shown)] if shown else []


def first_decision(state: TableState) -> Decision | None:
    """What a member has to decide first, if the game waits for one; the first of several."""
    waiting = state.deciding()
    for decision in state.view(None).pending:
        is_member = state.player(decision.seat).kind == "member"
        if decision.kind in FIRST and decision.seat in waiting and is_member:
            return decision
    return None


def simple_buttons(state: TableState, seat: int) -> list[Item]:
    """A button for each move without cards that everybody knows to be legal."""
    view, table = state.view(None), state.seen(None)
    return [
        button(
            Action.SIMPLE_MOVE,
            *(state.row.id, state.row.seq, place),
            label=simple_label(move, view, draw_count(table, seat)),
            style=Style.secondary if move in REFUSING else Style.primary,
        )
        for place, move in enumerate(SIMPLE)
        if move != FOOT and engine.check(table, seat, move) is None
    ]


def take_button(state: TableState, decision: Decision) -> list[Item]:
    """Take the pile, or the upcard where it costs nothing; none where nobody could.

    A plain button: green would say that the hand can, which nobody may know here.
    """
    view = state.view(None)
    closed = view.blocked or not view.pile or decision.kind != "draw"
    if view.takes == "upcard":
        closed = closed or engine.check(state.seen(None), decision.seat, Take()) is not None
    if closed:
        return []
    found = state.row.id, state.row.seq
    return [button(Action.TAKE_PILE, *found, label=take_label(view))]


# ---- The table message: everything public, made from the public view alone


LINES: Final = 6
"""Turns told on the table: one round of a full table."""
STORY: Final = 750  # characters: a screen reader says them all before it comes to the controls


def table_layout(state: TableState, picture: Picture) -> ui.LayoutView:
    """The live message of a table."""
    view = state.view(None)
    return layout_view(
        text_display(heading(state, view), scores(state, view)),
        picture_item(picture),
        text_display(attention(state), *absences(state), *last_turns(state, None, LINES)),
        *decision_row(state),
        controls(state),
    )


def replaced_table_layout(state: TableState, newer: str, until: int) -> ui.LayoutView:
    """What is left of a table message when a newer one replaces it: the turns it showed.

    It showed the game up to entry `until` of the log.
    """
    lines = [say("board.line", words=line.words) for line in since_a_member(state, until)]
    return layout_view(text_display(*lines, say("board.moved", link=newer)))


def since_a_member(state: TableState, until: int) -> list[LogLine]:
    """The newest turn of a member up to an entry, and what computer players did after it."""
    steps, reach = state.game.steps, 4 * LINES
    shown = bisect_right(steps, until, key=entry)
    while True:
        since = steps[shown - reach].seq if reach < shown else 0
        lines = [line for line in log_lines(state, None, since) if line.seq <= until]
        if since:  # the oldest may have begun before
            del lines[:1]
        own = [at for at, line in enumerate(lines) if is_members(state, line)]
        if own or len(lines) >= LINES or not since:
            return lines[own[-1] if own else 0 :][-LINES:]
        reach *= 2


def is_members(state: TableState, line: LogLine) -> bool:
    """Whether a line tells a member's turn."""
    return line.seat is not None and state.player(line.seat).kind == "member"


def attention(state: TableState) -> str:
    """Whose decision is open. Members are mentioned; who is notified is decided by the sender."""
    seats = state.deciding()
    if not seats:
        return say("board.over")
    kind = draw_decision_in_words(state, seats[0])
    who = join_words(deciding_player(state, seat) for seat in seats)
    pile = state.view(None).pile
    shown = state.shown_card(pile[-1]) if pile else ""
    return say(f"board.waits_{kind}", n=len(seats), who=who, card=shown) + until(state, seats)


def absences(state: TableState) -> list[str]:
    """Who is away, and until when: their clock stands still, or would if they had days left."""
    found = []
    for seat in state.row.seats:
        player, until = state.player(seat.seat), paused_until(state, seat.seat)
        if player.kind == "member" and until is not None:
            found.append(say("board.away", who=state.player_name(seat.seat), at=round(until)))
        elif player.kind == "member" and (until := state.chosen(seat.seat).holiday) is not None:
            found.append(
                say("board.away_running", who=state.player_name(seat.seat), at=round(until))
            )
    return found


def until(state: TableState, seats: tuple[int, ...]) -> str:
    """How long the table waits, when it has a clock and waits for a member."""
    waits = any(state.player(seat).kind == "member" for seat in seats)
    if state.row.deadline is None or not waits or not PACES[state.row.pace].reminds:
        return ""
    return say("board.until", at=round(state.row.deadline))


def last_turns(state: TableState, viewer: int | None, most: int) -> list[str]:
    """The last turns in words, newest last; older ones go first when they are too long.

    A player reads everything since the last move of their own hand.
    """
    missed = since_own(state, viewer) if viewer is not None else []
    told = last_log_lines(state, viewer, max(most, len(missed)))
    lines = [say("board.line", words=line.words) for line in told]
    while sum(map(len, lines)) > STORY and len(lines) > 1:
        del lines[0]
    untold = turns(missed[: max(0, len(missed) - len(lines))])
    heading = [say("while.away", n=turns(missed))] if turns(missed) > most else []
    more = [say("while.more", n=untold)] if untold else []
    return [*heading, *more, *(shorten(line, STORY) for line in lines)]


def controls(state: TableState) -> Item:
    """The public controls."""
    over = engine.result(state.game.table) is not None
    always = (Action.LOG, Action.SCORE, Action.RULES)
    shown = always if over else (Action.HAND, *always, Action.DETAILS)
    styles = {Action.HAND: Style.primary}
    return action_row(
        *(
            labelled_button(action, state.row, "board.", style=styles.get(action, Style.secondary))
            for action in shown
        )
    )


def ended_table_layout(state: TableState, why: str) -> ui.LayoutView:
    """What is left of the table message: the scores as they were, and who ended the game."""
    return layout_view(
        text_display(heading(state, state.view(None)), scores(state, state.view(None)), why)
    )


def with_moderation_button(view: ui.LayoutView, state: TableState, *, runs: bool) -> ui.LayoutView:
    """The same message with the button to this page, for those who may use it."""
    (container,) = view.children
    assert isinstance(container, ui.Container)  # every screen is one
    label = say("run.button" if runs else "run.button_ask")
    container.add_item(
        action_row(button(Action.MODERATION_PAGE, state.row.id, state.row.seq, label=label))
    )
    return view


# ---- What the newest turn did, for the marks on the picture: what it laid, who threw the upcard


def table_names(state: TableState) -> TableNames:
    """Return the names, the computer faces and the news on a table's newest picture."""
    return TableNames(state.names(), state.faces(), added(state.game), thrower(state.game))


def added(game: GameState) -> Mapping[int, int]:
    """Meld number -> cards that came to it in the newest turn; nothing in a new round."""
    counts: Counter[int] = Counter()
    for step in reversed(game.steps):
        over = any(isinstance(event, RoundScored) for event in step.events)
        if over or step.seat != game.steps[-1].seat:
            break
        for event in step.events:
            for number, cards in event.melded():
                counts[number] += cards
    return counts


def thrower(game: GameState) -> int | None:
    """The seat that threw the upcard; None when nobody did, or others lay on it since."""
    for step in reversed(game.steps):
        for event in reversed(step.events):
            if isinstance(event, RoundScored):
                return None
            if isinstance(event, Discarded):
                return event.seat if event.card == game.view(None).upcard else None
    return None
