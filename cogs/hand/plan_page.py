"""The plan page of the hand panel: a member chooses what to do at their next turn.

This module has the page's layout and handlers. Every choice is saved at once, but the plan is
played only if it is armed. The module `plan` plays the plan.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import engine
from cogs.hand.interaction import (
    HandInteraction,
    StalePanel,
    choice_at,
    hand_component,
    load_hand_interaction,
)
from cogs.hand.panel import HandPage, HandPanel
from cogs.hand.plan import parse_lays, plan_of
from cogs.narration.labels import move_label, reason
from cogs.ui.actions import Action, ActionId
from cogs.ui.component import ComponentInteraction, component, send_modal
from cogs.ui.form import text_field
from cogs.ui.layout import MAX_OPTIONS, Item, Style, action_row, select_option
from cogs.ui.texts import card, cards_title, cards_words, join_words, say, typed_form
from engine.advice.turn_plan import (
    LASTS,
    LAYS,
    MOST_CARDS,
    STARTS,
    Lay,
    Plan,
    PlanStopped,
    Start,
    turn_of,
)
from engine.model.cards import Cards
from engine.model.moves import Move
from engine.model.view import View

TYPED_LAY_OPTION: Final = 4000
"""Most characters of typed melds, which is Discord's limit. All cards of ten packs fit twice."""


def may_plan(panel: HandPanel) -> bool:
    """Return whether the game continues and it is not this seat's turn."""
    plays = panel.view.result is None and bool(panel.view.hand)
    return plays and turn_of(panel.view) is None


def plan_button(panel: HandPanel) -> list[Item]:
    """Button that opens the plan page. Empty if the seat cannot plan now."""
    return [panel.button(Action.PLAN, label=say("plan.ahead"))] if may_plan(panel) else []


def plan_rows(panel: HandPanel) -> list[Item]:
    """Components of the page."""
    if not may_plan(panel):
        return [action_row(panel.button(Action.PLAY_PAGE, 1, label=say("panel.back")))]
    return [
        start_select(panel),
        *rank_select(panel),
        lay_select(panel),
        *card_select(panel),
        last_select(panel),
        action_row(*plan_buttons(panel)),
    ]


def start_select(panel: HandPanel) -> Item:
    plan, view = panel.plan_state.plan, panel.view
    labels = [(n, start_words(start, view), "") for n, start in enumerate(STARTS)]
    chosen = STARTS.index(plan.start)
    return panel.select(
        Action.PLANSTART, labels=labels, placeholder=say("plan.start"), chosen=chosen
    )


def start_words(start: Start, view: View) -> str:
    return say(f"plan.{view.takes}_{start}")


def rank_select(panel: HandPanel) -> list[Item]:
    """Select for the ranks for which the plan takes the pile. Empty for other plans."""
    plan, listed = panel.plan_state.plan, ranks(panel.view)
    if plan.start != "ranks":
        return []
    # Not `panel.select`, because several options are selected at first.
    options = [select_option(rank, cards_title(rank), chosen=rank in plan.ranks) for rank in listed]
    table, seen, hint = panel.state.row.id, panel.state.row.seq, say("plan.ranks")
    most = len(listed)
    return [
        action_row(
            Action.PLANRANKS.select(table, seen, options=options, placeholder=hint, most=most)
        )
    ]


def ranks(view: View) -> list[int]:
    """Ranks for which a member may want the pile.

    Wild cards are left out: nobody takes a whole pile for one. A three blocks the pile, so it is
    not listed either.
    """
    unwanted = view.values.wild_ranks if view.takes == "pile" else ()
    return [rank for rank in view.values.ranks if rank not in unwanted]


def lay_select(panel: HandPanel) -> Item:
    """Select for what the plan lays.

    If the member has staged or typed melds and lay-offs, the select also offers exactly these.
    """
    plan = panel.plan_state.plan
    named = named_moves(panel)
    labels = [
        (n, lay_words(panel, lay, named), "")
        for n, lay in enumerate(LAYS)
        if lay != "named" or named
    ]
    chosen = LAYS.index(plan.lay)
    return panel.select(Action.PLANLAY, labels=labels, placeholder=say("plan.lay"), chosen=chosen)


def named_moves(panel: HandPanel) -> tuple[Move, ...]:
    """Melds and lay-offs for the plan's option "named".

    If the plan has this option, they are the plan's own. Otherwise they are the staged ones, or
    else those typed before.
    """
    plan, staged = panel.plan_state.plan, panel.staging.moves()
    return plan.moves if plan.lay == "named" else staged or plan.moves


