"""The layout of the hand panel: what the seat knows, the picture, the answer, and the page's rows.

A phone shows only the end of a long message. So the answer to an interaction is directly above the
components. The layout uses only the seat's own view. The rows of each page are in its own file.
"""

from dataclasses import replace

from discord import ui

import engine
from cogs.game import private_tables
from cogs.game.computer_players import is_one_against_all
from cogs.game.private_tables import unread_round_score
from cogs.hand.about_page import about_rows, about_text
from cogs.hand.build_page import build_rows, remaining, staged
from cogs.hand.lesson_page import (
    back_row,
    lesson_answer,
    lesson_rows,
    signs,
    step_title,
    story_after,
)
from cogs.hand.opening_requirement import opening_requirement
from cogs.hand.panel import HandPanel, is_turn
from cogs.hand.plan_page import plan_note, plan_rows, plan_words
from cogs.hand.play_page import play_rows
from cogs.hand.practice_page import coach_line, practice_head, practice_rows, round_over_layout
from cogs.hand.suggestions import shown_refusal, turn_words
from cogs.lessons.book import LessonStep
from cogs.narration.events import newest_first, this_turn
from cogs.narration.labels import draw_count, drawing, hand_words, label, reason, upcard
from cogs.narration.summary import others_since
from cogs.narration.table_words import draw_decision_in_words, game_name
from cogs.table.layout import last_turns
from cogs.ui.layout import Item, layout_view, picture_item, text_display
from cogs.ui.texts import card_in_sentence, cards, escaped_text, join_words, say
from engine.advice import choices
from engine.advice.judgement import throws_wild
from engine.model.cards import Cards
from engine.model.events import Discarded, RoundScored
from engine.model.moves import Discard
from render.renderer import Picture
from render.text import hand_order


def hand_layout(panel: HandPanel, picture: Picture) -> ui.LayoutView:
    """Layout of the hand panel: a lesson's step, a scored practice round, or a page of the hand."""
    step = private_tables.step_of(panel.state)
    if step is not None:
        return lesson_layout(panel, picture, step)
    scored = unread_round_score(panel.state)
    if scored is not None:
        return round_over_layout(panel, picture, scored)
    if panel.page.about:
        return layout_view(
            text_display(*head(panel)),
            text_display(*about_text(panel), *answer(panel)),
            *about_rows(panel),
            *practice_rows(panel),
        )
    return layout_view(
        text_display(*head(panel), *body(panel)),
        *picture_and_words(panel, picture, answer(panel)),
        *page_rows(panel),
        *practice_rows(panel),
    )


def picture_and_words(panel: HandPanel, picture: Picture, words: list[str]) -> list[Item]:
    """Picture and words, in the order that the member prefers.

    Discord refuses empty texts, so empty words are left out.
    """
    found = [picture_item(picture), *([text_display(*words)] if any(words) else [])]
    return found[::-1] if panel.appearance.words_first else found


def lesson_layout(panel: HandPanel, picture: Picture, step: LessonStep) -> ui.LayoutView:
    """Layout of the hand panel in a step of a lesson."""
    verdict = private_tables.step_status(panel.state, step)
    if panel.page.about:
        return layout_view(
            text_display(step_title(step)),
            *picture_and_words(panel, picture, signs(panel)),
            back_row(panel),
        )
    words = lesson_body(panel, step) if verdict.is_open else story_after(panel)
    rows = lesson_rows(panel, step, verdict, page_rows(panel) if verdict.is_open else [])
    return layout_view(
        text_display(step_title(step), *words),
        *picture_and_words(panel, picture, lesson_answer(panel, verdict)),
        *rows,
    )


def lesson_body(panel: HandPanel, step: LessonStep) -> list[str]:
    """The hand in words, with what the member may take and discard. The lesson explains the rest.

    The pile is mentioned only in a step about it. Rule ids are never shown.
    """
    if panel.page.build:
        return [*body(panel), *answer(panel)]
    return [
        hand_in_words(panel, panel.view.hand),
        locked_line(panel),
        "" if step.explains_later else kept_line(panel),
        upcard_line(panel),
        choice_line(panel) if step.about_pile else "",
    ]


def page_rows(panel: HandPanel) -> list[Item]:
    """Components of the open page."""
    if panel.page.plan:
        return plan_rows(panel)
    return build_rows(panel) if panel.page.build else play_rows(panel)


def head(panel: HandPanel) -> list[str]:
    """Lines at the top: the game, the task, note and plan, and the opening requirement."""
    return [
        *practice_head(panel),
        heading(panel),
        note_line(panel),
        plan_note(panel),
        opening_requirement(panel),
    ]


