"""The *About* page of the hand panel: recent turns, scores, auto-answers, appearance, note.

This module has the page's layout and handlers. `/table` shows the same text outside a panel.
`auto_answers` decides what auto-answers do.
"""

from dataclasses import replace
from typing import Final

from discord import ui

import engine
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.hand.appearance import DECKS
from cogs.hand.auto_answers import (
    ASK,
    BELOW,
    LEAVE_ANSWERS,
    NEVER,
    OFFER_ANSWERS,
    UNDER,
    UNDER_FROM,
)
from cogs.hand.interaction import (
    ABOUT_PAGE,
    HandInteraction,
    accept_stale,
    choice_at,
    hand_component,
    load_hand_interaction,
)
from cogs.hand.panel import HandPage, HandPanel, is_turn
from cogs.narration.events import lines_since_own
from cogs.narration.labels import hand_words
from cogs.narration.melds import melds_told
from cogs.narration.table_words import heading
from cogs.table.layout import attention
from cogs.table.scores import target_score_text
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.component import ComponentInteraction, component, send_modal
from cogs.ui.form import text_field
from cogs.ui.layout import Item, action_row, labelled_button, layout_view, text_display
from cogs.ui.texts import cards, join_words, link_to_table, rank_words, say, shorten
from data.models.tables import TableRow, TableStatus
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
"""Most characters of the text. A screen reader reads all of them aloud."""
WITH_SIGNS: Final = 2400
"""Most characters of the text together with the legend of the picture."""
AWAY: Final = 200
"""Fewest characters for recent turns. They also get the room that the melds do not need."""
LEAST: Final = 330
"""Fewest characters for melds. Melds that the seat may lay off to come first."""
KNOWN: Final = 200
"""Most characters for the cards that others saw seats take, for all seats together."""


def about_rows(panel: HandPanel) -> list[Item]:
    """Components of the page: selects for auto-answers and appearance, and buttons."""
    first = "panel.picture_first" if panel.appearance.words_first else "panel.words_first"
    buttons = [
        panel.button(Action.PLAY_PAGE, 1, label=say("panel.back")),
        panel.button(Action.WORDS_FIRST, label=say(first)),
        *([panel.button(Action.NOTE)] if panel.state.row.status is TableStatus.PLAYING else []),
    ]
    return [
        *offer_select(panel),
        *leave_select(panel),
        *appearance_selects(panel),
        action_row(*buttons),
    ]


def appearance_selects(panel: HandPanel) -> list[Item]:
    """Selects for the deck and for the order of the hand."""
    decks = [(n, say(f"panel.deck_{deck}"), "") for n, deck in enumerate(DECKS)]
    orders = [(n, say(f"panel.order_{order}"), "") for n, order in enumerate(ORDERS)]
    deck, order = DECKS.index(panel.appearance.deck), ORDERS.index(panel.appearance.order)
    return [
        panel.select(Action.HAND_DECK, labels=decks, placeholder=say("panel.deck"), chosen=deck),
        panel.select(
            Action.HAND_SORTING, labels=orders, placeholder=say("panel.order"), chosen=order
        ),
    ]


def offer_select(panel: HandPanel) -> list[Item]:
    """Select for the auto-answer to offers of the upcard. Empty in games without offers."""
    if not panel.view.buys or panel.view.result is not None:
        return []
    labels = [(n, offer_answer_text(answer), "") for n, answer in enumerate(OFFER_ANSWERS)]
    chosen = OFFER_ANSWERS.index(panel.auto_answers.offer)
    hint = say("panel.wish_hint")
    return [panel.select(Action.OFFER_ANSWER, labels=labels, placeholder=hint, chosen=chosen)]


def offer_answer_text(answer: int) -> str:
    if answer >= BELOW:
        return say("panel.wish_below", rank=rank_words(answer - BELOW))
    return say({ASK: "panel.wish_ask", NEVER: "panel.wish_never"}.get(answer, "panel.wish_turn"))


def leave_select(panel: HandPanel) -> list[Item]:
    """Select for the auto-answer to partners who ask to go out.

    Empty in games in which partners do not ask.
    """
    if not asks_leave(panel):
        return []
    labels = [(n, leave_answer_text(answer), "") for n, answer in enumerate(LEAVE_ANSWERS)]
    chosen = LEAVE_ANSWERS.index(panel.auto_answers.leave)
    hint = say("panel.leave_hint")
    return [panel.select(Action.LEAVE_ANSWER, labels=labels, placeholder=hint, chosen=chosen)]