def lay_words(panel: HandPanel, lay: Lay, named: tuple[Move, ...]) -> str:
    moves = join_words(move_label(move, panel.state, panel.seat) for move in named)
    return say(f"plan.lay_{lay}", moves=moves)


def card_select(panel: HandPanel) -> list[Item]:
    """Select for another card to discard. Empty once the list of discards is full."""
    plan = panel.plan_state.plan
    faces = list(enumerate(discardable(panel.view)))
    labels = [(n, card(face), "") for n, face in faces if face not in plan.cards][:MAX_OPTIONS]
    if not labels or len(plan.cards) >= MOST_CARDS:
        return []
    hint = say("plan.another_card" if plan.cards else "plan.first_card")
    return [panel.select(Action.PLANCARD, labels=labels, placeholder=hint)]


def discardable(view: View) -> list[int]:
    """Distinct cards of a hand, wild cards last."""
    return sorted(set(view.hand), key=lambda face: (view.values.is_wild(face), face))


def last_select(panel: HandPanel) -> Item:
    """Return the select that asks what to do if no listed card can be discarded."""
    plan = panel.plan_state.plan
    labels = [(n, last_words(plan.cards, last), "") for n, last in enumerate(LASTS)]
    chosen = LASTS.index(plan.last)
    return panel.select(Action.PLANLAST, labels=labels, placeholder=say("plan.last"), chosen=chosen)


def last_words(named: Cards, last: str) -> str:
    """Label of an option of `last_select`.

    The label depends on whether any card is listed for the discard.
    """
    return say(f"plan.{'else' if named else 'end'}_{last}")


def plan_buttons(panel: HandPanel) -> list[Item]:
    """Buttons that arm or delete the plan, clear its discards, type melds, and go back."""
    planned = panel.plan_state
    style = Style.success
    return [
        *(
            []
            if planned.armed
            else [panel.button(Action.PLANON, label=say("plan.on"), style=style)]
        ),
        *([panel.button(Action.PLANOFF, label=say("plan.off"))] if planned.armed else []),
        *([panel.button(Action.PLANCLEAR, label=say("plan.clear"))] if planned.plan.cards else []),
        panel.button(Action.PLAN_LAYS, label=say("plan.type")),
        panel.button(Action.PLAY_PAGE, 1, label=say("panel.back")),
    ]


# ---- the plan in words


def plan_words(panel: HandPanel) -> list[str]:
    """The plan in words, step by step."""
    if not may_plan(panel):
        return [say("plan.your_turn")]
    plan = panel.plan_state.plan
    return [
        say("plan.set" if panel.plan_state.armed else "plan.not_set"),
        say("plan.step", n=1, what=beginning_words(panel, plan)),
        say("plan.step", n=2, what=lay_words(panel, plan.lay, plan.moves)),
        say("plan.step", n=3, what=ending_words(plan)),
        say("plan.promise"),
        say("plan.offers") if panel.view.buys else "",
    ]


def beginning_words(panel: HandPanel, plan: Plan) -> str:
    """How the plan begins, with the ranks for which it takes the pile."""
    words = start_words(plan.start, panel.view)
    if plan.start != "ranks" or not plan.ranks:
        return words
    return say("plan.with_ranks", what=words, ranks=join_words(map(cards_words, plan.ranks)))


def ending_words(plan: Plan) -> str:
    """The discards of the plan, in order of preference."""
    last = last_words(plan.cards, plan.last)
    if not plan.cards:
        return last
    return say("plan.throw", cards=say("plan.or").join(map(card, plan.cards)), last=last)


def plan_note(panel: HandPanel) -> str:
    """Line about the plan on the other pages: that it is armed, or why it stopped."""
    if panel.plan_state.halt is not None:
        return say("plan.stopped", why=halt_words(panel, panel.plan_state.halt))
    shown = panel.page.plan or not may_plan(panel)
    return say("plan.is_set") if panel.plan_state.armed and not shown else ""


def halt_words(panel: HandPanel, halt: PlanStopped) -> str:
    move = "" if halt.move is None else move_label(halt.move, panel.state, panel.seat)
    if halt.why == "refused" and halt.move is not None:
        refused = engine.check(panel.table, panel.seat, halt.move)
        if refused is not None:
            return say("plan.halt_rule", move=move, why=reason(refused))
    return say(f"plan.halt_{halt.why}", move=move)


# ---- handlers


