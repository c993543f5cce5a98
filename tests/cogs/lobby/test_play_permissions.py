"""Tests that buttons and `/invite` open tables only where the server's managers allow `/play`."""

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from simcord.backend.command_access import command_access

from cogs.lobby.play_permissions import CHANNEL, LASTS, ROLE, USER, is_allowed
from tests.cogs.lobby.test_rematch import finished
from tests.cogs.support.play import HOUSE, open_lobby
from tests.cogs.support.time import after
from tests.simulator import Answer, Member, Simulator

REFUSED = "This server lets only some members open tables, or only in some channels."
Rule = tuple[int, int, bool]
"""One of ROLE, USER and CHANNEL, an id, and whether that allows the command."""


def play(simulator: Simulator) -> dict[str, Any]:
    """Return the command `/play` as Discord has it."""
    commands = simulator.env.backend.commands[None].values()
    return next(one for one in commands if one["name"] == "play")


def set_rules(simulator: Simulator, *rules: Rule, command_id: int = 0) -> None:
    """Set who may use `/play`, or the command with this id."""
    told = [{"type": kind, "id": str(of), "permission": allows} for kind, of, allows in rules]
    command_id = command_id or int(play(simulator)["id"])
    simulator.env.backend.set_command_permissions(simulator.guild.id, command_id, told)


def for_nobody(simulator: Simulator) -> None:
    set_rules(simulator, (ROLE, simulator.guild.id, False))


def count_of_lobbies(simulator: Simulator) -> int:
    return len([one for one in simulator.messages() if "Join" in one.labels])


async def press_help(person: Member) -> Answer:
    """Open a table by the button of `/help`."""
    page = (await person.slash("help")).message
    games = (await person.press(page, "playgame")).message
    return await person.press(games, "t1:playgame:0:0:0")


async def by_command(person: Member) -> Answer:
    friend = person.simulator.members[1]
    return await person.slash("invite", member=friend.actor, game=HOUSE)


async def by_menu(person: Member) -> Answer:
    page = (await person.menu("Invite to cards", person.simulator.members[1])).message
    return await person.press(page, page.controls[0].custom_id)


@pytest.mark.parametrize("opens", [press_help, by_command, by_menu])
async def test_whoever_may_not_play_opens_no_table_in_another_way(
    simulator: Simulator, opens: Any
) -> None:
    for_nobody(simulator)
    answer = await opens(simulator.members[0])
    assert answer.text == REFUSED
    assert answer.private
    assert not count_of_lobbies(simulator)


@pytest.mark.parametrize("opens", [press_help, by_command, by_menu])
async def test_without_a_limit_all_ways_open_a_table(simulator: Simulator, opens: Any) -> None:
    await opens(simulator.members[0])
    assert count_of_lobbies(simulator) == 1


