"""The first decision of whoever is on turn, on the message that everybody sees.

Made from what everybody may know alone: whether somebody's hand takes the pile does not show. A
press is the same as in the panel, and is answered with the panel of whoever pressed.
"""

from typing import Final

import engine
from cogs._game.live import Live
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, row
from cogs._story.labels import draw_count, simple_label, take_label
from engine.advice.choices import SIMPLE
from engine.model.decision import Decision
from engine.model.moves import FOOT, NO, PASS, Take

FIRST: Final = frozenset({"draw", "offer", "answer"})
"""The kinds of decisions that can be made without one's hand before one's eyes."""
REFUSING: Final = frozenset({PASS, NO})


def decision_row(live: Live) -> list[Item]:
    """The buttons for what a member has to decide first; none while only computers decide."""
    decision = first_decision(live)
    if decision is None:
        return []
    shown = [*simple_buttons(live, decision.seat), *take_button(live, decision)]
    return [row(*shown)] if shown else []


def first_decision(live: Live) -> Decision | None:
    """What a member has to decide first, if the game waits for one; the first of several."""
    waiting = live.deciding()
    for decision in live.view(None).pending:
        is_member = live.driver(decision.seat).kind == "member"
        if decision.kind in FIRST and decision.seat in waiting and is_member:
            return decision
    return None


def simple_buttons(live: Live, seat: int) -> list[Item]:
    """A button for each move without cards that everybody knows to be legal."""
    view, table = live.view(None), live.seen(None)
    return [
        button(
            verbs.SAY,
            *(live.row.id, live.row.seq, place),
            label=simple_label(move, view, draw_count(table, seat)),
            style=Style.secondary if move in REFUSING else Style.primary,
        )
        for place, move in enumerate(SIMPLE)
        if move != FOOT and engine.check(table, seat, move) is None
    ]


def take_button(live: Live, decision: Decision) -> list[Item]:
    """Take the pile, or the upcard where it costs nothing; none where nobody could.

    A plain button: green would say that the hand can, which nobody may know here.
    """
    view = live.view(None)
    closed = view.blocked or not view.pile or decision.kind != "draw"
    if view.takes == "upcard":
        closed = closed or engine.check(live.seen(None), decision.seat, Take()) is not None
    if closed:
        return []
    found = live.row.id, live.row.seq
    return [button(verbs.TAKE, *found, label=take_label(view))]
