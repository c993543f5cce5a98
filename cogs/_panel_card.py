"""The panel: one seat's hand and the controls that are legal now.

Made from the seat's own view, and from lists of choices that depend on it alone. Two pages: play,
and Build, which picks cards rank by rank because a hand can exceed the 25 options of a select.
"""

from dataclasses import dataclass

from discord import ui

import engine
from cogs import _choices as choices
from cogs._labels import (
    gain,
    group_label,
    hand_words,
    label,
    move_label,
    refusal_words,
    simple_label,
)
from cogs._parts import OPTIONS, Item, Style, button, card, gallery, row, select, text
from cogs._staging import Staging, refusal
from cogs._table_card import attention, happenings
from cogs._tables import Live
from cogs._texts import rank_title, say
from engine.cards import RANK, without
from engine.events import Drawn
from engine.moves import DRAW, Discard, Group, Take
from engine.refusals import Code
from engine.table import Table
from engine.view import View
from render.artist import Picture

LINES = 4


@dataclass(frozen=True, slots=True)
class Page:
    """What a panel shows: play or Build, a picked rank, the page of discards, a notice."""

    build: bool = False
    rank: int | None = None
    discards: int = 0
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything one panel is made from."""

    live: Live
    seat: int
    staging: Staging
    page: Page

    @property
    def table(self) -> Table:
        """The table, to ask what is legal for this seat."""
        return self.live.course.table

    @property
    def view(self) -> View:
        """What this seat may know."""
        return self.live.view(self.seat)

    def button(self, verb: str, *args: int, label: str = "", **looks: object) -> Item:
        """A button of this panel; without a label, the catalogue's for the verb."""
        row_id, seen = self.live.row.id, self.live.row.seq
        return button(verb, row_id, seen, *args, label=label or say(f"panel.{verb}"), **looks)

    def select(self, verb: str, *args: int, labels: list[tuple[int, str, str]], hint: str) -> Item:
        """A select of this panel."""
        row_id, seen = self.live.row.id, self.live.row.seq
        return select(verb, row_id, seen, *args, labels=labels, placeholder=hint)


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
    return attention(panel.live)


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


def is_turn(panel: Panel, kind: str) -> bool:
    """Whether this seat has a decision of that kind to make."""
    pending = engine.pending(panel.table)
    return any(one.seat == panel.seat and one.kind == kind for one in pending)


# ---- play


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


def take_button(panel: Panel, takes: list[choices.Choice]) -> list[Item]:
    """Take the pile by the best way; greyed out when there is none."""
    if not is_turn(panel, "draw") or not panel.view.pile:
        return []
    title = say("panel.take", n=len(panel.view.pile))
    return [panel.button("take", label=title, style=Style.success, disabled=not takes)]


def take_select(panel: Panel, takes: list[choices.Choice]) -> list[Item]:
    """All ways to take the pile, when there are several."""
    if len(takes) < 2:
        return []
    labels = [(n, label(c, panel.view), gain(c)) for n, c in enumerate(takes)]
    return [panel.select("takes", labels=labels, hint=say("panel.takes"))]


def lay_select(panel: Panel) -> list[Item]:
    """Complete melds and lay-offs that are legal now, best first."""
    found = choices.suggestions(panel.table, panel.seat)
    labels = [(n, label(c, panel.view), gain(c)) for n, c in enumerate(found)]
    return (
        [panel.select("lay", labels=labels, hint=say("panel.lay", n=len(found)))] if found else []
    )