async def test_the_question_about_a_second_table_is_no_way_around(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    await open_lobby(simulator, ann)
    question = (await ben.slash("play", game=HOUSE)).message
    for_nobody(simulator)
    assert (await ben.press(question, "Open another")).text == REFUSED
    assert count_of_lobbies(simulator) == 1


async def test_whoever_may_not_play_opens_no_rematch(simulator: Simulator) -> None:
    final = await finished(simulator)
    for_nobody(simulator)
    answer = await simulator.members[0].press(final, "Rematch")
    assert REFUSED in answer.text
    assert REFUSED not in next(one for one in simulator.messages() if one.id == final.id).text
    assert not count_of_lobbies(simulator)


async def test_whoever_may_not_play_still_invites_to_an_open_table(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    await open_lobby(simulator, ann)
    for_nobody(simulator)
    assert "I have asked" in (await ann.menu("Invite to cards", ben)).text


async def test_an_allowed_member_and_an_administrator_open_tables(simulator: Simulator) -> None:
    ann, ben, cleo, _ = simulator.members
    set_rules(simulator, (ROLE, simulator.guild.id, False), (USER, ann.id, True))
    role = simulator.guild.create_role("Boss", permissions=discord.Permissions(administrator=True))
    simulator.env.backend.add_member_role(simulator.guild.id, ben.id, role.id)
    await simulator.env.settle()
    for person, refused in ((ann, False), (ben, False), (cleo, True)):
        page = (await person.slash("help")).message
        games = (await person.press(page, "playgame")).message
        answer = await person.press(games, f"t1:playgame:0:0:{simulator.members.index(person)}")
        assert (answer.text == REFUSED) is refused


async def test_a_thread_counts_as_its_channel(simulator: Simulator) -> None:
    set_rules(simulator, (CHANNEL, simulator.channel.id, False))
    ann, ben, *_ = simulator.members
    made = simulator.env.backend.create_thread(simulator.channel.id, "talk", ann.id)
    await simulator.env.settle()
    thread = next(one for one in simulator.channel.threads if one.id == made.id)
    answer = await ann.slash("invite", member=ben.actor, game=HOUSE, channel=thread)
    assert answer.text == REFUSED


async def test_discord_is_asked_once_in_ten_minutes(simulator: Simulator) -> None:
    ann = simulator.members[0]

    def asked() -> int:
        return len([one for one in simulator.sent if one.path.endswith("/permissions")])

    await press_help(ann)
    for_nobody(simulator)
    assert (await press_help(ann)).text != REFUSED
    assert asked() == 2  # the settings of `/play`, and those of the application
    await after(simulator, LASTS)
    assert (await press_help(ann)).text == REFUSED
    assert asked() == 4


async def test_a_manager_who_looks_at_the_settings_has_them_read_again(
    simulator: Simulator,
) -> None:
    ann = simulator.members[0]
    await press_help(ann)
    for_nobody(simulator)
    await simulator.invite("Mia", manages=True).slash("settings")
    assert (await press_help(ann)).text == REFUSED


async def test_without_an_answer_of_discord_tables_open_and_it_is_asked_again_later(
    simulator: Simulator,
) -> None:
    simulator.fail("GET", "/applications/*/commands", times=None)
    ann, _, cleo, _ = simulator.members
    await press_help(ann)
    assert count_of_lobbies(simulator) == 1
    simulator.heal()
    for_nobody(simulator)
    assert (await by_command(cleo)).text != REFUSED
    await after(simulator, LASTS)
    assert (await press_help(ann)).text == REFUSED


def some_rules(targets: Sequence[tuple[int, int]], rng: random.Random) -> list[Rule]:
    """Return rules for about half of the targets."""
    return [(*target, rng.random() < 0.5) for target in targets if rng.random() < 0.5]


async def test_random_settings_mean_what_they_mean_to_discord(simulator: Simulator) -> None:
    ann, backend, guild_id = simulator.members[0], simulator.env.backend, simulator.guild.id
    roles = [simulator.guild.create_role(name).id for name in ("One", "Two")]
    for role_id in roles:
        backend.add_member_role(guild_id, ann.id, role_id)
    people = [(ROLE, guild_id), (USER, ann.id), *((ROLE, role_id) for role_id in roles)]
    targets = [*people, (CHANNEL, simulator.channel.id), (CHANNEL, guild_id - 1)]
    everyone = [SimpleNamespace(id=role_id) for role_id in (guild_id, *roles)]
    member = SimpleNamespace(id=ann.id, guild=SimpleNamespace(id=guild_id), roles=everyone)
    command, rng, answers = play(simulator), random.Random(1), []
    for _ in range(500):
        own, general = some_rules(targets, rng), some_rules(targets, rng)
        set_rules(simulator, *own)
        set_rules(simulator, *general, command_id=backend.application_id)
        wanted = command_access(backend, command, user_id=ann.id, channel_id=simulator.channel.id)
        rules = [{(kind, of): allows for kind, of, allows in one} for one in (own, general)]
        found = is_allowed(rules, cast("discord.Member", member), simulator.channel.id)
        assert found is wanted.allowed
        answers.append(found)
    assert 100 < sum(answers) < 400
