"""Tests of the form behind **Invitations** in `/preferences`."""

import pytest

from data.models.members import GuildSettings
from tests.cogs.lobby.test_players_wanted import switch_off
from tests.simulator import Answer, Member, Simulator


async def form(simulator: Simulator) -> tuple[Member, Answer]:
    ann = simulator.members[0]
    return ann, await ann.press((await ann.slash("preferences")).message, "Invitations")


async def test_the_choices_are_saved_together_and_told(simulator: Simulator) -> None:
    ann, asked = await form(simulator)
    answer = await ann.submit(asked, {"who": "1", "games": "0 1"})
    assert answer.private
    assert "Nobody may ask you to a table by name." in answer.text
    assert "On this server, hosts can call you to" in answer.text
    members = simulator.bot.database.members
    assert await members.invited_by(ann.id) == "nobody"
    assert len(await members.wanted_games(simulator.guild.id, ann.id)) == 2


async def test_the_form_shows_what_was_chosen_and_sent_unchanged_changes_nothing(
    simulator: Simulator,
) -> None:
    ann, asked = await form(simulator)
    await ann.submit(asked, {"who": "1", "games": "0 3"})
    before = await simulator.bot.database.members.wanted_games(simulator.guild.id, ann.id)
    _, again = await form(simulator)
    await ann.submit(again, {})
    members = simulator.bot.database.members
    assert await members.wanted_games(simulator.guild.id, ann.id) == before
    assert await members.invited_by(ann.id) == "nobody"
    _, last = await form(simulator)
    answer = await ann.submit(last, {"who": "0", "games": ""})
    assert "hosts can't call you" in answer.text
    assert await members.wanted_games(simulator.guild.id, ann.id) == frozenset()


async def test_a_server_that_calls_nobody_is_not_asked_about(simulator: Simulator) -> None:
    await switch_off(simulator)
    ann, asked = await form(simulator)
    assert asked.modal is not None
    assert len(asked.modal["components"]) == 1
    answer = await ann.submit(asked, {})
    assert "hosts" not in answer.text


async def test_a_form_without_the_games_keeps_them_if_calls_are_switched_on_meanwhile(
    simulator: Simulator,
) -> None:
    ann, asked = await form(simulator)
    await ann.submit(asked, {"who": "0", "games": "0 3"})
    await switch_off(simulator)
    _, without = await form(simulator)
    await switch_on(simulator)
    answer = await ann.submit(without, {})
    assert "hosts" not in answer.text
    wanted = await simulator.bot.database.members.wanted_games(simulator.guild.id, ann.id)
    assert len(wanted) == 2


async def switch_on(simulator: Simulator) -> None:
    """Let the owner switch calls on again."""
    await simulator.bot.database.guilds.save_settings(simulator.guild.id, GuildSettings())


async def test_a_forged_game_is_refused_and_saves_nothing(simulator: Simulator) -> None:
    ann, asked = await form(simulator)
    for wrong in ("99", "x", "-1"):
        await ann.submit(asked, {"who": "1", "games": wrong})
    assert await simulator.bot.database.members.invited_by(ann.id) == "everybody"


@pytest.mark.parametrize("place", ["dm", "group"])
async def test_off_the_server_the_form_asks_only_who_may_invite(
    simulator: Simulator, place: str
) -> None:
    ann, ben, *_ = simulator.members
    channel = ann.dm if place == "dm" else simulator.group_dm(ann, ben)
    page = (await ann.slash("preferences", channel=channel)).message
    asked = await ann.press(page, "Invitations")
    assert asked.modal is not None
    assert len(asked.modal["components"]) == 1
    answer = await ann.submit(asked, {"who": "1"})
    assert answer.text == "Nobody may ask you to a table by name."
    assert await simulator.bot.database.members.invited_by(ann.id) == "nobody"
