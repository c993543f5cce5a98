"""Rows for taking the pile and laying: the proposed turn, all natural cards, single suggestions.

The handlers are in `play_page`.
"""

from collections.abc import Iterable, Mapping
from operator import itemgetter

from discord import PartialEmoji

from cogs.game.private_tables import is_lesson
from cogs.hand.panel import HandPanel, choice_digest, is_turn, move_in_words
from cogs.narration.labels import (
    advice_words,
    broken_rule,
    gain,
    hint_words,
    lay_labels,
    move_label,
    take_label,
)
from cogs.ui.actions import Action
from cogs.ui.layout import Item, Style, action_row
from cogs.ui.texts import join_words, say
from engine.advice import choices
from engine.advice.choices import Choice
from engine.advice.judgement import holds_back, throws_wild
from engine.advice.rank_groups import wilds_of
from engine.advice.why_no_take import why_no_take
from engine.model.cards import Cards
from engine.model.moves import Add, Meld, Move, Take, cards_laid
from engine.model.refusals import Refused


def take_button(panel: HandPanel) -> list[Item]:
    """Button that takes the pile in the best way.

    The button is disabled if the seat has no way to take the pile.
    """
    view, takes = panel.view, panel.takes
    never = view.takes == "upcard" and not takes
    if not is_turn(panel, "draw") or not view.pile or never:
        return []
    style = Style.success if isinstance(panel.next_move, Take) else Style.secondary
    return [panel.button(Action.TAKE_PILE, label=take_label(view), style=style, disabled=not takes)]


def take_select(panel: HandPanel) -> list[Item]:
    """Select for the ways to take the pile. Empty if there is only one way, or none."""
    takes = panel.takes
    if len(takes) < 2:
        return []
    content = {"labels": choice_labels(panel, takes), "emojis": choice_emojis(panel, takes)}
    return [panel.select(Action.TAKE_PILE_OPTION, placeholder=say("panel.takes"), **content)]


def lay_select(panel: HandPanel) -> list[Item]:
    """Select for the legal melds and lay-offs, best first. If there is only one, a button instead.

    If it is better to lay nothing, the panel calls none of them the best.
    """
    options = panel.lays
    if len(options) == 1:
        if is_proposed(panel, options[0].move):
            return []
        return [
            action_row(
                panel.button(
                    Action.LAY_ONLY, label=single_label(panel, options[0]), style=Style.secondary
                )
            )
        ]
    is_advised = isinstance(panel.next_move, Meld | Add)
    hint = say("panel.lay" if is_advised else "panel.lay_any", n=len(options))
    labels = choice_labels(panel, options)
    if is_lesson(panel.state):  # the order would reveal what the lesson asks
        labels.sort(key=itemgetter(1))
    content = {"labels": labels, "emojis": choice_emojis(panel, options)}
    return [panel.select(Action.LAY, placeholder=hint, **content)] if options else []


def is_proposed(panel: HandPanel, move: Move) -> bool:
    """Return whether the proposed turn, which has its own button, lays exactly this."""
    wild = wilds_of(panel.table)
    proposed = [choices.canonical_move(one, wild) for one in panel.judged.moves]
    return proposed == [choices.canonical_move(move, wild)]


def single_label(panel: HandPanel, only: Choice) -> str:
    """Label of the button for the only suggestion: the move and its points."""
    text = say("panel.typed", move=move_in_words(panel, only.move), gain=gain(only, panel.view))
    return text[:1].upper() + text[1:]


def choice_labels(panel: HandPanel, options: list[Choice]) -> list[tuple[int, str, str]]:
    """Options of a select: each move with its points."""
    view = panel.view
    return [(n, move_in_words(panel, c.move), gain(c, view)) for n, c in enumerate(options)]


def choice_emojis(panel: HandPanel, options: list[Choice]) -> Mapping[int, PartialEmoji | None]:
    """The first card that each choice lays, as an emoji."""
    laid_by = ((n, cards_laid(choice.move)) for n, choice in enumerate(options))
    return {n: panel.state.emojis.of(cards[0]) for n, cards in laid_by if cards}


