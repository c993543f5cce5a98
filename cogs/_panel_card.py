"""The panel: one seat's hand and the controls that are legal now.

Made from the seat's own view, and from lists of choices that depend on it alone.
"""

from typing import Final

from discord import ui

import engine
from cogs import _choices as choices
from cogs._build_page import build_rows, staged
from cogs._course import deciding
from cogs._labels import hand_words, refusal_words
from cogs._panel import Panel, is_turn
from cogs._parts import card, gallery, text
from cogs._play_page import play_rows
from cogs._table_card import asked, happenings
from cogs._texts import listed, say
from render.artist import Picture

LINES: Final = 4


def panel_card(panel: Panel, picture: Picture) -> ui.LayoutView:
    """The panel as it stands."""
    rows = build_rows(panel) if panel.page.build else play_rows(panel)
    return card(text(*head(panel)), gallery(picture), text(*body(panel)), *rows)


def head(panel: Panel) -> list[str]:
    """The notice, what is to be done, and what the initial meld needs."""
    view, notice = panel.view, panel.page.notice
    minimum = view.seats[panel.seat].minimum
    return [
        say("panel.notice", notice=notice) if notice else "",
        say("panel.heading", round=view.round, what=task(panel)),
        say("panel.minimum", n=minimum) if minimum is not None and view.hand else "",
    ]


def task(panel: Panel) -> str:
    """What this seat is asked to do, or whom it waits for."""
    for decision in engine.pending(panel.table):
        if decision.seat == panel.seat:
            return say(f"panel.task_{decision.kind}")
    waiting = listed(asked(panel.live, seat) for seat in deciding(panel.table))
    return say("panel.task_wait", who=waiting) if waiting else say("panel.task_over")


def body(panel: Panel) -> list[str]:
    """The hand in words, then what happened, or what is being built."""
    view = panel.view
    words = say("panel.hand", n=len(view.hand), cards=hand_words(view.hand)) if view.hand else ""
    if panel.page.build:
        return [words, *staged(panel)]
    locked = say("panel.locked", cards=hand_words(view.locked)) if is_turn(panel, "play") else ""
    told = happenings(panel.live, panel.seat, LINES)
    return [words, locked if view.locked else "", no_take(panel), *told]


def no_take(panel: Panel) -> str:
    """Why the pile cannot be taken, when it is time to draw and it cannot."""
    if not is_turn(panel, "draw") or choices.takes(panel.table, panel.seat):
        return ""
    refused = choices.why_no_take(panel.table, panel.seat)
    return say("panel.no_take", why=refusal_words(refused)) if refused else ""
