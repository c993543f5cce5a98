"""Tests that a choice stored by another release never breaks its owner's game."""

import pytest

from data.models.members import AutoAnswer, PlanRow, SavedAppearance
from engine.advice.staging import Staging
from engine.advice.turn_plan import Plan, PlanStopped
from tests.cogs.support.play import default_move, start


@pytest.mark.parametrize(
    "row", [("neon", "rank", False), ("four", "colour", True), ("neon", "colour", False)]
)
async def test_an_unknown_look_of_the_hand_is_the_default(simulator, row):
    deck, order, words_first = row
    game = await start(simulator, simulator.members)
    person = await game.turn()
    saved = SavedAppearance(person.id, deck, order, words_first=words_first)
    await simulator.bot.database.members.change_hand_appearance(person.id, lambda _: saved)
    panel = await game.hand(person)
    await person.press(panel, "say")
    assert await game.seq() == 1
    told = await person.slash("preferences", deck="two")
    assert "two" in told.text.casefold()


async def test_unknown_answers_given_in_advance_ask_the_member(simulator):
    game = await start(simulator, simulator.members)
    members = simulator.bot.database.members
    for person in simulator.members:
        seat = (await game.live()).seat_of(person.id)
        assert seat is not None
        await members.save_auto_answer(AutoAnswer(game.table_id, seat, person.id, 97, 98, ""))
    simulator.bot.services.sessions.changed(game.table_id)
    for _ in range(4):
        await default_move(game)
    panel = await game.hand(await game.turn())
    await (await game.turn()).press(panel, "about")
    assert await game.seq() == 4


@pytest.mark.parametrize(
    "body", ["", "fly | nothing | wait", "draw | named juggle 4 | wait", "draw | nothing | wait 9X"]
)
async def test_a_plan_that_cannot_be_read_stops_and_the_turn_goes_on(simulator, body):
    game = await start(simulator, simulator.members)
    waiting = [one for one in simulator.members if one != await game.turn()]
    for person in waiting:
        row = PlanRow(game.table_id, person.id, 1, 0, armed=True, body=body, note="gone Jo 4")
        await simulator.bot.database.members.save_plan(row)
    simulator.bot.services.sessions.changed(game.table_id)
    page = await waiting[0].press(await game.hand(waiting[0]), "plan")
    assert {"planstart", "planlast"} <= {control.verb for control in page.message.controls}
    for _ in range(2):
        await default_move(game)
    person = await game.turn()
    await person.press(await game.hand(person), "say")
    assert await game.seq() == 3


@pytest.mark.parametrize("text", ["9X", "a: KS", "KS / / juggle"])
def test_staged_cards_that_cannot_be_read_are_none(text):
    assert Staging.read(text) == Staging()


@pytest.mark.parametrize("text", ["fly | nothing | wait", "draw", ""])
def test_a_plan_of_another_form_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"unpack|\|"):
        Plan.read(text)


def test_an_unknown_reason_for_a_stop_is_a_fault():
    assert PlanStopped.read("gone juggle 4") == PlanStopped("fault")
