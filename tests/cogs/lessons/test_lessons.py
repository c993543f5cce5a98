"""Tests of lessons on the real panel: what the learner sees and presses, hidden from everybody
else.
"""

import re

import pytest

from cogs.lessons.book import courses, lessons
from data.models.members import LessonProgress
from tests.cogs.support.play import start
from tests.simulator import Member, Shown, Simulator


async def lesson(person: Member) -> Shown:
    """Return the panel of the first step of all."""
    page = (await person.slash("learn")).message
    await person.choose(page, "course", ["0"])
    await person.press(page, "study")
    return page


async def table_of(simulator: Simulator, person: Member) -> int:
    """Return the number of a member's private table."""
    learner = await simulator.bot.database.lessons.learner_state(person.id)
    return learner.tables[-1].id


async def throw(person: Member, shown: Shown, card: str) -> None:
    """Discard a card."""
    await person.press(shown, f"Discard {card}")


async def test_no_card_is_put_before_another(simulator):
    ann = simulator.members[0]
    shown = await lesson(ann)
    thrown = [label for label in shown.labels if label.startswith("Discard")]
    assert thrown == ["Discard 6♥︎", "Discard 8♣︎", "Discard 10♦︎", "Discard K♠︎"]


async def test_the_aim_is_met_on_the_real_panel_and_leads_on(simulator):
    ann = simulator.members[0]
    shown = await lesson(ann)
    assert shown.private
    assert "Discard your cheapest" in shown.text
    await throw(ann, shown, "6♥︎")
    assert "✅ Right: the 6 is worth 5" in shown.text
    assert shown.labels == ("Next", "All lessons")
    await ann.press(shown, "Next")
    assert "A joker is worth 50" in shown.text


async def test_another_legal_move_is_played_and_told_what_it_cost(simulator):
    ann = simulator.members[0]
    shown = await lesson(ann)
    await throw(ann, shown, "K♠︎")
    assert "The king is worth 10, the 6 only 5" in shown.text
    assert shown.labels == ("Try again", "All lessons")
    await ann.press(shown, "Try again")
    assert "Discard your cheapest" in shown.text
    assert "K♠︎" in shown.text
    await throw(ann, shown, "K♠︎")
    await ann.press(shown, "All lessons")
    assert "Cards and points" in shown.text


async def begun(person: Member, name: str) -> Shown:
    """Return the panel of the first step of a lesson."""
    number = list(lessons()).index(name)
    course = list(courses()).index(lessons()[name].course)
    page = (await person.slash("learn")).message
    await person.choose(page, "course", [str(course)])
    await person.choose(page, "lesson", [str(number)])
    return page


async def at(simulator: Simulator, name: str, step: str) -> Shown:
    """Return the panel of the step at which the member stopped."""
    ann = simulator.members[0]
    await simulator.bot.database.lessons.save_progress(ann.id, LessonProgress(name, step))
    return await begun(ann, name)


@pytest.mark.parametrize("name", lessons())
async def test_a_lesson_has_no_grey_button_without_a_reason_and_names_no_rule_unasked(
    simulator, name
):
    shown = await begun(simulator.members[0], name)
    grey = {one.verb for one in shown.controls if one.disabled}
    assert not grey or (grey == {"take"} and "🔒" in shown.text)
    assert not re.search(r"[A-Z]{2,3}-[A-Z]\d", shown.text)


async def test_the_pile_is_not_spoken_of_before_the_lesson_about_it(simulator):
    ann = simulator.members[0]
    before = await begun(ann, "turn")
    assert "frozen" not in before.text
    assert "Take the pile" not in " ".join(one.label for one in before.controls)
    assert "🔓 You can take" in (await begun(ann, "pile")).text


async def test_a_card_that_may_not_be_discarded_says_why(simulator):
    shown = await at(simulator, "pennies-team", "barred")
    assert "Discard 7♦︎" not in shown.labels
    assert "🔒 You may not discard sevens yet." in shown.text.splitlines()


async def test_why_a_card_may_not_be_discarded_is_not_said_before_the_step_that_explains_it(
    simulator,
):
    for step in ("team", "closed", "sevens"):
        assert "may not be discarded" not in (await at(simulator, "pennies-team", step)).text


