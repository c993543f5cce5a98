"""The handlers of the panel's page for a plan."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import discord
from discord import ui

import engine
from cogs.hand.interaction import (
    HandInteraction,
    StalePanel,
    choice_at,
    hand_component,
    load_hand_interaction,
)
from cogs.hand.panel import HandPage
from cogs.hand.plan import parse_lays, plan_of
from cogs.hand.plan_page import TYPED_LAY_OPTION, discardable, ranks
from cogs.ui.actions import Action, ActionId
from cogs.ui.component import ComponentInteraction, component, send_modal
from cogs.ui.texts import say, typed_form
from engine.advice.turn_plan import LASTS, LAYS, MOST_CARDS, STARTS, Plan, turn_of
from engine.model.moves import Move

PLANNING: Final = HandPage(plan=True)


PlanChange: TypeAlias = Callable[[HandInteraction, Plan], Plan]


def require_same_hand(interaction: HandInteraction) -> HandPage | None:
    """Refuse once the turn has come, the hand has changed, or the game is over.

    The moves of the others do not make the page stale.
    """
    view = interaction.view
    if turn_of(view) is not None:
        return HandPage(notice=say("plan.your_turn"))
    if view.result or not interaction.live.game.same_hand(interaction.seat, interaction.seen):
        raise StalePanel
    return None


def plan_component(action: ActionId) -> Callable[[PlanChange], PlanChange]:
    """Register the decorated function as the handler of an action that changes the plan."""

    def register(change: PlanChange) -> PlanChange:
        hand_component(action, PLANNING, check=require_same_hand)(partial(_change_plan, change))
        return change

    return register


async def _change_plan(change: PlanChange, interaction: HandInteraction) -> HandPage:
    now = plan_of(interaction.live, interaction.seat)
    await interaction.plan(change(interaction, now.plan), armed=now.armed)
    return PLANNING


@hand_component(Action.PLAN, PLANNING, check=require_same_hand)
async def open_plan_page(_: HandInteraction) -> HandPage:
    """Open the page."""
    return PLANNING


@plan_component(Action.PLANSTART)
def set_plan_start(interaction: HandInteraction, plan: Plan) -> Plan:
    """Set how to begin the turn."""
    return replace(plan, start=choice_at(STARTS, interaction.choice))


@plan_component(Action.PLANRANKS)
def set_plan_ranks(interaction: HandInteraction, plan: Plan) -> Plan:
    """Set for which upcards to take the pile."""
    if not set(interaction.chosen) <= set(ranks(interaction.view)):
        raise StalePanel
    return replace(plan, ranks=tuple(sorted(interaction.chosen)))


@plan_component(Action.PLANLAY)
def add_plan_lay(interaction: HandInteraction, plan: Plan) -> Plan:
    """Set what to lay; the selection of the Build page, if no moves were named yet."""
    lay = choice_at(LAYS, interaction.choice)
    is_new = lay == "named" != plan.lay
    moves = interaction.live.staging(interaction.seat).moves() if is_new else ()
    return replace(plan, lay=lay, moves=moves or plan.moves)


@plan_component(Action.PLANCARD)
def add_plan_discard(interaction: HandInteraction, plan: Plan) -> Plan:
    """Add a card to the end of the list of discards."""
    face = choice_at(discardable(interaction.view), interaction.choice)
    if face in plan.cards:  # clicked twice
        return plan
    if len(plan.cards) >= MOST_CARDS:
        raise StalePanel
    return replace(plan, cards=plan.cards + bytes((face,)))


@plan_component(Action.PLANLAST)
def set_plan_fallback(interaction: HandInteraction, plan: Plan) -> Plan:
    """Set what to do if none of the listed cards can be discarded."""
    return replace(plan, last=choice_at(LASTS, interaction.choice))


@plan_component(Action.PLANCLEAR)
def clear_plan_discards(_: HandInteraction, plan: Plan) -> Plan:
    """Clear the list of discards."""
    return replace(plan, cards=b"")


@hand_component(Action.PLANON, PLANNING, check=require_same_hand)
async def arm_plan(interaction: HandInteraction) -> HandPage:
    """Arm the plan: it is played when the turn comes."""
    await interaction.plan(plan_of(interaction.live, interaction.seat).plan, armed=True)
    return PLANNING


@hand_component(Action.PLANOFF, PLANNING, check=require_same_hand)
async def cancel_plan(interaction: HandInteraction) -> HandPage:
    """Delete the plan."""
    await interaction.drop_plan()
    return PLANNING


@component(Action.PLAN_LAYS)
async def open_lays_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for melds and lay-offs as text, with those of the plan."""
    asked = interaction.custom_id
    hand = await load_hand_interaction(interaction, asked.table)
    now = plan_of(hand.live, hand.seat)
    field = ui.TextInput[ui.Modal](
        custom_id="moves",
        style=discord.TextStyle.paragraph,
        default=as_form(now.plan.moves),
        max_length=TYPED_LAY_OPTION,
        required=False,
    )
    label = ui.Label(text=say("plan.typed"), description=say("plan.typed_how"), component=field)
    address = (asked.table, asked.seen)
    await send_modal(
        interaction.raw, Action.PLAN_LAYS_MODAL, say("plan.type"), label, address=address
    )


def as_form(moves: Sequence[Move]) -> str:
    """Return moves as they may be typed; in the shorter notation if words are too long."""
    written = [engine.write(move) for move in moves]
    words = "; ".join(map(typed_form, written))
    return words if len(words) <= TYPED_LAY_OPTION else "; ".join(written)


@plan_component(Action.PLAN_LAYS_MODAL)
def submit_lays_modal(interaction: HandInteraction, plan: Plan) -> Plan:
    """Lay exactly the typed melds and lay-offs; nothing if nothing was typed."""
    moves = parse_lays(interaction.fields["moves"], interaction.view)
    return replace(plan, lay="named" if moves else "nothing", moves=moves)
