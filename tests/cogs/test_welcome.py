"""Tests of the welcome: where it is posted, what its buttons do, and that it comes only once."""

import asyncio
from dataclasses import replace

import discord
import pytest

from cogs.welcome import WELCOME, WelcomeService
from data.models.tables import TableStatus
from tests.cogs.support.play import HOUSE, number_of
from tests.cogs.support.welcome import (
    MESSAGES,
    WELCOMED,
    added_now,
    announce,
    chat,
    join,
    welcomed_despite_kill,
    welcomes,
)
from tests.soak.welcome import failures


async def restart(simulator):
    """Restart the bot. SimCord omits Discord's event for each server."""
    await simulator.restart()
    await announce(simulator)


async def days_pass(simulator, days):
    """Move the clock by days, without the polls of the timer loop."""
    simulator.bot.services.timer_loop.close()
    await simulator.wait(days * 86400)


# ------------------------------------------------------------ where it is, and what it does


async def test_a_new_server_gets_one_silent_welcome_with_two_buttons(simulator):
    await join(simulator)
    (welcome,) = welcomes(simulator)
    assert welcome.channel_id == simulator.channel.id
    assert welcome.labels == ("Settings", "How to play")
    assert welcome.stored.flags & discord.MessageFlags(suppress_notifications=True).value
    assert not welcome.pinged
    assert "pennies are play money" in welcome.text


async def test_an_old_server_gets_no_welcome(simulator):
    await restart(simulator)
    assert not welcomes(simulator)


async def test_the_system_channel_comes_first(simulator):
    other = simulator.guild.create_text_channel("system")
    simulator.env.backend.edit_guild(simulator.guild.id, {"system_channel_id": other.id})
    await join(simulator)
    assert [one.channel_id for one in welcomes(simulator)] == [other.id]


async def test_else_the_first_channel_that_everybody_sees_and_the_bot_may_write_in(simulator):
    hidden, mute = (simulator.guild.create_text_channel(name) for name in ("staff", "mute"))
    open_ = simulator.guild.create_text_channel("open")
    for channel in (simulator.channel, hidden):
        simulator.deny("view_channel", channel=channel, target=simulator.guild.id)
    simulator.deny("send_messages", channel=mute)
    await join(simulator)
    assert [one.channel_id for one in welcomes(simulator)] == [open_.id]


async def test_without_a_channel_the_first_command_of_a_manager_shows_it(simulator):
    simulator.deny("send_messages")
    await join(simulator)
    assert not welcomes(simulator)
    keeper = simulator.invite("Mo", manages=True)
    assert WELCOMED not in (await simulator.members[0].slash("help")).text
    told = await keeper.slash("help")
    assert WELCOMED in told.text
    assert told.private
    assert WELCOMED not in (await keeper.slash("help")).text


async def test_a_welcome_that_waits_for_a_manager_outlives_a_restart(simulator):
    simulator.deny("send_messages")
    await join(simulator)
    await days_pass(simulator, 3)
    await restart(simulator)
    keeper = simulator.invite("Mo", manages=True)
    assert WELCOMED in (await keeper.slash("help")).text
    await restart(simulator)
    assert WELCOMED not in (await keeper.slash("help")).text


async def test_a_process_that_takes_over_a_server_has_the_welcome_that_waits(simulator):
    """Discord.py considers a process that shares the servers never ready."""
    simulator.deny("send_messages")
    await join(simulator)
    await days_pass(simulator, 3)
    take_over(simulator)
    keeper = simulator.invite("Mo", manages=True)
    assert WELCOMED not in (await simulator.members[0].slash("help")).text
    assert WELCOMED in (await keeper.slash("help")).text
    take_over(simulator)
    assert WELCOMED not in (await keeper.slash("help")).text


async def test_a_process_that_gets_a_server_back_has_the_welcome_that_waits(simulator):
    keeper, first = simulator.invite("Mo", manages=True), simulator.bot.services.welcomes
    assert WELCOMED not in (await keeper.slash("help")).text
    take_over(simulator)
    simulator.deny("send_messages")
    await join(simulator)
    await days_pass(simulator, 3)
    simulator.bot.services = replace(simulator.bot.services, welcomes=first)
    await announce(simulator)
    assert WELCOMED in (await keeper.slash("help")).text


def take_over(simulator):
    """Give the server to a process that has just started."""
    bot = simulator.bot
    bot.services.welcomes.close()
    bot.services = replace(bot.services, welcomes=WelcomeService(bot))


async def test_a_welcome_that_waits_since_a_managers_command_comes_with_the_next(simulator):
    keeper = simulator.invite("Mo", manages=True)
    assert WELCOMED not in (await keeper.slash("help")).text
    simulator.deny("send_messages")
    await join(simulator)
    assert WELCOMED in (await keeper.slash("help")).text


