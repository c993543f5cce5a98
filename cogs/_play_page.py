"""The panel's play page: draw, take the pile, lay, discard; only what is legal now."""

import engine
from cogs import _choices as choices
from cogs._choices import Choice
from cogs._labels import gain, label, move_label, simple_label
from cogs._panel import Panel, is_turn
from cogs._parts import OPTIONS, Item, Style, row
from cogs._texts import say
from engine.events import Drawn
from engine.moves import DRAW, Discard


def play_rows(panel: Panel) -> list[Item]:
    """The controls of the play page."""
    takes = choices.takes(panel.table, panel.seat) if is_turn(panel, "draw") else []
    first = [*simple_buttons(panel), *take_button(panel, takes)]
    last = [
        panel.button("build", disabled=not panel.view.hand),
        panel.button("undo", disabled=not panel.live.course.can_undo(panel.seat)),
        panel.button("main"),
    ]
    return [
        *([row(*first)] if first else []),
        *take_select(panel, takes),
        *(lay_select(panel) if is_turn(panel, "play") else []),
        *(discard_rows(panel) if is_turn(panel, "play") else []),
        row(*last),
    ]


def simple_buttons(panel: Panel) -> list[Item]:
    """A button for each move without cards that is legal now."""
    return [
        panel.button("say", n, label=simple_label(move, draws(panel)), style=Style.primary)
        for n, move in choices.simple(panel.table, panel.seat)
    ]


def draws(panel: Panel) -> int:
    """How many cards a draw would give, red threes included."""
    if engine.check(panel.table, panel.seat, DRAW) is not None:
        return 0
    events = engine.decide(panel.table, panel.seat, DRAW)
    drawn = [event.count for event in events if isinstance(event, Drawn)]
    return drawn[0] if drawn else 0


def take_button(panel: Panel, takes: list[Choice]) -> list[Item]:
    """Take the pile by the best way; greyed out when there is none."""
    if not is_turn(panel, "draw") or not panel.view.pile:
        return []
    title = say("panel.take", n=len(panel.view.pile))
    return [panel.button("take", label=title, style=Style.success, disabled=not takes)]


def take_select(panel: Panel, takes: list[Choice]) -> list[Item]:
    """All ways to take the pile, when there are several."""
    if len(takes) < 2:
        return []
    labels = [(n, label(c, panel.live, panel.seat), gain(c)) for n, c in enumerate(takes)]
    return [panel.select("takes", labels=labels, placeholder=say("panel.takes"))]


def lay_select(panel: Panel) -> list[Item]:
    """Complete melds and lay-offs that are legal now, best first."""
    found = choices.suggestions(panel.table, panel.seat)
    labels = [(n, label(c, panel.live, panel.seat), gain(c)) for n, c in enumerate(found)]
    return (
        [panel.select("lay", labels=labels, placeholder=say("panel.lay", n=len(found)))]
        if found
        else []
    )


def discard_rows(panel: Panel) -> list[Item]:
    """The distinct cards that may be discarded; more than fit one select come in pages."""
    faces = choices.discards(panel.table, panel.seat)
    if not faces:
        return []
    pages = -(-len(faces) // OPTIONS)
    page = min(panel.page.discards, pages - 1)
    shown = list(enumerate(faces))[page * OPTIONS : (page + 1) * OPTIONS]
    labels = [(n, move_label(Discard(face), panel.live, panel.seat), "") for n, face in shown]
    hint = say("panel.drop", n=len(faces))
    rows = [panel.select("drop", page, labels=labels, placeholder=hint)]
    if pages > 1:
        title = say("panel.flip", page=(page + 1) % pages + 1, pages=pages)
        rows.append(row(panel.button("flip", (page + 1) % pages, label=title)))
    return rows
