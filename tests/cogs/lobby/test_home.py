"""Tests of the home channel: `/play` typed anywhere opens the lobby there, also in a forum."""

from dataclasses import replace

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.core.refusals import Refusal
from cogs.game.permissions import (
    MAX_TABLES_PER_CHANNEL,
    MAX_TABLES_PER_GUILD,
    check_home_limits,
    check_lobby_limits,
)
from data.models.members import GuildSettings
from data.models.tables import TableCounts, TableStatus
from tests.cogs.support.play import HOUSE, Game, default_move


async def live_in(simulator, channel):
    """Make a channel the server's home."""
    await simulator.env.settle()
    settings = GuildSettings(home=channel.id)
    await simulator.bot.database.guilds.save_settings(simulator.guild.id, settings)
    return channel


async def with_home(simulator):
    return await live_in(simulator, simulator.guild.create_text_channel("tables"))


async def with_forum(simulator):
    return await live_in(simulator, simulator.guild.create_forum_channel("tables"))


async def lobby_row(simulator):
    tables = simulator.bot.database.tables
    return await tables.get(max(await tables.lobby_ids()))


def lobbies(simulator, channel_id):
    return [one for one in simulator.messages(channel_id) if "Join" in one.labels]


def posts(simulator, forum):
    channels = simulator.env.backend.channels.values()
    return [one for one in channels if one.is_thread and one.parent_id == forum.id]


async def posted(simulator):
    """Open a lobby in a forum. Return forum, post and the lobby's message."""
    forum = await with_forum(simulator)
    await simulator.members[0].slash("play", game=HOUSE)
    (post,) = posts(simulator, forum)
    (lobby,) = lobbies(simulator, post.id)
    return forum, post, lobby


async def begun(simulator, lobby):
    """Start the game of a lobby with Ann and Ben, and return it."""
    ann, ben = simulator.members[:2]
    await ben.press(lobby, "Join")
    row = await lobby_row(simulator)
    await ann.press(lobby, "fill")
    return Game(simulator, row.id, (ann, ben))


# ------------------------------------------------------------ a text channel


async def test_a_lobby_opens_in_the_home_and_the_answer_links_to_it(simulator):
    home = await with_home(simulator)
    answer = await simulator.members[0].slash("play", game=HOUSE)
    (lobby,) = lobbies(simulator, home.id)
    link = f"https://discord.com/channels/{simulator.guild.id}/{home.id}/{lobby.id}"
    assert answer.private
    assert f"Your table is open: {link}" in answer.text
    assert not lobbies(simulator, simulator.channel.id)


async def test_play_typed_in_the_home_is_answered_with_the_lobby(simulator):
    home = await with_home(simulator)
    answer = await simulator.members[0].slash("play", channel=home, game=HOUSE)
    assert "Join" in answer.message.labels
    assert len(lobbies(simulator, home.id)) == 1


async def test_play_works_where_no_table_could_be(simulator):
    home = await with_home(simulator)
    stage = simulator.guild.create_stage_channel("stage")
    answer = await simulator.members[0].slash("play", channel=stage, game=HOUSE)
    assert "Your table is open" in answer.text
    assert len(lobbies(simulator, home.id)) == 1


async def test_a_lobby_that_waits_in_the_home_is_offered_first(simulator):
    home = await with_home(simulator)
    ann, ben = simulator.members[:2]
    await ann.slash("play", game=HOUSE)
    asked = await ben.slash("play", game=HOUSE)
    assert "already waiting for players" in asked.text
    page = asked.message
    another = page.find("Open another", "button").custom_id
    await ben.press(page, "Open another")
    again = await ben.press_stale(page, another)
    assert "already opened a table" in again.text
    assert len(lobbies(simulator, home.id)) == 2


@pytest.mark.parametrize("manages", [True, False])
async def test_a_home_that_is_gone_falls_back_and_managers_are_told(simulator, manages):
    home = await with_home(simulator)
    simulator.env.backend.delete_channel(home.id)
    answer = await simulator.invite("Mo", manages=manages).slash("play", game=HOUSE)
    assert len(lobbies(simulator, simulator.channel.id)) == 1
    assert (f"I cannot open tables in <#{home.id}>" in answer.text) is manages
    assert all(one.private for one in answer.followups)


async def test_a_home_for_announcements_falls_back(simulator):
    home = await with_home(simulator)
    simulator.env.backend.edit_channel(home.id, {"type": 5})
    await simulator.env.settle()
    answer = await simulator.invite("Mo", manages=True).slash("play", game=HOUSE)
    assert len(lobbies(simulator, simulator.channel.id)) == 1
    assert f"I cannot open tables in <#{home.id}>" in answer.text


@pytest.mark.parametrize("manages", [True, False])
async def test_managers_are_told_of_a_broken_home_though_another_lobby_waits(simulator, manages):
    home = await with_home(simulator)
    simulator.env.backend.delete_channel(home.id)
    await simulator.members[0].slash("play", game=HOUSE)
    answer = await simulator.invite("Mo", manages=manages).slash("play", game=HOUSE)
    assert "already waiting for players" in answer.text
    assert (f"I cannot open tables in <#{home.id}>" in answer.text) is manages
    assert all(one.private for one in answer.followups)