def answer(panel: HandPanel) -> list[str]:
    """Lines directly above the components.

    They say what the member may do now, give advice, and answer the last interaction.
    """
    if panel.page.about:
        return [notice_line(panel)]
    if panel.page.build:
        return [*staged(panel), notice_line(panel)]
    if panel.page.plan:
        return [*plan_words(panel), notice_line(panel)]
    told = bool(panel.page.notice)
    surprises = bool(panel.judged.lays) and throws_wild(panel.table, panel.judged)
    return [
        beginning(panel),
        question(panel),
        go_out_confirmation(panel),
        "" if told else choice_line(panel),
        "" if told and len(panel.judged.lays) == 1 else turn_words(panel),
        # Only one sentence of the coach: the reason for a surprising discard comes first.
        "" if told or surprises else coach_line(panel),
        notice_line(panel),
    ]


def beginning(panel: HandPanel) -> str:
    """Line about the aim of the game, before a seat's first decision in a game with offers."""
    view = panel.view
    decides = is_turn(panel, "offer") or is_turn(panel, "draw")
    acted = panel.state.game.last_chosen_entry(panel.seat) >= 0
    if not view.buys or not decides or acted or view.round > 1 or panel.page.notice:
        return ""
    return say("panel.begin_rummy", n=view.extra_cards)


def notice_line(panel: HandPanel) -> str:
    return say("panel.notice", notice=panel.page.notice) if panel.page.notice else ""


def go_out_confirmation(panel: HandPanel) -> str:
    """Question before the member goes out while their foot would count against them."""
    foot = panel.view.seats[panel.seat].foot_count
    if not (panel.page.leaving and foot):
        return ""
    return say(f"panel.leaving_{panel.view.packet}", n=foot)


def note_line(panel: HandPanel) -> str:
    written = panel.state.member_state(panel.seat).memo
    return say("panel.note_line", note=escaped_text(written)) if written else ""


def heading(panel: HandPanel) -> str:
    """Line with the game, its table, the round, and the task."""
    facts = {"game": game_name(panel.state), "table": panel.state.row.id}
    return say("panel.heading", **facts, round=panel.view.round, what=task(panel))


def task(panel: HandPanel) -> str:
    """The member's task, or the players for whom the table waits."""
    for decision in panel.view.pending:
        if decision.seat == panel.seat:
            return own_task(panel, decision.kind)
    waiting = join_words(panel.state.player_name(seat) for seat in panel.state.deciding())
    return say("panel.task_wait", who=waiting) if waiting else say("panel.task_over")


def own_task(panel: HandPanel, kind: str) -> str:
    view = panel.view
    if kind == "draw" and view.takes == "upcard":
        gone = draw_decision_in_words(panel.state, panel.seat) == "stock"
        return say("panel.task_stock" if gone else "panel.task_upcard", card=upcard(view))
    offered = card_in_sentence(view.pile[-1]) if view.pile else ""
    if kind == "offer" and last_thrower(panel) == panel.seat:
        return say("panel.task_offer_own", card=offered)
    what = {"draw": drawing(view), "foot": view.packet}.get(kind, kind)
    if what != "last" and panel.is_coached and not able(panel, kind):
        return say(f"coach.task_{kind}")
    return say(f"panel.task_{what}", card=offered, who=asker(panel))


def last_thrower(panel: HandPanel) -> int | None:
    """The seat that made the last discard, or None."""
    events = newest_first(panel.state, panel.seat)
    return next((event.seat for event in events if isinstance(event, Discarded)), None)


def able(panel: HandPanel, kind: str) -> bool:
    """Return whether the seat can take the pile, or can lay something, depending on `kind`."""
    match kind:
        case "draw":
            return bool(panel.known(choices.takes))
        case "play":
            return bool(panel.known(choices.suggestions))
        case _:
            return True


def asker(panel: HandPanel) -> str:
    """Name of the partner who asks to go out. "" if no partner asks."""
    found = panel.view.question
    return panel.state.player_name(found.asker) if found else ""


def question(panel: HandPanel) -> str:
    """Line with a partner's question to go out, and the points that a yes would cost this seat.

    The line never reveals the asker's hand.
    """
    view = panel.view
    if view.question is None or view.question.asked != panel.seat:
        return ""
    cost = view.values.in_hand(view.hand)
    return say("panel.asked", n=len(view.hand), points=cost, who=asker(panel))