async def test_what_is_forbidden_changes_nothing_and_says_once_why(simulator):
    ann = simulator.members[0]
    await lesson(ann)
    answer = await ann.slash("move", text="draw")
    assert "You already have your new card. Now discard one." in answer.text
    assert "Not now" not in answer.text
    answer = await ann.slash("move", text="meld KS KH KD")
    assert "That's not allowed" in answer.text
    assert "(CC-" not in answer.text


async def test_after_two_misses_the_hint_is_marked_after_four_the_move_is_shown(simulator):
    ann = simulator.members[0]
    shown = await lesson(ann)
    marked = []
    for _ in range(4):
        marked.append("👉 Hint" in shown.labels)
        assert "Show me" not in shown.labels
        await throw(ann, shown, "K♠︎")
        await ann.press(shown, "Try again")
    assert marked == [False, False, True, True]
    await ann.press(shown, "Show me")
    assert "the 6 is worth 5" in shown.text


async def test_a_hint_names_the_move_and_makes_it(simulator):
    ann = simulator.members[0]
    shown = await lesson(ann)
    await ann.press(shown, "hint")
    assert "Best here: discard 6♥︎." in shown.text
    await ann.press(shown, "instead")
    assert "the 6 is worth 5" in shown.text


async def test_a_step_that_is_over_takes_no_further_move(simulator):
    ann = simulator.members[0]
    await lesson(ann)
    await ann.slash("move", text="discard KS")
    answer = await ann.slash("move", text="discard 6H")
    assert "You have finished this step" in answer.text


async def test_a_legal_move_that_nobody_thought_of_is_told_as_well(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("learn")).message
    await ann.choose(page, "course", ["0"])
    await ann.choose(page, "lesson", [str(list(lessons()).index("out"))])
    answer = await ann.slash("move", text="ask 2: meld 9S 9H 9D; discard 4C")
    assert "You may ask, but here you can do it at once." in answer.text


async def test_a_lesson_goes_on_where_it_was_left(simulator):
    ann = simulator.members[0]
    shown = await lesson(ann)
    await throw(ann, shown, "6♥︎")
    await ann.press(shown, "Next")
    await simulator.restart()
    page = (await ann.slash("learn")).message
    await ann.press(page, "study")
    assert "A joker is worth 50" in page.text


async def test_pressing_twice_is_no_trouble(simulator):
    ann = simulator.members[0]
    shown = await lesson(ann)
    await throw(ann, shown, "6♥︎")
    old = shown.find("next", "button").custom_id
    await ann.press(shown, "Next")
    await ann.press_stale(shown, old)
    assert "A joker is worth 50" in shown.text


async def test_the_others_do_what_the_book_says_at_once(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("learn")).message
    await ann.choose(page, "course", ["0"])
    await ann.choose(page, "lesson", ["1"])
    await ann.press(page, "say")
    await ann.press(page, "Next")
    await throw(ann, page, "5♥︎")
    live = await simulator.bot.services.sessions.load(await table_of(simulator, ann))
    assert [step.by for step in live.game.steps] == ["", *["lesson"] * 6]
    await simulator.wait(60)
    assert (await simulator.bot.services.sessions.load(live.row.id)).row.seq == live.row.seq


# ---- nobody else


async def test_a_lesson_shows_in_no_channel_and_no_list(simulator):
    ann, ben, *_ = simulator.members
    before = len(simulator.messages(viewer=ben.actor))
    shown = await lesson(ann)
    await throw(ann, shown, "6♥︎")
    await simulator.wait(3600)
    assert not simulator.threads()
    assert len(simulator.messages(viewer=ben.actor)) == before
    assert "Cards and points" not in (await ann.slash("tables")).text
    assert "Cards and points" not in (await ann.slash("table")).text


async def test_nobody_else_opens_it_or_hears_that_it_is_there(simulator):
    ann, ben, *_ = simulator.members
    shown = await lesson(ann)
    number, other = await table_of(simulator, ann), await start(simulator, [ben])
    for verb in ("hand", "say", "about", "main", "log", "sheet", "rules", "more", "next", "run"):
        answer = await ben.press_stale(other.board, f"t1:{verb}:{number}:0")
        assert "6♥" not in answer.text, verb
        assert "This table is closed" in answer.text, verb
    assert "Discard your cheapest" in shown.text


