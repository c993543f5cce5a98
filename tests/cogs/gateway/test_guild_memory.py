"""Tests that packed servers behave like discord.py's own."""

from datetime import datetime
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.state import AutoShardedConnectionState

from cogs.gateway.guild_cache import CompressedGuild, CompressedGuildState
from tests.cogs.support import guild_payloads
from tests.cogs.support.guild_payloads import ME, server

UPDATED = ("id", "name", "owner_id", "preferred_locale", "roles")
"""A server's fields in an update event, among many that the bot ignores."""


def memory(kind: type[AutoShardedConnectionState[Any]]) -> AutoShardedConnectionState[Any]:
    """Return discord.py's cache of servers, of one kind, for a connected bot."""
    told: dict[str, Any] = {"dispatch": lambda *_: None, "handlers": {}, "hooks": {}}
    state = kind(http=None, intents=discord.Intents(guilds=True), max_messages=None, **told)
    state.member_cache_flags = discord.MemberCacheFlags.none()
    state.shard_count, state.shard_ids = 1, range(1)
    user = {"id": str(ME), "username": "Tuppence", "discriminator": "0", "avatar": None}
    state.user = discord.ClientUser(state=state, data=user)  # type: ignore[arg-type]
    state._users[ME] = state.user  # type: ignore[assignment]
    return state


@pytest.fixture
def both():
    """Return a server as discord.py keeps it, and as our cache does."""
    states = memory(AutoShardedConnectionState), memory(CompressedGuildState)
    for state in states:
        state.parsers["GUILD_CREATE"](server(1))
    theirs, ours = (state.guilds[0] for state in states)
    assert isinstance(ours, CompressedGuild)
    return theirs, ours


def facts(guild: discord.Guild) -> tuple[object, ...]:
    """Return every fact that the bot reads of a server."""
    kinds = (discord.TextChannel, discord.VoiceChannel, discord.ForumChannel)
    places = [one for one in guild.channels if isinstance(one, kinds)]
    forums = [one for one in guild.channels if isinstance(one, discord.ForumChannel)]
    other = guild.get_role(guild.id + 5)
    assert other is not None
    return (
        (guild.id, guild.name, guild.owner_id, guild.preferred_locale, guild.unavailable),
        {one.id: one.permissions_for(guild.me) for one in places},
        {one.id: one.permissions_for(other) for one in places},
        {
            one.id: (one.flags.require_tag, [tag.to_dict() for tag in one.available_tags])
            for one in forums
        },
        (guild.system_channel and guild.system_channel.id, guild.me.joined_at),
        {one.id: (one.locked, one.archived) for one in guild.threads if one.owner_id == ME},
    )


def test_a_folded_server_answers_as_any_other(both):
    theirs, ours = both
    assert ours.is_compressed
    assert facts(ours) == facts(theirs)
    assert not ours.is_compressed


def changes(guild_id: int) -> list[tuple[str, dict[str, Any]]]:
    """Changes that Discord reports: a role, channels, a thread, the bot's membership."""
    told = server(1)
    seen = {**told["roles"][1], "permissions": "0"}
    opened = {**told["channels"][1], "permission_overwrites": []}
    locked = told["threads"][1]
    locked["thread_metadata"]["locked"] = False
    where = {"guild_id": str(guild_id)}
    new = guild_payloads.channel(guild_id + 777, 3, guild_id, told["roles"])
    return [
        ("GUILD_ROLE_UPDATE", {**where, "role": seen}),
        ("GUILD_ROLE_DELETE", {**where, "role_id": told["roles"][9]["id"]}),
        ("CHANNEL_UPDATE", opened),
        ("CHANNEL_DELETE", told["channels"][2]),
        ("CHANNEL_CREATE", new),
        ("THREAD_UPDATE", locked),
        ("THREAD_DELETE", {**where, "id": told["threads"][3]["id"], "parent_id": "1", "type": 11}),
        ("GUILD_MEMBER_UPDATE", {**where, **guild_payloads.member(ME, told["roles"][4:5])}),
        ("GUILD_UPDATE", {key: told[key] for key in UPDATED} | {"name": "Renamed"}),
    ]


