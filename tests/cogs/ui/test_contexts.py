"""Tests of the places in which commands work, and of who reads the answers there."""

import discord
import pytest

from cogs.ui.commands import ANYWHERE
from tests.simulator.contexts import BOT_DM, GROUP_DM, SERVER, Origin

SERVERS_AND_MEMBERS = [0, 1]
ON_SERVERS = [SERVER]
EVERYWHERE = [SERVER, BOT_DM, GROUP_DM]
MESSAGE_MENU = 3


def registered(simulator):
    """Return the payload of each command that the bot registered last."""
    syncs = [one for one in simulator.sent if one.method == "PUT" and "commands" in one.path]
    return syncs[-1].json


def expected(payload):
    """Return the installs and contexts of a command, by the table in the design."""
    if payload["name"] in ANYWHERE:
        return SERVERS_AND_MEMBERS, EVERYWHERE
    if payload.get("type") == MESSAGE_MENU:
        return [0], [SERVER, BOT_DM]
    return [0], ON_SERVERS


@pytest.mark.first_start
async def test_each_command_says_where_it_works(simulator):
    await simulator.bot.database.program_state.set("commands", "other")
    await simulator.bot.sync_commands()
    payloads = registered(simulator)
    wrong = [
        one["name"]
        for one in payloads
        if (sorted(one.get("integration_types") or []), sorted(one.get("contexts") or []))
        != expected(one)
    ]
    assert wrong == []
    assert {one["name"] for one in payloads} >= ANYWHERE


async def test_the_bot_starts_when_members_may_not_install_it(simulator):
    await simulator.bot.database.program_state.set("commands", "other")
    simulator.fail("PUT", "/applications/*/commands", status=400, code=50035)
    await simulator.bot.sync_commands()
    for payload in registered(simulator):
        assert payload["integration_types"] == [0]
        assert GROUP_DM not in payload["contexts"]
    told = [one.getMessage() for one in simulator.log if "cannot install" in one.getMessage()]
    assert len(told) == 1


async def test_commands_that_discord_refuses_anyway_are_an_error(simulator):
    await simulator.bot.database.program_state.set("commands", "other")
    simulator.fail("PUT", "/applications/*/commands", status=400, code=50035, times=2)
    with pytest.raises(discord.HTTPException):
        await simulator.bot.sync_commands()


async def test_privacy_works_in_direct_messages(simulator):
    ann = simulator.members[0]
    answer = await ann.slash("privacy show", channel=ann.dm)
    assert answer.private
    assert answer.record.guild_id is None


@pytest.mark.parametrize("command", ["help", "preferences", "away", "privacy forget"])
async def test_answers_in_a_group_are_private(simulator, command):
    ann, ben, *_ = simulator.members
    group = simulator.group_dm(ann, ben)
    answer = await ann.slash(command, channel=group)
    assert answer.private


async def test_a_command_without_a_context_is_answered_privately(simulator):
    ann = simulator.members[0]
    simulator.contexts[simulator.channel.id] = Origin(None)
    answer = await ann.slash("leaderboard")
    assert answer.private