async def test_a_server_is_set_up_in_three_taps(simulator):
    await join(simulator)
    keeper = simulator.invite("Mo", manages=True)
    (welcome,) = welcomes(simulator)
    page = await keeper.press(welcome, "Settings")
    assert page.private
    form = await keeper.press(page.message, "Change")
    done = await keeper.submit(form, {"home": str(simulator.channel.id)})
    assert f"Tables open in <#{simulator.channel.id}>" in done.text
    assert welcomes(simulator) == [welcome]


async def test_the_first_table_of_a_server_is_begun_alone_by_play_and_one_tap(simulator):
    await join(simulator)
    lobby = (await simulator.members[0].slash("play", game=HOUSE)).message
    table_id = number_of(lobby)
    await simulator.members[0].press(lobby, "fill")
    row = await simulator.bot.database.tables.get(table_id)
    assert row.status is TableStatus.PLAYING


async def test_others_may_learn_to_play_but_not_change_the_settings(simulator):
    await join(simulator)
    (welcome,) = welcomes(simulator)
    ann = simulator.members[0]
    assert "may manage this server" in (await ann.press(welcome, "Settings")).text
    assert (await ann.press(welcome, "How to play")).private


# ------------------------------------------------------------ once


async def test_a_welcome_missed_while_off_is_made_up_for_within_a_day(simulator):
    added_now(simulator)
    await restart(simulator)
    assert len(welcomes(simulator)) == 1
    await restart(simulator)
    assert len(welcomes(simulator)) == 1


async def test_a_day_later_no_welcome_is_made_up_for(simulator):
    added_now(simulator)
    await days_pass(simulator, 1.1)
    await restart(simulator)
    assert not welcomes(simulator)


async def test_an_outage_delays_the_welcome(simulator):
    simulator.fail("POST", "/channels/*/messages", times=None)
    await join(simulator)
    assert not welcomes(simulator)
    simulator.heal()
    await simulator.wait(3600)
    assert len(welcomes(simulator)) == 1


async def test_a_lost_answer_brings_no_second_welcome(simulator):
    simulator.fail("POST", "/channels/*/messages", status=502, carried_out=True, times=3)
    await join(simulator)
    assert len(welcomes(simulator)) == 1
    simulator.heal()
    await simulator.wait(3600)
    await restart(simulator)
    assert len(welcomes(simulator)) == 1
    notice = await simulator.bot.database.guilds.notice(simulator.guild.id, WELCOME)
    assert notice.message_id == welcomes(simulator)[0].id


async def test_a_welcome_tried_again_after_an_outage_is_found_after_a_lost_answer(simulator):
    simulator.fail("POST", MESSAGES, status=502, times=None)
    await join(simulator)
    await simulator.wait(600)
    await chat(simulator)
    simulator.heal()
    simulator.fail("POST", MESSAGES, status=502, carried_out=True, times=9)
    await simulator.wait(600)
    simulator.heal()
    await simulator.wait(900)
    assert len(welcomes(simulator)) == 1
    notice = await simulator.bot.database.guilds.notice(simulator.guild.id, WELCOME)
    assert notice.message_id == welcomes(simulator)[0].id


async def test_a_refused_welcome_looks_for_another_channel(simulator):
    other = simulator.guild.create_text_channel("other")
    simulator.fail("POST", f"/channels/{simulator.channel.id}/messages", status=403, code=50013)
    await join(simulator)
    simulator.deny("send_messages")
    await simulator.wait(120)
    assert [one.channel_id for one in welcomes(simulator)] == [other.id]


async def test_a_server_that_adds_the_bot_again_within_30_days_gets_no_second_one(simulator):
    await join(simulator)
    await days_pass(simulator, 20)
    await join(simulator)
    assert len(welcomes(simulator)) == 1


async def test_two_processes_at_once_send_one_welcome(simulator):
    guild = simulator.bot.get_guild(simulator.guild.id)
    guild.bot_added = simulator.env.now().timestamp()
    two = [WelcomeService(simulator.bot) for _ in range(2)]
    for _ in range(2):
        await asyncio.gather(*(one._try_logged(guild.id) for one in two))
    assert len(welcomes(simulator)) == 1


@pytest.mark.parametrize("lost", [False, True])
async def test_a_kill_at_each_step_brings_exactly_one_welcome(simulator, lost):
    """The process dies at its step number 1, 2, 3 …; the next one continues from the database."""
    ended, stops = False, 0
    while not ended:
        stops += 1
        ended = await welcomed_despite_kill(simulator, stops, lost=lost)
        assert len(welcomes(simulator)) == 1, f"killed at step {stops}"
    assert stops >= 5


async def test_joins_with_outages_kills_and_two_processes_bring_one_welcome_each(tmp_path):
    assert await failures(tmp_path / "tuppence.db", joins=25, seed=1) == []