@pytest.mark.parametrize("manages", [True, False])
async def test_managers_are_told_of_a_broken_home_though_no_table_can_open_here(simulator, manages):
    home = await with_home(simulator)
    simulator.env.backend.delete_channel(home.id)
    stage = simulator.guild.create_stage_channel("stage")
    await simulator.env.settle()
    keeper = simulator.invite("Mo", manages=manages)
    answer = await keeper.slash("play", channel=stage, game=HOUSE)
    assert "A table needs a text channel" in answer.text
    assert (f"I cannot open tables in <#{home.id}>" in answer.text) is manages


@pytest.mark.parametrize("manages", [True, False])
async def test_during_a_timeout_the_home_is_not_called_broken(simulator, manages):
    home = await with_home(simulator)
    until = simulator.timed_out(hours=2)
    answer = await simulator.invite("Mo", manages=manages).slash("play", game=HOUSE)
    assert f"<t:{until}:f>" in answer.text
    assert f"<#{home.id}>" not in answer.text
    assert await simulator.bot.database.tables.lobby_ids() == ()


async def test_a_home_that_is_closed_falls_back(simulator):
    home = await with_home(simulator)
    simulator.deny("send_messages", channel=home)
    await simulator.members[0].slash("play", game=HOUSE)
    assert len(lobbies(simulator, simulator.channel.id)) == 1


async def test_a_member_who_cannot_see_the_home_opens_no_table_in_it(simulator):
    home = await with_home(simulator)
    simulator.deny("view_channel", channel=home, target=simulator.members[0].id)
    await simulator.env.settle()
    answer = await simulator.members[0].slash("play", game=HOUSE)
    assert "a channel that you cannot see" in answer.text
    assert await simulator.bot.database.tables.lobby_ids() == ()


@pytest.mark.parametrize("create", ["create_text_channel", "create_forum_channel"])
@pytest.mark.parametrize("denied", ["send_messages", "use_application_commands"])
async def test_a_muted_member_opens_no_table_in_the_home(simulator, create, denied):
    ann, ben, *_ = simulator.members
    home = await live_in(simulator, getattr(simulator.guild, create)("tables"))
    simulator.deny(denied, channel=home, target=ann.id)
    await simulator.env.settle()
    answer = await ann.slash("play", game=HOUSE)
    assert f"Tables open in <#{home.id}>, where you can't write or use commands." in answer.text
    assert await simulator.bot.database.tables.lobby_ids() == ()
    assert "Your table is open" in (await ben.slash("play", game=HOUSE)).text


async def test_a_home_in_which_only_the_bot_writes_is_open_to_all(simulator):
    home = await with_home(simulator)
    simulator.deny("send_messages", channel=home, target=simulator.guild.id)
    bot = simulator.env.backend.bot_user.id
    may = discord.Permissions(send_messages=True).value
    overwrite = Overwrite(bot, OverwriteType.MEMBER, allow=may)
    simulator.env.backend.set_overwrite(home.id, overwrite)
    await simulator.env.settle()
    assert "Your table is open" in (await simulator.members[0].slash("play", game=HOUSE)).text


def test_a_home_may_have_more_tables_than_any_other_channel_but_not_the_server():
    full = TableCounts(lobbies=0, channel=MAX_TABLES_PER_CHANNEL, guild=0)
    with pytest.raises(Refusal):
        check_lobby_limits(full, 0)
    check_home_limits(full, 0)
    with pytest.raises(Refusal):
        check_home_limits(replace(full, guild=MAX_TABLES_PER_GUILD), 0)


async def test_the_twenty_sixth_table_opens_in_a_home_and_nowhere_else(simulator):
    home = await with_home(simulator)
    for channel in (home, simulator.channel):
        for number in range(MAX_TABLES_PER_CHANNEL):
            await simulator.bot.database.lobbies.create(
                guild_id=simulator.guild.id,
                channel_id=channel.id,
                host_id=number + channel.id,
                game="classic-canasta",
                rules_version=1,
                options={},
                seat_count=4,
                pace="day",
                seed=bytes(32),
            )
    assert "Your table is open" in (await simulator.members[0].slash("play", game=HOUSE)).text
    await simulator.bot.database.guilds.save_settings(simulator.guild.id, GuildSettings())
    refused = await simulator.members[1].slash("play", game=HOUSE)
    assert "25" in refused.text


# ------------------------------------------------------------ a forum


async def test_each_table_is_a_post_whose_first_message_is_the_lobby(simulator):
    forum, post, lobby = await posted(simulator)
    assert lobby.id == post.id
    assert post.name.startswith("House Canasta")
    row = await lobby_row(simulator)
    assert (row.channel_id, row.thread_id, row.lobby_message_id) == (forum.id, post.id, post.id)


