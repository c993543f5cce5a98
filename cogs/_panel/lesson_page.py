"""A lesson in the panel: what to do above the hand, and what became of it in place of controls."""

from collections.abc import Sequence
from typing import Final

from discord import ui

import engine
from cogs._game import lesson_step
from cogs._game.live import Live
from cogs._kit import verbs
from cogs._kit.address import NO_TABLE, Address
from cogs._kit.components import Item, Style, row
from cogs._kit.texts import AS_TEXT, SUITS, card, say
from cogs._kit.verbs import Verb
from cogs._learning.book import LessonStep, courses, lesson_after, lesson_title, lessons, step_after
from cogs._learning.trail import kinds
from cogs._learning.verdict import Stand, StepVerdict, is_forbidden
from cogs._panel.panel import Panel, is_turn
from cogs._panel.signs_page import signs_button
from cogs._story.labels import move_label, refusal_words
from cogs._story.turns import round_story
from engine.advice import choices
from engine.model.moves import Move

MARKED_AFTER: Final = 2
"""Misses after which the hint is marked."""
SHOWN_AFTER: Final = 4
"""Misses after which a good move can be shown."""
TOLD: Final = 6
"""Lines of what the others did."""
IN_A_ROW: Final = 5
"""Discord's limit for buttons side by side."""
NOT_IN_LESSONS: Final[frozenset[Verb]] = frozenset(
    {
        *(verbs.PLAN, verbs.ABOUT, verbs.MAIN, verbs.HINT, verbs.SKIP, verbs.LEARN),
        *(
            verbs.PLAYTURN,
            verbs.LAYALL,
            verbs.WISH,
            verbs.THROW,
            verbs.DROP,
            verbs.FLIP,
            verbs.DROPIT,
        ),
    }
)
"""Controls that would lead away from the step, or through it; the hint has another place."""
SIGNS: Final = {ord(words.removesuffix(AS_TEXT)): words for words in SUITS.values()}


def taught(key: str) -> str:
    """A sentence of a lesson, its suits written as everywhere."""
    return say(key).translate(SIGNS)


def lesson_hint(live: Live, seat: int, move: Move) -> str:
    """What the next of the best moves is."""
    return say("learn.hint", move=move_label(move, live, seat))


def taught_refusal(step: LessonStep, tried: Sequence[str], refused: engine.Refused) -> str:
    """Why a move is refused: the step's own sentence where it has one, and the rule's."""
    own = "illegal" if is_forbidden(step, tried) else None
    words = taught(step.words(own) if own else "lesson.fallback.illegal")
    return say("learn.refused", words=words, rule=refusal_words(refused))


def lesson_head(panel: Panel, step: LessonStep, found: StepVerdict) -> list[str]:
    """Where the learner is, and what there is to say."""
    notice = panel.page.notice
    words = taught(found.words)
    return [
        place(step),
        say("panel.notice", notice=notice) if notice else "",
        words if found.is_open else say(f"learn.{found.stand.value}", text=words),
    ]


def place(step: LessonStep) -> str:
    """The lesson, and the step in it."""
    lesson = lessons()[step.lesson]
    return say(
        "learn.place",
        lesson=lesson_title(lesson),
        step=lesson.steps.index(step) + 1,
        n=len(lesson.steps),
    )


def told_after(panel: Panel) -> list[str]:
    """What was done, once there is nothing more to do; a lesson ends with its round."""
    told = round_story(panel.live, panel.seat)[-TOLD:]
    return [say("board.line", words=line.words) for line in told]


def lesson_rows(panel: Panel, step: LessonStep, found: StepVerdict, rows: list[Item]) -> list[Item]:
    """The controls: those of the panel while the step is open, then the way on."""
    match found.stand:
        case Stand.OPEN:
            if panel.page.build:
                return [*rows, *aids(panel)]
            left = (kept(one, panel, step) for one in rows)
            return [*filter(None, left), *throws(panel), *aids(panel)]
        case Stand.MET:
            return [row(onward(panel, step), all_lessons(panel))]
        case Stand.MISSED:
            again = panel.button(verbs.AGAIN, label=say("learn.again"), style=Style.primary)
            return [row(again, *shown(panel), all_lessons(panel))]


def kept(item: Item, panel: Panel, step: LessonStep) -> Item | None:
    """A row of the panel without what leads away; None when nothing is left of it."""
    if isinstance(item, ui.ActionRow):
        for child in list(item.children):
            if leads_away(child) or is_idle(child, panel, step):
                item.remove_item(child)
        return item if item.children else None
    return item


def is_idle(item: Item, panel: Panel, step: LessonStep) -> bool:
    """Whether a button does nothing now, or what this step is not about."""
    if not isinstance(item, ui.Button):
        return False
    match Address.parse(str(item.custom_id)).verb:
        case verbs.BUILD.name if not is_turn(panel, "play"):
            return True
        case verbs.GOOUT.name:
            return not step.about_out
        case verbs.ASK.name:
            return "ask" not in kinds(step.aim)
        case verbs.TAKE.name if step.about_pile:
            return False
    return item.disabled


def throws(panel: Panel) -> list[Item]:
    """Every card that may be discarded, cheapest first, and none before the others."""
    faces = panel.known(choices.discards) if is_turn(panel, "play") else []
    buttons = [
        panel.button(verbs.THROW, place, label=say("panel.drop_it", card=card(face)))
        for place, face in enumerate(faces)
    ]
    return [row(*buttons[first : first + IN_A_ROW]) for first in range(0, len(faces), IN_A_ROW)]


def leads_away(item: Item) -> bool:
    """Whether a control is none of a lesson."""
    address = Address.parse(str(getattr(item, "custom_id", "")))
    return address.verb in {verb.name for verb in NOT_IN_LESSONS}


def aids(panel: Panel) -> list[Item]:
    """What helps whoever has missed the aim more than once."""
    marked = panel.live.row.misses >= MARKED_AFTER
    title, style = (
        (say("learn.hint_marked"), Style.success)
        if marked
        else (say("panel.hint"), Style.secondary)
    )
    hint = panel.button(verbs.HINT, label=title, style=style)
    return [row(hint, *shown(panel), signs_button(panel), all_lessons(panel))]


def shown(panel: Panel) -> list[Item]:
    """**Show me**, after so many misses."""
    if panel.live.row.misses < SHOWN_AFTER:
        return []
    return [panel.button(verbs.SHOWME, label=say("learn.showme"), style=Style.success)]


def onward(panel: Panel, step: LessonStep) -> Item:
    """The way on: the next step, the next lesson, or the end of the course."""
    following = lesson_after(lessons()[step.lesson])
    if step_after(step) is not None:
        title = say("learn.next")
    elif following is not None:
        title = say("learn.next_lesson", lesson=lesson_title(following))
    else:
        title = say("learn.finish")
    return panel.button(verbs.NEXT, label=title, style=Style.success)


def all_lessons(panel: Panel) -> Item:
    """The way to the course's page; the step is kept."""
    step = lesson_step.step_of(panel.live)
    assert step is not None  # this is its page
    number = list(courses()).index(lessons()[step.lesson].course)
    return verbs.COURSES.at(*NO_TABLE, number, label=say("learn.lessons"))