async def test_a_move_typed_after_a_lesson_was_opened_is_meant_for_it(simulator):
    ann = simulator.members[0]
    game = await start(simulator, [ann])
    before = await game.seq()
    await lesson(ann)
    answer = await ann.slash("move", text="discard 6H")
    assert "the 6 is worth 5" in answer.text
    assert await game.seq() == before
    await simulator.wait(16 * 60)
    assert "Cards and points" not in (await ann.slash("hand")).text


async def test_help_leads_to_the_lessons(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("help")).message
    answer = await ann.press(page, "Lessons")
    assert "Learn to play" in answer.message.text


async def test_nobody_goes_out_by_a_button_before_the_lesson_about_it(simulator):
    ann = simulator.members[0]
    before = await begun(ann, "laying-off")
    assert "Go out" not in before.labels
    assert "Go out" in (await begun(ann, "catching")).labels


async def test_nothing_can_be_built_before_there_is_anything_to_lay(simulator):
    assert "Build" not in (await begun(simulator.members[0], "sets")).labels


async def test_a_lesson_that_ends_a_round_says_nothing_of_the_next(simulator):
    ann = simulator.members[0]
    shown = await begun(ann, "catching")
    await ann.press(shown, "Go out")
    assert "Round 1" in shown.text
    assert "Round 2" not in shown.text


async def test_where_fewest_points_win_a_lay_says_what_leaves_the_hand(simulator):
    shown = await begun(simulator.members[0], "laying-off")
    laid = next(label for label in shown.labels if label.startswith("Lay "))
    assert laid.endswith("(45 points off your hand, 6 cards)")


@pytest.mark.parametrize("name", lessons())
async def test_signs_explains_the_picture_in_every_lesson_and_leads_back(simulator, name):
    ann = simulator.members[0]
    shown = await begun(ann, name)
    before = shown.text
    await ann.press(shown, "Legend")
    assert "Legend" in shown.text
    if lessons()[name].course.startswith(("ten-pennies", "online")):
        held = "Jo **50** · 2 A **20** · K–10 **10** · 9–3 **5**"
        assert f"In hand they count against you: {held}" in shown.text
    else:
        assert "Worth: Jo **50** · 2 A **20** · K–8 **10** · 7–4 **5**" in shown.text
    assert shown.labels == ("Back to the lesson",)
    await ann.press(shown, "Back to the lesson")
    assert shown.text == before


async def test_the_first_lesson_points_to_the_signs(simulator):
    shown = await at(simulator, "cards", "wild")
    await simulator.members[0].slash("move", text="meld AS AH Jo")
    shown = (await simulator.members[0].slash("hand")).message
    assert "Legend explains the marks on the picture." in shown.text.replace("**", "")


async def test_nobody_is_to_be_asked_before_the_lesson_about_asking(simulator):
    assert "Go out" in (before := await begun(simulator.members[0], "out")).labels
    assert not [label for label in before.labels if label.startswith("Ask")]
    assert [x for x in (await begun(simulator.members[0], "classic")).labels if x.startswith("Ask")]


async def test_build_says_what_is_left_in_the_hand_once_cards_are_put_aside(simulator):
    ann = simulator.members[0]
    shown = await at(simulator, "cards", "meld")
    await ann.press(shown, "Build")
    assert "**5 cards**" in shown.text
    assert "Still in hand" not in shown.text
    picks = next(one for one in shown.controls if one.kind == "select")
    await ann.choose(shown, picks.verb, [next(iter(picks.options.values()))])
    assert "Still in hand: **2 cards**: 5♥︎ · 8♣︎" in shown.text


async def test_where_a_lesson_asks_for_the_best_the_list_does_not_answer_it(simulator):
    shown = await at(simulator, "canasta", "where")
    ways = shown.find("lay", "select")
    assert ways.placeholder == "Lay: 4 ways"
    assert [*ways.options] == sorted(ways.options)
