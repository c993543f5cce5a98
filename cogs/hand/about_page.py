"""The panel's page of what there is to know: what happened, who stands where, standing answers."""

from dataclasses import replace
from typing import Final

import discord
from discord import ui

import engine
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.hand.appearance import DECKS
from cogs.hand.auto_answers import ASK, BELOW, LEAVE_WISHES, NEVER, OFFER_WISHES, UNDER, UNDER_FROM
from cogs.hand.interaction import (
    ABOUT_PAGE,
    HandInteraction,
    accept_stale,
    choice_at,
    hand_component,
    load_hand_interaction,
)
from cogs.hand.panel import HandPage, HandPanel, is_turn
from cogs.narration.events import log_lines
from cogs.narration.labels import hand_words
from cogs.narration.melds import melds_told
from cogs.narration.table_words import heading
from cogs.table.layout import attention
from cogs.table.scores import target_score_text
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component, send_modal
from cogs.ui.layout import Item, action_row, layout_view, text_display
from cogs.ui.texts import cards, join_words, link_to_table, rank_words, say, shorten
from data.models.tables import TableStatus
from engine.advice.going_out import partners_of
from engine.advice.rank_groups import planning_table
from engine.advice.staging import Staging
from engine.model.moves import Ask
from engine.model.refusals import Code
from engine.model.view import Need, SeatView, SideView
from render.text.alt_text import own_first
from render.text.catalogue import format_number, format_signed
from render.text.display_names import side_title
from render.text.hand_order import ORDERS
from render.text.legend import legend

MOST: Final = 1500
"""Characters of the whole page: what is longer nobody hears to the end."""
WITH_SIGNS: Final = 2400
"""Where the signs of the picture are explained below."""
AWAY: Final = 200
"""Of them, what is kept for what happened meanwhile; it gets all that the melds leave."""
LEAST: Final = 400
"""What melds get at any rate: those that one may add to come first."""
KNOWN: Final = 200
"""What all seats together have for the cards that they were seen taking."""


def about_rows(panel: HandPanel) -> list[Item]:
    """Standing answers, where the game has something to answer, looks, and the way back."""
    first = "panel.picture_first" if panel.looks.words_first else "panel.words_first"
    buttons = [
        panel.button(Action.PLAY_PAGE, 1, label=say("panel.back")),
        panel.button(Action.WORDS_FIRST, label=say(first)),
        *([panel.button(Action.NOTE)] if panel.live.row.status is TableStatus.PLAYING else []),
    ]
    return [*offer_select(panel), *leave_select(panel), *look_selects(panel), action_row(*buttons)]


def look_selects(panel: HandPanel) -> list[Item]:
    """Which deck the hand is drawn with, and how it is sorted."""
    decks = [(n, say(f"panel.deck_{deck}"), "") for n, deck in enumerate(DECKS)]
    orders = [(n, say(f"panel.order_{order}"), "") for n, order in enumerate(ORDERS)]
    deck, order = DECKS.index(panel.looks.deck), ORDERS.index(panel.looks.order)
    return [
        panel.select(Action.HAND_DECK, labels=decks, placeholder=say("panel.deck"), chosen=deck),
        panel.select(
            Action.HAND_SORTING, labels=orders, placeholder=say("panel.order"), chosen=order
        ),
    ]


def offer_select(panel: HandPanel) -> list[Item]:
    """What to answer to every offer of the upcard."""
    if not panel.view.buys or panel.view.result is not None:
        return []
    labels = [(n, offer_wish(wish), "") for n, wish in enumerate(OFFER_WISHES)]
    chosen = OFFER_WISHES.index(panel.standing.offer)
    hint = say("panel.wish_hint")
    return [panel.select(Action.OFFER_ANSWER, labels=labels, placeholder=hint, chosen=chosen)]


def offer_wish(wish: int) -> str:
    """A standing answer to offers, in words."""
    if wish >= BELOW:
        return say("panel.wish_below", rank=rank_words(wish - BELOW))
    return say({ASK: "panel.wish_ask", NEVER: "panel.wish_never"}.get(wish, "panel.wish_turn"))


def leave_select(panel: HandPanel) -> list[Item]:
    """What to answer to a teammate who asks for leave to go out."""
    if not asks_leave(panel):
        return []
    labels = [(n, leave_wish(wish), "") for n, wish in enumerate(LEAVE_WISHES)]
    chosen = LEAVE_WISHES.index(panel.standing.leave)
    hint = say("panel.leave_hint")
    return [panel.select(Action.LEAVE_ANSWER, labels=labels, placeholder=hint, chosen=chosen)]


def leave_wish(wish: int) -> str:
    """A standing answer to a question for leave, in words."""
    if wish >= UNDER_FROM:
        return say("panel.leave_under", points=UNDER[wish - UNDER_FROM])
    return say(("panel.leave_ask", "panel.leave_yes", "panel.leave_no")[wish])


def asks_leave(panel: HandPanel) -> bool:
    """Whether a teammate of this seat could ever ask it for leave."""
    table = planning_table(panel.table, panel.seat)
    refused = [engine.check(table, panel.seat, Ask(m, ())) for m in partners_of(panel.view)]
    return any(one is None or one.code is not Code.NOT_IN_THIS_GAME for one in refused)


# ---- words


