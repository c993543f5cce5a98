"""The handlers of the hand panel: moves, other pages, auto-answers, appearance, the note.

Those of the Build page are in `build`, those of a plan in `plan`.
"""

import asyncio
from dataclasses import replace
from random import Random
from typing import Final

import discord
from discord import ui

import engine
from cogs.core.refusals import Refusal
from cogs.game import private_tables
from cogs.game.private_tables import is_practice
from cogs.hand.appearance import DECKS
from cogs.hand.auto_answers import LEAVE_WISHES, OFFER_WISHES
from cogs.hand.going_out import plan_of, staged_way
from cogs.hand.interaction import (
    ABOUT_PAGE,
    PLAY,
    HandInteraction,
    StalePanel,
    accept_stale,
    choice_at,
    hand_component,
    load_hand_interaction,
    staging_changed_page,
)
from cogs.hand.lesson_page import lesson_hint
from cogs.hand.panel import HandPage
from cogs.hand.practice_page import record_hint_request
from cogs.narration.labels import hint_words
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component, send_modal
from cogs.ui.replies import defer, is_private_message
from cogs.ui.texts import say
from data.models.tables import TableStatus
from engine.advice import choices
from engine.advice.whole_turn import hint, luck
from engine.advice.why_no_take import why_no_take
from engine.model.moves import Ask, Discard
from render.text.hand_order import ORDERS

NOTED: Final = 200
"""Characters of a note."""


# ---- moves


@hand_component(Action.SIMPLE_MOVE)
async def simple_move(interaction: HandInteraction) -> HandPage:
    """Draw, buy, pass, pick up the foot, say yes or no."""
    await interaction.play(choice_at(choices.SIMPLE, interaction.argument()))
    return PLAY


@hand_component(Action.TAKE_PILE)
async def take_pile(interaction: HandInteraction) -> HandPage:
    """Take the pile in the first of the listed ways; without one, say which rule forbids it.

    The public button is shown to everybody, whether or not a hand can take the pile.
    """
    found = interaction.known(choices.takes)
    refused = None if found else why_no_take(interaction.table, interaction.seat)
    if refused is not None:
        raise refused
    await interaction.play(choice_at(found, 0).move)
    return PLAY


@hand_component(Action.TAKE_PILE_OPTION)
async def take_pile_by_option(interaction: HandInteraction) -> HandPage:
    """Take the pile in the chosen way."""
    await interaction.play(choice_at(interaction.known(choices.takes), interaction.choice).move)
    return PLAY


@hand_component(Action.LAY)
async def lay_suggestion(interaction: HandInteraction) -> HandPage:
    """Lay a suggested meld or lay-off."""
    await interaction.play(
        choice_at(interaction.known(choices.suggestions), interaction.choice).move
    )
    return PLAY


@hand_component(Action.LAY_ONLY)
async def lay_only_suggestion(interaction: HandInteraction) -> HandPage:
    """Lay the only suggestion there is."""
    await interaction.play(choice_at(interaction.known(choices.suggestions), 0).move)
    return PLAY


@hand_component(Action.DISCARD_SELECT)
async def discard_selected(interaction: HandInteraction) -> HandPage:
    """Discard the chosen card, which ends the turn."""
    await interaction.play(
        Discard(choice_at(interaction.known(choices.discards), interaction.choice))
    )
    return PLAY


@hand_component(Action.DISCARD_ONLY)
async def discard_only(interaction: HandInteraction) -> HandPage:
    """Discard the only card that may go."""
    await interaction.play(Discard(choice_at(interaction.known(choices.discards), 0)))
    return PLAY


@hand_component(Action.DISCARD_PROPOSED)
async def discard_proposed(interaction: HandInteraction) -> HandPage:
    """Discard one of the proposed cards."""
    await interaction.play(
        Discard(choice_at(interaction.known(choices.discards), interaction.argument()))
    )
    return PLAY


@hand_component(Action.PLAYTURN)
async def play_proposed_turn(interaction: HandInteraction) -> HandPage:
    """Lay everything that is proposed for this turn, all or nothing; the discard is separate."""
    await interaction.carry_out(interaction.panel(PLAY).proposed_turn.moves)
    return PLAY


@hand_component(Action.LAYALL)
async def lay_all_naturals(interaction: HandInteraction) -> HandPage:
    """Lay every natural card that can go down, all or nothing."""
    await interaction.carry_out(interaction.panel(PLAY).all_naturals)
    return PLAY


@hand_component(Action.UNDO)
async def undo_last_action(interaction: HandInteraction) -> HandPage:
    """Undo what the newest action of this turn did: a move, or a whole proposal."""
    await interaction.take_back()
    return PLAY


@hand_component(Action.PLAY_SUGGESTION)
async def play_suggested_move(interaction: HandInteraction) -> HandPage:
    """Make the move that the notice suggests."""
    text = interaction.live.proposed(interaction.seat)
    if text is None or not interaction.is_about(text):
        raise StalePanel
    await interaction.play(text)
    return PLAY


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


# ---- pages


@hand_component(Action.PLAY_PAGE, check=accept_stale)
async def show_play_page(_: HandInteraction) -> HandPage:
    """Show the hand as it is now."""
    return PLAY


