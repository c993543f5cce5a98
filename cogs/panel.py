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
from cogs._game import lesson_step
from cogs._game.practice import is_practice
from cogs._kit import verbs
from cogs._kit.controls import ComponentInteraction, component, show_form
from cogs._kit.refusals import Refusal
from cogs._kit.replies import acknowledge, is_panel
from cogs._kit.texts import say
from cogs._messages.coaching import was_asked
from cogs._panel.going_out_row import plan_of, staged_way
from cogs._panel.lesson_page import lesson_hint
from cogs._panel.panel import Page
from cogs._press.panel import (
    ABOUT,
    PLAY,
    AtSeat,
    StaleScreen,
    accept_stale,
    hand_component,
    load_hand_interaction,
    picked,
    staged_anew,
)
from cogs._story.labels import hint_words
from cogs._wishes.looks import DECKS
from cogs._wishes.standing_answers import LEAVE_WISHES, OFFER_WISHES
from data.game.rows import Status
from engine.advice import choices
from engine.advice.no_take import why_no_take
from engine.advice.whole_turn import hint, luck
from engine.model.moves import Ask, Discard
from render.text.sorting import ORDERS

NOTED: Final = 200
"""Characters of a note."""


# ---- moves


@hand_component(verbs.SAY)
async def simple_move(interaction: AtSeat) -> Page:
    """Draw, buy, pass, pick up the foot, say yes or no."""
    await interaction.play(picked(choices.SIMPLE, interaction.argument()))
    return PLAY


@hand_component(verbs.TAKE)
async def take_pile(interaction: AtSeat) -> Page:
    """Take the pile in the first of the listed ways; without one, say which rule forbids it.

    The public button is shown to everybody, whether or not a hand can take the pile.
    """
    found = interaction.known(choices.takes)
    refused = None if found else why_no_take(interaction.table, interaction.seat)
    if refused is not None:
        raise refused
    await interaction.play(picked(found, 0).move)
    return PLAY


@hand_component(verbs.TAKES)
async def take_pile_by_option(interaction: AtSeat) -> Page:
    """Take the pile in the chosen way."""
    await interaction.play(picked(interaction.known(choices.takes), interaction.choice).move)
    return PLAY


@hand_component(verbs.LAY)
async def lay_suggestion(interaction: AtSeat) -> Page:
    """Lay a suggested meld or lay-off."""
    await interaction.play(picked(interaction.known(choices.suggestions), interaction.choice).move)
    return PLAY


@hand_component(verbs.LAYIT)
async def lay_only_suggestion(interaction: AtSeat) -> Page:
    """Lay the only suggestion there is."""
    await interaction.play(picked(interaction.known(choices.suggestions), 0).move)
    return PLAY


@hand_component(verbs.DROP)
async def discard_selected(interaction: AtSeat) -> Page:
    """Discard the chosen card, which ends the turn."""
    await interaction.play(Discard(picked(interaction.known(choices.discards), interaction.choice)))
    return PLAY


@hand_component(verbs.DROPIT)
async def discard_only(interaction: AtSeat) -> Page:
    """Discard the only card that may go."""
    await interaction.play(Discard(picked(interaction.known(choices.discards), 0)))
    return PLAY


@hand_component(verbs.THROW)
async def discard_proposed(interaction: AtSeat) -> Page:
    """Discard one of the proposed cards."""
    await interaction.play(
        Discard(picked(interaction.known(choices.discards), interaction.argument()))
    )
    return PLAY


@hand_component(verbs.PLAYTURN)
async def play_proposed_turn(interaction: AtSeat) -> Page:
    """Lay everything that is proposed for this turn, all or nothing; the discard is separate."""
    await interaction.carry_out(interaction.panel(PLAY).proposed_turn.moves)
    return PLAY


@hand_component(verbs.LAYALL)
async def lay_all_naturals(interaction: AtSeat) -> Page:
    """Lay every natural card that can go down, all or nothing."""
    await interaction.carry_out(interaction.panel(PLAY).all_naturals)
    return PLAY


@hand_component(verbs.UNDO)
async def undo_last_action(interaction: AtSeat) -> Page:
    """Undo what the newest action of this turn did: a move, or a whole proposal."""
    await interaction.take_back()
    return PLAY


@hand_component(verbs.INSTEAD)
async def play_suggested_move(interaction: AtSeat) -> Page:
    """Make the move that the notice suggests."""
    text = interaction.live.proposed(interaction.seat)
    if text is None or not interaction.is_about(text):
        raise StaleScreen
    await interaction.play(text)
    return PLAY


# ---- going out


@hand_component(verbs.GOOUT)
async def go_out(interaction: AtSeat) -> Page:
    """Go out; ask first where a foot would count against the side."""
    panel = interaction.panel(PLAY)
    if not interaction.is_about(staged_way(panel), 1):
        return staged_anew()
    if interaction.argument() != 1:
        return Page(leaving=True)
    await interaction.carry_out(plan_of(panel))
    return PLAY