def discard_rows(panel: Panel) -> list[Item]:
    """The distinct cards that may be discarded; more than fit one select come in pages."""
    faces = choices.discards(panel.table, panel.seat)
    if not faces:
        return []
    pages = -(-len(faces) // OPTIONS)
    page = min(panel.page.discards, pages - 1)
    shown = list(enumerate(faces))[page * OPTIONS : (page + 1) * OPTIONS]
    labels = [(n, move_label(Discard(face), panel.view), "") for n, face in shown]
    hint = say("panel.drop", n=len(faces))
    rows = [panel.select("drop", page, labels=labels, hint=hint)]
    if pages > 1:
        title = say("panel.flip", page=(page + 1) % pages + 1, pages=pages)
        rows.append(row(panel.button("flip", (page + 1) % pages, label=title)))
    return rows


# ---- Build


def build_rows(panel: Panel) -> list[Item]:
    """The controls of the Build page."""
    left = remaining(panel)
    ranks = ranks_of(left)
    picked = panel.page.rank
    counts = list(enumerate(ranks))
    labels = [(n, rank_title(rank), count_words(left, rank)) for n, rank in counts]
    return [
        *([panel.select("rank", labels=labels, hint=say("panel.rank"))] if ranks else []),
        *(many_select(panel, picked) if picked is not None and picked < len(ranks) else []),
        row(*build_buttons(panel)),
    ]


def build_buttons(panel: Panel) -> list[Item]:
    """Lay, take with, take one back, and the way back to the hand."""
    nothing = not panel.staging.groups
    buttons = [
        panel.button("laystaged", style=Style.success, disabled=not may_lay(panel)),
        panel.button("unstage", disabled=nothing),
        panel.button("main", 1, label=say("panel.back")),
    ]
    if is_turn(panel, "draw") and panel.view.pile:
        take = panel.button("takestaged", style=Style.success, disabled=not may_take(panel))
        buttons.insert(1, take)
    return buttons


def may_lay(panel: Panel) -> bool:
    """Whether everything staged can be laid now."""
    ready = panel.staging.groups and is_turn(panel, "play")
    return bool(ready) and refusal(panel.table, panel.seat, panel.staging) is None


def take_of(panel: Panel) -> Take | None:
    """The take that what is staged could be, when it is time to draw."""
    upcard = panel.view.upcard
    if upcard is None or not is_turn(panel, "draw"):
        return None
    return panel.staging.take(upcard)


def may_take(panel: Panel) -> bool:
    """Whether the pile can be taken with what is staged."""
    take = take_of(panel)
    return take is not None and engine.check(panel.table, panel.seat, take) is None


def many_select(panel: Panel, picked: int) -> list[Item]:
    """How many of the picked rank, with which wild cards, and where they go."""
    found = buildable(panel, picked)
    labels = [(n, group_label(group, panel.view), "") for n, group in enumerate(found)]
    if not labels:
        return []
    return [panel.select("many", picked, labels=labels, hint=say("panel.many"))]


def buildable(panel: Panel, picked: int) -> list[Group]:
    """The groups that can be staged of a picked rank; at most 25."""
    rank = ranks_of(remaining(panel))[picked]
    table = choices.planning(panel.table, panel.seat)
    found = choices.groups(
        choices.holding(table, panel.seat, panel.staging.cards), panel.seat, rank
    )
    if is_turn(panel, "draw"):
        found += choices.take_groups(panel.table, panel.seat, rank)
    return list(dict.fromkeys(found))[:OPTIONS]


def remaining(panel: Panel) -> bytes:
    """The hand without what is staged."""
    return without(panel.view.hand, panel.staging.cards)


def ranks_of(hand: bytes) -> list[int]:
    """The ranks in a hand, in their order."""
    return sorted(set(hand.translate(RANK)))


def count_words(hand: bytes, rank: int) -> str:
    """How many cards of a rank there are, and which."""
    return say(
        "panel.count",
        n=len(choices.of_rank(hand, rank)),
        cards=hand_words(choices.of_rank(hand, rank)),
    )


def staged(panel: Panel) -> list[str]:
    """What is staged, and what is still missing."""
    if not panel.staging.groups:
        return [say("panel.nothing_staged")]
    lines = [
        say("panel.staged", cards=group_label(group, panel.view)) for group in panel.staging.groups
    ]
    return [*lines, verdict(panel)]


def verdict(panel: Panel) -> str:
    """Whether what is staged can be laid; below the minimum, how far it has come."""
    take = take_of(panel)
    if take is not None:
        refused = engine.check(panel.table, panel.seat, take)
    else:
        table = choices.planning(panel.table, panel.seat)
        refused = refusal(table, panel.seat, panel.staging)
    if refused is None:
        now = take is not None or is_turn(panel, "play")
        return say("panel.ready" if now else "panel.ready_later")
    if refused.code is Code.BELOW_MINIMUM:
        return say("panel.running", have=refused.facts["have"], need=refused.facts["need"])
    return refusal_words(refused)
