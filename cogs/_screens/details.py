"""What a table tells one member on request: the log, who sits where, and leaving."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from cogs._game.live import Live, is_kept
from cogs._kit import verbs
from cogs._kit.components import Style, button, row, screen, text
from cogs._kit.texts import say
from cogs._lobby.agreement import hands_lines
from cogs._lobby.options import summary
from cogs._lobby.screen import MARKS, whole_seal
from cogs._screens.away import press as away_press
from cogs._screens.table import game_name
from cogs._story.turns import StoryLine, fitting
from render.text.names import side_title

ROOM: Final = 3600
"""Characters of log that fit one message beside its heading."""


def log_screen(live: Live, viewer: int | None, done: Sequence[StoryLine] = ()) -> ui.LayoutView:
    """As much of the story as fits, newest last; `done` is by host and moderators."""
    kept: list[str] = []
    lines = sorted([*fitting(live, viewer, ROOM), *done], key=lambda line: line.seq)
    for line in reversed(lines):
        if sum(map(len, kept)) + len(kept) + len(line.words) > ROOM:
            break
        kept.insert(0, line.words)
    told = kept or [say("board.nothing_yet")]
    return screen(text(say("board.log_heading", game=game_name(live)), *told))


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
    here = (verbs.NUDGE, verbs.PAUSE, verbs.INVITE)
    shown = (verbs.BACK,) if is_kept(live, viewer) else here
    return screen(words, row(*(away_press(live, verb) for verb in shown), leave))


def misses_thread(live: Live, viewer: int | None) -> bool:
    """Whether to tell that a table stands in its channel: to its host, who may have it mended."""
    in_channel = live.row.thread_id == live.row.channel_id
    return in_channel and viewer is not None and viewer == live.seat_of(live.row.host_id)


def leave_screen(live: Live) -> ui.LayoutView:
    """The question before leaving."""
    yes = say("board.quit_sure")
    leave = button(verbs.QUIT, live.row.id, live.row.seq, 1, label=yes, style=Style.danger)
    return screen(text(say("board.quit_question")), row(leave))


def seat_lines(live: Live) -> list[str]:
    """A line for each side: its name and its players with their cards."""
    view = live.view(None)
    shown = tuple(live.called(seat.seat) for seat in view.seats)
    return [
        say(
            "board.side",
            mark=MARKS[side.side % len(MARKS)],
            side=side_title(side, shown),
            players=say("list.comma").join(holding(live, seat) for seat in side.seats),
        )
        for side in view.sides
    ]


def holding(live: Live, seat: int) -> str:
    """A player and how many cards they hold."""
    return say("board.holding", who=live.called(seat), n=live.view(None).seats[seat].hand_count)


def option_lines(live: Live) -> list[str]:
    """The house rules that differ from the book."""
    return [summary(live.row.game, live.row.options)]
