"""Tests of the lessons against the engine: every position, every goal, every number in a text."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from cogs.lessons.book import (
    LEARNER,
    LessonStep,
    course_of_game,
    courses,
    lessons,
    position_of,
    steps,
)
from cogs.lessons.verdict import (
    TESTS,
    StepAttempt,
    StepStatus,
    has_continuation,
    is_forbidden,
    meets_aim,
    next_best,
    signature,
    verdict,
)
from cogs.ui.texts import has_text
from engine.advice import choices
from engine.advice.going_out import moves_to_go_out, partners_of
from engine.advice.judgement import judge
from engine.model.cards import NAMES, read_cards
from engine.model.events import RoundScored
from engine.model.moves import Ask, Discard, Move
from render.text.catalogue import Catalogue
from tests.support.each import each

ROOT = Path(__file__).parents[3]
EVERY_STEP = each(steps())
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
TABLE = {"game": "classic-canasta", "seats": 4}


def begun(step: LessonStep) -> StepAttempt:
    return StepAttempt.of(engine.from_position(dict(step.position)))


def offered(trail: StepAttempt) -> list[Move]:
    """Return every move that a component of the panel makes now."""
    table = engine.face_down(engine.view(trail.now, LEARNER))
    kinds = {one.kind for one in engine.pending(table) if one.seat == LEARNER}
    found = [move for _, move in choices.simple(table, LEARNER)]
    if "draw" in kinds:
        found += [choice.move for choice in choices.takes(table, LEARNER)]
    if "play" in kinds:
        found += [choice.move for choice in choices.suggestions(table, LEARNER)]
        found += [Discard(face) for face in choices.discards(table, LEARNER)]
        plan = moves_to_go_out(table, LEARNER)
        partners = partners_of(engine.view(table, LEARNER)) if plan else ()
        found += [Ask(mate, plan) for mate in partners]
    return [move for move in dict.fromkeys(found) if not engine.check(trail.now, LEARNER, move)]


def tried(trail: StepAttempt) -> list[Move]:
    """Return every move that a learner can try: by the panel, and the engine's single steps."""
    return list(dict.fromkeys([*offered(trail), *engine.legal(trail.now, LEARNER)]))


def gone(trail: StepAttempt, way: tuple[str, ...]) -> StepAttempt:
    for text in way:
        trail = trail.with_move(text)
    return trail


def finished(step: LessonStep) -> StepAttempt:
    return gone(begun(step), step.best[0])


def words(step: LessonStep, *which: str) -> str:
    return " ".join(Catalogue.load("en").words(step.words(one)) for one in which)


# ---- the whole book


def test_there_are_courses_for_every_game():
    assert [*courses()] == [
        *("canasta", "classic-canasta", "house-canasta", "pennies-from-heaven"),
        *("ponytail-canasta", "ten-pennies", "ten-pennies-online"),
        *("classic-quick", "house-quick", "pennies-quick", "ponytail-quick", "online-quick"),
    ]
    assert len(lessons()) == 33
    assert set(engine.GAMES) <= set(courses())


@pytest.mark.parametrize("game", engine.GAMES)
def test_each_game_has_one_course_of_about_ten_minutes_that_starts_from_nothing(game):
    (course,) = [one for one in courses().values() if one.quick == game]
    assert course_of_game(game) is course
    assert course.after is None
    found = [step for lesson in course.lessons for step in lesson.steps]
    assert any(step.position["game"] == game for step in found)
    assert 8 <= minutes(found) <= 12


def minutes(found: list[LessonStep]) -> float:
    """Estimate how long steps take: 150 words a minute, 12 s to look, 5 s a press."""
    read = sum(len(words(step, "say", "met").split()) for step in found)
    presses = sum(len(step.best[0]) + 1 for step in found)
    return read / 150 + (12 * len(found) + 5 * presses) / 60


def test_a_quick_course_repeats_a_step_with_its_sentences_and_a_position_of_its_own():
    step = steps()["house-quick-2/house-own-two"]
    assert step.words("say") == steps()["house-own/two"].words("say")
    assert step.position == steps()["house-own/two"].position
    assert not step.facts.get("follows")


def test_no_step_has_the_name_of_another():
    keys = [step.key for lesson in lessons().values() for step in lesson.steps]
    assert [key for key, n in Counter(keys).items() if n > 1] == []


def test_a_course_comes_after_one_that_there_is():
    assert all(course.after is None or course.after in courses() for course in courses().values())


# ---- every step


@EVERY_STEP
def test_it_begins_with_a_decision_of_the_learner(step):
    assert any(one.seat == LEARNER for one in engine.pending(begun(step).start))
    assert set(step.aim) <= {"kind", *TESTS}


