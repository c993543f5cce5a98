"""Tests of **Call players**: who is mentioned, when, and by how many requests."""

import re

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.lobby.players_wanted import MOST_CHECKED, REQUEST_PAUSE
from cogs.members.preferences import hours_of
from data.models.invitations import CALL_AGE, CALL_PAUSE, CALLED_PAUSE, MOST_CALLED
from tests.cogs.support.play import HOUSE, open_lobby
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import after
from tests.simulator import Answer, Member, Shown, Simulator


async def wanting(simulator: Simulator, *people: Member) -> None:
    for person in people:
        await simulator.bot.database.members.choose_wanted_games(
            simulator.guild.id, person.id, person.name, {HOUSE}
        )


async def old_lobby(simulator: Simulator) -> Shown:
    """Return Ann's lobby after five minutes."""
    lobby = await open_lobby(simulator, simulator.members[0])
    await simulator.wait(CALL_AGE)
    return lobby


async def call(simulator: Simulator, lobby: Shown) -> Answer:
    return await simulator.members[0].press(lobby, "callplayers")


def called(simulator: Simulator) -> list[tuple[int, ...]]:
    """Return the members of each call, oldest first."""
    words = "You asked to be called"
    return [one.pinged for one in simulator.messages() if words in one.text]


def members_fetched(simulator: Simulator) -> int:
    return sum(one.method == "GET" and "/members/" in one.path for one in simulator.sent)


async def test_one_message_under_the_lobby_mentions_those_who_want_the_game(
    simulator: Simulator,
) -> None:
    _, ben, cleo, dan = simulator.members
    await wanting(simulator, ben, cleo)
    lobby = await old_lobby(simulator)
    answer = await call(simulator, lobby)
    assert answer.message.private
    assert "Players were called <t:" in answer.text
    assert "Call players" not in answer.message.labels
    message = simulator.latest(simulator.channel.id)
    assert message.id > lobby.id
    assert message.text == (
        f"3 seats are free at House Canasta: <@{ben.id}> and <@{cleo.id}>. "
        "You asked to be called; `/preferences` ends it."
    )
    assert sorted(message.pinged) == sorted([ben.id, cleo.id])
    assert dan.id not in message.pinged
    assert members_fetched(simulator) == 0


async def test_nothing_is_called_by_itself(simulator: Simulator) -> None:
    await wanting(simulator, *simulator.members[1:])
    await old_lobby(simulator)
    await after(simulator, 6 * 3600)
    assert called(simulator) == []


async def test_too_early_a_call_is_refused_with_a_sentence(simulator: Simulator) -> None:
    await wanting(simulator, simulator.members[1])
    lobby = await open_lobby(simulator, simulator.members[0])
    created = simulator.now()
    await simulator.wait(CALL_AGE - 1)
    page = await simulator.members[0].press(lobby, "setup")
    (since,) = re.findall(r"You can call players from <t:(\d+):t>\.", page.text)
    assert created < int(since) - CALL_AGE + 2 < created + 3
    assert "five minutes after the table was opened" in (await call(simulator, lobby)).text
    assert called(simulator) == []


async def test_only_the_host_calls(simulator: Simulator) -> None:
    ann, ben, cleo, _ = simulator.members
    await wanting(simulator, cleo)
    lobby = await old_lobby(simulator)
    page = (await ann.press(lobby, "setup")).message
    forged = page.find("callplayers", "button").custom_id
    assert "Only the host" in (await ben.press_stale(lobby, forged)).text
    assert called(simulator) == []