def foot_arrival(panel: HandPanel) -> str:
    """Line about the foot, if the seat has picked it up since the end of its last turn."""
    for event in newest_first(panel.state, panel.seat):
        foot = [action for action in event.deeds() if action.kind == "foot"]
        if foot and event.whose == panel.seat:
            return say(f"panel.arrived_{panel.view.packet}", cards=hand_words(foot[0].cards))
        # The foot comes after the discard, so a search from the newest event finds the foot first.
        is_own_end = isinstance(event, Discarded) and event.seat == panel.seat
        if is_own_end or isinstance(event, RoundScored):
            return ""
    return ""


def body(panel: HandPanel) -> list[str]:
    """Lines about recent turns, the pile and the hand.

    Which of these are shown depends on the page.
    """
    view = panel.view
    if panel.page.build:
        return [hand_in_words(panel, remaining(panel), left=bool(panel.staging.groups))]
    words = hand_in_words(panel, view.hand)
    if panel.page.plan:
        return [words]
    return [
        *told_lines(panel),
        lone_line(panel),
        upcard_line(panel),
        stock_line(panel),
        words,
        foot_arrival(panel),
        locked_line(panel),
        kept_line(panel),
    ]


def lone_line(panel: HandPanel) -> str:
    """Line that says who plays the round alone, or before a draw, that a take decides it."""
    view, row = panel.view, panel.state.row
    if view.lone is None:
        undecided = is_turn(panel, "draw") and is_one_against_all(row.game, len(row.seats))
        return say("panel.lone_open") if undecided else ""
    if view.lone == panel.seat:
        return say("panel.lone_own")
    (partner,) = (s.seat for s in view.seats if s.seat not in {view.lone, panel.seat})
    who, partner_name = panel.state.player_name(view.lone), panel.state.player_name(partner)
    return say("panel.lone_other", who=who, partner=partner_name)


def locked_line(panel: HandPanel) -> str:
    """Line with the cards that may not be laid in this turn."""
    locked = panel.view.locked if is_turn(panel, "play") else b""
    return say("panel.locked", cards=hand_words(locked)) if locked else ""


def told_lines(panel: HandPanel) -> list[str]:
    """Lines about recent turns: one for each other player, or the seat's own turn while it plays.

    With a coach, the other players share one line.
    """
    if is_turn(panel, "play"):
        own = max(1, len(this_turn(panel.state, panel.seat)))
        return last_turns(panel.state, panel.seat, own)
    summaries = others_since(panel.state, panel.seat)
    if panel.is_coached and summaries:
        return [say("board.line", words=say("panel.between").join(summaries))]
    return [say("board.line", words=line) for line in summaries]


def hand_in_words(panel: HandPanel, hand: Cards, *, left: bool = False) -> str:
    """The cards of the hand in the member's order. "" for none.

    `left` says that other cards are staged.
    """
    groups = hand_order.hand_groups(replace(panel.view, hand=hand), panel.appearance.order)
    listed_cards = say("panel.between").join(map(cards, groups))
    key = "panel.hand_left" if left else "panel.hand"
    return say(key, n=len(hand), cards=listed_cards) if hand else ""


def upcard_line(panel: HandPanel) -> str:
    view = panel.view
    if not view.pile or not (is_turn(panel, "draw") or is_turn(panel, "offer")):
        return ""
    shown = panel.state.shown_card(view.pile[-1])
    return say("panel.upcard", card=shown, n=len(view.pile))


def stock_line(panel: HandPanel) -> str:
    """Number of cards in the stock.

    Shown only if the cards last for at most two rounds of turns.
    """
    view = panel.view
    few = 2 * len(view.seats) * draw_count(panel.table, panel.seat)
    summaries = is_turn(panel, "draw") and 0 < view.stock <= few
    return say("panel.stock_few", n=view.stock) if summaries else ""


def kept_line(panel: HandPanel) -> str:
    """Line that says why some cards may not be discarded.

    "" if all cards, or none, may be discarded.
    """
    may_go = panel.known(choices.discards) if is_turn(panel, "play") else []
    kept = next((face for face in panel.view.hand if face not in may_go), None)
    refused = engine.check(panel.table, panel.seat, Discard(kept)) if kept and may_go else None
    return say("panel.forbidden", why=reason(refused)) if refused else ""


def choice_line(panel: HandPanel) -> str:
    """The best way to take the pile, or the reason why the seat cannot take the pile."""
    if panel.takes and panel.view.takes != "upcard":
        return say("panel.can_take", how=label(panel.takes[0], panel.state, panel.seat))
    refused = shown_refusal(panel)
    return say("panel.forbidden", why=reason(refused)) if refused else ""
