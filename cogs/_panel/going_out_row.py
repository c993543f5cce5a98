"""The way out, where there is one: a button for it, and one to ask each teammate first."""

import engine
from cogs._kit import verbs
from cogs._kit.components import Item, Style, row
from cogs._kit.texts import say
from cogs._panel.panel import Panel, digest, is_turn
from engine.advice.going_out import Moves, goes_out, mates, moves_to_go_out
from engine.model.moves import Ask


def out_rows(panel: Panel) -> list[Item]:
    """Going out, and asking a teammate first where the game knows that."""
    plan = plan_of(panel)
    if not plan:
        return []
    sure = panel.page.leaving or not panel.view.seats[panel.seat].foot_count
    shown, label = digest(staged_way(panel)), out_label(panel)
    buttons = [panel.button(verbs.GOOUT, int(sure), shown, label=label, style=Style.success)]
    buttons += [
        panel.button(verbs.ASK, mate, shown, label=say("panel.ask", name=panel.live.names()[mate]))
        for mate in mates(panel.view)
        if engine.check(panel.table, panel.seat, Ask(mate, plan)) is None
    ]
    return [row(*buttons[:5])]


def out_label(panel: Panel) -> str:
    """What the button to go out says, the second time with the foot that would count."""
    foot = panel.view.seats[panel.seat].foot_count
    if panel.page.leaving and foot:
        return say(f"panel.goout_sure_{panel.view.packet}", n=foot)
    return say("panel.goout")


def plan_of(panel: Panel) -> Moves:
    """The way out: by what is staged if that leads there, else any that is found."""
    return staged_plan(panel) or moves_to_go_out(panel.table, panel.seat)


def staged_plan(panel: Panel) -> Moves:
    """Going out by what is staged and, if a card is left, its discard."""
    if not panel.staging.groups or not is_turn(panel, "play"):
        return ()
    plan = panel.staging.plan(panel.view.hand)
    return plan if goes_out(panel.table, panel.seat, plan) else ()


def staged_way(panel: Panel) -> str:
    """The same as text; of a way that is only found, nothing: it is what the table makes it."""
    return "\n".join(map(engine.write, staged_plan(panel)))
