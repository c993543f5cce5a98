"""Tests of a restored backup, after Discord has shown later moves."""

import pytest

from data.models.tables import TableStatus
from tests.cogs.support.play import Game, number_of, open_lobby, start
from tests.cogs.support.time import DAY, after
from tests.cogs.votes.test_votes import ask, asked, three
from tests.simulator import Simulator

HAND = "My hand"


async def played_on_in_vain(simulator: Simulator, **how: str) -> Game:
    """A game restored to an earlier state: Discord still shows the later moves."""
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben], seats=2, **how)
    await game.take_turn()
    await simulator.wait(5)
    copy = await simulator.bot.database.make_backup()
    for _ in range(3):
        await game.take_turn()
        await simulator.wait(120)
    await simulator.restart(copy=copy)
    await simulator.wait(60)
    return game


@pytest.mark.parametrize("pace", ["day", "live", "none"])
async def test_the_newest_message_of_a_game_shows_it_as_it_is(simulator, pace):
    game = await played_on_in_vain(simulator, pace=pace)
    newest = simulator.latest(game.thread)
    assert HAND in newest.labels
    assert newest.id == (await game.live()).row.message_id
    assert f"<@{(await game.turn()).id}>" in newest.text


async def test_whose_turn_it_is_once_more_is_told_so(simulator):
    game = await played_on_in_vain(simulator)
    assert simulator.latest(game.thread).pinged == ((await game.turn()).id,)


async def test_a_board_that_shows_moves_which_are_gone_loses_its_controls_when_it_is_pressed(
    simulator,
):
    game = await played_on_in_vain(simulator)
    lost = next(m for m in simulator.messages(game.thread) if HAND in m.labels)
    assert lost.id < simulator.latest(game.thread).id
    await simulator.members[0].press(lost, HAND)
    await simulator.wait(5)
    assert [m.id for m in simulator.messages(game.thread) if HAND in m.labels] == [game.board.id]


async def test_a_lobby_shows_who_sits_there_as_it_is(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    copy = await simulator.bot.database.make_backup()
    await ben.press(lobby, "Join")
    assert ben.name.title() in lobby.text
    await simulator.restart(copy=copy)
    await simulator.wait(60)
    assert ben.name.title() not in lobby.text


async def test_a_vote_is_asked_once_more_though_it_was_decided_since(simulator):
    game, ann, _, cleo, _ = await three(simulator)
    asked_first = await ask(game, ann, "end")
    await simulator.wait(5)
    copy = await simulator.bot.database.make_backup()
    await cleo.press(asked_first, "No")
    await simulator.wait(5)
    await simulator.restart(copy=copy)
    await simulator.wait(120)
    again = asked(game)
    assert again.id != asked_first.id
    await cleo.press(again, "No")
    await after(simulator, 3 * DAY)
    assert (await game.live()).row.status is TableStatus.PLAYING


async def test_the_answers_to_a_vote_that_is_gone_answer_no_other(simulator):
    game, ann, _, cleo, _ = await three(simulator)
    copy = await simulator.bot.database.make_backup()
    lost = await ask(game, ann, "hold", 1)
    await simulator.wait(5)
    await simulator.restart(copy=copy)
    await simulator.wait(120)
    await ask(game, ann, "end")
    await simulator.wait(5)
    assert (await cleo.press(lost, "I agree")).private
    (end,) = await simulator.bot.database.votes.of_table(game.table_id)
    assert list(end.ballots) == [0]  # Of the member who asked.


async def test_what_was_opened_since_names_no_other_table(simulator):
    ann, _, cleo, dan = simulator.members
    copy = await simulator.bot.database.make_backup()
    lost = await open_lobby(simulator, ann, "pennies-from-heaven")
    await simulator.restart(copy=copy)
    new = await open_lobby(simulator, cleo)
    assert number_of(new) != number_of(lost)
    answer = await dan.press(lost, "Join")
    assert answer.private
    assert dan.name.title() not in new.text
