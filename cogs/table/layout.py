"""The layout of the table message, which uses only the public view.

`publisher` decides when it is posted or edited. The layouts of scores are in `scores`.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
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
    container_of,
    labelled_button,
    layout_view,
    picture_item,
    text_display,
)
from cogs.ui.texts import card_in_sentence, join_words, say, shorten
from data.models.tables import TableRow
from engine.advice.choices import SIMPLE
from engine.model.cards import JOKER
from engine.model.decision import Decision
from engine.model.events import Discarded, RoundScored
from engine.model.moves import BUY, FOOT, NO, PASS, Take
from render.drawing.themes import DEFAULT_THEME, THEMES
from render.renderer import Picture, PictureStyle
from render.widgets.meld_feet import CANASTA
from render.widgets.seats import TableNames

FIRST: Final = frozenset({"draw", "offer", "answer"})
"""Kinds of decisions that a player can make without seeing their hand."""
GREY: Final = frozenset({BUY, PASS, NO})
"""Moves that are never blue, because everybody sees this message: blue would look like advice."""
CLOTHS: Final = tuple(THEMES)
"""The background cloths that a table can choose for its pictures."""


def decision_row(state: TableState) -> list[Item]:
    """Row with buttons for the open decision that a member can make without seeing their hand.

    Empty if there is no such decision.
    """
    decision = first_decision(state)
    if decision is None:
        return []
    shown = [*simple_buttons(state, decision.seat), *take_button(state, decision)]
    return [action_row(*shown)] if shown else []


def first_decision(state: TableState) -> Decision | None:
    """Return the first open decision that a member can make without seeing their hand, or None."""
    waiting = state.deciding()
    for decision in state.view(None).pending:
        is_member = state.player(decision.seat).kind == "member"
        if decision.kind in FIRST and decision.seat in waiting and is_member:
            return decision
    return None


def simple_buttons(state: TableState, seat: int) -> list[Item]:
    """A button for each move without cards that the public view shows to be legal."""
    view, table = state.view(None), state.seen(None)
    return [
        button(
            Action.SIMPLE_MOVE,
            *(state.row.id, state.row.seq, place),
            label=simple_label(move, view, draw_count(table, seat)),
            style=Style.secondary if move in GREY else Style.primary,
        )
        for place, move in enumerate(SIMPLE)
        if move != FOOT and engine.check(table, seat, move) is None
    ]


def take_button(state: TableState, decision: Decision) -> list[Item]:
    """Button to take the pile or the upcard. Empty if no player could take it.

    Its colour must not depend on the hand: a green button would reveal that the hand can take the
    pile.
    """
    view = state.view(None)
    closed = view.blocked or not view.pile or decision.kind != "draw"
    if view.takes == "upcard":
        closed = closed or engine.check(state.seen(None), decision.seat, Take()) is not None
    if closed:
        return []
    found = state.row.id, state.row.seq
    return [button(Action.TAKE_PILE, *found, label=take_label(view))]


# ---- the message


LINES: Final = 6
"""Most turns in the message: one round of a full table."""
STORY: Final = 750
"""Most characters for those turns. A screen reader reads them before the buttons."""


def table_layout(state: TableState, picture: Picture) -> ui.LayoutView:
    """Message of a game in play."""
    view = state.view(None)
    return layout_view(
        text_display(heading(state, view), scores(state, view)),
        picture_item(picture),
        text_display(
            attention(state, deciding_player), *absences(state), *last_turns(state, None, LINES)
        ),
        *decision_row(state),
        table_buttons(state),
    )


def replaced_table_layout(state: TableState, newer: str, until: int) -> ui.LayoutView:
    """Layout of a table message that a newer one has replaced: the last turns, and a link.

    Args:
        state: The table now.
        newer: The URL of the newer message.
        until: The last log entry that the old message showed.
    """
    lines = [say("board.line", words=line.words) for line in since_a_member(state, until)]
    return layout_view(text_display(*lines, say("board.moved", link=newer)))


def since_a_member(state: TableState, until: int) -> list[LogLine]:
    """Return the turns that a replaced message keeps.

    First a member's newest turn up to log entry `until`, then the computer players' turns after
    that one.
    """
    steps, reach = state.game.steps, 4 * LINES
    shown = bisect_right(steps, until, key=entry)
    while True:
        since = steps[shown - reach].seq if reach < shown else 0
        lines = [line for line in log_lines(state, None, since) if line.seq <= until]
        if since:  # the first turn may have begun before this part of the log: drop it
            del lines[:1]
        own = [at for at, line in enumerate(lines) if is_members(state, line)]
        if own or len(lines) >= LINES or not since:
            return lines[own[-1] if own else 0 :][-LINES:]
        reach *= 2


def is_members(state: TableState, line: LogLine) -> bool:
    """Return whether a line is about a member's turn."""
    return line.seat is not None and state.player(line.seat).kind == "member"


