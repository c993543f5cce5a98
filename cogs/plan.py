"""The handlers of the panel's page for a plan."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import discord
from discord import ui

import engine
from cogs._kit import verbs
from cogs._kit.controls import ComponentInteraction, component, show_form
from cogs._kit.texts import as_typed, say
from cogs._kit.verbs import Verb
from cogs._panel.panel import Page
from cogs._panel.plan_page import TYPED, discardable, ranks
from cogs._press.panel import AtSeat, StaleScreen, hand_component, load_hand_interaction, picked
from cogs._wishes.plans import plan_of
from cogs._wishes.typed_plan import typed
from engine.advice.turn_plan import LASTS, LAYS, MOST_CARDS, STARTS, Plan, turn_of
from engine.model.moves import Move

PLANNING: Final = Page(plan=True)


PlanChange: TypeAlias = Callable[[AtSeat, Plan], Plan]


def require_same_hand(interaction: AtSeat) -> Page | None:
    """Refuse once the turn has come, the hand has changed, or the game is over.

    The moves of the others do not make the page stale.
    """
    view = interaction.view
    if turn_of(view) is not None:
        return Page(notice=say("plan.your_turn"))
    if view.result or not interaction.live.game.same_hand(interaction.seat, interaction.seen):
        raise StaleScreen
    return None


def plan_component(action: Verb) -> Callable[[PlanChange], PlanChange]:
    """Register the decorated function as the handler of an action that changes the plan."""

    def register(change: PlanChange) -> PlanChange:
        hand_component(action, PLANNING, check=require_same_hand)(partial(_change_plan, change))
        return change

    return register


async def _change_plan(change: PlanChange, interaction: AtSeat) -> Page:
    now = plan_of(interaction.live, interaction.seat)
    await interaction.plan(change(interaction, now.plan), armed=now.armed)
    return PLANNING


@hand_component(verbs.PLAN, PLANNING, check=require_same_hand)
async def open_plan_page(_: AtSeat) -> Page:
    """Open the page."""
    return PLANNING


@plan_component(verbs.PLANSTART)
def set_plan_start(interaction: AtSeat, plan: Plan) -> Plan:
    """Set how to begin the turn."""
    return replace(plan, start=picked(STARTS, interaction.choice))


@plan_component(verbs.PLANRANKS)
def set_plan_ranks(interaction: AtSeat, plan: Plan) -> Plan:
    """Set for which upcards to take the pile."""
    if not set(interaction.chosen) <= set(ranks(interaction.view)):
        raise StaleScreen
    return replace(plan, ranks=tuple(sorted(interaction.chosen)))


@plan_component(verbs.PLANLAY)
def add_plan_lay(interaction: AtSeat, plan: Plan) -> Plan:
    """Set what to lay; the selection of the Build page, if no moves were named yet."""
    lay = picked(LAYS, interaction.choice)
    is_new = lay == "named" != plan.lay
    moves = interaction.live.staging(interaction.seat).moves() if is_new else ()
    return replace(plan, lay=lay, moves=moves or plan.moves)


@plan_component(verbs.PLANCARD)
def add_plan_discard(interaction: AtSeat, plan: Plan) -> Plan:
    """Add a card to the end of the list of discards."""
    face = picked(discardable(interaction.view), interaction.choice)
    if face in plan.cards:  # clicked twice
        return plan
    if len(plan.cards) >= MOST_CARDS:
        raise StaleScreen
    return replace(plan, cards=plan.cards + bytes((face,)))


@plan_component(verbs.PLANLAST)
def set_plan_fallback(interaction: AtSeat, plan: Plan) -> Plan:
    """Set what to do if none of the listed cards can be discarded."""
    return replace(plan, last=picked(LASTS, interaction.choice))


@plan_component(verbs.PLANCLEAR)
def clear_plan_discards(_: AtSeat, plan: Plan) -> Plan:
    """Clear the list of discards."""
    return replace(plan, cards=b"")


@hand_component(verbs.PLANON, PLANNING, check=require_same_hand)
async def arm_plan(interaction: AtSeat) -> Page:
    """Arm the plan: it is played when the turn comes."""
    await interaction.plan(plan_of(interaction.live, interaction.seat).plan, armed=True)
    return PLANNING


@hand_component(verbs.PLANOFF, PLANNING, check=require_same_hand)
async def cancel_plan(interaction: AtSeat) -> Page:
    """Delete the plan."""
    await interaction.drop_plan()
    return PLANNING


@component(verbs.PLANTYPE)
async def open_lays_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for melds and lay-offs as text, with those of the plan."""
    asked = interaction.custom_id
    hand = await load_hand_interaction(interaction, asked.table)
    now = plan_of(hand.live, hand.seat)
    field = ui.TextInput[ui.Modal](
        custom_id="moves",
        style=discord.TextStyle.paragraph,
        default=as_form(now.plan.moves),
        max_length=TYPED,
        required=False,
    )
    label = ui.Label(text=say("plan.typed"), description=say("plan.typed_how"), component=field)
    address = (asked.table, asked.seen)
    await show_form(interaction.raw, verbs.PLANTYPED, say("plan.type"), label, address=address)


def as_form(moves: Sequence[Move]) -> str:
    """Return moves as they may be typed; in the shorter notation if words are too long."""
    written = [engine.write(move) for move in moves]
    words = "; ".join(map(as_typed, written))
    return words if len(words) <= TYPED else "; ".join(written)


@plan_component(verbs.PLANTYPED)
def submit_lays_modal(interaction: AtSeat, plan: Plan) -> Plan:
    """Lay exactly the typed melds and lay-offs; nothing if nothing was typed."""
    moves = typed(interaction.fields["moves"], interaction.view)
    return replace(plan, lay="named" if moves else "nothing", moves=moves)
