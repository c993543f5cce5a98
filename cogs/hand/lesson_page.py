"""A step of a lesson in the hand panel: its text, its components, its legend.

`cogs.lessons` judges a step. `cogs.learning` handles the buttons to the next step.
"""

from collections.abc import Sequence
from typing import Final

import engine
from cogs.game import private_tables
from cogs.game.state import TableState
from cogs.hand.panel import HandPanel, is_turn
from cogs.lessons.book import LessonStep, courses, lesson_after, lesson_title, lessons, step_after
from cogs.lessons.verdict import StepStatus, StepVerdict, is_forbidden, kinds
from cogs.narration.events import round_story
from cogs.narration.labels import move_label, reason
from cogs.ui.actions import Action, ActionId
from cogs.ui.custom_id import NO_TABLE, CustomId
from cogs.ui.layout import IN_A_ROW, Item, Style, action_row
from cogs.ui.texts import SUITS, TEXT_VARIATION_SELECTOR, card, say
from engine.advice import choices
from engine.model.cards import FACES, JOKER, JOKER_RANK, RANK_NAMES
from engine.model.moves import Move
from engine.model.view import View
from render.text.legend import legend


def signs(panel: HandPanel) -> list[str]:
    """Legend of the picture, with the points of cards."""
    lines = [*legend(panel.view), say("learn.build")]
    told = [say("board.line", words=line) for line in lines]
    return [say("legend.title"), *told, values_line(panel)]


def signs_button(panel: HandPanel) -> Item:
    """Button that shows the legend."""
    return panel.button(Action.ABOUT_PAGE, label=say("learn.signs"))


def back_row(panel: HandPanel) -> Item:
    return action_row(panel.button(Action.PLAY_PAGE, label=say("learn.to_step")))


def values_line(panel: HandPanel) -> str:
    """Points of all cards in one line: `Jo 50 · 2 A 20 · K–8 10 · 7–4 5`."""
    key = "panel.values_held" if panel.view.lowest_wins else "panel.values"
    return say(key, values=say("panel.between").join(worths(panel.view)))


def worths(view: View) -> list[str]:
    """Ranks with equal points, the highest points first.

    In games where the lowest score wins, the points are those of cards in hand.
    """
    held = view.lowest_wins
    worth_of = view.values.in_hand if held else view.values.in_melds
    by_worth: dict[int, list[int]] = {}
    for rank in sorted(view.values.ranks, reverse=True):
        face = JOKER if rank == JOKER_RANK else FACES[RANK_NAMES[rank] + "S"]
        by_worth.setdefault(worth_of(bytes((face,))), []).append(rank)
    dear = sorted(by_worth.items(), reverse=True)
    return [say("panel.value", ranks=span(ranks), n=worth) for worth, ranks in dear]


def span(ranks: list[int]) -> str:
    """Ranks as `K–8` if there are three or more. Fewer ranks are listed one by one."""
    names = [RANK_NAMES[rank].replace("T", "10") for rank in ranks]
    return " ".join(names) if len(names) < 3 else f"{names[0]}–{names[-1]}"


# ---- the step


MARKED_AFTER: Final = 2
"""Number of misses after which the hint is highlighted."""
SHOWN_AFTER: Final = 4
"""Number of misses after which the panel offers to make a good move for the member."""
TOLD: Final = 6
"""Most lines about the last moves."""
NOT_IN_LESSONS: Final[frozenset[ActionId]] = frozenset(
    {
        *(
            Action.PLAN,
            Action.ABOUT_PAGE,
            Action.PLAY_PAGE,
            Action.HINT,
            Action.HURRY_COMPUTERS,
            Action.LEARN,
        ),
        *(
            Action.PLAYTURN,
            Action.LAYALL,
            Action.PASS_UNTIL_MY_TURN,
            Action.DISCARD_PROPOSED,
            Action.DISCARD_SELECT,
            Action.DISCARD_PAGE,
            Action.DISCARD_ONLY,
        ),
    }
)
"""Actions that would leave the step or solve it. The hint has a row of its own."""
SIGNS: Final = {ord(words.removesuffix(TEXT_VARIATION_SELECTOR)): words for words in SUITS.values()}


def lesson_sentence(key: str) -> str:
    """A sentence of a lesson, with its suits as emojis."""
    return say(key).translate(SIGNS)


def lesson_hint(state: TableState, seat: int, move: Move) -> str:
    return say("learn.hint", move=move_label(move, state, seat))


def taught_refusal(step: LessonStep, tried: Sequence[str], refused: engine.Refused) -> str:
    """Text that says why a move is refused.

    This is the step's own text for the move. Without such a text, it is the text of the rule.
    """
    if is_forbidden(step, tried):
        return lesson_sentence(step.words("illegal"))
    words = lesson_sentence("lesson.fallback.illegal")
    return say("learn.refused", words=words, rule=reason(refused))


