"""Going out: its rows of buttons, which two pages show, and the handlers."""

import engine
from cogs.game.private_tables import is_lesson
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
    """Button to go out, and a button for each partner whom the member may ask first."""
    plan = way_out(panel)
    if not plan:
        return []
    sure = panel.page.leaving or not panel.view.seats[panel.seat].foot_count
    shown, label = choice_digest(staged_way_text(panel)), out_label(panel)
    style = Style.success if is_advised(panel) else Style.secondary
    buttons = [panel.button(Action.GOOUT, int(sure), shown, label=label, style=style)]
    buttons += [
        panel.button(
            Action.ASK_TO_GO_OUT,
            partner,
            shown,
            label=say("panel.ask", name=panel.state.names()[partner]),
            style=Style.success if asks(panel) == partner else Style.secondary,
        )
        for partner in partners_of(panel.view)
        if engine.check(panel.table, panel.seat, Ask(partner, plan)) is None
    ]
    return [action_row(*buttons[:5])]  # Discord's limit for a row


def is_advised(panel: HandPanel) -> bool:
    """Return whether the button to go out is highlighted.

    The button is highlighted if going out is advised now, if the button asks for confirmation, if
    the staged cards go out, or in a lesson.
    """
    chosen = panel.page.leaving or bool(staged_way_out(panel)) or is_lesson(panel.state)
    return chosen or (panel.judged.ending is not None and asks(panel) is None)


def asks(panel: HandPanel) -> int | None:
    """The partner whom the member should ask first. None if asking is not advised."""
    move = panel.judged.first.move if panel.judged.first is not None else None
    return move.seat if isinstance(move, Ask) and not is_lesson(panel.state) else None


def out_label(panel: HandPanel) -> str:
    """Label of the button.

    While the button asks for confirmation, the label has the number of foot cards.
    """
    foot = panel.view.seats[panel.seat].foot_count
    if panel.page.leaving and foot:
        return say(f"panel.goout_sure_{panel.view.packet}", n=foot)
    return say("panel.goout")


def way_out(panel: HandPanel) -> Moves:
    """Moves that go out, with the staged cards if that is possible.

    Empty if the seat cannot go out.
    """
    return staged_way_out(panel) or moves_to_go_out(panel.table, panel.seat)


def staged_way_out(panel: HandPanel) -> Moves:
    """Moves that go out with the staged cards, and then discard the last card if one is left."""
    if not panel.staging.groups or not is_turn(panel, "play"):
        return ()
    plan = panel.staging.plan(panel.view.hand)
    return plan if goes_out(panel.table, panel.seat, plan) else ()


def staged_way_text(panel: HandPanel) -> str:
    """The moves of `staged_way_out` in notation, for a digest. "" if there are none."""
    return "\n".join(map(engine.write, staged_way_out(panel)))


# ---- handlers


@hand_component(Action.GOOUT)
async def go_out(interaction: HandInteraction) -> HandPage:
    """Go out. If the seat's foot would count against its side, ask for confirmation first."""
    panel = interaction.panel(PLAY)
    # The member has seen certain moves. If other groups are staged now, do not make other moves.
    if not interaction.is_about(staged_way_text(panel), 1):
        return staging_changed_page()
    if interaction.argument() != 1:
        return HandPage(leaving=True)
    await interaction.carry_out(way_out(panel))
    return PLAY


@hand_component(Action.ASK_TO_GO_OUT)
async def ask_partner_to_go_out(interaction: HandInteraction) -> HandPage:
    """Ask a partner whether to go out. The partner does not see the cards."""
    panel = interaction.panel(PLAY)
    if not interaction.is_about(staged_way_text(panel), 1):
        return staging_changed_page()
    plan = way_out(panel)
    if not plan:
        raise StalePanel
    await interaction.play(Ask(interaction.argument(), plan))
    return PLAY
