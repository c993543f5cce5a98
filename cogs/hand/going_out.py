"""The way out, where there is one: a button for it, and one to ask each teammate first."""

import engine
from cogs.hand.interaction import (
    PLAY,
    HandInteraction,
    StalePanel,
    hand_component,
    staging_changed_page,
)
from cogs.hand.panel import HandPage, HandPanel, choice_digest, is_turn
from cogs.ui.actions import Action
from cogs.ui.layout import Item, Style, action_row
from cogs.ui.texts import say
from engine.advice.going_out import Moves, goes_out, moves_to_go_out, partners_of
from engine.model.moves import Ask


def out_rows(panel: HandPanel) -> list[Item]:
    """Going out, and asking a teammate first where the game knows that."""
    plan = plan_of(panel)
    if not plan:
        return []
    sure = panel.page.leaving or not panel.view.seats[panel.seat].foot_count
    shown, label = choice_digest(staged_way(panel)), out_label(panel)
    buttons = [panel.button(Action.GOOUT, int(sure), shown, label=label, style=Style.success)]
    buttons += [
        panel.button(
            Action.ASK_TO_GO_OUT, mate, shown, label=say("panel.ask", name=panel.live.names()[mate])
        )
        for mate in partners_of(panel.view)
        if engine.check(panel.table, panel.seat, Ask(mate, plan)) is None
    ]
    return [action_row(*buttons[:5])]


def out_label(panel: HandPanel) -> str:
    """What the button to go out says, the second time with the foot that would count."""
    foot = panel.view.seats[panel.seat].foot_count
    if panel.page.leaving and foot:
        return say(f"panel.goout_sure_{panel.view.packet}", n=foot)
    return say("panel.goout")


def plan_of(panel: HandPanel) -> Moves:
    """The way out: by what is staged if that leads there, else any that is found."""
    return staged_plan(panel) or moves_to_go_out(panel.table, panel.seat)


def staged_plan(panel: HandPanel) -> Moves:
    """Going out by what is staged and, if a card is left, its discard."""
    if not panel.staging.groups or not is_turn(panel, "play"):
        return ()
    plan = panel.staging.plan(panel.view.hand)
    return plan if goes_out(panel.table, panel.seat, plan) else ()


def staged_way(panel: HandPanel) -> str:
    """The same as text; of a way that is only found, nothing: it is what the table makes it."""
    return "\n".join(map(engine.write, staged_plan(panel)))


# ---- going out


@hand_component(Action.GOOUT)
async def go_out(interaction: HandInteraction) -> HandPage:
    """Go out; ask first where a foot would count against the side."""
    panel = interaction.panel(PLAY)
    if not interaction.is_about(staged_way(panel), 1):
        return staging_changed_page()
    if interaction.argument() != 1:
        return HandPage(leaving=True)
    await interaction.carry_out(plan_of(panel))
    return PLAY


@hand_component(Action.ASK_TO_GO_OUT)
async def ask_partner_to_go_out(interaction: HandInteraction) -> HandPage:
    """Ask a partner for leave to go out. The partner does not see the cards."""
    panel = interaction.panel(PLAY)
    if not interaction.is_about(staged_way(panel), 1):
        return staging_changed_page()
    plan = plan_of(panel)
    if not plan:
        raise StalePanel
    await interaction.play(Ask(interaction.argument(), plan))
    return PLAY