def leave_answer_text(answer: int) -> str:
    if answer >= UNDER_FROM:
        return say("panel.leave_under", points=UNDER[answer - UNDER_FROM])
    return say(("panel.leave_ask", "panel.leave_yes", "panel.leave_no")[answer])


def asks_leave(panel: HandPanel) -> bool:
    """Return whether the rules of the game allow a partner to ask this seat."""
    table = planning_table(panel.table, panel.seat)
    refused = [engine.check(table, panel.seat, Ask(m, ())) for m in partners_of(panel.view)]
    return any(one is None or one.code is not Code.NOT_IN_THIS_GAME for one in refused)


# ---- text of the page


def table_in_words_layout(
    state: TableState, seat: int, *rows: Item, sees: bool = True
) -> ui.LayoutView:
    """The table in words for the player of a seat.

    Members who may view the table's channel (`sees`) get a link to the table message.
    """
    panel = HandPanel(state, seat, Staging(), HandPage(about=True))
    link = say("table.link", link=link_to_table(state.row)) if sees else ""
    title = heading(state, panel.view)
    now = [attention(state), pile_line(panel), target_score_text(panel.view)]
    return layout_view(text_display(link, title, *now, *known(panel)), *rows)


def details_row(row: TableRow, *actions: ButtonAction) -> Item:
    """Row for direct messages, with what the table's message has on the server.

    It has the log, the details, and before these the buttons of `actions`.
    """
    shown = (*actions, Action.LOG, Action.DETAILS)
    return action_row(*(labelled_button(action, row, "board.") for action in shown))


def pile_line(panel: HandPanel) -> str:
    view = panel.view
    top = say("panel.pile", n=len(view.pile), card=cards(view.pile[-1:]))
    condition = say("panel.frozen") if view.frozen else say("panel.blocked") if view.blocked else ""
    return say("panel.stock", n=view.stock, pile=top + condition)


def about_text(panel: HandPanel) -> list[str]:
    """Text of the page. The text has the legend of the picture if there is room."""
    recent = known(panel)
    return [*recent, *signs(panel, WITH_SIGNS - sum(map(len, recent)))]


def known(panel: HandPanel) -> list[str]:
    """Text of the page without the legend: recent turns, scores, seats and melds."""
    seats, sides = own_first(panel.view)
    standing = [
        say("panel.about_scores"),
        *(side_line(panel, side) for side in sides),
        say("panel.about_hands"),
        *(seat_line(panel, seat) for seat in seats),
    ]
    room = MOST - sum(map(len, standing))
    laid = melds_told(panel.state, panel.view, panel.seat, max(room - AWAY, LEAST))
    recent = since_own_turn(panel, max(room - sum(map(len, laid)), AWAY))
    return [*recent, *standing, *laid]


def signs(panel: HandPanel, room: int) -> list[str]:
    """Legend of the picture. Empty if the legend needs more than `room` characters."""
    lines = [say("legend.title"), *(say("board.line", words=one) for one in legend(panel.view))]
    return lines if sum(map(len, lines)) + len(lines) <= room else []


def since_own_turn(panel: HandPanel, room: int) -> list[str]:
    """The turns since the seat's own last turn, oldest first.

    A turn that the seat has not finished does not count as its last turn.
    """
    lines = lines_since_own(panel.state, panel.seat, in_turn=is_turn(panel, "play"))
    since = [say("board.line", words=line.words) for line in lines]
    while sum(map(len, since)) > room and len(since) > 1:
        del since[0]
    heard = [shorten(line, room) for line in since]
    return [say("panel.about_away"), *(heard or [say("panel.nothing_new")])]


def side_line(panel: HandPanel, side: SideView) -> str:
    """A side's score, its points in this round, and the canastas that it still needs to go out."""
    now = panel.view.so_far(side)
    return say(
        "panel.side",
        side=side_name(panel, side),
        score=format_number(side.score),
        now=say("panel.side_now", change=format_signed(now)) if now else "",
        needs=needs_words(panel, side.side, side.needs),
    )


def side_name(panel: HandPanel, side: SideView) -> str:
    shown = tuple(panel.state.player_name(seat.seat) for seat in panel.view.seats)
    title = side_title(side, shown)
    if len(side.seats) == 1:
        return title
    return say("panel.side_of", side=title, players=join_words(shown[seat] for seat in side.seats))