async def test_two_presses_at_once_call_once(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    await wanting(simulator, ben)
    page = (await ann.press(await old_lobby(simulator), "setup")).message
    press = ann.pressing(page, "callplayers")
    await simulator.together(press, press)
    assert called(simulator) == [(ben.id,)]


async def test_the_server_can_switch_it_off(simulator: Simulator) -> None:
    await wanting(simulator, simulator.members[1])
    lobby = await old_lobby(simulator)
    await switch_off(simulator)
    page = await simulator.members[0].press(lobby, "setup")
    assert "Call players" not in page.message.labels
    (table_id,) = await simulator.bot.database.tables.lobby_ids()
    forged = await simulator.members[0].press_stale(lobby, f"t1:callplayers:{table_id}:0")
    assert "Nobody is called to tables on this server." in forged.text
    assert called(simulator) == []


async def test_after_five_minutes_the_page_names_no_time(simulator: Simulator) -> None:
    page = await simulator.members[0].press(await old_lobby(simulator), "setup")
    assert "Call players" in page.message.labels
    assert "You can call players from" not in page.text


async def switch_off(simulator: Simulator) -> None:
    """Let the owner switch calls off."""
    await simulator.bot.database.guilds.backend.transaction(
        lambda connection, _: connection.execute(
            "INSERT INTO server_choice (guild_id, wants_players) VALUES (?, 0)",
            (simulator.guild.id,),
        )
    )


async def test_quiet_hours_are_left_out_and_not_made_up_for(simulator: Simulator) -> None:
    _, ben, cleo, _ = simulator.members
    await wanting(simulator, ben, cleo)
    start, end = hours_of("0:00-2:00")
    await wishing(simulator, ben, quiet_from=start, quiet_to=end)
    await call(simulator, await old_lobby(simulator))
    await after(simulator, 3 * 3600)
    assert called(simulator) == [(cleo.id,)]


async def private_lobby(
    simulator: Simulator, *, hidden: int, seeing: int
) -> tuple[Shown, list[Member]]:
    """Return Ann's lobby in a private channel, and the members who want it and see it.

    `hidden` members who want it, and cannot see it, come before them.
    """
    people = [simulator.invite(f"Friend {n}") for n in range(hidden + seeing)]
    await wanting(simulator, *people)
    lobby = await old_lobby(simulator)
    simulator.deny("view_channel", target=simulator.guild.id)
    show(simulator, simulator.members[0], *people[hidden:])
    return lobby, people[hidden:]


async def test_in_a_private_channel_only_those_who_see_it_are_called(simulator: Simulator) -> None:
    lobby, seeing = await private_lobby(simulator, hidden=11, seeing=3)
    await call(simulator, lobby)
    (pinged,) = called(simulator)
    assert sorted(pinged) == [one.id for one in seeing]
    assert members_fetched(simulator) == 14


async def test_in_a_private_channel_ten_found_members_end_the_search(simulator: Simulator) -> None:
    lobby, seeing = await private_lobby(simulator, hidden=0, seeing=12)
    await call(simulator, lobby)
    (pinged,) = called(simulator)
    assert sorted(pinged) == [one.id for one in seeing[:MOST_CALLED]]
    assert members_fetched(simulator) == MOST_CALLED


async def test_a_call_in_vain_asks_about_thirty_members_once_in_five_minutes(
    simulator: Simulator,
) -> None:
    lobby, _ = await private_lobby(simulator, hidden=40, seeing=0)
    assert "Nobody who wants this game" in (await call(simulator, lobby)).text
    for _ in range(3):
        refused = await call(simulator, lobby)
        assert "I have just checked who can read this channel." in refused.text
    assert members_fetched(simulator) == MOST_CHECKED
    await simulator.wait(REQUEST_PAUSE + 1)
    assert "Nobody who wants this game" in (await call(simulator, lobby)).text
    assert members_fetched(simulator) == 2 * MOST_CHECKED


async def test_members_who_cannot_see_the_channel_do_not_block_others_for_ever(
    simulator: Simulator,
) -> None:
    lobby, (seeing,) = await private_lobby(simulator, hidden=MOST_CHECKED, seeing=1)
    for _ in range(40):
        await call(simulator, lobby)
        if called(simulator):
            break
        await simulator.wait(REQUEST_PAUSE + 1)
    assert called(simulator) == [(seeing.id,)]


async def test_a_member_whose_role_cannot_see_the_channel_is_not_called(
    simulator: Simulator,
) -> None:
    _, ben, cleo, _ = simulator.members
    await wanting(simulator, ben, cleo)
    lobby = await old_lobby(simulator)
    role = simulator.guild.create_role("Shut out")
    simulator.env.backend.add_member_role(simulator.guild.id, ben.id, role.id)
    simulator.deny("view_channel", target=role.id)
    await call(simulator, lobby)
    assert called(simulator) == [(cleo.id,)]


async def test_a_member_who_may_not_connect_is_not_called_to_a_voice_room(
    simulator: Simulator,
) -> None:
    _, ben, cleo, _ = simulator.members
    await wanting(simulator, ben, cleo)
    simulator.channel = simulator.guild.create_voice_channel("talk")
    simulator.deny("connect", target=ben.id)
    await simulator.env.settle()
    await call(simulator, await old_lobby(simulator))
    assert called(simulator) == [(cleo.id,)]


def show(simulator: Simulator, *people: Member) -> None:
    """Let members view the channel that @everyone cannot view."""
    role = simulator.guild.create_role("Players")
    backend = simulator.env.backend
    may = discord.Permissions(view_channel=True).value
    for target, kind in (
        (role.id, OverwriteType.ROLE),
        (backend.bot_user.id, OverwriteType.MEMBER),
    ):
        backend.set_overwrite(simulator.channel.id, Overwrite(target, kind, allow=may))
    for person in people:
        backend.add_member_role(simulator.guild.id, person.id, role.id)


async def test_nobody_is_called_if_discord_does_not_say_who_sees_the_channel(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    await wanting(simulator, ben)
    lobby = await old_lobby(simulator)
    simulator.deny("view_channel", target=simulator.guild.id)
    show(simulator, ann, ben)
    simulator.fail("GET", "/guilds/*/members/*", times=None)
    assert "Nobody who wants this game" in (await call(simulator, lobby)).text
    simulator.heal()
    await simulator.wait(REQUEST_PAUSE + 1)
    await call(simulator, lobby)
    assert called(simulator) == [(ben.id,)]


async def test_a_game_calls_once_in_three_hours_and_a_member_once_in_twelve(
    simulator: Simulator,
) -> None:
    ann, ben, cleo, _ = simulator.members
    await wanting(simulator, ben)
    lobby = await old_lobby(simulator)
    await call(simulator, lobby)
    await ann.cancel(lobby)
    second = await old_lobby(simulator)
    await wanting(simulator, cleo)
    assert "less than three hours ago" in (await call(simulator, second)).text
    await after(simulator, CALL_PAUSE)
    await call(simulator, second)
    await ann.cancel(second)
    await after(simulator, CALLED_PAUSE)
    await call(simulator, await old_lobby(simulator))
    assert called(simulator) == [(ben.id,), (cleo.id,), (ben.id, cleo.id)]


async def test_seats_kept_for_asked_members_are_not_offered(simulator: Simulator) -> None:
    ann, ben, cleo, dan = simulator.members
    await wanting(simulator, cleo, dan)
    lobby = await old_lobby(simulator)
    await ann.set_terms(lobby, seats="2")
    await ann.menu("Invite to cards", ben)
    assert "kept for members who were asked" in (await call(simulator, lobby)).text
    await ann.set_terms(lobby, seats="3")
    await call(simulator, lobby)
    assert simulator.latest(simulator.channel.id).text.startswith("One seat is free")


async def test_a_call_survives_a_kill_and_is_sent_once(simulator: Simulator) -> None:
    ben = simulator.members[1]
    await wanting(simulator, ben)
    lobby = await old_lobby(simulator)
    simulator.fail("POST", "/channels/*/messages", carried_out=True)
    await call(simulator, lobby)
    await simulator.restart()
    await after(simulator, 3600)
    assert called(simulator) == [(ben.id,)]
