"""Tests of missing permissions: each is named, before anything is done and during a game."""

from types import SimpleNamespace

import discord
import pytest

from cogs.core.refusals import MissingPermissions
from cogs.gateway.guild_cache import CompressedGuildState
from cogs.lobby.home import is_usable
from cogs.ui.permissions import (
    PERMISSIONS,
    THREAD_PERMISSIONS,
    check_permissions,
    lacks_tag,
    missing_permissions,
    missing_table_permissions,
    usable_tags,
)
from render.text.catalogue import LANGUAGES, Catalogue
from tests.cogs.gateway.test_guild_memory import memory
from tests.cogs.support import guild_payloads
from tests.cogs.support.play import start

NEEDED = [name for name, needed in PERMISSIONS if needed]


def without(name):
    return discord.Permissions(**{other: True for other in NEEDED if other != name})


def pressed(granted):
    """Press where the bot has these permissions."""
    client = SimpleNamespace(missing=missing_permissions)
    return SimpleNamespace(client=client, app_permissions=granted, guild=None)


@pytest.mark.parametrize("name", NEEDED)
def test_a_permission_that_is_missing_is_found(name):
    assert missing_permissions(without(name)) == (name,)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NEEDED)
def test_it_is_named_to_people_as_discords_settings_spell_it(name, language):
    sentence = MissingPermissions([name]).sentence(Catalogue.load(language))
    assert f"**{name.replace('_', ' ').title()}**" in sentence


@pytest.mark.parametrize("name", sorted(set(NEEDED) - THREAD_PERMISSIONS))
def test_no_table_is_opened_where_it_could_not_be_shown(name):
    with pytest.raises(MissingPermissions) as refused:
        check_permissions(pressed(without(name)))
    assert refused.value.names == (name,)


@pytest.mark.parametrize("name", sorted(THREAD_PERMISSIONS))
def test_without_those_for_threads_a_table_stands_in_the_channel(name):
    check_permissions(pressed(without(name)))


@pytest.mark.parametrize("name", NEEDED)
def test_a_game_misses_only_what_its_own_place_needs(name):
    in_thread, in_channel = (
        missing_table_permissions(without(name), in_thread=here) for here in (True, False)
    )
    assert in_thread == (() if name in {"send_messages", "create_public_threads"} else (name,))
    assert in_channel == (() if name in THREAD_PERMISSIONS else (name,))


@pytest.mark.parametrize("name", ["attach_files", "send_messages_in_threads"])
async def test_whoever_plays_on_is_told_what_the_bot_lacks(simulator, name):
    game = await start(simulator, simulator.members[:2], seats=2)
    assert "permission" not in (await game.hand(simulator.members[0])).text
    simulator.deny(name)
    panel = await game.hand(simulator.members[0])
    assert f"until I have the permission **{name.replace('_', ' ').title()}**" in panel.text


# ---- commands without the bot, and a bot that is timed out


async def test_commands_without_the_bot_are_answered_with_an_invitation(simulator):
    simulator.bot._connection._remove_guild(simulator.bot.get_guild(simulator.guild.id))
    simulator.fail("GET", "/guilds/*", status=403, code=50001, times=None)
    for command, options in (("play", {"game": "house-canasta"}), ("leaderboard", {})):
        answer = await simulator.members[0].slash(command, **options)
        assert "only my commands are" in answer.text
        assert f"guild_id={simulator.guild.id}" in answer.text
        assert "applications.commands" in answer.text
    counts = await simulator.bot.database.tables.lobby_ids()
    assert counts == ()
    asked = [
        one for one in simulator.sent if one.path.startswith("/guilds/") and one.method == "GET"
    ]
    assert len(asked) == 1


async def test_commands_that_need_no_server_work_without_the_bot(simulator):
    simulator.bot._connection._remove_guild(simulator.bot.get_guild(simulator.guild.id))
    simulator.fail("GET", "/guilds/*", status=403, code=50001, times=None)
    for command in ("help", "preferences", "away"):
        assert "only my commands" not in (await simulator.members[0].slash(command)).text


async def test_a_bot_that_is_timed_out_says_so_and_until_when(simulator):
    until = simulator.timed_out(hours=2)
    simulator.deny("send_messages")
    answer = await simulator.members[0].slash("play", game="house-canasta")
    assert f"<t:{until}:f>" in answer.text
    assert "Send Messages" not in answer.text
    simulator.timed_out(hours=-2)
    again = await simulator.members[0].slash("play", game="house-canasta")
    assert "Send Messages" in again.text


# ---- forums that require a tag


def forum_with(*moderated, manages=False):
    """Return a forum that requires a tag, with one tag for each argument."""
    told = guild_payloads.server(1)
    for role in told["roles"]:
        may = discord.Permissions(int(role["permissions"]))
        may.manage_threads = manages
        role["permissions"] = str(may.value)
    told["channels"][-1]["available_tags"] = [
        {"id": str(n), "name": f"tag {n}", "moderated": one, "emoji_id": None, "emoji_name": None}
        for n, one in enumerate(moderated, start=1)
    ]
    state = memory(CompressedGuildState)
    state.parsers["GUILD_CREATE"](told)
    return next(one for one in state.guilds[0].channels if isinstance(one, discord.ForumChannel))


@pytest.mark.parametrize(
    "moderated, manages, usable",
    [((True, False), False, [2]), ((True, True), False, []), ((True, False), True, [1, 2])],
)
def test_a_moderated_tag_may_be_used_only_with_manage_threads(moderated, manages, usable):
    forum = forum_with(*moderated, manages=manages)
    assert [tag.id for tag in usable_tags(forum)] == usable
    assert lacks_tag(forum) == (not usable)


def test_a_forum_without_a_usable_tag_is_no_home():
    assert not is_usable(forum_with(True, True))
    assert not is_usable(None)


def test_a_channel_that_is_no_forum_lacks_no_tag():
    state = memory(CompressedGuildState)
    state.parsers["GUILD_CREATE"](guild_payloads.server(1))
    assert not any(map(lacks_tag, state.guilds[0].text_channels))
