"""What a table tells one member on request: the log, who sits where, and leaving."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from discord import ui

import engine
from cogs.core.refusals import Refusal
from cogs.game.state import TableState, is_played_by_computer, waiting_for_any_member_until
from cogs.narration.computer_reasons import explainable_turns
from cogs.narration.events import LogLine, fitting, log_lines
from cogs.narration.table_words import (
    SIDE_MARKS,
    differing_rules,
    game_name,
    hands_lines,
    summary,
    whole_seal,
)
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
from data.models.tables import has_no_members, is_open_to_substitutes
from engine.model.option import Value
from engine.model.view import SideView

MAX_LOG_TEXT: Final = 1700
"""Characters of one page of the log: what is longer nobody hears to the end."""


def log_screen(
    state: TableState, viewer: int | None, done: Sequence[LogLine] = (), before: int = 0
) -> ui.LayoutView:
    """A page of the story, newest last: what ends before an entry of the log, if one is given.

    `done` is by host and moderators.
    """
    lines = log_detail_lines(state, viewer, done, before)
    shown = page(lines)
    told = [shorten(line.words, MAX_LOG_TEXT) for line in shown] or [say("board.nothing_yet")]
    words = text_display(say("board.log_heading", game=game_name(state)), *told)
    asking = why_select(state, shown)
    if len(shown) == len(lines):
        return layout_view(words, *asking)
    label, since = say("board.older"), shown[0].seq
    older = action_row(button(Action.LOG, state.row.id, state.row.seq, since, label=label))
    return layout_view(words, *asking, older)


def why_select(state: TableState, shown: Sequence[LogLine]) -> list[Item]:
    """To ask a computer player why, about any turn on a page whose round is over."""
    asked = explainable_turns(state, shown)[-MAX_OPTIONS:]
    # The discard, which is asked about most, stands at the end of a turn.
    labels = [
        (line.seq, shorten_middle(without_markdown(line.words), MAX_DESCRIPTION), "")
        for line in asked
    ]
    if not labels:
        return []
    hint = say("board.why")
    return [select(Action.WHY, state.row.id, state.row.seq, labels=labels, placeholder=hint)]


def why_screen(state: TableState, sentences: Sequence[str]) -> ui.LayoutView:
    """What a computer player answers."""
    answer = sentences or [say("board.why_not")]
    return layout_view(text_display(say("board.why_heading", game=game_name(state)), *answer))


def log_detail_lines(
    state: TableState, viewer: int | None, done: Sequence[LogLine], before: int
) -> list[LogLine]:
    """The lines to choose a page from; the newest, where no entry is given."""
    told = log_lines(state, viewer) if before else fitting(state, viewer, MAX_LOG_TEXT)
    lines = sorted([*told, *done], key=lambda line: line.seq)
    return [line for line in lines if not before or line.seq < before]


def page(lines: Sequence[LogLine]) -> list[LogLine]:
    """As many of the last lines as one page holds; lines of one entry stay together."""
    room, first = MAX_LOG_TEXT, len(lines)
    for place, line in reversed([*enumerate(lines)]):
        room -= len(line.words) + 1
        if room < 0 and first < len(lines) and line.seq != lines[first].seq:
            break
        first = place
    return [*lines[first:]]


def more_screen(state: TableState, viewer: int | None) -> ui.LayoutView:
    """Seats, seal and house rules; for a player, the button to leave."""
    words = text_display(
        say("board.more_heading", game=game_name(state)),
        *seat_lines(state),
        *option_lines(state),
        *hands_lines(state.row),
        whole_seal(state.row),
        say("board.no_thread") if misses_thread(state, viewer) else "",
    )
    if viewer is None:
        return layout_view(words)
    leave = button(
        Action.LEAVE_GAME, state.row.id, state.row.seq, label=say("board.quit"), style=Style.danger
    )
    shown = (
        [Action.TAKE_SEAT_BACK] if is_played_by_computer(state, viewer) else around(state, viewer)
    )
    return layout_view(
        words,
        action_row(*(labelled_button(action, state.row, "clock.do_") for action in shown), leave),
    )


def around(state: TableState, viewer: int) -> list[ButtonAction]:
    """What somebody who is there may do about those who are not, and about being away."""
    others = (seat.seat for seat in state.row.seats if seat.seat != viewer)
    is_alone = all(state.player(seat).kind == "computer" for seat in others)
    invites = any(is_open_to_substitutes(state.row, seat.seat) for seat in state.row.seats)
    nudging = [] if is_alone else [Action.NUDGE]
    return [*nudging, Action.PAUSE, *([Action.INVITE] if invites else [])]


def misses_thread(state: TableState, viewer: int | None) -> bool:
    """Whether to tell that a table stands in its channel: to its host, who may have it mended."""
    in_channel = state.row.thread_id == state.row.channel_id
    return in_channel and viewer is not None and viewer == state.seat_of(state.row.host_id)


def leave_screen(state: TableState, seat: int) -> ui.LayoutView:
    """The question before leaving, what that does, and the way back."""
    others = [one for one in state.row.seats if one.seat != seat]
    is_last = has_no_members(others) and state.row.seats[seat].owner is None
    asked = say("board.quit_question_last" if is_last else "board.quit_question")
    at, yes = (state.row.id, state.row.seq, 1), say("board.quit_sure")
    leave = button(Action.LEAVE_GAME, *at, label=yes, style=Style.danger)
    return layout_view(
        text_display(asked), action_row(leave, button(Action.DETAILS, *at, label=say("house.back")))
    )


def seat_lines(state: TableState) -> list[str]:
    """A line for each side: its name, where it has several players, and these with their cards."""
    return [side_line(state, side) for side in state.view(None).sides]


def side_line(state: TableState, side: SideView) -> str:
    """A side: its mark and name as on the pictures, and who plays for it."""
    mark = SIDE_MARKS[side.side % len(SIDE_MARKS)]
    players = say("list.comma").join(holding(state, seat) for seat in side.seats)
    if len(side.seats) == 1:
        return say("board.lone", mark=mark, players=players)
    return say("board.side", mark=mark, side=say(f"side.{side.side}"), players=players)


def holding(state: TableState, seat: int) -> str:
    """A player and how many cards they hold."""
    return say(
        "board.holding", who=state.player_name(seat), n=state.view(None).seats[seat].hand_count
    )


def option_lines(state: TableState) -> list[str]:
    """The house rules that differ from the book."""
    return [summary(state.row.game, state.row.options)]


def seat_taken_over_layout(state: TableState) -> ui.LayoutView:
    """What a member is told who does not play their seat; the way back."""
    return layout_view(
        text_display(unplayed_seat_text(state, "clock.held")),
        action_row(
            labelled_button(Action.TAKE_SEAT_BACK, state.row, "clock.do_", style=Style.success)
        ),
    )


def unplayed_seat_text(state: TableState, key: str, **facts: object) -> str:
    """What is said of a seat that its member does not play; or that nobody else does either."""
    until = waiting_for_any_member_until(state)
    if until is None:
        return say(key, **facts)
    return say(f"{key}_alone", at=round(until), **facts)


# ---- The rules of a game in a player's words, from the catalogue: in short, or one rule by its id


MAX_RULES_TEXT: Final = MAX_TEXT - 200
"""What the heading leaves of a message."""
BY_THE_BOOK: Final[Mapping[str, Value]] = MappingProxyType({})


def rules_screen(
    slug: str, rule: str = "", house: Mapping[str, Value] = BY_THE_BOOK
) -> ui.LayoutView:
    """The short rules of a game, or the paragraph that a refusal has named.

    House rules that are on stand above them.

    Raises `Refusal` for a rule that the game does not have.
    """
    key = f"rules.{slug}.{rule.strip().upper() or 'short'}"
    if rule and not has_text(key):
        raise Refusal("help.unknown_rule", rule=shorten(rule, 20), game=engine.GAMES[slug].name)
    words = say(key) if has_text(key) else say("help.no_rules")
    heading = say("help.rules_heading", game=engine.GAMES[slug].name)
    told = "\n".join([*differing_rules(slug, house), words])
    return layout_view(text_display(heading, shorten(told, MAX_RULES_TEXT)))
