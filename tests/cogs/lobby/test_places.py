"""Tests of where a table can be: threads, voice chats, and the places that refuse one."""

import discord
import pytest
from simcord.enums import ChannelType

from cogs.delivery.request import THREAD_LOCKED
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import HOUSE


async def member_thread(simulator, kind=ChannelType.PUBLIC_THREAD, parent=None):
    """Let a member make a thread, and return a handle to type in it."""
    parent = parent or simulator.channel
    ann, ben = simulator.members[:2]
    thread = simulator.env.backend.create_thread(parent.id, "our game", ben.id, type=kind)
    simulator.env.backend.add_thread_member(thread.id, ann.id)
    await simulator.env.settle()
    return next(one for one in parent.threads if one.id == thread.id)


async def opened(simulator, channel):
    return await simulator.members[0].slash("play", channel=channel, game=HOUSE)


async def played(simulator, answer):
    """Start the game of an answered lobby, let computer players move, and return its row."""
    tables = simulator.bot.database.tables
    table_id = max(await tables.lobby_ids())
    await simulator.members[0].press(answer.message, "fill")
    await simulator.wait(60)
    return await tables.get(table_id)


async def test_a_table_in_a_public_thread_stays_in_that_thread(simulator):
    thread = await member_thread(simulator)
    answer = await opened(simulator, thread)
    row = await played(simulator, answer)
    assert (row.channel_id, row.thread_id) == (simulator.channel.id, thread.id)
    assert [one for one in simulator.messages(thread.id) if "My hand" in one.labels]
    assert simulator.threads() == (thread.id,)
    assert simulator.env.backend.get_channel(thread.id).name == "our game"


async def test_the_lobby_of_a_thread_is_edited_in_the_thread(simulator):
    answer = await opened(simulator, await member_thread(simulator))
    await simulator.members[1].press(answer.message, "Join")
    await simulator.members[0].press(answer.message, "fill")
    await simulator.wait(5)
    assert "Join" not in answer.message.labels


async def test_a_lost_answer_in_a_thread_brings_no_second_lobby(simulator):
    thread = await member_thread(simulator)
    simulator.fail("POST", "/interactions/*/callback", status=502, carried_out=True)
    await opened(simulator, thread)
    await simulator.wait(600)
    shown = [one for one in simulator.messages() if "Join" in one.labels]
    assert [one.channel_id for one in shown] == [thread.id]


async def test_a_table_in_a_members_post_of_a_forum_is_in_that_post(simulator):
    forum = simulator.guild.create_forum_channel("talk")
    await simulator.env.settle()
    post = await member_thread(simulator, parent=forum)
    row = await played(simulator, await opened(simulator, post))
    assert (row.channel_id, row.thread_id) == (forum.id, post.id)
    assert simulator.threads() == (post.id,)
    assert simulator.env.backend.get_channel(post.id).name == "our game"


async def test_a_table_in_a_voice_chat_is_in_the_chat(simulator):
    voice = simulator.guild.create_voice_channel("talk")
    await simulator.env.settle()
    row = await played(simulator, await opened(simulator, voice))
    assert [one for one in simulator.messages(voice.id) if "My hand" in one.labels]
    assert (row.channel_id, row.thread_id) == (voice.id, voice.id)
    assert simulator.threads() == ()


async def test_a_private_thread_is_refused(simulator):
    thread = await member_thread(simulator, ChannelType.PRIVATE_THREAD)
    assert "A table needs a text channel, a forum" in (await opened(simulator, thread)).text


@pytest.mark.parametrize("kind", ["news", "stage"])
async def test_announcements_and_stages_are_refused(simulator, kind):
    channel = getattr(simulator.guild, f"create_{kind}_channel")("elsewhere")
    await simulator.env.settle()
    assert "A table needs a text channel, a forum" in (await opened(simulator, channel)).text


async def test_a_thread_of_an_announcement_channel_is_refused(simulator):
    news = simulator.guild.create_news_channel("news")
    await simulator.env.settle()
    thread = await member_thread(simulator, parent=news)
    assert "A table needs a text channel, a forum" in (await opened(simulator, thread)).text


async def test_a_post_of_a_media_channel_is_refused(simulator):
    forum = simulator.guild.create_forum_channel("pictures")
    await simulator.env.settle()
    post = await member_thread(simulator, parent=forum)
    # SimCord has no media channels. discord.py's object differs only in the type.
    cached = simulator.bot.get_guild(simulator.guild.id).get_channel(forum.id)
    cached._type = discord.ChannelType.media.value
    refused = await opened(simulator, post)
    assert "A table needs a text channel, a forum" in refused.text
    assert await simulator.bot.database.tables.lobby_ids() == ()


async def test_a_thread_needs_its_own_permission_and_not_that_of_its_channel(simulator):
    thread = await member_thread(simulator)
    simulator.deny("create_public_threads")
    assert "Join" in (await opened(simulator, thread)).message.labels
    simulator.deny("send_messages_in_threads")
    refused = await simulator.members[0].slash("play", channel=thread, game="classic-canasta")
    assert "**Send Messages In Threads**" in refused.text


async def test_the_rematch_of_a_table_in_a_members_thread_is_in_that_thread(simulator):
    thread = await member_thread(simulator)
    ann, ben = simulator.members[:2]
    table_id = await dealt(simulator, [ann, ben])
    await simulator.bot.database.tables.set_message_ids(table_id, thread_id=thread.id)
    state = await play_on(simulator, table_id)
    with simulator.env._bot_scope():
        simulator.bot.services.activity.show(state.row)
    await simulator.wait(0)
    final = next(one for one in simulator.messages(thread.id) if "Rematch" in one.labels)
    await ann.press(final, "rematch")
    rematch = await simulator.bot.database.lobbies.rematch_of(table_id)
    assert (rematch.channel_id, rematch.thread_id) == (simulator.channel.id, thread.id)
    assert [one for one in simulator.messages(thread.id) if "Join" in one.labels]


@pytest.mark.parametrize("locked", [True, False])
async def test_a_members_thread_that_was_unlocked_while_off_is_played_in_again(simulator, locked):
    thread = await member_thread(simulator)
    row = await played(simulator, await opened(simulator, thread))
    pauses, missing = simulator.bot.database.pauses, simulator.bot.services.missing_channels
    with simulator.env._bot_scope():
        await missing.mark_missing(row.id, THREAD_LOCKED)
    assert [one.reason for one in await pauses.of_table(row.id)] == ["place"]
    # Without an event, and without the thread in the cache: the bot was not connected.
    simulator.bot.get_guild(simulator.guild.id)._threads.pop(thread.id)
    simulator.env.backend.get_channel(thread.id).thread_metadata.locked = locked
    with simulator.env._bot_scope():
        guild = simulator.bot.get_guild(simulator.guild.id)
        await simulator.bot.services.missing_channels.guild_available(guild)
    still = [one.reason for one in await simulator.bot.database.pauses.of_table(row.id)]
    assert still == (["place"] if locked else [])
