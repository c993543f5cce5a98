"""Tests of how the bot tells a member about an invitation."""

import asyncio

from cogs.members.preferences import hours_of
from cogs.reminders.mailboxes import PAUSES
from tests.cogs.lobby.test_invitations import MENU, asked, notices, said
from tests.cogs.support.play import HOUSE, open_lobby
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import after
from tests.simulator import Member, Shown, Simulator


def direct_messages(simulator: Simulator, person: Member) -> list[Shown]:
    channel = simulator.env.backend.get_dm_channel(person.id)
    return simulator.messages(channel.id, person)


async def test_a_member_is_mentioned_once_under_the_lobby(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    await after(simulator, 3600)
    await simulator.restart()
    await after(simulator, 3600)
    (notice,) = notices(simulator, ben)
    assert notice.id > lobby.id
    assert notice.channel_id == simulator.channel.id
    assert said(notice).startswith(
        f"<@{ben.id}>, Ann would like to play House Canasta with you. Your seat is kept until <t:"
    )
    assert f"/{lobby.id}" in said(notice)
    assert not direct_messages(simulator, ben)


async def test_a_lost_answer_of_discord_brings_no_second_message(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    simulator.disconnect("POST", "/channels/*/messages", carried_out=True)
    await ann.menu(MENU, ben)
    await after(simulator, 600)
    assert len(notices(simulator, ben)) == 1
    assert lobby.id < notices(simulator, ben)[0].id


async def test_whoever_chose_direct_messages_is_told_there_and_nowhere_else(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    await wishing(simulator, ben, way="direct")
    await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    (letter,) = direct_messages(simulator, ben)
    assert "Ann would like to play House Canasta with you." in said(letter)
    assert not [one for one in notices(simulator, ben) if one.channel_id == simulator.channel.id]


async def test_after_quiet_hours_a_member_is_told_if_the_lobby_is_still_open(
    simulator: Simulator,
) -> None:
    ann, ben, cleo, _ = simulator.members
    start, end = hours_of("0:00-2:00")
    for person in (ben, cleo):
        await wishing(simulator, person, quiet_from=start, quiet_to=end)
    lobby = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    await ann.menu(MENU, cleo)
    assert "Asked: **Ben** (no answer yet), **Cleo** (no answer yet)" in said(lobby)
    await cleo.press(lobby, "Not this time")
    await after(simulator, 3600)
    assert not notices(simulator, ben)
    await after(simulator, 3700)
    assert len(notices(simulator, ben)) == 1
    assert not notices(simulator, cleo)


async def test_two_lobbies_that_are_due_together_tell_a_member_once(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    start, end = hours_of("0:00-2:00")
    await wishing(simulator, ben, quiet_from=start, quiet_to=end)
    for game in (HOUSE, "classic-canasta"):
        await ann.slash("invite", member=ben.actor, game=game)
    simulator.env.backend.advance_clock(7300)
    database, service = simulator.bot.database, simulator.bot.services.invitations
    rows = [await database.tables.get(one) for one in await database.tables.lobby_ids()]
    assert [len(row.asked) for row in rows] == [1, 1]
    with simulator.env._bot_scope():
        await asyncio.gather(*map(service.tell, rows))
    await simulator.wait(1)
    assert len(notices(simulator, ben)) == 1


async def test_a_paused_mailbox_wakes_no_lobby_until_the_pause_is_over(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    await wishing(simulator, ben, way="direct")
    simulator.fail("POST", "/users/@me/channels", status=500, times=None)
    await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    assert await simulator.bot.services.invitations.due(simulator.now()) == ()
    simulator.heal()
    simulator.env.backend.advance_clock(PAUSES[0] + 1)
    (table_id,) = await simulator.bot.services.invitations.due(simulator.now())
    assert (await simulator.bot.database.tables.get(table_id)).asked[0].user_id == ben.id
    await after(simulator, 0)
    assert len(direct_messages(simulator, ben)) == 1


async def test_a_lobby_without_its_message_is_not_due(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    start, end = hours_of("0:00-2:00")
    await wishing(simulator, ben, quiet_from=start, quiet_to=end)
    lobby = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    simulator.env.backend.delete_message(lobby.channel_id, lobby.id)
    (table_id,) = await simulator.bot.database.tables.lobby_ids()
    await simulator.bot.database.messages.mark_message_deleted(table_id, lobby.id)
    await simulator.wait(3 * 3600)
    assert await simulator.bot.services.invitations.due(simulator.now()) == ()


async def test_a_closed_lobby_tells_nobody(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    start, end = hours_of("0:00-2:00")
    await wishing(simulator, ben, quiet_from=start, quiet_to=end)
    lobby = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    await ann.cancel(lobby)
    await after(simulator, 3 * 3600)
    assert not notices(simulator, ben)


async def test_a_name_pings_nobody_else(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    cleo = simulator.members[2]
    nasty = simulator.invite(f"<@{cleo.id}> @everyone")
    await open_lobby(simulator, nasty)
    await nasty.menu(MENU, ben)
    assert not notices(simulator, cleo)
    (notice,) = notices(simulator, ben)
    assert notice.pinged == (ben.id,)
    del ann


async def test_an_erased_member_is_no_longer_named(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    page = (await ben.slash("privacy forget")).message
    await ben.press(page, "forgetme")
    await simulator.wait(0)
    assert "Ben" not in said(lobby)


async def test_the_menu_speaks_the_language_of_its_user(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    ann.locale = "de"
    assert "Ben einladen" in said(await ann.menu(MENU, ben))
