"""Tests of games whose message, thread or channel is missing: they continue."""

import pytest

from tests.cogs.channels.test_lost_messages import lobbies, row_of, tables, ways
from tests.cogs.channels.test_lost_rematches import DISCORD
from tests.cogs.support.play import default_turn, number_of, open_lobby, start
from tests.cogs.support.time import timed


async def test_a_game_without_message_is_posted_anew_in_its_thread_and_pings_nobody(simulator):
    game = await timed(simulator, simulator.members)
    old = game.board
    simulator.env.backend.delete_message(game.thread, old.id)
    await tables(simulator.members[1])
    assert game.board != old
    assert game.board.pinged == ()


async def test_a_game_without_thread_goes_on_from_the_list(simulator):
    game = await timed(simulator, simulator.members)
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(1)
    ann, ben, *_ = simulator.members
    assert await ways(ann) == ("Continue in a new thread", "Manage table")
    listed = await tables(ben)
    assert "The clock is paused" in listed.text
    await ben.press(listed, "Continue in a new thread")
    await simulator.wait(1)
    assert "House Canasta · round 1" in game.board.text
    assert {"Play", "Hand"} & {*(await tables(ben)).labels}


async def test_a_game_whose_thread_is_locked_is_listed_with_the_way_and_what_it_waits_for(
    simulator,
):
    game = await timed(simulator, simulator.members)
    simulator.lock(game.thread)
    await default_turn(game)
    await simulator.wait(30)
    listed = await tables(simulator.members[1])
    assert "Its thread is locked. The game goes on once it is unlocked." in listed.text
    assert "is gone" not in listed.text
    found = await ways(simulator.members[1], listed)
    assert f"{DISCORD}/{simulator.guild.id}/{game.thread}" in listed.text
    assert found == ("Continue in a new thread",)


async def test_a_locked_thread_is_not_said_to_be_gone_while_discord_is_in_trouble(simulator):
    game = await timed(simulator, simulator.members)
    simulator.lock(game.thread)
    await default_turn(game)
    await simulator.wait(30)
    simulator.fail("GET", "/channels/*", status=500, times=None)
    listed = await tables(simulator.members[1])
    simulator.heal()
    assert {"Play", "Hand"} & {*listed.labels}
    assert "is gone" not in listed.text


async def test_a_thread_that_the_bot_may_not_see_any_more_can_be_left_for_a_new_one(simulator):
    game = await timed(simulator, simulator.members)
    simulator.lock(game.thread)
    await default_turn(game)
    await simulator.wait(30)
    simulator.fail("GET", "/channels/*", status=403, code=50001, times=None)
    listed = await tables(simulator.members[1])
    simulator.heal()
    assert "is gone" not in listed.text
    assert await ways(simulator.members[1], listed) == ("Continue in a new thread",)


async def homeless(simulator):
    """Return a game whose channel was deleted, and another channel."""
    game = await timed(simulator, simulator.members)
    other = simulator.guild.create_text_channel("elsewhere")
    home, simulator.channel = simulator.channel, other
    simulator.env.backend.delete_channel(game.thread)
    simulator.env.backend.delete_channel(home.id)
    await simulator.wait(1)
    return game


async def test_a_game_without_channel_goes_on_in_another(simulator):
    game = await homeless(simulator)
    ben = simulator.members[1]
    listed = await tables(ben)
    assert await ways(ben, listed) == ("Continue in this channel",)
    await ben.press(listed, "Continue in this channel")
    assert "Here is the table again." in listed.text
    await simulator.wait(1)
    row = await row_of(simulator)
    assert row.channel_id == simulator.channel.id
    assert "House Canasta · round 1" in game.board.text
    await game.take_turn()


@pytest.mark.parametrize("kind, denied", [("text", "view_channel"), ("voice", "connect")])
async def test_a_game_is_not_moved_where_somebody_at_the_table_cannot_read_it(
    simulator, kind, denied
):
    await homeless(simulator)
    cleo, ben = simulator.members[2], simulator.members[1]
    simulator.channel = getattr(simulator.guild, f"create_{kind}_channel")("room")
    simulator.deny(denied, target=cleo.id)
    await simulator.env.settle()
    listed = await tables(ben)
    answer = await ben.press(listed, "Continue in this channel")
    assert "may not be able to see this channel" in answer.text
    assert (await row_of(simulator)).channel_id != simulator.channel.id


async def test_a_game_that_has_its_channel_is_not_moved(simulator):
    game = await timed(simulator, simulator.members)
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(1)
    simulator.channel = simulator.guild.create_text_channel("elsewhere")
    ann = simulator.members[0]
    answer = await ann.press_stale(await tables(ann), "t1:movehere:1:0")
    assert "already has a channel or thread" in answer.text


async def test_a_stranger_moves_no_game(simulator):
    await homeless(simulator)
    eve = simulator.invite("Eve")
    for number in (1, 99):  # The same answer as for a table that does not exist.
        answer = await eve.press_stale(await tables(eve), f"t1:movehere:{number}:0")
        assert "This table is closed" in answer.text


async def test_a_lobby_without_channel_is_moved_or_given_up_by_its_host_and_left_by_others(
    simulator,
):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    simulator.env.backend.delete_channel(simulator.channel.id)
    simulator.channel = simulator.guild.create_text_channel("elsewhere")
    await simulator.wait(1)
    assert await ways(ben) == ("Leave",)
    listed = await tables(ann)
    assert await ways(ann, listed) == ("Continue in this channel", "Cancel this table")
    await ann.press(listed, "Continue in this channel")
    (shown,) = lobbies(simulator)
    assert number_of(shown) == 1
    assert f"/{shown.id}" in str(listed.links)


async def test_no_address_ends_in_nothing_wherever_a_table_is(simulator):
    ann = simulator.members[0]
    await open_lobby(simulator, ann)
    game = await start(simulator, [ann])
    await simulator.bot.database.tables.set_message_ids(1, lobby_message_id=None)
    await simulator.bot.database.tables.set_message_ids(game.table_id, message_id=None)
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    assert {"Play", "Hand"} & {*(await tables(ann)).labels}
    answer = await ann.slash("table")
    assert "None" not in answer.text
    assert DISCORD in answer.text