@EVERY_STEP
def test_each_best_way_is_legal_and_meets_the_aim_with_its_last_press(step):
    for way in step.best:
        trail = begun(step)
        for number, text in enumerate(way, start=1):
            trail = trail.with_move(text)
            assert meets_aim(step.aim, trail) is (number == len(way)), text
            assert number == len(way) or has_continuation(step, trail)


@EVERY_STEP
def test_each_press_of_a_best_way_is_offered_by_the_panel(step):
    for way in step.best:
        trail = begun(step)
        for text in way:
            after = trail.with_move(text)
            there = {signature(move) for move in offered(trail)}
            assert signature(after.moves[-1]) in there or step.facts.get("build"), text
            trail = after


@EVERY_STEP
def test_a_listed_miss_is_legal_misses_and_costs_what_is_said(step):
    for miss in step.other:
        trail = begun(step)
        for text in miss.moves:
            trail = trail.with_move(text)
            assert not meets_aim(step.aim, trail), text
        for seat, text in miss.then:
            trail = trail.with_move(text, seat)


@EVERY_STEP
def test_two_ways_to_miss_have_sentences_of_their_own_where_there_are_two(step):
    start = begun(step)
    first = {signature(start.with_move(way[0]).moves[0]) for way in step.best}
    missing = {
        signature(move)
        for move in tried(start)
        if not meets_aim(step.aim, start.with_move(engine.write(move)))
    } - first
    told = {signature(start.with_move(miss.moves[0]).moves[0]) for miss in step.other}
    assert len(told) >= min(2, len(missing))


@EVERY_STEP
def test_what_is_forbidden_is_refused_by_the_rule_that_is_named(step):
    trail = gone(begun(step), step.forbidden[:-1])
    refused = engine.check(trail.now, LEARNER, step.forbidden[-1])
    assert refused is not None
    assert refused.rule == step.facts["illegal"]["rule"]
    assert is_forbidden(step, [step.forbidden[-1]])


@EVERY_STEP
def test_the_others_can_reply_after_every_press_that_meets_the_aim(step):
    start = begun(step)
    ends = [gone(start, way) for way in step.best]
    ends += [start.with_move(engine.write(move)) for move in tried(start)]
    for trail in ends:
        if meets_aim(step.aim, trail):
            replied(trail, step)


def replied(trail: StepAttempt, step: LessonStep) -> StepAttempt:
    for seat, text in step.replies:
        trail = trail.with_move(text, seat)
    return trail


@EVERY_STEP
def test_the_way_that_is_shown_leads_to_the_aim(step):
    trail = begun(step)
    done: list[Made] = []
    while (text := next_best(step, trail.start, done)) is not None:
        before, trail = trail, trail.with_move(text)
        done.append(Made(LEARNER, text, trail.events[len(before.events) :]))
    assert verdict(step, trail.start, done).status is StepStatus.MET


class Made:
    """A move of the learner, in the game so far."""

    def __init__(self, seat: int, body: str, events: tuple[engine.Event, ...]) -> None:
        self.seat, self.body, self.events, self.by = seat, body, events, ""


@EVERY_STEP
def test_whoever_goes_out_by_the_button_where_that_is_the_aim_is_right(step):
    plan = moves_to_go_out(engine.face_down(engine.view(begun(step).start, LEARNER)), LEARNER)
    if "out" in step.aim and plan:
        trail = gone(begun(step), tuple(map(engine.write, plan)))
        assert meets_aim(step.aim, trail)


def source(step: LessonStep) -> str:
    """Return the step itself, or the original step if a quick course repeats it."""
    return step.source or step.key


ALSO_RIGHT = {"ponytail/majority"}
"""Lessons that ask for a wild card; their texts call the better move allowed."""


@EVERY_STEP
def test_what_is_put_first_is_no_miss_of_the_lesson(step):
    table = engine.face_down(engine.view(begun(step).start, LEARNER))
    misses = {signature(begun(step).with_move(miss.moves[0]).moves[0]) for miss in step.other}
    if not any(one.kind == "play" for one in engine.pending(table)) or source(step) in ALSO_RIGHT:
        return
    best = [signature(choice.move) for choice in choices.suggestions(table, LEARNER)[:1]]
    turn = {signature(move) for move in judge(table, LEARNER).moves}
    right = {signature(begun(step).with_move(way[0]).moves[0]) for way in step.best}
    if met_by_laying(step):
        assert not misses.intersection(best)
        assert right & turn or not misses & turn


def met_by_laying(step: LessonStep) -> bool:
    """Whether a step starts with laying cards."""
    return all(way[0].startswith(("meld", "add")) for way in step.best)


