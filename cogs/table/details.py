"""Answers to a single member about a table: log, details, leaving, rules, and a substitute's seat.

The scores are in `scores`.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from discord import ui

import engine
from cogs.core.refusals import Refusal
from cogs.game.state import TableState, is_played_by_computer, waiting_for_any_member_until
from cogs.narration.computer_reasons import explainable_turns
from cogs.narration.events import LogLine, fitting
from cogs.narration.table_words import (
    SIDE_MARKS,
    differing_rules,
    game_name,
    hands_lines,
    summary,
    whole_seal,
)
from cogs.table.spectators import Reactions, with_reactions
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.layout import (
    MAX_DESCRIPTION,
    MAX_OPTIONS,
    MAX_TEXT,
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    select,
    text_display,
)
from cogs.ui.texts import has_text, say, shorten, shorten_middle, without_markdown
from engine.model.option import Value
from engine.model.view import SideView

NO_REACTIONS: Final[Reactions] = MappingProxyType({})
LETS_SOMEBODY_IN: Final = 2
"""Argument of the button with which a member leaves and lets another member take the seat."""
MAX_LOG_TEXT: Final = 1700
"""Most characters on one page of the log. A screen reader reads all of them aloud."""


def log_layout(
    state: TableState,
    viewer: int | None,
    done: Sequence[LogLine] = (),
    before: int = 0,
    found: Reactions = NO_REACTIONS,
    last: Sequence[Item] = (),
) -> ui.LayoutView:
    """Page of the log, newest line last.

    Args:
        state: The table.
        viewer: The seat whose view of the moves is shown. None shows the public view.
        done: Lines about what hosts and moderators did.
        before: Show only lines before this log entry. 0 shows the newest page.
        found: The spectators' reactions.
        last: Components below the log.
    """
    lines = log_detail_lines(state, viewer, done, before)
    shown, told = page(lines), with_reactions(lines, found)
    texts = [shorten(told(line), MAX_LOG_TEXT) for line in shown] or [say("board.nothing_yet")]
    words = text_display(say("board.log_heading", game=game_name(state)), *texts)
    asking = why_select(state, shown)
    if len(shown) == len(lines):
        return layout_view(words, *asking, *last)
    return layout_view(words, *asking, older_row(state, shown), *last)


def older_row(state: TableState, shown: Sequence[LogLine]) -> Item:
    """Row with the button for the page of the log before these lines."""
    label = say("board.older")
    return action_row(button(Action.LOG, state.row.id, state.row.seq, shown[0].seq, label=label))


def why_select(state: TableState, shown: Sequence[LogLine]) -> list[Item]:
    """Select of turns on a page that a computer player can explain.

    A turn can be explained once its round is over. Empty if the page has no such turn.
    """
    explainable = explainable_turns(state, shown)[-MAX_OPTIONS:]
    # Shortened in the middle: members ask most about the discard, which ends a turn.
    labels = [
        (line.seq, shorten_middle(without_markdown(line.words), MAX_DESCRIPTION), "")
        for line in explainable
    ]
    if not labels:
        return []
    hint = say("board.why")
    return [select(Action.WHY, state.row.id, state.row.seq, labels=labels, placeholder=hint)]


def reasons_layout(state: TableState, sentences: Sequence[str]) -> ui.LayoutView:
    """Message with the reasons for a computer player's turn."""
    answer = sentences or [say("board.why_not")]
    return layout_view(text_display(say("board.why_heading", game=game_name(state)), *answer))


def log_detail_lines(
    state: TableState, viewer: int | None, done: Sequence[LogLine], before: int
) -> list[LogLine]:
    """Return the lines from which `page` chooses: the newest lines, or those before an entry.

    If these lines do not fit on one page, at least one line too many is returned. So the caller
    sees that there are older lines.
    """
    # The line that ends with this entry takes room here, but is left out below. It may be as long
    # as a page, so two pages are read.
    room = 2 * MAX_LOG_TEXT if before else MAX_LOG_TEXT
    told = fitting(state, viewer, room, before or None)
    lines = sorted([*told, *done], key=lambda line: line.seq)
    return [line for line in lines if not before or line.seq < before]


def page(lines: Sequence[LogLine]) -> list[LogLine]:
    """Return the last lines that fit on one page. Lines of one log entry stay together."""
    room, first = MAX_LOG_TEXT, len(lines)
    for place, line in reversed([*enumerate(lines)]):
        room -= len(line.words) + 1
        if room < 0 and first < len(lines) and line.seq != lines[first].seq:
            break
        first = place
    return [*lines[first:]]