def table_in_words_layout(state: TableState, seat: int) -> ui.LayoutView:
    """The table in words for the member of a seat, with the way to it."""
    panel = HandPanel(state, seat, Staging(), HandPage(about=True))
    link, title = say("table.link", link=link_to_table(state.row)), heading(state, panel.view)
    now = [attention(state), pile_line(panel), target_score_text(panel.view)]
    return layout_view(text_display(link, title, *now, *known(panel)))


def pile_line(panel: HandPanel) -> str:
    """Stock and pile in words."""
    view = panel.view
    top = say("panel.pile", n=len(view.pile), card=cards(view.pile[-1:]))
    condition = say("panel.frozen") if view.frozen else say("panel.blocked") if view.blocked else ""
    return say("panel.stock", n=view.stock, pile=top + condition)


def about_text(panel: HandPanel) -> list[str]:
    """Everything there is to know, and what the picture's signs mean where that has room."""
    told = known(panel)
    return [*told, *signs(panel, WITH_SIGNS - sum(map(len, told)))]


def known(panel: HandPanel) -> list[str]:
    """Everything there is to know, in words."""
    seats, sides = own_first(panel.view)
    standing = [
        say("panel.about_scores"),
        *(side_line(panel, side) for side in sides),
        say("panel.about_hands"),
        *(seat_line(panel, seat) for seat in seats),
    ]
    room = MOST - sum(map(len, standing))
    laid = melds_told(panel.live, panel.view, panel.seat, max(room - AWAY, LEAST))
    told = since_own_turn(panel, max(room - sum(map(len, laid)), AWAY))
    return [*told, *standing, *laid]


def signs(panel: HandPanel, room: int) -> list[str]:
    """What the signs on the picture mean: all of them, or nothing where they have no room."""
    lines = [say("legend.title"), *(say("board.line", words=one) for one in legend(panel.view))]
    return lines if sum(map(len, lines)) + len(lines) <= room else []


def since_own_turn(panel: HandPanel, room: int) -> list[str]:
    """What happened since this seat's own last turn, oldest first; a turn not over is not it."""
    lines = log_lines(panel.live, panel.seat)
    over = lines[:-1] if is_turn(panel, "play") else lines
    own = [n for n, line in enumerate(over) if line.seat == panel.seat]
    since = [say("board.line", words=line.words) for line in lines[own[-1] + 1 if own else 0 :]]
    while sum(map(len, since)) > room and len(since) > 1:
        del since[0]
    heard = [shorten(line, room) for line in since]
    return [say("panel.about_away"), *(heard or [say("panel.nothing_new")])]


def side_line(panel: HandPanel, side: SideView) -> str:
    """A side: its score, this round's so far, what it has and still needs to go out."""
    now = panel.view.so_far(side)
    return say(
        "panel.side",
        side=side_name(panel, side),
        score=format_number(side.score),
        now=say("panel.side_now", change=format_signed(now)) if now else "",
        needs=needs_words(panel, side.side, side.needs),
    )


def side_name(panel: HandPanel, side: SideView) -> str:
    """A side by name, and who is on it."""
    shown = tuple(panel.live.player_name(seat.seat) for seat in panel.view.seats)
    title = side_title(side, shown)
    if len(side.seats) == 1:
        return title
    return say("panel.side_of", side=title, players=join_words(shown[seat] for seat in side.seats))


def needs_words(panel: HandPanel, side: int, needs: tuple[Need, ...]) -> str:
    """The canastas that are still missing, or that its owner may go out."""
    missing = [need for need in needs if need.have < need.need]
    # A teammate's no holds for one turn, whatever canastas there are.
    denied = panel.view.no_out and panel.view.side_of(panel.view.turn) == side
    if needs and not missing and not denied:
        return say("panel.may_go_out")
    return say("panel.needs", list=join_words(map(need_words, missing))) if missing else ""


def need_words(need: Need) -> str:
    """The canastas that are missing of one kind, or of whatever kind."""
    missing = need.need - need.have
    if need.kind == "any":
        return say("panel.need_any", n=missing)
    return say("panel.need", n=missing, kind=say(f"panel.kind_{need.kind}"))


def seat_line(panel: HandPanel, seat: SeatView) -> str:
    """A seat: how many cards it holds, what waits for it, what it needs to open."""
    parts = [say("panel.holds", n=seat.hand_count)]
    if seat.foot_count:
        parts.append(say(f"panel.packet_{panel.view.packet}", n=seat.foot_count))
    if panel.view.buys:
        parts.append(say("panel.pennies", n=seat.pennies))
    if opening := opening_words(panel, seat):
        parts.append(opening)
    if seat.red_threes:
        parts.append(say("panel.red_threes", n=len(seat.red_threes), cards=cards(seat.red_threes)))
    if seat.known:
        most = KNOWN // len(panel.view.seats)
        parts.append(say("panel.took", cards=shorten(hand_words(seat.known), most)))
    who, needs = panel.live.player_name(seat.seat), needs_words(panel, seat.side, seat.needs)
    return say("panel.seat", who=who, holds=say("list.comma").join(parts) + needs)


def opening_words(panel: HandPanel, seat: SeatView) -> str:
    """What a seat needs to open, or whether it has met the contract where there is one."""
    if panel.view.contract is not None:
        return say("panel.is_down" if seat.opened else "panel.not_down")
    return "" if seat.minimum is None else say("panel.opens_with", points=seat.minimum)


NOTED: Final = 200
"""Characters of a note."""


@hand_component(Action.ABOUT_PAGE, check=accept_stale)
async def show_about_page(_: HandInteraction) -> HandPage:
    """Show what happened, the score, and the auto-answers."""
    return ABOUT_PAGE


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
