"""The panel: one seat's hand and the controls that are legal now.

Made from the seat's own view, and from lists of choices that depend on it alone.
"""

from dataclasses import replace

from discord import ui

import engine
from cogs._game import lesson_step
from cogs._game.practice import unread
from cogs._kit.components import Item, gallery, screen, text
from cogs._kit.names import harmless
from cogs._kit.texts import cards, listed, say
from cogs._learning.book import LessonStep
from cogs._panel.about_page import about, about_rows
from cogs._panel.build_page import build_rows, staged
from cogs._panel.coach_page import practice_head, practice_rows
from cogs._panel.first_melds import opening
from cogs._panel.lays import turn_words
from cogs._panel.lesson_page import lesson_head, lesson_rows, place, told_after
from cogs._panel.panel import Panel, is_turn
from cogs._panel.picks import remaining
from cogs._panel.plan_page import plan_note, plan_rows, plan_words
from cogs._panel.play_page import play_rows
from cogs._panel.round_page import round_screen
from cogs._panel.signs_page import back_row, signs
from cogs._screens.calls import asked, asked_for, game_name
from cogs._screens.table import happenings
from cogs._story.briefly import briefly
from cogs._story.labels import draw_count, drawing, hand_words, label, reason, upcard
from cogs._story.turns import newest_first, this_turn
from engine.advice import choices
from engine.advice.no_take import why_no_take
from engine.model.cards import Cards
from engine.model.events import Discarded, RoundScored
from engine.model.moves import Discard
from render.artist import Picture
from render.text import sorting


def panel_screen(panel: Panel, picture: Picture) -> ui.LayoutView:
    """The panel as it stands."""
    step = lesson_step.step_of(panel.live)
    if step is not None:
        return lesson_screen(panel, picture, step)
    scored = unread(panel.live)
    if scored is not None:
        return round_screen(panel, picture, scored)
    if panel.page.about:
        return screen(text(*head(panel)), text(*about(panel)), *about_rows(panel))
    rows = rows_of(panel)
    return screen(
        text(*head(panel)), *shown(panel, picture, body(panel)), *rows, *practice_rows(panel)
    )


def shown(panel: Panel, picture: Picture, words: list[str]) -> list[Item]:
    """The picture and the words; Discord takes no empty text, and an empty hand may have none."""
    found = [gallery(picture), *([text(*words)] if any(words) else [])]
    return found[::-1] if panel.looks.words_first else found


def lesson_screen(panel: Panel, picture: Picture, step: LessonStep) -> ui.LayoutView:
    """The panel as a step of a lesson has it."""
    found = lesson_step.standing(panel.live, step)
    if panel.page.about:
        return screen(text(place(step)), *shown(panel, picture, signs(panel)), back_row(panel))
    words = lesson_body(panel, step) if found.is_open else told_after(panel)
    rows = lesson_rows(panel, step, found, rows_of(panel) if found.is_open else [])
    return screen(text(*lesson_head(panel, step, found)), *shown(panel, picture, words), *rows)


def lesson_body(panel: Panel, step: LessonStep) -> list[str]:
    """The hand in words, what may be taken, and what may not go; a lesson says the rest itself.

    Of the pile a lesson is silent until it is about it, and of rules by their ids altogether.
    """
    if panel.page.build:
        return body(panel)
    return [
        held(panel, panel.view.hand),
        locked_line(panel),
        "" if step.explains_later else kept_line(panel),
        upcard_line(panel),
        take_line(panel, cited=False) if step.about_pile else "",
    ]


def rows_of(panel: Panel) -> list[Item]:
    """The controls of the page that is open."""
    if panel.page.plan:
        return plan_rows(panel)
    return build_rows(panel) if panel.page.build else play_rows(panel)


def head(panel: Panel) -> list[str]:
    """The notice, what is to be done, and what the first melds need."""
    notice = panel.page.notice
    return [
        *practice_head(panel),
        say("panel.notice", notice=notice) if notice else "",
        heading(panel),
        note(panel),
        plan_note(panel),
        question(panel),
        leaving(panel),
        opening(panel),
    ]


def leaving(panel: Panel) -> str:
    """The question asked once more before going out, of a foot that would count."""
    foot = panel.view.seats[panel.seat].foot_count
    if not (panel.page.leaving and foot):
        return ""
    return say(f"panel.leaving_{panel.view.packet}", n=foot)


def note(panel: Panel) -> str:
    """What whoever plays the seat has written down for themselves."""
    written = panel.live.chosen(panel.seat).memo
    return say("panel.note_line", note=harmless(written)) if written else ""


def heading(panel: Panel) -> str:
    """The game, its table, the round, and what is to be done."""
    facts = {"game": game_name(panel.live), "table": panel.live.row.id}
    return say("panel.heading", **facts, round=panel.view.round, what=task(panel))


def task(panel: Panel) -> str:
    """What this seat is asked to do, or whom it waits for."""
    for decision in panel.view.pending:
        if decision.seat == panel.seat:
            return own_task(panel, decision.kind)
    waiting = listed(asked(panel.live, seat) for seat in panel.live.deciding())
    return say("panel.task_wait", who=waiting) if waiting else say("panel.task_over")