@hand_component(Action.ABOUT_PAGE, check=accept_stale)
async def show_about_page(_: HandInteraction) -> HandPage:
    """Show what happened, the score, and the auto-answers."""
    return ABOUT_PAGE


@hand_component(Action.HURRY_COMPUTERS, check=accept_stale)
async def hurry_computers(interaction: HandInteraction) -> HandPage:
    """Make the computer players move without pauses."""
    interaction.services.computers.hurry(interaction.live.row.id)
    return PLAY


@hand_component(Action.HINT)
async def show_hint(interaction: HandInteraction) -> HandPage:
    """Say what a good player would do now and why; suggest that move."""
    view = interaction.view
    if all(one.seat != interaction.seat for one in view.pending):
        raise StalePanel
    learnt = interaction.store.lessons
    await record_hint_request(
        learnt, interaction.services.sessions, interaction.live, interaction.seat
    )
    body = private_tables.next_best_move(interaction.live)
    if body is not None:
        move = engine.read(body, view)
        words = lesson_hint(interaction.live, interaction.seat, move)
        return await interaction.proposing(HandPage(notice=words), move)
    # Either way the same hint for the same question; a coach says what its buttons say.
    seed = Random(interaction.live.row.seq)  # noqa: S311 - no secret hangs on it
    rng = luck() if is_practice(interaction.live) else seed
    seen = interaction.live.seen(interaction.seat)
    advice = await asyncio.to_thread(hint, seen, interaction.seat, rng)
    words = hint_words(advice, seen, interaction.seat)
    return await interaction.proposing(HandPage(notice=words), advice.move)


@component(Action.NEXTTABLE)
async def open_next_table(interaction: ComponentInteraction) -> None:
    """Open the next table that waits for the member, or this one if no other waits any longer."""
    raw = interaction.raw
    here = await load_hand_interaction(interaction, interaction.custom_id.table)
    others = here.live.others_waiting(here.seat)
    there = await load_hand_interaction(interaction, others[0]) if others else here
    await defer(raw, thinking=not is_private_message(raw))
    await interaction.services.hand_panels.show(raw, there.live, there.seat, PLAY)


@hand_component(Action.DISCARD_PAGE)
async def show_discard_page(interaction: HandInteraction) -> HandPage:
    """Show another page of discards."""
    return HandPage(discards=max(0, interaction.argument()))


# ---- auto-answers


@hand_component(Action.PASS_UNTIL_MY_TURN)
async def pass_until_my_turn(interaction: HandInteraction) -> HandPage:
    """Pass this offer and all others until the member's own turn."""
    await interaction.wish_for_offers(choice_at(OFFER_WISHES, interaction.argument()))
    return PLAY


@hand_component(Action.OFFER_ANSWER, ABOUT_PAGE)
async def set_offer_answer(interaction: HandInteraction) -> HandPage:
    """Set the auto-answer to every offer."""
    await interaction.wish_for_offers(choice_at(OFFER_WISHES, interaction.choice))
    return ABOUT_PAGE


@hand_component(Action.LEAVE_ANSWER, ABOUT_PAGE)
async def set_leave_answer(interaction: HandInteraction) -> HandPage:
    """Set the auto-answer to a partner who asks for leave to go out."""
    await interaction.wish_for_leave(choice_at(LEAVE_WISHES, interaction.choice))
    return ABOUT_PAGE


# ---- appearance


@hand_component(Action.WORDS_FIRST, check=accept_stale)
async def toggle_words_first(interaction: HandInteraction) -> HandPage:
    """Show words before the picture, or after it."""
    await interaction.look(lambda now: replace(now, words_first=not now.words_first))
    return ABOUT_PAGE


@hand_component(Action.HAND_DECK, check=accept_stale)
async def set_deck(interaction: HandInteraction) -> HandPage:
    """Set the deck of the member's own pictures."""
    deck = DECKS[interaction.choice % len(DECKS)]
    await interaction.look(lambda now: replace(now, deck=deck))
    return ABOUT_PAGE


@hand_component(Action.HAND_SORTING, check=accept_stale)
async def set_sorting(interaction: HandInteraction) -> HandPage:
    """Set how the member's own hand is sorted."""
    order = ORDERS[interaction.choice % len(ORDERS)]
    await interaction.look(lambda now: replace(now, order=order))
    return ABOUT_PAGE


# ---- note


@component(Action.NOTE)
async def open_note_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for the member's own note at the table, with what it says now."""
    asked = interaction.custom_id
    hand = await load_hand_interaction(interaction, asked.table)
    if hand.live.row.status is not TableStatus.PLAYING:
        raise Refusal("panel.note_over")
    field = ui.TextInput[ui.Modal](
        custom_id="note",
        style=discord.TextStyle.paragraph,
        default=hand.live.chosen(hand.seat).memo,
        max_length=NOTED,
        required=False,
    )
    rule = say("panel.note_rule")
    label = ui.Label(text=say("panel.note_field"), description=rule, component=field)
    address = (asked.table, asked.seen)
    await send_modal(interaction.raw, Action.NOTE_MODAL, say("panel.note"), label, address=address)


@hand_component(Action.NOTE_MODAL, check=accept_stale)
async def submit_note_modal(interaction: HandInteraction) -> HandPage:
    """Save the member's own note."""
    await interaction.note(interaction.fields["note"].strip()[:NOTED])
    return ABOUT_PAGE