def attention(
    state: TableState, name: Callable[[TableState, int], str] = TableState.player_name
) -> str:
    """Line that names the players who must decide, with their deadline.

    `name` names the player of a seat. The table's message mentions members instead. The code that
    sends it decides which mentions notify.
    """
    seats = state.deciding()
    if not seats:
        return say("board.over")
    kind = draw_decision_in_words(state, seats[0])
    who = join_words(name(state, seat) for seat in seats)
    pile = state.view(None).pile
    shown = state.shown_card(pile[-1]) if pile else ""
    if pile and pile[-1] == JOKER:
        shown = card_in_sentence(JOKER)
    return say(f"board.waits_{kind}", n=len(seats), who=who, card=shown) + until(state, seats)


def absences(state: TableState) -> list[str]:
    """Lines about members on holiday.

    Each line says until when, and whether the member's deadline still runs.
    """
    found = []
    for seat in state.row.seats:
        player, until = state.player(seat.seat), paused_until(state, seat.seat)
        if player.kind == "member" and until is not None:
            found.append(say("board.away", who=state.player_name(seat.seat), at=round(until)))
        elif (
            player.kind == "member" and (until := state.member_state(seat.seat).holiday) is not None
        ):
            found.append(
                say("board.away_running", who=state.player_name(seat.seat), at=round(until))
            )
    return found


def until(state: TableState, seats: tuple[int, ...]) -> str:
    """The deadline of the seats in words.

    "" without a deadline, or if only computer players decide.
    """
    waits = any(state.player(seat).kind == "member" for seat in seats)
    if state.row.deadline is None or not waits or not PACES[state.row.pace].reminds:
        return ""
    return say("board.until", at=round(state.row.deadline))


def last_turns(state: TableState, viewer: int | None, most: int) -> list[str]:
    """The last turns in words, newest last. If the text is too long, the oldest turns are left out.

    Args:
        state: The table.
        viewer: The seat whose view is described. All turns since this seat's own last turn are
            included. None gives the public view.
        most: Minimum number of turns to describe. More are described if the viewer missed more.
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


def table_buttons(state: TableState) -> Item:
    """The row of buttons below every table message."""
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
    """Layout of the table message after a game was ended: the scores, and the reason."""
    return layout_view(
        text_display(heading(state, state.view(None)), scores(state, state.view(None)), why)
    )


def with_moderation_button(view: ui.LayoutView, state: TableState, *, runs: bool) -> ui.LayoutView:
    """Add a button for the moderation page to a layout, and return the layout.

    `runs` says whether the member can do more on the moderation page than ask the other players.
    """
    label = say("run.button" if runs else "run.button_ask")
    shown = button(Action.MODERATION_PAGE, state.row.id, state.row.seq, label=label)
    container_of(view)["components"].append(action_row(shown))
    return view


# ---- the picture: its cloth, and its highlights


def cloth_of(row: TableRow) -> str:
    """Return the background cloth of a table's pictures, one of `CLOTHS`."""
    # Another version of the bot may have stored a cloth that this version does not have.
    return row.cloth if row.cloth in CLOTHS else DEFAULT_THEME


def look_of(row: TableRow) -> PictureStyle:
    """Return the style in which everybody sees a table's pictures."""
    return PictureStyle(cloth_of(row))


def table_names(state: TableState) -> TableNames:
    """Names, computer players' faces, and highlights for the picture of a table."""
    game = state.game
    return TableNames(state.names(), state.faces(), added(game), thrower(game), made(state))


def added(game: GameState) -> Mapping[int, int]:
    """Number of cards that the newest turn added, by meld number. Empty at the start of a round."""
    counts: Counter[int] = Counter()
    for step in reversed(game.steps):
        over = any(isinstance(event, RoundScored) for event in step.events)
        if over or step.seat != game.steps[-1].seat:
            break
        for event in step.events:
            for number, cards in event.melded():
                counts[number] += cards
    return counts


def made(state: TableState) -> frozenset[int]:
    """Numbers of the melds that have become canastas since the last picture of the table."""
    row, counts = state.row, Counter[int]()
    # A private table has no table message. Each picture of it shows one move more than the last
    # one.
    since = row.seq - 1 if row.is_private else row.rendered_seq
    for step in reversed(state.game.steps):
        if step.seq <= since or any(isinstance(event, RoundScored) for event in step.events):
            break
        for event in step.events:
            counts.update(dict(event.melded()))
    return frozenset(
        meld.number
        for meld in state.view(None).melds
        if meld.bonus and 0 <= len(meld.cards) - counts[meld.number] < CANASTA
    )


def thrower(game: GameState) -> int | None:
    """Return the seat that discarded the upcard, or None if no player discarded it."""
    for step in reversed(game.steps):
        for event in reversed(step.events):
            if isinstance(event, RoundScored):
                return None
            if isinstance(event, Discarded):
                return event.seat if event.card == game.view(None).upcard else None
    return None