def details_layout(
    state: TableState,
    viewer: int | None,
    last: Sequence[Item] = (),
    works: Callable[[str], bool] = lambda _: True,
) -> ui.LayoutView:
    """Message with seats, shuffle seal and house rules.

    A player also gets **Leave**. While they play their seat, they can nudge, pause and invite a
    substitute. Otherwise they can take the seat back.

    Args:
        state: The table.
        viewer: The seat of the member who reads it; None without a seat.
        last: The components that a member without a seat gets below the text.
        works: Returns whether an action works in the place of the message.
    """
    words = text_display(
        say("board.more_heading", game=game_name(state)),
        *seat_lines(state),
        summary(state.row.game, state.row.options),
        *hands_lines(state.row),
        whole_seal(state.row),
        say("board.no_thread") if misses_thread(state, viewer) else "",
    )
    if viewer is None:
        return layout_view(words, *last)
    leave = button(
        Action.LEAVE_GAME, state.row.id, state.row.seq, label=say("board.quit"), style=Style.danger
    )
    shown = (
        [Action.TAKE_SEAT_BACK] if is_played_by_computer(state, viewer) else around(state, viewer)
    )
    return layout_view(
        words,
        action_row(
            *(labelled_button(one, state.row, "clock.do_") for one in shown if works(one.name)),
            leave,
        ),
    )


def around(state: TableState, viewer: int) -> list[ButtonAction]:
    """Actions for a member who waits for others: nudge, pause, invite a substitute."""
    others = (seat.seat for seat in state.row.seats if seat.seat != viewer)
    is_alone = all(state.player(seat).kind == "computer" for seat in others)
    invites = any(state.row.is_open_to_substitutes(seat.seat) for seat in state.row.seats)
    nudging = [] if is_alone else [Action.NUDGE]
    return [*nudging, Action.PAUSE, *([Action.INVITE] if invites else [])]


def misses_thread(state: TableState, viewer: int | None) -> bool:
    """Return whether to tell the viewer that the table has no thread. Only the host is told."""
    in_channel = state.row.thread_id == state.row.channel_id
    return in_channel and viewer is not None and viewer == state.seat_of(state.row.host_id)


def leave_layout(state: TableState, seat: int) -> ui.LayoutView:
    """Message that asks whether to leave, and says what happens then."""
    is_last = state.row.has_no_members(apart_from=seat) and state.row.seats[seat].owner is None
    owns = not is_last and state.row.seats[seat].owner is None
    key = "_last" if is_last else "_seat" if owns else ""
    at, yes = (state.row.id, state.row.seq), say("board.quit_sure")
    leave = [button(Action.LEAVE_GAME, *at, 1, label=yes, style=Style.danger)]
    if owns:
        label = say("board.quit_member")
        leave.append(
            button(Action.LEAVE_GAME, *at, LETS_SOMEBODY_IN, label=label, style=Style.danger)
        )
    return layout_view(
        text_display(say(f"board.quit_question{key}")),
        action_row(*leave, button(Action.DETAILS, *at, 1, label=say("house.back"))),
    )


def seat_lines(state: TableState) -> list[str]:
    return [side_line(state, side) for side in state.view(None).sides]


def side_line(state: TableState, side: SideView) -> str:
    """Line with a side's players, and with the mark and name that pictures give to the side."""
    mark = SIDE_MARKS[side.side % len(SIDE_MARKS)]
    players = say("list.comma").join(holding(state, seat) for seat in side.seats)
    if len(side.seats) == 1:
        return say("board.lone", mark=mark, players=players)
    return say("board.side", mark=mark, side=say(f"side.{side.side}"), players=players)


def holding(state: TableState, seat: int) -> str:
    """A player's name and number of cards."""
    return say(
        "board.holding", who=state.player_name(seat), n=state.view(None).seats[seat].hand_count
    )


def seat_taken_over_layout(state: TableState) -> ui.LayoutView:
    """Message for a member whose seat a substitute plays, with a button to take the seat back."""
    return layout_view(
        text_display(substitute_text(state, "clock.held")),
        action_row(
            labelled_button(Action.TAKE_SEAT_BACK, state.row, "clock.do_", style=Style.success)
        ),
    )


def substitute_text(state: TableState, key: str, **facts: object) -> str:
    """Text about a seat that a substitute plays.

    If no member plays at the table, a variant of the text says so.
    """
    until = waiting_for_any_member_until(state)
    if until is None:
        return say(key, **facts)
    return say(f"{key}_alone", at=round(until), **facts)


# ---- rules


MAX_RULES_TEXT: Final = MAX_TEXT - 200
"""Most characters of the rules. The heading takes the rest of the message."""
BY_THE_BOOK: Final[Mapping[str, Value]] = MappingProxyType({})


def rules_layout(
    slug: str, rule: str = "", house: Mapping[str, Value] = BY_THE_BOOK
) -> ui.LayoutView:
    """Message with the short rules of a game, or with one rule.

    Args:
        slug: The game.
        rule: The id of a rule, as refusals show it; "" for the short rules.
        house: The house rules, which are listed above the text.

    Raises:
        Refusal: The game has no such rule.
    """
    key = f"rules.{slug}.{rule.strip().upper() or 'short'}"
    if rule and not has_text(key):
        raise Refusal("help.unknown_rule", rule=shorten(rule, 20), game=engine.GAMES[slug].name)
    words = say(key) if has_text(key) else say("help.no_rules")
    heading = say("help.rules_heading", game=engine.GAMES[slug].name)
    text = "\n".join([*differing_rules(slug, house), words])
    return layout_view(text_display(heading, shorten(text, MAX_RULES_TEXT)))
