"""Games whose message, thread or channel is gone: they go on, from `/tables` or elsewhere."""

from tests.cogs.clocks import timed
from tests.cogs.playing import default_turn, number_of, open_lobby, start
from tests.cogs.work.test_ghosts import DISCORD, lobbies, row_of, tables


async def test_a_game_without_message_is_posted_anew_in_its_thread_and_pings_nobody(room):
    game = await timed(room, room.people)
    old = game.board
    room.env.backend.delete_message(game.thread, old.id)
    listed = await tables(room.people[1])
    assert f"{DISCORD}/{room.guild.id}/{game.thread}" in listed.text
    assert game.board != old
    assert game.board.pinged == ()


async def test_a_game_without_thread_goes_on_from_the_list(room):
    game = await timed(room, room.people)
    room.env.backend.delete_channel(game.thread)
    await room.wait(1)
    ann, ben, *_ = room.people
    assert (await tables(ann)).labels == ("Continue in a new thread", "Manage table")
    listed = await tables(ben)
    assert "The clock is paused" in listed.text
    await ben.press(listed, "Continue in a new thread")
    await room.wait(1)
    assert "House Canasta · round 1" in game.board.text
    assert f"/{game.board.id}" in (await tables(ben)).text


async def test_a_game_whose_thread_is_locked_is_listed_with_the_way_and_what_it_waits_for(room):
    game = await timed(room, room.people)
    room.lock(game.thread)
    await default_turn(game)
    await room.wait(30)
    listed = await tables(room.people[1])
    assert "Its thread is locked. The game goes on once someone unlocks it." in listed.text
    assert f"{DISCORD}/{room.guild.id}/{game.thread}" in listed.text
    assert "is gone" not in listed.text
    assert listed.labels == ("Continue in a new thread",)


async def test_a_locked_thread_is_not_said_to_be_gone_while_discord_is_in_trouble(room):
    game = await timed(room, room.people)
    room.lock(game.thread)
    await default_turn(game)
    await room.wait(30)
    room.fail("GET", "/channels/*", status=500, times=None)
    listed = await tables(room.people[1])
    room.heal()
    assert f"{DISCORD}/{room.guild.id}/{game.thread}" in listed.text
    assert "is gone" not in listed.text


async def test_a_thread_that_the_bot_may_not_see_any_more_can_be_left_for_a_new_one(room):
    game = await timed(room, room.people)
    room.lock(game.thread)
    await default_turn(game)
    await room.wait(30)
    room.fail("GET", "/channels/*", status=403, code=50001, times=None)
    listed = await tables(room.people[1])
    room.heal()
    assert "is gone" not in listed.text
    assert listed.labels == ("Continue in a new thread",)


async def homeless(room):
    """A game whose channel was deleted, and another channel."""
    game = await timed(room, room.people)
    other = room.guild.create_text_channel("elsewhere")
    home, room.channel = room.channel, other
    room.env.backend.delete_channel(game.thread)
    room.env.backend.delete_channel(home.id)
    await room.wait(1)
    return game


async def test_a_game_without_channel_goes_on_in_another(room):
    game = await homeless(room)
    ben = room.people[1]
    listed = await tables(ben)
    assert listed.labels == ("Continue in this channel",)
    await ben.press(listed, "Continue in this channel")
    assert "Here is the table again." in listed.text
    await room.wait(1)
    row = await row_of(room)
    assert row.channel_id == room.channel.id
    assert "House Canasta · round 1" in game.board.text
    await game.take_turn()


async def test_a_game_is_not_moved_where_somebody_at_the_table_cannot_see_it(room):
    await homeless(room)
    cleo, ben = room.people[2], room.people[1]
    room.deny("view_channel", target=cleo.id)
    listed = await tables(ben)
    answer = await ben.press(listed, "Continue in this channel")
    assert "may not be able to see this channel" in answer.text
    assert (await row_of(room)).channel_id != room.channel.id


async def test_a_game_that_has_its_channel_is_not_moved(room):
    game = await timed(room, room.people)
    room.env.backend.delete_channel(game.thread)
    await room.wait(1)
    room.channel = room.guild.create_text_channel("elsewhere")
    ann = room.people[0]
    answer = await ann.press_stale(await tables(ann), "t1:movehere:1:0")
    assert "already has a channel or thread" in answer.text


async def test_a_stranger_moves_no_game(room):
    await homeless(room)
    eve = room.invite("Eve")
    answer = await eve.press_stale(await tables(eve), "t1:movehere:1:0")
    assert "You don't play" in answer.text


async def test_a_lobby_without_channel_is_moved_or_given_up_by_its_host_and_left_by_others(room):
    ann, ben, *_ = room.people
    lobby = await open_lobby(room, ann)
    await ben.press(lobby, "Join")
    room.env.backend.delete_channel(room.channel.id)
    room.channel = room.guild.create_text_channel("elsewhere")
    await room.wait(1)
    assert (await tables(ben)).labels == ("Leave",)
    listed = await tables(ann)
    assert listed.labels == ("Continue in this channel", "Cancel table")
    await ann.press(listed, "Continue in this channel")
    (shown,) = lobbies(room)
    assert number_of(shown) == 1
    assert f"/{shown.id}" in listed.text


async def test_no_address_ends_in_nothing_wherever_a_table_is(room):
    ann = room.people[0]
    await open_lobby(room, ann)
    game = await start(room, [ann])
    await room.bot.store.tables.place_messages(1, lobby_message_id=None)
    await room.bot.store.tables.place_messages(game.table_id, message_id=None)
    room.fail("POST", "/channels/*/messages", status=500, times=None)
    for command in ("tables", "table"):
        answer = await ann.slash(command)
        assert "None" not in answer.text
        assert DISCORD in answer.text