@EVERY_STEP
def test_a_step_that_follows_begins_where_the_one_before_ends(step):
    own = lessons()[step.lesson].steps
    if not step.facts.get("follows"):
        return
    before = own[own.index(step) - 1]
    trail = replied(finished(before), before)
    have, want = engine.position(trail.now), engine.position(begun(step).start)
    have["hands"], want["hands"] = have["hands"][LEARNER], want["hands"][LEARNER]
    for key in ("hands", "pile", "melds", "phase", "turn", "locked", "scores"):
        assert have[key] == want[key], key


# ---- what is said


def rule_ids() -> set[str]:
    """Return every rule id that has a test, or a sentence in the catalogue."""
    ids = set((ROOT / "tests/engine/rule_ids.txt").read_text("utf-8").split())
    for path in (ROOT / "render/catalogues/en").glob("rules-*.toml"):
        ids |= set(re.findall(r"^([A-Z]+-[A-Z]\d+)", path.read_text("utf-8"), re.MULTILINE))
    return ids


RULE_IDS = rule_ids()


@EVERY_STEP
def test_it_teaches_rules_that_there_are(step):
    taught = {*step.facts["rules"], step.facts["illegal"]["rule"]}
    assert step.facts["rules"]
    assert taught <= RULE_IDS


@EVERY_STEP
def test_every_sentence_that_may_be_said_is_in_the_catalogue(step):
    others = [f"other_{number}" for number in range(1, len(step.other) + 1)]
    for which in ("say", "met", "illegal", *others):
        assert has_text(step.words(which)), which
    assert not has_text(step.words(f"other_{len(step.other) + 1}"))


@EVERY_STEP
def test_the_score_that_is_said_is_the_engines(step):
    trail = finished(step)
    scored = [s for e in trail.events if isinstance(e, RoundScored) for s in e.scores]
    totals = {score.side: score.total for score in scored or engine.score(trail.end)}
    for side, points in step.facts.get("score", {}).items():
        assert totals[int(side)] == points
        assert said(points, words(step, "say", "met"))


@EVERY_STEP
def test_what_going_out_pays_is_what_is_said(step):
    paid = [
        score.items.get("out", 0)
        for event in finished(step).events
        if isinstance(event, RoundScored)
        for score in event.scores
    ]
    assert max(paid, default=0) == step.facts.get("bonus", max(paid, default=0))


@EVERY_STEP
def test_the_gain_that_is_said_is_the_engines(step):
    gain = step.facts.get("gain")
    if gain is None:
        return
    trail = finished(step)
    side = engine.view(trail.start, LEARNER).side_of(LEARNER)
    before, after = (engine.score(table)[side].total for table in (trail.start, trail.end))
    assert after - before == gain
    assert said(gain, words(step, "say", "met"))


def test_what_first_melds_take_in_pennies_is_the_engines():
    step = steps()["pennies-team/team"]
    for score, needed in ((0, 50), (4_999, 50), (5_000, 90), (10_000, 120)):
        table = engine.from_position({**step.position, "melds": [], "scores": [score, 0]})
        assert engine.view(table, LEARNER).seats[LEARNER].minimum == needed
        assert re.search(rf"\b{needed}\b", words(step, "met"))


def test_caught_cards_are_paid_beside_the_ten_pennies_as_is_said():
    trail = finished(steps()["catching/pay"])
    before, after = (engine.view(table, 1).seats[1].pennies for table in (trail.start, trail.now))
    assert before == after == 10
    assert "not from your ten" in words(steps()["catching/pay"], "say")


def said(points: int, text: str) -> bool:
    """Whether a text contains a number, not as a part of another number."""
    return re.search(rf"(?<![\d,]){points:,}(?![\d,])", text) is not None


def in_sight(step: LessonStep) -> set[str]:
    """Return the cards that the learner holds or sees, before or after the step."""
    faces = b"".join(
        part
        for trail in (begun(step), finished(step))
        for view in [engine.view(trail.end, LEARNER)]
        for part in (view.hand, view.pile, *(meld.cards for meld in view.melds))
    )
    return {NAMES[face] for face in faces}


@EVERY_STEP
def test_a_card_that_is_named_is_in_sight(step):
    seen = in_sight(step) | {NAMES[face] for face in red_threes(step)}
    seen |= set(str(step.facts.get("names", "")).split())
    for text in (words(step, "say"), words(step, "met")):
        for rank, sign in re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", text):
            assert rank.replace("10", "T") + SIGNS[sign] in seen


def red_threes(step: LessonStep) -> Iterator[int]:
    for cards in engine.position(finished(step).end)["red_threes"]:
        yield from read_cards(cards)


def test_a_position_gives_the_learners_hand_and_leaves_the_others_theirs():
    made = position_of(dict(TABLE, hands=["", "KS", "QS", "JS"]), {"hand": "AS AH"})
    assert made["hands"] == ["AS AH", "KS", "QS", "JS"]
