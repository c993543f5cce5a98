"""A backup that is put in the database's place, once Discord has gone on without it."""

import pytest

from data.game.rows import Status
from tests.cogs.support.play import Game, number_of, open_lobby, start
from tests.cogs.support.time import DAY, after
from tests.cogs.votes.test_votes import ask, asked, three
from tests.simulator import Room

HAND = "My hand"


async def played_on_in_vain(room: Room, **how: str) -> Game:
    """A game that is as it was some moves before: Discord shows the moves made since."""
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben], seats=2, **how)
    await game.take_turn()
    await room.wait(5)
    copy = await room.bot.store.back_up()
    for _ in range(3):
        await game.take_turn()
        await room.wait(120)
    await room.restart(copy=copy)
    await room.wait(60)
    return game


@pytest.mark.parametrize("pace", ["day", "live", "none"])
async def test_the_newest_message_of_a_game_shows_it_as_it_is(room, pace):
    game = await played_on_in_vain(room, pace=pace)
    newest = room.latest(game.thread)
    assert HAND in newest.labels
    assert newest.id == (await game.live()).row.message_id
    assert f"<@{(await game.turn()).id}>" in newest.text


async def test_whose_turn_it_is_once_more_is_told_so(room):
    game = await played_on_in_vain(room)
    assert room.latest(game.thread).pinged == ((await game.turn()).id,)


async def test_a_board_that_shows_moves_which_are_gone_loses_its_controls_when_it_is_pressed(room):
    game = await played_on_in_vain(room)
    lost = next(m for m in room.messages(game.thread) if HAND in m.labels)
    assert lost.id < room.latest(game.thread).id
    await room.people[0].press(lost, HAND)
    await room.wait(5)
    assert [m.id for m in room.messages(game.thread) if HAND in m.labels] == [game.board.id]


async def test_a_lobby_shows_who_sits_there_as_it_is(room):
    ann, ben, *_ = room.people
    lobby = await open_lobby(room, ann)
    copy = await room.bot.store.back_up()
    await ben.press(lobby, "Join")
    assert ben.name.title() in lobby.text
    await room.restart(copy=copy)
    await room.wait(60)
    assert ben.name.title() not in lobby.text


async def test_a_vote_is_asked_once_more_though_it_was_decided_since(room):
    game, ann, _, cleo, _ = await three(room)
    asked_first = await ask(game, ann, "end")
    await room.wait(5)
    copy = await room.bot.store.back_up()
    await cleo.press(asked_first, "No")
    await room.wait(5)
    await room.restart(copy=copy)
    await room.wait(120)
    again = asked(game)
    assert again.id != asked_first.id
    await cleo.press(again, "No")
    await after(room, 3 * DAY)
    assert (await game.live()).row.status is Status.PLAYING


async def test_the_answers_to_a_vote_that_is_gone_answer_no_other(room):
    game, ann, _, cleo, _ = await three(room)
    copy = await room.bot.store.back_up()
    lost = await ask(game, ann, "hold", 1)
    await room.wait(5)
    await room.restart(copy=copy)
    await room.wait(120)
    await ask(game, ann, "end")
    await room.wait(5)
    assert (await cleo.press(lost, "I agree")).private
    (end,) = await room.bot.store.votes.open_votes(game.table_id)
    assert list(end.ballots) == [0]  # of who has asked


async def test_what_was_opened_since_names_no_other_table(room):
    ann, _, cleo, dan = room.people
    copy = await room.bot.store.back_up()
    lost = await open_lobby(room, ann, "pennies-from-heaven")
    await room.restart(copy=copy)
    new = await open_lobby(room, cleo)
    assert number_of(new) != number_of(lost)
    answer = await dan.press(lost, "Join")
    assert answer.private
    assert dan.name.title() not in new.text