def needs_words(panel: HandPanel, side: int, needs: tuple[Need, ...]) -> str:
    """Names the canastas that a side needs before it may go out, or says that it may go out."""
    missing = [need for need in needs if need.have < need.need]
    # A partner's no is valid for one turn, even if the side has all canastas.
    denied = panel.view.no_out and panel.view.side_of(panel.view.turn) == side
    if needs and not missing and not denied:
        return say("panel.may_go_out")
    return say("panel.needs", list=join_words(map(need_words, missing))) if missing else ""


def need_words(need: Need) -> str:
    """The missing canastas of one kind, or of any kind."""
    missing = need.need - need.have
    if need.kind == "any":
        return say("panel.need_any", n=missing)
    return say("panel.need", n=missing, kind=say(f"panel.kind_{need.kind}"))


def seat_line(panel: HandPanel, seat: SeatView) -> str:
    """A seat's number of cards, foot, pennies, red threes and opening requirement."""
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
    who, needs = panel.state.player_name(seat.seat), needs_words(panel, seat.side, seat.needs)
    return say("panel.seat", who=who, holds=say("list.comma").join(parts) + needs)


def opening_words(panel: HandPanel, seat: SeatView) -> str:
    """A seat's minimum to open. In games with a first-down, whether the seat is down."""
    if panel.view.contract is not None:
        return say("panel.is_down" if seat.opened else "panel.not_down")
    return "" if seat.minimum is None else say("panel.opens_with", points=seat.minimum)


# ---- handlers of the auto-answers


NOTED: Final = 200
"""Most characters of a note."""


@hand_component(Action.ABOUT_PAGE, check=accept_stale)
async def show_about_page(_: HandInteraction) -> HandPage:
    return ABOUT_PAGE


@hand_component(Action.OFFER_ANSWER, ABOUT_PAGE)
async def set_offer_answer(interaction: HandInteraction) -> HandPage:
    """Set the member's auto-answer to all offers."""
    await interaction.set_offer_answer(choice_at(OFFER_ANSWERS, interaction.choice))
    return ABOUT_PAGE


@hand_component(Action.LEAVE_ANSWER, ABOUT_PAGE)
async def set_leave_answer(interaction: HandInteraction) -> HandPage:
    """Set the member's auto-answer to partners who ask to go out."""
    await interaction.set_leave_answer(choice_at(LEAVE_ANSWERS, interaction.choice))
    return ABOUT_PAGE


# ---- handlers of the appearance


@hand_component(Action.WORDS_FIRST, check=accept_stale)
async def toggle_words_first(interaction: HandInteraction) -> HandPage:
    """Show the words above the picture instead of below it, or the other way round."""
    await interaction.change_appearance(lambda now: replace(now, words_first=not now.words_first))
    return ABOUT_PAGE


@hand_component(Action.HAND_DECK, check=accept_stale)
async def set_deck(interaction: HandInteraction) -> HandPage:
    """Set the deck with which the member's own hand is drawn."""
    deck = DECKS[interaction.choice % len(DECKS)]  # a forged value must not raise
    await interaction.change_appearance(lambda now: replace(now, deck=deck))
    return ABOUT_PAGE


@hand_component(Action.HAND_SORTING, check=accept_stale)
async def set_sorting(interaction: HandInteraction) -> HandPage:
    """Set the order in which the member's own hand is sorted."""
    order = ORDERS[interaction.choice % len(ORDERS)]
    await interaction.change_appearance(lambda now: replace(now, order=order))
    return ABOUT_PAGE


# ---- handlers of the note


@component(Action.NOTE)
async def open_note_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for the member's note, filled with the current note."""
    asked = interaction.custom_id
    hand = await load_hand_interaction(interaction, asked.table)
    if hand.state.row.status is not TableStatus.PLAYING:
        raise Refusal("panel.note_over")
    written, rule = hand.state.member_state(hand.seat).memo, say("panel.note_rule")
    field = text_field("note", say("panel.note_field"), rule, written, NOTED, lines=True)
    target, title = (asked.table, asked.version), say("panel.note")
    await send_modal(interaction.raw, Action.NOTE_MODAL, title, field, address=target)


@hand_component(Action.NOTE_MODAL, check=accept_stale)
async def submit_note_modal(interaction: HandInteraction) -> HandPage:
    await interaction.note(interaction.fields["note"].strip()[:NOTED])
    return ABOUT_PAGE
