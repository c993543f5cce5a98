"""The private page from which a host or a moderator runs a table, and what it makes public."""

from collections.abc import Iterable

from discord import ui

from cogs._game.live import Live, is_kept
from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, row, screen, select, text
from cogs._kit.texts import say
from cogs._kit.verbs import Button, Select
from cogs._screens.table import heading, scores


def running_screen(live: Live, notice: str = "", *, paused: bool = False) -> ui.LayoutView:
    """What can be done with a running table."""
    words = text(say("run.heading"), say("run.explained"), notice)
    seats = [seat.seat for seat in live.row.seats]
    playing = [seat for seat in seats if live.driver(seat).kind == "member"]
    kept = [seat for seat in seats if is_kept(live, seat)]
    stop = press(live, verbs.STOP, say("run.stop"), style=Style.danger)
    return screen(
        words,
        *seat_choice(live, verbs.REPLACE, playing),
        *seat_choice(live, verbs.GIVEBACK, kept),
        row(press(live, verbs.RESUME, say("run.resume"))) if paused else pauses(live),
        row(stop),
    )


def seat_choice(live: Live, verb: Select, seats: Iterable[int]) -> list[Item]:
    """A select of seats, when there are any."""
    labels = [
        (seat, say("run.seat", seat=seat + 1, player=live.driver(seat).name), "") for seat in seats
    ]
    hint = say(f"run.{verb}")
    row_ = [select(verb, live.row.id, live.row.seq, labels=labels, placeholder=hint)]
    return row_ if labels else []


def pauses(live: Live) -> Item:
    """A button for each length of a pause of the whole table."""
    return row(
        *(
            button(verbs.HOLD, live.row.id, live.row.seq, days, label=say("run.pause", n=days))
            for days in LENGTHS
        )
    )


def stop_screen(live: Live) -> ui.LayoutView:
    """The question before a game ends without a result."""
    sure = button(
        verbs.STOP, live.row.id, live.row.seq, 1, label=say("run.stop_sure"), style=Style.danger
    )
    back = press(live, verbs.RUN, say("house.back"), 1)
    return screen(text(say("run.stop_question")), row(sure, back))


def stopped_screen(live: Live, why: str) -> ui.LayoutView:
    """What is left of the table message: the scores as they were, and who ended the game."""
    return screen(text(heading(live, live.view(None)), scores(live, live.view(None)), why))


def offered(view: ui.LayoutView, live: Live) -> ui.LayoutView:
    """The same message with the button to this page, for those who may use it."""
    (container,) = view.children
    assert isinstance(container, ui.Container)  # every screen is one
    container.add_item(row(press(live, verbs.RUN, say("run.button"))))
    return view


def press(live: Live, verb: Button, label: str, *args: int, style: Style = Style.secondary) -> Item:
    """A button of this page."""
    return button(verb, live.row.id, live.row.seq, *args, label=label, style=style)