@hand_component(verbs.ASK)
async def ask_partner_to_go_out(interaction: AtSeat) -> Page:
    """Ask a partner for leave to go out. The partner does not see the cards."""
    panel = interaction.panel(PLAY)
    if not interaction.is_about(staged_way(panel), 1):
        return staged_anew()
    plan = plan_of(panel)
    if not plan:
        raise StaleScreen
    await interaction.play(Ask(interaction.argument(), plan))
    return PLAY


# ---- pages


@hand_component(verbs.MAIN, check=accept_stale)
async def show_play_page(_: AtSeat) -> Page:
    """Show the hand as it is now."""
    return PLAY


@hand_component(verbs.ABOUT, check=accept_stale)
async def show_about_page(_: AtSeat) -> Page:
    """Show what happened, the score, and the auto-answers."""
    return ABOUT


@hand_component(verbs.SKIP, check=accept_stale)
async def hurry_computers(interaction: AtSeat) -> Page:
    """Make the computer players move without pauses."""
    interaction.services.computers.hurry(interaction.live.row.id)
    return PLAY


@hand_component(verbs.HINT)
async def show_hint(interaction: AtSeat) -> Page:
    """Say what a good player would do now and why; suggest that move."""
    view = interaction.view
    if all(one.seat != interaction.seat for one in view.pending):
        raise StaleScreen
    learnt = interaction.store.learning
    await was_asked(learnt, interaction.services.tables, interaction.live, interaction.seat)
    body = lesson_step.best_of(interaction.live)
    if body is not None:
        move = engine.read(body, view)
        words = lesson_hint(interaction.live, interaction.seat, move)
        return await interaction.proposing(Page(notice=words), move)
    # Either way the same hint for the same question; a coach says what its buttons say.
    seed = Random(interaction.live.row.seq)  # noqa: S311 - no secret hangs on it
    rng = luck() if is_practice(interaction.live) else seed
    seen = interaction.live.seen(interaction.seat)
    advice = await asyncio.to_thread(hint, seen, interaction.seat, rng)
    words = hint_words(advice, seen, interaction.seat)
    return await interaction.proposing(Page(notice=words), advice.move)


@component(verbs.NEXTTABLE)
async def open_next_table(interaction: ComponentInteraction) -> None:
    """Open the next table that waits for the member, or this one if no other waits any longer."""
    raw = interaction.raw
    here = await load_hand_interaction(interaction, interaction.custom_id.table)
    others = here.live.others_waiting(here.seat)
    there = await load_hand_interaction(interaction, others[0]) if others else here
    await acknowledge(raw, thinking=not is_panel(raw))
    await interaction.services.panels.show(raw, there.live, there.seat, PLAY)


@hand_component(verbs.FLIP)
async def show_discard_page(interaction: AtSeat) -> Page:
    """Show another page of discards."""
    return Page(discards=max(0, interaction.argument()))


# ---- auto-answers


@hand_component(verbs.WISH)
async def pass_until_my_turn(interaction: AtSeat) -> Page:
    """Pass this offer and all others until the member's own turn."""
    await interaction.wish_for_offers(picked(OFFER_WISHES, interaction.argument()))
    return PLAY


@hand_component(verbs.WISHES, ABOUT)
async def set_offer_answer(interaction: AtSeat) -> Page:
    """Set the auto-answer to every offer."""
    await interaction.wish_for_offers(picked(OFFER_WISHES, interaction.choice))
    return ABOUT


@hand_component(verbs.LEAVES, ABOUT)
async def set_leave_answer(interaction: AtSeat) -> Page:
    """Set the auto-answer to a partner who asks for leave to go out."""
    await interaction.wish_for_leave(picked(LEAVE_WISHES, interaction.choice))
    return ABOUT


# ---- appearance


@hand_component(verbs.FIRST, check=accept_stale)
async def toggle_words_first(interaction: AtSeat) -> Page:
    """Show words before the picture, or after it."""
    await interaction.look(lambda now: replace(now, words_first=not now.words_first))
    return ABOUT


@hand_component(verbs.DECK, check=accept_stale)
async def set_deck(interaction: AtSeat) -> Page:
    """Set the deck of the member's own pictures."""
    deck = DECKS[interaction.choice % len(DECKS)]
    await interaction.look(lambda now: replace(now, deck=deck))
    return ABOUT


@hand_component(verbs.SORT, check=accept_stale)
async def set_sorting(interaction: AtSeat) -> Page:
    """Set how the member's own hand is sorted."""
    order = ORDERS[interaction.choice % len(ORDERS)]
    await interaction.look(lambda now: replace(now, order=order))
    return ABOUT


# ---- note


@component(verbs.NOTE)
async def open_note_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for the member's own note at the table, with what it says now."""
    asked = interaction.custom_id
    hand = await load_hand_interaction(interaction, asked.table)
    if hand.live.row.status is not Status.PLAYING:
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
    await show_form(interaction.raw, verbs.NOTED, say("panel.note"), label, address=address)


@hand_component(verbs.NOTED, check=accept_stale)
async def submit_note_modal(interaction: AtSeat) -> Page:
    """Save the member's own note."""
    await interaction.note(interaction.fields["note"].strip()[:NOTED])
    return ABOUT
