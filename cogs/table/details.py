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
from engine.model.option import Value
from engine.model.view import SideView

MAX_LOG_TEXT: Final = 1700
"""Characters of one page of the log: what is longer nobody hears to the end."""


def log_screen(
    live: TableState, viewer: int | None, done: Sequence[LogLine] = (), before: int = 0
) -> ui.LayoutView:
    """A page of the story, newest last: what ends before an entry of the log, if one is given.

    `done` is by host and moderators.
    """
    lines = log_detail_lines(live, viewer, done, before)
    shown = page(lines)
    told = [shorten(line.words, MAX_LOG_TEXT) for line in shown] or [say("board.nothing_yet")]
    words = text_display(say("board.log_heading", game=game_name(live)), *told)
    asking = why_select(live, shown)
    if len(shown) == len(lines):
        return layout_view(words, *asking)
    label, since = say("board.older"), shown[0].seq
    older = action_row(button(Action.LOG, live.row.id, live.row.seq, since, label=label))
    return layout_view(words, *asking, older)


def why_select(live: TableState, shown: Sequence[LogLine]) -> list[Item]:
    """To ask a computer player why, about any turn on a page whose round is over."""
    asked = explainable_turns(live, shown)[-MAX_OPTIONS:]
    # The discard, which is asked about most, stands at the end of a turn.
    labels = [
        (line.seq, shorten_middle(without_markdown(line.words), MAX_DESCRIPTION), "")
        for line in asked
    ]
    if not labels:
        return []
    hint = say("board.why")
    return [select(Action.WHY, live.row.id, live.row.seq, labels=labels, placeholder=hint)]


def why_screen(live: TableState, sentences: Sequence[str]) -> ui.LayoutView:
    """What a computer player answers."""
    answer = sentences or [say("board.why_not")]
    return layout_view(text_display(say("board.why_heading", game=game_name(live)), *answer))


def log_detail_lines(
    live: TableState, viewer: int | None, done: Sequence[LogLine], before: int
) -> list[LogLine]:
    """The lines to choose a page from; the newest, where no entry is given."""
    told = log_lines(live, viewer) if before else fitting(live, viewer, MAX_LOG_TEXT)
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


def more_screen(live: TableState, viewer: int | None) -> ui.LayoutView:
    """Seats, seal and house rules; for a player, the button to leave."""
    words = text_display(
        say("board.more_heading", game=game_name(live)),
        *seat_lines(live),
        *option_lines(live),
        *hands_lines(live.row),
        whole_seal(live.row),
        say("board.no_thread") if misses_thread(live, viewer) else "",
    )
    if viewer is None:
        return layout_view(words)
    leave = button(
        Action.LEAVE_GAME, live.row.id, live.row.seq, label=say("board.quit"), style=Style.danger
    )
    shown = [Action.TAKE_SEAT_BACK] if is_played_by_computer(live, viewer) else around(live, viewer)
    return layout_view(
        words, action_row(*(labelled_button(verb, live.row, "clock.do_") for verb in shown), leave)
    )


def around(live: TableState, viewer: int) -> list[ButtonAction]:
    """What somebody who is there may do about those who are not, and about being away."""
    others = (seat.seat for seat in live.row.seats if seat.seat != viewer)
    is_alone = all(live.player(seat).kind == "computer" for seat in others)
    invites = any(live.row.is_open_to_substitutes(seat.seat) for seat in live.row.seats)
    nudging = [] if is_alone else [Action.NUDGE]
    return [*nudging, Action.PAUSE, *([Action.INVITE] if invites else [])]


def misses_thread(live: TableState, viewer: int | None) -> bool:
    """Whether to tell that a table stands in its channel: to its host, who may have it mended."""
    in_channel = live.row.thread_id == live.row.channel_id
    return in_channel and viewer is not None and viewer == live.seat_of(live.row.host_id)


def leave_screen(live: TableState, seat: int) -> ui.LayoutView:
    """The question before leaving, what that does, and the way back."""
    is_last = live.row.has_no_members(apart_from=seat) and live.row.seats[seat].owner is None
    asked = say("board.quit_question_last" if is_last else "board.quit_question")
    at, yes = (live.row.id, live.row.seq, 1), say("board.quit_sure")
    leave = button(Action.LEAVE_GAME, *at, label=yes, style=Style.danger)
    return layout_view(
        text_display(asked), action_row(leave, button(Action.DETAILS, *at, label=say("house.back")))
    )


def seat_lines(live: TableState) -> list[str]:
    """A line for each side: its name, where it has several players, and these with their cards."""
    return [side_line(live, side) for side in live.view(None).sides]


def side_line(live: TableState, side: SideView) -> str:
    """A side: its mark and name as on the pictures, and who plays for it."""
    mark = SIDE_MARKS[side.side % len(SIDE_MARKS)]
    players = say("list.comma").join(holding(live, seat) for seat in side.seats)
    if len(side.seats) == 1:
        return say("board.lone", mark=mark, players=players)
    return say("board.side", mark=mark, side=say(f"side.{side.side}"), players=players)


def holding(live: TableState, seat: int) -> str:
    """A player and how many cards they hold."""
    return say(
        "board.holding", who=live.player_name(seat), n=live.view(None).seats[seat].hand_count
    )


def option_lines(live: TableState) -> list[str]:
    """The house rules that differ from the book."""
    return [summary(live.row.game, live.row.options)]


def seat_taken_over_layout(live: TableState) -> ui.LayoutView:
    """What a member is told who does not play their seat; the way back."""
    return layout_view(
        text_display(unplayed_seat_text(live, "clock.held")),
        action_row(
            labelled_button(Action.TAKE_SEAT_BACK, live.row, "clock.do_", style=Style.success)
        ),
    )


def unplayed_seat_text(live: TableState, key: str, **facts: object) -> str:
    """What is said of a seat that its member does not play; or that nobody else does either."""
    until = waiting_for_any_member_until(live)
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
