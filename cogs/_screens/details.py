"""What a table tells one member on request: the log, who sits where, and leaving."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from cogs._game.live import Live, deserted_until, is_kept
from cogs._kit import verbs
from cogs._kit.components import (
    DESCRIPTION,
    OPTIONS,
    Item,
    Style,
    button,
    labelled_button,
    row,
    screen,
    select,
    text,
)
from cogs._kit.names import unmarked
from cogs._kit.texts import cut_inside, say, shortened
from cogs._kit.verbs import Button
from cogs._lobby.agreement import MARKS, hands_lines, whole_seal
from cogs._lobby.options import summary
from cogs._screens.calls import game_name
from cogs._story.turns import StoryLine, fitting, story
from cogs._story.whys import askable
from data.consent.endings import is_deserted
from data.consent.votes import is_open
from engine.model.view import SideView

ROOM: Final = 1700
"""Characters of one page of the log: what is longer nobody hears to the end."""


def log_screen(
    live: Live, viewer: int | None, done: Sequence[StoryLine] = (), before: int = 0
) -> ui.LayoutView:
    """A page of the story, newest last: what ends before an entry of the log, if one is given.

    `done` is by host and moderators.
    """
    lines = log_lines(live, viewer, done, before)
    shown = page(lines)
    told = [shortened(line.words, ROOM) for line in shown] or [say("board.nothing_yet")]
    words = text(say("board.log_heading", game=game_name(live)), *told)
    asking = why_select(live, shown)
    if len(shown) == len(lines):
        return screen(words, *asking)
    label, since = say("board.older"), shown[0].seq
    older = row(button(verbs.LOG, live.row.id, live.row.seq, since, label=label))
    return screen(words, *asking, older)


def why_select(live: Live, shown: Sequence[StoryLine]) -> list[Item]:
    """To ask a computer player why, about any turn on a page whose round is over."""
    asked = askable(live, shown)[-OPTIONS:]
    # The discard, which is asked about most, stands at the end of a turn.
    labels = [(line.seq, cut_inside(unmarked(line.words), DESCRIPTION), "") for line in asked]
    if not labels:
        return []
    hint = say("board.why")
    return [select(verbs.WHY, live.row.id, live.row.seq, labels=labels, placeholder=hint)]


def why_screen(live: Live, sentences: Sequence[str]) -> ui.LayoutView:
    """What a computer player answers."""
    answer = sentences or [say("board.why_not")]
    return screen(text(say("board.why_heading", game=game_name(live)), *answer))


def log_lines(
    live: Live, viewer: int | None, done: Sequence[StoryLine], before: int
) -> list[StoryLine]:
    """The lines to choose a page from; the newest, where no entry is given."""
    told = story(live, viewer) if before else fitting(live, viewer, ROOM)
    lines = sorted([*told, *done], key=lambda line: line.seq)
    return [line for line in lines if not before or line.seq < before]


def page(lines: Sequence[StoryLine]) -> list[StoryLine]:
    """As many of the last lines as one page holds; lines of one entry stay together."""
    room, first = ROOM, len(lines)
    for place, line in reversed([*enumerate(lines)]):
        room -= len(line.words) + 1
        if room < 0 and first < len(lines) and line.seq != lines[first].seq:
            break
        first = place
    return [*lines[first:]]


def more_screen(live: Live, viewer: int | None) -> ui.LayoutView:
    """Seats, seal and house rules; for a player, the button to leave."""
    words = text(
        say("board.more_heading", game=game_name(live)),
        *seat_lines(live),
        *option_lines(live),
        *hands_lines(live.row),
        whole_seal(live.row),
        say("board.no_thread") if misses_thread(live, viewer) else "",
    )
    if viewer is None:
        return screen(words)
    leave = button(
        verbs.QUIT, live.row.id, live.row.seq, label=say("board.quit"), style=Style.danger
    )
    shown = [verbs.BACK] if is_kept(live, viewer) else around(live, viewer)
    return screen(
        words, row(*(labelled_button(verb, live.row, "clock.do_") for verb in shown), leave)
    )


def around(live: Live, viewer: int) -> list[Button]:
    """What somebody who is there may do about those who are not, and about being away."""
    others = (seat.seat for seat in live.row.seats if seat.seat != viewer)
    is_alone = all(live.driver(seat).kind == "computer" for seat in others)
    invites = any(is_open(live.row, seat.seat) for seat in live.row.seats)
    nudging = [] if is_alone else [verbs.NUDGE]
    return [*nudging, verbs.PAUSE, *([verbs.INVITE] if invites else [])]


def misses_thread(live: Live, viewer: int | None) -> bool:
    """Whether to tell that a table stands in its channel: to its host, who may have it mended."""
    in_channel = live.row.thread_id == live.row.channel_id
    return in_channel and viewer is not None and viewer == live.seat_of(live.row.host_id)


def leave_screen(live: Live, seat: int) -> ui.LayoutView:
    """The question before leaving, what that does, and the way back."""
    others = [one for one in live.row.seats if one.seat != seat]
    is_last = is_deserted(others) and live.row.seats[seat].owner is None
    asked = say("board.quit_question_last" if is_last else "board.quit_question")
    at, yes = (live.row.id, live.row.seq, 1), say("board.quit_sure")
    leave = button(verbs.QUIT, *at, label=yes, style=Style.danger)
    return screen(text(asked), row(leave, button(verbs.MORE, *at, label=say("house.back"))))


def seat_lines(live: Live) -> list[str]:
    """A line for each side: its name, where it has several players, and these with their cards."""
    return [side_line(live, side) for side in live.view(None).sides]


def side_line(live: Live, side: SideView) -> str:
    """A side: its mark and name as on the pictures, and who plays for it."""
    mark = MARKS[side.side % len(MARKS)]
    players = say("list.comma").join(holding(live, seat) for seat in side.seats)
    if len(side.seats) == 1:
        return say("board.lone", mark=mark, players=players)
    return say("board.side", mark=mark, side=say(f"side.{side.side}"), players=players)


def holding(live: Live, seat: int) -> str:
    """A player and how many cards they hold."""
    return say("board.holding", who=live.called(seat), n=live.view(None).seats[seat].hand_count)


def option_lines(live: Live) -> list[str]:
    """The house rules that differ from the book."""
    return [summary(live.row.game, live.row.options)]


def held_screen(live: Live) -> ui.LayoutView:
    """What a member is told who does not play their seat; the way back."""
    return screen(
        text(unplayed(live, "clock.held")),
        row(labelled_button(verbs.BACK, live.row, "clock.do_", style=Style.success)),
    )


def unplayed(live: Live, key: str, **facts: object) -> str:
    """What is said of a seat that its member does not play; or that nobody else does either."""
    until = deserted_until(live)
    if until is None:
        return say(key, **facts)
    return say(f"{key}_alone", at=round(until), **facts)
