"""Tests of missing permissions: each is named, before anything is done and during a game."""

from types import SimpleNamespace

import discord
import pytest

from cogs.core.refusals import MissingPermissions
from cogs.ui.permissions import (
    PERMISSIONS,
    THREAD_PERMISSIONS,
    check_permissions,
    missing_permissions,
    missing_table_permissions,
)
from render.text.catalogue import LANGUAGES, Catalogue
from tests.cogs.support.play import start

NEEDED = [name for name, needed in PERMISSIONS if needed]


def without(name):
    return discord.Permissions(**{other: True for other in NEEDED if other != name})


def pressed(granted):
    """Press where the bot has these permissions."""
    client = SimpleNamespace(missing=missing_permissions)
    return SimpleNamespace(client=client, app_permissions=granted)


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