PLANNING: Final = HandPage(plan=True)


PlanChange: TypeAlias = Callable[[HandInteraction, Plan], Plan]


def require_same_hand(interaction: HandInteraction) -> HandPage | None:
    """Refuse if the member's turn has come, if their hand has changed, or if the game is over.

    Moves of other players do not make the page stale.
    """
    view = interaction.view
    if turn_of(view) is not None:
        return HandPage(notice=say("plan.your_turn"))
    if view.result or not interaction.state.game.same_hand(interaction.seat, interaction.seen):
        raise StalePanel
    return None


def plan_component(action: ActionId) -> Callable[[PlanChange], PlanChange]:
    """Register the decorated function as the handler of an action that changes the plan."""

    def register(change: PlanChange) -> PlanChange:
        hand_component(action, PLANNING, check=require_same_hand)(partial(_change_plan, change))
        return change

    return register


async def _change_plan(change: PlanChange, interaction: HandInteraction) -> HandPage:
    now = plan_of(interaction.state, interaction.seat)
    await interaction.plan(change(interaction, now.plan), armed=now.armed)
    return PLANNING


@hand_component(Action.PLAN, PLANNING, check=require_same_hand)
async def open_plan_page(_: HandInteraction) -> HandPage:
    return PLANNING


@plan_component(Action.PLANSTART)
def set_plan_start(interaction: HandInteraction, plan: Plan) -> Plan:
    return replace(plan, start=choice_at(STARTS, interaction.choice))


@plan_component(Action.PLANRANKS)
def set_plan_ranks(interaction: HandInteraction, plan: Plan) -> Plan:
    """Set for which upcards the plan takes the pile."""
    # Custom ids and values can be forged.
    if not set(interaction.chosen) <= set(ranks(interaction.view)):
        raise StalePanel
    return replace(plan, ranks=tuple(sorted(interaction.chosen)))


@plan_component(Action.PLANLAY)
def add_plan_lay(interaction: HandInteraction, plan: Plan) -> Plan:
    """Set what the plan lays. For the option "named", start with the staged groups."""
    lay = choice_at(LAYS, interaction.choice)
    is_new = lay == "named" != plan.lay
    moves = interaction.state.staging(interaction.seat).moves() if is_new else ()
    return replace(plan, lay=lay, moves=moves or plan.moves)


@plan_component(Action.PLANCARD)
def add_plan_discard(interaction: HandInteraction, plan: Plan) -> Plan:
    """Add a card to the end of the list of discards."""
    face = choice_at(discardable(interaction.view), interaction.choice)
    if face in plan.cards:  # a double click
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
    return replace(plan, cards=b"")


@hand_component(Action.PLANON, PLANNING, check=require_same_hand)
async def arm_plan(interaction: HandInteraction) -> HandPage:
    """Arm the plan. The bot plays it when the member's turn comes."""
    await interaction.plan(plan_of(interaction.state, interaction.seat).plan, armed=True)
    return PLANNING


@hand_component(Action.PLANOFF, PLANNING, check=require_same_hand)
async def cancel_plan(interaction: HandInteraction) -> HandPage:
    await interaction.drop_plan()
    return PLANNING


@component(Action.PLAN_LAYS)
async def open_lays_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for typed melds and lay-offs, filled with those of the plan."""
    asked = interaction.custom_id
    hand = await load_hand_interaction(interaction, asked.table)
    now = plan_of(hand.state, hand.seat)
    typed, how = as_form(now.plan.moves), say("plan.typed_how")
    field = text_field("moves", say("plan.typed"), how, typed, TYPED_LAY_OPTION, lines=True)
    target, title = (asked.table, asked.version), say("plan.type")
    await send_modal(interaction.raw, Action.PLAN_LAYS_MODAL, title, field, address=target)


def as_form(moves: Sequence[Move]) -> str:
    """Return moves as members type them.

    If that text would be too long, use the shorter notation.
    """
    written = [engine.write(move) for move in moves]
    words = "; ".join(map(typed_form, written))
    return words if len(words) <= TYPED_LAY_OPTION else "; ".join(written)


@plan_component(Action.PLAN_LAYS_MODAL)
def submit_lays_modal(interaction: HandInteraction, plan: Plan) -> Plan:
    """Set the plan to lay exactly the typed melds and lay-offs.

    An empty text means to lay nothing.
    """
    moves = parse_lays(interaction.fields["moves"], interaction.view)
    return replace(plan, lay="named" if moves else "nothing", moves=moves)
