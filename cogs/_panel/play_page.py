"""The panel's play page: draw, take the pile, lay, discard, go out; only what is legal now."""

import engine
from cogs._game.practice import is_practice
from cogs._kit import verbs
from cogs._kit.components import Item, Style, row
from cogs._kit.texts import say
from cogs._panel.discards import discard_rows, is_doubled
from cogs._panel.going_out_row import out_rows
from cogs._panel.lays import lay_select, take_button, take_select, turn_rows
from cogs._panel.panel import Panel, digest, has_button, is_turn
from cogs._panel.picks import can_pick
from cogs._panel.plan_page import plan_button
from cogs._story.labels import draw_count, move_label, simple_label
from cogs._wishes.standing_answers import PASS_THIS_ROUND_TRIP
from engine.advice import choices
from engine.model.moves import NO, PASS


def play_rows(panel: Panel) -> list[Item]:
    """The controls of the play page."""
    takes = panel.known(choices.takes) if is_turn(panel, "draw") else []
    playing = is_turn(panel, "play")
    first = [*proposal(panel), *simple_buttons(panel), *take_button(panel, takes)]
    return [
        *([row(*first)] if first else []),
        *(turn_rows(panel) if playing else []),
        *(out_rows(panel) if playing else []),
        *take_select(panel, takes),
        *(lay_select(panel) if playing else []),
        *(discard_rows(panel) if playing and not is_doubled(panel) else []),
        row(*last_buttons(panel)),
        *skip_row(panel),
        *next_row(panel),
    ]


def next_row(panel: Panel) -> list[Item]:
    """The way to the next of the member's tables that wait for them."""
    n = 0 if panel.live.row.is_private else len(panel.live.others_waiting(panel.seat))
    return [row(panel.button(verbs.NEXTTABLE, label=say("panel.next", n=n)))] if n else []


def last_buttons(panel: Panel) -> list[Item]:
    """What is there on every page of a hand."""
    lasts = panel.view.hand and panel.view.result is None
    return [
        *(build_button(panel) if lasts else []),
        *([panel.button(verbs.UNDO)] if panel.live.game.can_undo(panel.seat) else []),
        *([panel.button(verbs.HINT)] if decides(panel) else []),
        *plan_button(panel),
        panel.button(verbs.ABOUT),
        panel.button(verbs.MAIN),
    ]


def build_button(panel: Panel) -> list[Item]:
    """The way to put melds together oneself; greyed out with the reason when nothing fits.

    Who practises is not shown what does nothing.
    """
    fits = bool(panel.staging.groups) or can_pick(panel)
    if not fits and is_practice(panel.live):
        return []
    title = say("panel.build" if fits else "panel.build_nothing")
    return [panel.button(verbs.BUILD, label=title, disabled=not fits)]


def decides(panel: Panel) -> bool:
    """Whether this seat has anything to decide."""
    return any(one.seat == panel.seat for one in panel.view.pending)


def proposal(panel: Panel) -> list[Item]:
    """The move put forward beside a notice."""
    if not panel.page.proposed:
        return []
    move = engine.read(panel.page.proposed, panel.view)
    if has_button(panel, move):
        return []
    title = say("panel.instead", move=move_label(move, panel.live, panel.seat))
    shown = digest(panel.page.proposed)
    return [panel.button(verbs.INSTEAD, shown, label=title, style=Style.success)]


def simple_buttons(panel: Panel) -> list[Item]:
    """A button for each move without cards that is legal now."""
    found = [
        panel.button(
            verbs.SAY,
            n,
            label=simple_label(move, panel.view, draw_count(panel.table, panel.seat)),
            style=style(panel, n),
        )
        for n, move in panel.known(choices.simple)
    ]
    if is_turn(panel, "offer"):
        found.append(panel.button(verbs.WISH, PASS_THIS_ROUND_TRIP, label=say("panel.pass_until")))
    return found


def style(panel: Panel, place: int) -> Style:
    """Refusing is grey, anything that goes forward blue; a coach has the good one green alone."""
    if panel.advised is not None:
        is_best = panel.advised.move == choices.SIMPLE[place]
        return Style.success if is_best else Style.secondary
    refusing = choices.SIMPLE[place] in {PASS, NO}
    return Style.secondary if refusing else Style.primary


def skip_row(panel: Panel) -> list[Item]:
    """Not to watch computer players think, while they are who the table waits for.

    In a row below: where it stood first, a second tap would draw, which comes in its place.
    """
    waiting = panel.live.deciding()
    machines = [seat for seat in waiting if panel.live.driver(seat).kind == "computer"]
    return [row(panel.button(verbs.SKIP))] if machines and not decides(panel) else []
