"""Tests of kept seats: what happens to a seat while an invited member has not answered."""

import pytest

from data.models.invitations import KEPT_SECONDS
from engine.players import LEVELS
from tests.cogs.lobby.test_invitations import MENU, asked, said
from tests.cogs.support.play import open_lobby
from tests.simulator import Simulator


async def test_a_kept_seat_is_not_for_others_until_a_day_is_over(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    cleo = simulator.members[2]
    answer = await cleo.press(lobby, "Join")
    assert "kept for members who were asked" in said(answer)
    assert "One seat is open" in said(lobby)
    simulator.env.backend.advance_clock(KEPT_SECONDS - 60)
    assert "kept" in said(await cleo.press(lobby, "Join"))
    simulator.env.backend.advance_clock(60)
    await cleo.press(lobby, "Join")
    assert "Everyone is here" in said(lobby)


async def test_the_questions_of_a_guest_who_left_keep_no_seat(simulator: Simulator) -> None:
    ann, ben, cleo, dan = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, seats="3")
    await ben.press(lobby, "Join")
    await ben.menu(MENU, cleo)
    assert "kept for members who were asked" in said(await dan.press(lobby, "Join"))
    await ben.press(lobby, "Leave")
    assert "Asked" not in said(lobby)
    await dan.press(lobby, "Join")
    assert "One seat is open" in said(lobby)


@pytest.mark.parametrize("seats", ["4", "2"])
async def test_fill_with_an_answer_missing_names_the_member_and_wants_a_second_press(
    simulator: Simulator, seats: str
) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats=seats)
    question = await ann.press(lobby, "fill")
    assert question.private
    assert said(question) == (
        "Ben has not answered yet. Give that seat to a computer player anyway?"
    )
    assert "open" in said(lobby)
    answer = await ann.press(question.message, "Start anyway")
    assert said(answer) == "The game has started."
    assert answer.message.labels == ()
    await simulator.wait(0)
    assert "The cards are dealt" in said(lobby)


async def test_start_with_answers_missing_names_all_members(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.menu(MENU, simulator.members[2])
    await ann.press(lobby, "addbot")
    for _ in range(2):
        asked_first = await ann.press(lobby, "addbot")
        await ann.press(asked_first.message, "Add anyway")
    question = await ann.press(lobby, "start")
    assert said(question) == "Ben and Cleo have not answered yet. Start without them anyway?"
    await ann.press(question.message, "Start anyway")
    await simulator.wait(0)
    assert "The cards are dealt" in said(lobby)


async def test_a_computer_player_takes_a_kept_seat_only_after_a_second_press(
    simulator: Simulator,
) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    question = await ann.press(lobby, "addbot")
    assert question.private
    assert said(question) == (
        "Ben has not answered yet. Give that seat to a computer player anyway?"
    )
    assert "One seat is open" in said(lobby)
    page = await ann.press(question.message, "Keep the seat")
    assert "Add computer player" in page.message.labels
    await ann.press((await ann.press(lobby, "addbot")).message, "Add anyway")
    assert "Everyone is here" in said(lobby)


async def test_the_question_keeps_the_level_that_the_host_chose(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    page = (await ann.press(lobby, "setup")).message
    question = await ann.choose(page, "addlevel", ["0"])
    await ann.press(question.message, "Add anyway")
    row = await simulator.bot.database.tables.get(
        max(await simulator.bot.database.tables.lobby_ids())
    )
    assert [seat.player.level for seat in row.seats if seat.player][1] == next(iter(LEVELS))


async def test_where_another_seat_is_open_a_computer_player_needs_one_press(
    simulator: Simulator,
) -> None:
    ann, _, lobby = await asked(simulator)
    for _ in range(2):
        await ann.press(lobby, "addbot")
    assert "One seat is open" in said(lobby)


async def test_after_a_day_a_computer_player_takes_the_seat_at_once(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    simulator.env.backend.advance_clock(KEPT_SECONDS)
    await ann.press(lobby, "addbot")
    assert "Everyone is here" in said(lobby)


async def test_the_page_of_seats_gives_no_kept_seat_to_a_computer_player(
    simulator: Simulator,
) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    page = (await ann.press((await ann.press(lobby, "setup")).message, "seating")).message
    await ann.choose(page, "seat", ["1"])
    answer = await ann.choose(page, "level", ["0"])
    assert "kept for members who were asked" in said(answer)
    assert "One seat is open" in said(lobby)


async def test_the_table_does_not_shrink_by_a_kept_seat(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.menu(MENU, simulator.members[2])
    answer = await ann.set_terms(lobby, seats="2")
    assert "kept for members who were asked" in said(answer)
    assert "3 seats are open" in said(lobby)


async def test_a_member_who_joins_meanwhile_is_not_replaced(simulator: Simulator) -> None:
    ann, ben, lobby = await asked(simulator)
    question = (await ann.press(lobby, "fill")).message
    await ben.press(lobby, "Join")
    answer = await ann.press(question, "Start anyway")
    assert "The table has changed." in said(answer)
    assert "2 seats are open" in said(lobby)


async def test_only_the_host_is_asked_before_the_start(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    answer = await ben.press(lobby, "fill")
    assert "Only the host can do that." in said(answer)
    assert answer.message.labels == ()


async def test_after_an_answer_one_press_starts(simulator: Simulator) -> None:
    ann, ben, lobby = await asked(simulator)
    await ben.press(lobby, "Not this time")
    await ann.press(lobby, "fill")
    await simulator.wait(0)
    assert "The cards are dealt" in said(lobby)
