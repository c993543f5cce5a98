"""The panel's Build page: groups of cards are picked and put aside until they are laid.

What puts aside or takes back says how much was put aside before: a second tap must not do it twice.
"""

import engine
from cogs._kit import verbs
from cogs._kit.components import OPTIONS, Item, Style, row
from cogs._kit.texts import say
from cogs._panel.going_out_row import out_rows, staged_plan
from cogs._panel.panel import Panel, digest, is_turn
from cogs._panel.picks import can_pick, offered
from cogs._story.labels import group_label, refusal_words, stock_is_gone
from engine.advice.groups import UNFINISHED, ahead
from engine.advice.staging import refusal
from engine.model.moves import Group, Take


def build_rows(panel: Panel) -> list[Item]:
    """The controls of the Build page."""
    return [
        *pick_select(panel),
        *(out_rows(panel) if staged_plan(panel) else []),
        row(*build_buttons(panel)),
    ]


def pick_select(panel: Panel) -> list[Item]:
    """The groups of the hand, of which several are picked at once; more than fit come in pages."""
    found = offered(panel)
    if not found:
        return []
    pages = -(-len(found) // OPTIONS)
    page = panel.page.picks % pages
    shown = list(enumerate(found))[page * OPTIONS : (page + 1) * OPTIONS]
    labels = [(n, group_label(one, panel.live, panel.seat), worth(panel, one)) for n, one in shown]
    put_aside, hint = len(panel.staging.groups), say("panel.pick")
    rows = [panel.select(verbs.PICK, put_aside, labels=labels, placeholder=hint, most=len(labels))]
    if pages > 1:
        following = (page + 1) % pages
        title = say("panel.more_picks", page=following + 1, pages=pages)
        rows.append(row(panel.button(verbs.MOREPICKS, following, label=title)))
    return rows


def worth(panel: Panel, group: Group) -> str:
    """What a group counts on the table, where melds count."""
    if panel.view.lowest_wins:
        return ""
    return say("panel.worth", n=panel.view.values.in_melds(group.cards))


def build_buttons(panel: Panel) -> list[Item]:
    """With something staged: lay, take with it, take one back; and the way back to the hand."""
    back = panel.button(verbs.MAIN, 1, label=say("panel.back"))
    if not panel.staging.groups:
        return [back]
    shown, green = digest(str(panel.staging)), Style.success
    lay = panel.button(verbs.LAYSTAGED, shown, style=green, disabled=not may_lay(panel))
    take = panel.button(verbs.TAKESTAGED, shown, style=green, disabled=not may_take(panel))
    take_back = panel.button(verbs.UNSTAGE, len(panel.staging.groups))
    return [lay, *([take] if can_take(panel) else []), take_back, back]


def can_take(panel: Panel) -> bool:
    """Whether it is time to draw, and there is a pile that cards of the hand may take."""
    return is_turn(panel, "draw") and bool(panel.view.pile) and panel.view.takes == "pile"


def may_lay(panel: Panel) -> bool:
    """Whether everything staged can be laid now."""
    ready = panel.staging.groups and is_turn(panel, "play")
    return bool(ready) and refusal(panel.table, panel.seat, panel.staging) is None


def take_of(panel: Panel) -> Take | None:
    """The take that what is staged could be, when it is time to draw."""
    upcard = panel.view.upcard
    if upcard is None or not can_take(panel):
        return None
    return panel.staging.take(upcard)


def may_take(panel: Panel) -> bool:
    """Whether the pile can be taken with what is staged."""
    take = take_of(panel)
    return take is not None and engine.check(panel.table, panel.seat, take) is None


def staged(panel: Panel) -> list[str]:
    """What is staged, and what is still missing."""
    if not panel.staging.groups:
        return [say("panel.nothing_staged" if can_pick(panel) else "panel.nothing_fits")]
    lines = [
        say("panel.staged", cards=group_label(group, panel.live, panel.seat))
        for group in panel.staging.groups
    ]
    return [*lines, verdict(panel), staged_worth(panel)]


def staged_worth(panel: Panel) -> str:
    """What everything put aside counts; whoever has not opened is told it by the verdict."""
    view = panel.view
    if view.lowest_wins or not view.seats[panel.seat].opened:
        return ""
    return say("panel.staged_worth", n=view.values.in_melds(panel.staging.cards))


def verdict(panel: Panel) -> str:
    """Whether what is staged can be laid; if not yet, how far it has come."""
    take = take_of(panel)
    if take is not None:
        refused = engine.check(panel.table, panel.seat, take)
    else:
        refused = refusal(ahead(panel.table, panel.seat), panel.seat, panel.staging)
    if refused is None:
        return say("panel.ready" if take is not None else ready(panel))
    if refused.code in UNFINISHED:
        return say(f"panel.running_{refused.code}", **refused.facts)
    return refusal_words(refused)


def ready(panel: Panel) -> str:
    """The key of the sentence that says when it can be laid."""
    if is_turn(panel, "play"):
        return "panel.ready"
    if not is_turn(panel, "draw"):
        return "panel.ready_later"
    return "panel.ready_taken" if stock_is_gone(panel.view) else "panel.ready_drawn"
