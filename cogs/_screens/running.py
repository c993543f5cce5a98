"""The private page of a running table: what its members ask each other, and how it is run."""

from collections.abc import Iterable

from discord import ui

from cogs._game.live import Live
from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, row, screen, select, text
from cogs._kit.texts import say
from cogs._kit.verbs import Select
from cogs._screens.roles import Powers
from cogs._story.interventions import REASONS


def running_screen(
    live: Live,
    powers: Powers,
    askable: Iterable[int] = (),
    notice: str = "",
    *,
    paused: bool = False,
) -> ui.LayoutView:
    """What somebody can do with a running table."""
    words = text(say("run.heading"), say(f"run.explained_{powers.role}"), notice)
    ends = powers.seat is not None or powers.moderator
    stop = button(verbs.STOP, live.row.id, live.row.seq, label=say("run.stop"), style=Style.danger)
    return screen(
        words,
        *seat_choice(live, verbs.REPLACE, askable),
        *clock(live, powers, paused=paused),
        *([row(stop)] if ends else []),
    )


def seat_choice(live: Live, verb: Select, seats: Iterable[int]) -> list[Item]:
    """A select of seats, when there are any."""
    labels = [
        (seat, say("run.seat", seat=seat + 1, player=live.driver(seat).name), "") for seat in seats
    ]
    hint = say(f"run.{verb}")
    row_ = [select(verb, live.row.id, live.row.seq, labels=labels, placeholder=hint)]
    return row_ if labels else []


def clock(live: Live, powers: Powers, *, paused: bool) -> list[Item]:
    """Anybody lets a paused game go on; whoever runs it pauses it, for one of some lengths."""
    if paused:
        return [row(button(verbs.RESUME, live.row.id, live.row.seq, label=say("run.resume")))]
    if not powers.runs:
        return []
    lengths = (
        button(verbs.HOLD, live.row.id, live.row.seq, days, label=say("run.pause", n=days))
        for days in LENGTHS
    )
    return [row(*lengths)]


def stop_screen(live: Live, powers: Powers) -> ui.LayoutView:
    """The question before a game ends without a result: by vote, or by a moderator for a reason."""
    back = button(verbs.RUN, live.row.id, live.row.seq, 1, label=say("house.back"))
    if powers.moderator:
        labels = [(number, say(f"run.{why}"), "") for number, why in enumerate(REASONS)]
        hint = say("run.reason")
        reasons = select(verbs.STOPFOR, live.row.id, live.row.seq, labels=labels, placeholder=hint)
        return screen(text(say("run.stop_moderator")), reasons, row(back))
    sure = button(
        verbs.STOP, live.row.id, live.row.seq, 1, label=say("run.stop_ask"), style=Style.danger
    )
    return screen(text(say("run.stop_question")), row(sure, back))