def shown_refusal(panel: HandPanel) -> Refused | None:
    """Return why the pile cannot be taken.

    None if the pile can be taken, or if a notice already gives the reason.
    """
    view = panel.view
    asks = is_turn(panel, "draw") and view.takes != "upcard" and bool(view.pile)
    said = panel.page.rule or panel.takes
    return panel.known(why_no_take) if asks and not said else None


def why_button(panel: HandPanel) -> list[Item]:
    """Button that shows the rule that the panel names. Empty in lessons, which explain rules."""
    refused = shown_refusal(panel)
    rule = panel.page.rule or (broken_rule(refused) if refused else "")
    if not rule or is_lesson(panel.state):
        return []
    return [panel.button(Action.WHY_RULE, choice_digest(rule))]


def turn_rows(panel: HandPanel) -> list[Item]:
    """Buttons for the proposed turn, and for all natural cards.

    The button for natural cards is left out if the proposed turn lays the same cards.
    """
    lays, natural, buttons = panel.judged.moves, panel.all_naturals, []
    if lays:
        style = Style.success if panel.next_move in lays else Style.secondary
        buttons.append(panel.button(Action.PLAYTURN, label=turn_title(panel), style=style))
    if len(melds_of(natural)) > 1 and sorted(laid(natural)) != sorted(laid(lays)):
        title = say("panel.lay_all", n=len(laid(natural)))
        buttons.append(panel.button(Action.LAYALL, label=title))
    return [action_row(*buttons)] if buttons else []


def turn_title(panel: HandPanel) -> str:
    """Label of the button for the proposed turn: its only move, or the number of cards."""
    lays = panel.judged.moves
    if len(lays) == 1:
        return say("panel.play_turn_lay", move=move_in_words(panel, lays[0]))
    return say("panel.play_turn", n=len(laid(lays)))


def turn_words(panel: HandPanel) -> str:
    """The proposed turn in words.

    If the turn lays nothing, this is only the reason for advice that may surprise a beginner.
    """
    turn = panel.judged
    if not turn.lays:
        return thrown_words(panel) or surprise_words(panel)
    lays = join_words(lay_labels(turn.moves, panel.state, panel.seat))
    if turn.ending is not None:
        return say("panel.turn_ends", lays=lays) + reason_words(panel)
    if turn.last is None:
        return say("panel.turn_lays", lays=lays) + reason_words(panel)
    last = move_label(turn.last.move, panel.state, panel.seat)
    return say("panel.turn_whole", lays=lays, last=last) + reason_words(panel)


def reason_words(panel: HandPanel) -> str:
    """The coach's reason for the first lay, and for discarding a wild card after it."""
    turn = panel.judged
    other_line = panel.page.coach or panel.page.notice
    told = [turn.lays[0]] if panel.is_coached and not other_line else []
    if turn.last is not None and throws_wild(panel.table, turn) and not panel.page.notice:
        told.append(turn.last)
    return "".join("\n" + say("coach.why", text=advice_words(one)) for one in told)


def thrown_words(panel: HandPanel) -> str:
    """The coach's advice for the discard, if nothing can be laid and no other line is shown."""
    last, other_line = panel.judged.last, panel.page.coach or panel.page.notice
    is_shown = panel.is_coached and is_turn(panel, "play") and not other_line
    return say("coach.line", text=advice_words(last)) if last and is_shown else ""


def surprise_words(panel: HandPanel) -> str:
    """Reason for advice that may surprise a beginner.

    For example, the advice discards a wild card, or leaves the pile.
    """
    turn, text = panel.judged, ""
    if panel.page.notice or is_lesson(panel.state):
        return ""
    if turn.first and panel.takes and not turn.takes:
        text = hint_words(turn.first, panel.table, panel.seat)
    elif turn.last and throws_wild(panel.table, turn):
        text = advice_words(turn.last)
    elif turn.last and panel.lays:
        text = say(f"hints.{holds_back(panel.table, panel.seat, turn)}")
    return say("coach.why", text=text) if text else ""


def laid(moves: Iterable[Move]) -> Cards:
    return b"".join(map(cards_laid, moves))


def melds_of(moves: Iterable[Move]) -> list[Cards]:
    """The cards of each meld or lay-off."""
    laid_by = (move.melds if isinstance(move, Meld) else (cards_laid(move),) for move in moves)
    return [cards for melds in laid_by for cards in melds]