@pytest.mark.parametrize("looked", [True, False])
def test_what_has_changed_meanwhile_is_folded_in(both, looked):
    theirs, ours = both
    for name, data in changes(theirs.id):
        for guild in both:
            guild._state.parsers[name](data)
        if looked:
            assert facts(ours) == facts(theirs), name
        ours.compress_if_idle()
        ours.compress_if_idle()
        assert ours.is_compressed
    assert facts(ours) == facts(theirs)


@pytest.mark.parametrize("kind", [discord.ChannelType.media, discord.ChannelType.stage_voice])
def test_a_new_channel_without_tables_costs_no_other_channel(both, kind):
    _, ours = both
    new = {**guild_payloads.forum(ours.id + 777, ours.id, []), "type": kind.value}
    ours._state.parsers["CHANNEL_CREATE"]({**new, "guild_id": str(ours.id)})
    for _ in range(2):
        ours.compress_if_idle()
    assert ours.is_compressed
    assert ours.get_channel(ours.id + 777) is None
    assert ours.get_channel(ours.id + 100) is not None
    assert ours.me is not None


def test_a_server_that_is_looked_at_stays_unfolded(both):
    _, ours = both
    assert ours.get_channel(ours.id + 100) is not None
    ours.compress_if_idle()
    assert not ours.is_compressed
    ours.compress_if_idle()
    assert ours.is_compressed


async def test_a_start_folds_out_no_server_and_saves_all_names_at_once(simulator, monkeypatch):
    """SimCord omits Discord's event for each server at a start."""
    save = AsyncMock()
    monkeypatch.setattr(simulator.bot.database.guilds, "save_names", save)
    for number in range(3):
        simulator.env.backend.emit("GUILD_CREATE", server(number))
    await simulator.wait(5)
    guilds = [simulator.bot.get_guild((number + 1) * 1000 << 22) for number in range(3)]
    assert all(one.is_compressed for one in guilds)
    save.assert_awaited_once_with({one.id: one.name for one in guilds})


@pytest.mark.parametrize("told", ["2026-11-22T12:00:00+00:00", None])
def test_when_a_server_added_the_bot_is_known_while_it_is_folded(told):
    state, sent = memory(CompressedGuildState), server(1)
    sent["members"][0]["joined_at"] = told
    state.parsers["GUILD_CREATE"](sent)
    (guild,) = state.guilds
    assert isinstance(guild, CompressedGuild)
    expected = datetime.fromisoformat(told).timestamp() if told else 0.0
    assert guild.bot_added == expected
    assert guild.is_compressed
    state.parsers["GUILD_UPDATE"]({key: sent[key] for key in UPDATED})
    assert guild.bot_added == expected


def test_no_other_server_is_unfolded_to_find_a_channel():
    state = memory(CompressedGuildState)
    for number in range(3):
        state.parsers["GUILD_CREATE"](server(number))
    _, second, _ = state.guilds
    found = state.get_channel(second.id + 100)
    assert found is second.get_channel(second.id + 100)
    assert state.get_channel(1 << 62) is None
    folded = [one.is_compressed for one in state.guilds if isinstance(one, CompressedGuild)]
    assert folded == [True, False, True]


def test_an_outage_unfolds_nothing_that_would_be_lost(both):
    theirs, ours = both
    for guild in both:
        guild._state.parsers["GUILD_DELETE"]({"id": str(guild.id), "unavailable": True})
    ours.compress_if_idle()
    assert facts(ours) == facts(theirs)
    for guild in both:
        guild._state.parsers["GUILD_CREATE"](server(1))
    assert ours.is_compressed
    assert facts(ours) == facts(theirs)