async def test_the_answer_to_play_links_to_the_post(simulator):
    forum = await with_forum(simulator)
    answer = await simulator.members[0].slash("play", game=HOUSE)
    (post,) = posts(simulator, forum)
    assert f"/{post.id}/{post.id}" in answer.text


async def test_the_lobby_in_a_post_shows_new_players(simulator):
    _, _, lobby = await posted(simulator)
    await simulator.members[1].press(lobby, "Join")
    assert "Ben" in lobby.text or f"<@{simulator.members[1].id}>" in lobby.text


async def test_a_game_is_played_in_its_post_which_is_renamed_once(simulator):
    forum, post, lobby = await posted(simulator)
    game = await begun(simulator, lobby)
    assert game.board.channel_id == post.id
    assert "Ann" in post.name
    assert "Ben" in post.name
    await simulator.wait(60)
    named = ("PATCH", f"/channels/{post.id}")
    assert len([one for one in simulator.sent if (one.method, one.path) == named]) == 1
    assert len(posts(simulator, forum)) == 1


async def test_a_post_that_cannot_be_renamed_is_played_in(simulator):
    _, post, lobby = await posted(simulator)
    simulator.fail("PATCH", f"/channels/{post.id}", status=403, code=50013, times=None)
    game = await begun(simulator, lobby)
    assert game.board.channel_id == post.id


async def test_the_first_tag_that_may_be_used_is_given_where_one_is_required(simulator):
    forum = await with_forum(simulator)
    tags = [
        {"id": "11", "name": "News", "moderated": True, "emoji_id": None, "emoji_name": None},
        {"id": "12", "name": "Cards", "moderated": False, "emoji_id": None, "emoji_name": None},
    ]
    simulator.env.backend.edit_channel(forum.id, {"available_tags": tags})
    simulator.deny("manage_threads", channel=forum)
    await simulator.env.settle()
    simulator.fail("POST", f"/channels/{forum.id}/threads", status=400, code=40067)
    await simulator.members[0].slash("play", game=HOUSE)
    (post,) = posts(simulator, forum)
    assert post.applied_tags == [12]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_post_whose_answer_was_lost_is_found_again(simulator, restarts):
    forum = await with_forum(simulator)
    threads = f"/channels/{forum.id}/threads"
    simulator.disconnect("POST", threads, times=1, carried_out=True)
    simulator.fail("GET", "/guilds/*/threads/active", times=9)
    await simulator.members[0].slash("play", game=HOUSE)
    simulator.heal()
    if restarts:
        await simulator.restart()
    await simulator.wait(600)
    (post,) = posts(simulator, forum)
    row = await lobby_row(simulator)
    assert (row.thread_id, row.lobby_message_id) == (post.id, post.id)


async def test_a_deleted_post_pauses_the_game_until_it_has_another(simulator):
    forum, post, lobby = await posted(simulator)
    game = await begun(simulator, lobby)
    simulator.env.backend.delete_channel(post.id)
    await simulator.wait(1)
    with simulator.env._bot_scope():
        services = simulator.bot.services
        row = await services.placement.reopen(game.table_id, simulator.members[0].id)
        services.activity.wake(row)
    await simulator.wait(60)
    (another,) = posts(simulator, forum)
    row = await simulator.bot.database.tables.get(game.table_id)
    assert (row.thread_id, row.lobby_message_id) == (another.id, another.id)
    assert row.status is TableStatus.PLAYING
    assert [one for one in simulator.messages(another.id) if "My hand" in one.labels]


async def test_a_lobby_whose_post_is_deleted_can_be_shown_again(simulator):
    forum, post, _ = await posted(simulator)
    simulator.env.backend.delete_channel(post.id)
    ann = simulator.members[0]
    page = await ann.slash("tables")
    await ann.press(page.message, "showagain")
    await simulator.wait(60)
    (another,) = posts(simulator, forum)
    assert lobbies(simulator, another.id)


async def test_a_lobby_in_an_archived_post_is_opened_and_edited(simulator):
    _, post, lobby = await posted(simulator)
    simulator.env.backend.edit_channel(post.id, {}, thread_metadata={"archived": True})
    row = await lobby_row(simulator)
    with simulator.env._bot_scope():
        row = await simulator.bot.services.lobbies.add_computer(row)
        simulator.bot.services.activity.show(row)
    await simulator.wait(60)
    assert not post.thread_metadata.archived
    assert not (await lobby_row(simulator)).lobby_due
    assert "Join" in lobby.labels


async def test_a_post_that_cannot_be_reopened_is_waited_for(simulator):
    forum, post, lobby = await posted(simulator)
    game = await begun(simulator, lobby)
    path = f"/channels/{post.id}/messages/*"
    simulator.fail("PATCH", path, status=400, code=50083, times=None)
    simulator.fail("POST", f"/channels/{post.id}/messages", status=400, code=160006, times=None)
    await default_move(game)
    await simulator.wait(30)
    simulator.heal()
    await simulator.wait(600)
    row = await simulator.bot.database.tables.get(game.table_id)
    assert row.thread_id == post.id
    assert row.rendered_seq == row.seq
    assert len(posts(simulator, forum)) == 1