def own_task(panel: Panel, kind: str) -> str:
    """What this seat is asked to do."""
    view = panel.view
    if kind == "draw" and view.takes == "upcard":
        gone = asked_for(panel.live, panel.seat) == "stock"
        return say("panel.task_stock" if gone else "panel.task_upcard", card=upcard(view))
    if kind == "offer" and last_thrower(panel) == panel.seat:
        return say("panel.task_offer_own", card=upcard(view))
    what = {"draw": drawing(view), "foot": view.packet}.get(kind, kind)
    if what != "last" and panel.is_coached and not able(panel, kind):
        return say(f"coach.task_{kind}")
    return say(f"panel.task_{what}", card=upcard(view), who=asker(panel))


def last_thrower(panel: Panel) -> int | None:
    """Whose discard lies on the pile."""
    events = newest_first(panel.live, panel.seat)
    return next((event.seat for event in events if isinstance(event, Discarded)), None)


def able(panel: Panel, kind: str) -> bool:
    """Whether there is anything to take, or to lay."""
    match kind:
        case "draw":
            return bool(panel.known(choices.takes))
        case "play":
            return bool(panel.known(choices.suggestions))
        case _:
            return True


def asker(panel: Panel) -> str:
    """Who asks for leave to go out, if somebody does."""
    found = panel.view.question
    return panel.live.called(found.asker) if found else ""


def question(panel: Panel) -> str:
    """What a yes to going out would cost this seat; never what the asker holds."""
    view = panel.view
    if view.question is None or view.question.asked != panel.seat:
        return ""
    cost = view.values.in_hand(view.hand)
    return say("panel.asked", n=len(view.hand), points=cost, who=asker(panel))


def arrival(panel: Panel) -> str:
    """The foot that has come since this seat last ended a turn: said after the hand it is in."""
    for event in newest_first(panel.live, panel.seat):
        foot = [deed for deed in event.deeds() if deed.kind == "foot"]
        if foot and event.whose == panel.seat:
            return say(f"panel.arrived_{panel.view.packet}", cards=hand_words(foot[0].cards))
        # A foot comes after the discard, so the search from the end meets it first.
        is_own_end = isinstance(event, Discarded) and event.seat == panel.seat
        if is_own_end or isinstance(event, RoundScored):
            return ""
    return ""


def body(panel: Panel) -> list[str]:
    """The hand in words, then what happened, or what is being built."""
    view = panel.view
    if panel.page.build:
        return [held(panel, remaining(panel), left=bool(panel.staging.groups)), *staged(panel)]
    words = held(panel, view.hand)
    if panel.page.plan:
        return [words, *plan_words(panel)]
    lines = told_lines(panel)
    return [
        words,
        arrival(panel),
        locked_line(panel),
        kept_line(panel),
        turn_words(panel),
        upcard_line(panel),
        take_line(panel, cited=not panel.is_coached),
        stock_line(panel),
        *lines,
    ]


def locked_line(panel: Panel) -> str:
    """The cards that may not be laid in this turn."""
    locked = panel.view.locked if is_turn(panel, "play") else b""
    return say("panel.locked", cards=hand_words(locked)) if locked else ""


def kept_line(panel: Panel) -> str:
    """Why some cards may not be discarded now; nothing where none or all may not."""
    may_go = panel.known(choices.discards) if is_turn(panel, "play") else []
    kept = bytes(face for face in dict.fromkeys(panel.view.hand) if face not in may_go)
    refused = engine.check(panel.table, panel.seat, Discard(kept[0])) if kept and may_go else None
    return say("panel.kept", why=reason(refused)) if refused else ""


def told_lines(panel: Panel) -> list[str]:
    """A line for each other player; while melding one's own turn alone, theirs were told before."""
    if is_turn(panel, "play"):
        own = max(1, len(this_turn(panel.live, panel.seat)))
        return happenings(panel.live, panel.seat, own)
    told = briefly(panel.live, panel.seat)
    if panel.is_coached and told:
        return [say("board.line", words=say("panel.between").join(told))]
    return [say("board.line", words=line) for line in told]


def held(panel: Panel, hand: Cards, *, left: bool = False) -> str:
    """Cards of the hand in words, sorted as its member likes it; nothing for none.

    `left`: others of the hand are put aside, and the picture shows those as well.
    """
    groups = sorting.groups(replace(panel.view, hand=hand), panel.looks.order)
    listed_cards = say("panel.between").join(map(cards, groups))
    key = "panel.hand_left" if left else "panel.hand"
    return say(key, n=len(hand), cards=listed_cards) if hand else ""


def upcard_line(panel: Panel) -> str:
    """What lies on the pile, in words."""
    view = panel.view
    if not view.pile or not (is_turn(panel, "draw") or is_turn(panel, "offer")):
        return ""
    shown = panel.live.shown_card(view.pile[-1])
    return say("panel.upcard", card=shown, n=len(view.pile))


def stock_line(panel: Panel) -> str:
    """How many cards the stock still has, once it lasts for two rounds of turns at most."""
    view = panel.view
    few = 2 * len(view.seats) * draw_count(panel.table, panel.seat)
    told = is_turn(panel, "draw") and 0 < view.stock <= few
    return say("panel.stock_few", n=view.stock) if told else ""


def take_line(panel: Panel, *, cited: bool = True) -> str:
    """The best way to take the pile, or why there is none, by which rule if that is `cited`."""
    view = panel.view
    if not is_turn(panel, "draw") or view.takes == "upcard" or not view.pile:
        return ""
    best = next(iter(panel.known(choices.takes)), None)
    if best is not None:
        how = label(best, panel.live, panel.seat)
        return say("panel.can_take", how=how)
    refused = panel.known(why_no_take)
    if refused is None:
        return ""
    rule = say("panel.cited", rule=refused.rule) if cited else ""
    return say("panel.no_take", why=reason(refused), rule=rule)