def lesson_answer(panel: HandPanel, verdict: StepVerdict) -> list[str]:
    """Lines directly above the components: the task or verdict, and the notice."""
    notice = panel.page.notice
    words = lesson_sentence(verdict.words)
    return [
        words if verdict.is_open else say(f"learn.{verdict.status.value}", text=words),
        say("panel.notice", notice=notice) if notice else "",
    ]


def step_title(step: LessonStep) -> str:
    """The lesson, and the number of the step in it."""
    lesson = lessons()[step.lesson]
    return say(
        "learn.place",
        lesson=lesson_title(lesson),
        step=lesson.steps.index(step) + 1,
        n=len(lesson.steps),
    )


def story_after(panel: HandPanel) -> list[str]:
    """Lines about the last moves, shown once the step is over."""
    told = round_story(panel.state, panel.seat)[-TOLD:]
    return [say("board.line", words=line.words) for line in told]


def lesson_rows(
    panel: HandPanel, step: LessonStep, verdict: StepVerdict, rows: list[Item]
) -> list[Item]:
    """Components of a step. An open step has the components of the page.

    Any other step has only buttons to go on.
    """
    match verdict.status:
        case StepStatus.OPEN:
            if panel.page.build:
                return [*rows, *aids(panel)]
            left = (without_navigation(one, panel, step) for one in rows)
            return [*filter(None, left), *discard_rows(panel), *aids(panel)]
        case StepStatus.MET:
            return [action_row(onward(panel, step), all_lessons(panel))]
        case StepStatus.MISSED:
            again = panel.button(Action.RETRY_STEP, label=say("learn.again"), style=Style.primary)
            return [action_row(again, *show_me_button(panel), all_lessons(panel))]


def without_navigation(item: Item, panel: HandPanel, step: LessonStep) -> Item | None:
    """A row without the components that a lesson does not show. None if no components are left."""
    left = [
        child
        for child in item["components"]
        if not (leads_away(child) or is_idle(child, panel, step))
    ]
    return action_row(*left) if left else None


def is_idle(item: Item, panel: HandPanel, step: LessonStep) -> bool:
    """Return whether a component does nothing now, or is not about the step's subject."""
    match CustomId.parse(item["custom_id"]).action:
        case Action.BUILD_PAGE.name if not is_turn(panel, "play"):
            return True
        case Action.GOOUT.name:
            return not step.about_out
        case Action.ASK_TO_GO_OUT.name:
            return "ask" not in kinds(step.aim)
        case Action.TAKE_PILE.name if step.about_pile:
            return False
    return bool(item.get("disabled"))


def discard_rows(panel: HandPanel) -> list[Item]:
    """A button for every legal discard, in the order of the engine's list."""
    faces = panel.known(choices.discards) if is_turn(panel, "play") else []
    buttons = [
        panel.button(Action.DISCARD_PROPOSED, index, label=say("panel.drop_it", card=card(face)))
        for index, face in enumerate(faces)
    ]
    return [
        action_row(*buttons[first : first + IN_A_ROW]) for first in range(0, len(faces), IN_A_ROW)
    ]


def leads_away(item: Item) -> bool:
    # By custom id, because the pages build their rows without regard to lessons.
    return CustomId.parse(item["custom_id"]).action in {action.name for action in NOT_IN_LESSONS}


def aids(panel: HandPanel) -> list[Item]:
    """Row with hint, **Show me**, legend, and all lessons."""
    marked = panel.state.row.misses >= MARKED_AFTER
    title, style = (
        (say("learn.hint_marked"), Style.success)
        if marked
        else (say("panel.hint"), Style.secondary)
    )
    hint = panel.button(Action.HINT, label=title, style=style)
    return [action_row(hint, *show_me_button(panel), signs_button(panel), all_lessons(panel))]


def show_me_button(panel: HandPanel) -> list[Item]:
    """The button **Show me**. Empty until the learner has missed often enough."""
    if panel.state.row.misses < SHOWN_AFTER:
        return []
    return [panel.button(Action.SHOWME, label=say("learn.showme"), style=Style.success)]


def onward(panel: HandPanel, step: LessonStep) -> Item:
    """Button for the next step, the next lesson, or the end of the course."""
    following = lesson_after(lessons()[step.lesson])
    if step_after(step) is not None:
        title = say("learn.next")
    elif following is not None:
        title = say("learn.next_lesson", lesson=lesson_title(following))
    else:
        title = say("learn.finish")
    return panel.button(Action.NEXT_STEP, label=title, style=Style.success)


def all_lessons(panel: HandPanel) -> Item:
    """Button that opens the page of the course. The member can come back to the step."""
    step = private_tables.step_of(panel.state)
    assert step is not None  # called only in a step of a lesson
    number = list(courses()).index(lessons()[step.lesson].course)
    return Action.COURSES.button(*NO_TABLE, number, label=say("learn.lessons"))
