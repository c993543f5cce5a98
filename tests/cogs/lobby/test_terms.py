"""Tests of changed terms: nobody starts at a pace or by rules that they have not confirmed (B3)."""

import pytest

from cogs.game.deadlines import PACES
from data.models.tables import TableStatus
from tests.cogs.lobby.test_house_rules import choose
from tests.cogs.lobby.test_rematch import finished
from tests.cogs.lobby.test_rematch import lobby_of as rematch_lobby
from tests.cogs.support.play import number_of, open_lobby

PACE = str(list(PACES).index("live"))


async def lobby_of(simulator, *guests):
    """Return Ann's lobby for two with guests, and its number."""
    lobby = await open_lobby(simulator, simulator.members[0])
    await simulator.members[0].set_terms(lobby, seats="2")
    for guest in guests:
        await guest.press(lobby, "Join")
    return lobby, number_of(lobby)


async def row(simulator, table_id):
    return await simulator.bot.database.tables.find(table_id)


def players(table):
    return [seat.player and seat.player.name for seat in table.seats]


async def test_who_joined_three_days_a_turn_is_not_started_live_without_a_word(simulator):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator)
    await ann.set_terms(lobby, pace=str(list(PACES).index("three_days")))
    await ben.press(lobby, "Join")
    await ann.set_terms(lobby, pace=PACE)
    assert f"<@{ben.id}>: press **I agree**" in lobby.text
    assert f"starts without <@{ben.id}>" in lobby.text
    assert "Start" not in lobby.labels
    await ann.press(lobby, "Fill and start")
    table = await row(simulator, table_id)
    assert (table.status, table.pace) == (TableStatus.PLAYING, "live")
    assert all(not seat.is_of(ben.id) for seat in table.seats)


async def test_one_press_confirms_and_the_game_starts_with_all(simulator):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator, ben)
    await ann.set_terms(lobby, pace=PACE)
    await ben.press(lobby, "I agree")
    assert "I agree" not in lobby.labels
    await ann.press(lobby, "Start")
    table = await row(simulator, table_id)
    assert table.status is TableStatus.PLAYING
    assert players(table) == ["Ann", "Ben"]


async def test_house_rules_are_confirmed_too(simulator):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator, ben)
    page = (await ann.press(lobby, "House rules")).message
    await choose(ann, page, "Bonus for the exact grab", "no")
    assert f"starts without <@{ben.id}>" in lobby.text
    await ben.press(lobby, "I agree")
    await ann.press(lobby, "Start")
    assert players(await row(simulator, table_id)) == ["Ann", "Ben"]


async def test_terms_that_change_again_are_confirmed_again(simulator):
    ann, ben, *_ = simulator.members
    lobby, _ = await lobby_of(simulator, ben)
    await ann.set_terms(lobby, pace=PACE)
    agree = lobby.find("I agree", "button").custom_id
    await ann.set_terms(lobby, pace=str(list(PACES).index("none")))
    assert "The table has changed" in (await ben.press_stale(lobby, agree)).text
    assert f"starts without <@{ben.id}>" in lobby.text


async def test_an_old_start_leaves_nobody_out_in_silence(simulator):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator, ben)
    start = lobby.find("start", "button").custom_id
    await ann.set_terms(lobby, pace=PACE)
    assert "The table has changed" in (await ann.press_stale(lobby, start)).text
    now = f"t1:start:{table_id}:{(await row(simulator, table_id)).revision}"
    assert "Not everyone has agreed" in (await ann.press_stale(lobby, now)).text
    assert (await row(simulator, table_id)).status is TableStatus.LOBBY


async def test_a_join_on_a_message_that_showed_other_terms_is_confirmed(simulator):
    ann, ben, *_ = simulator.members
    lobby, _ = await lobby_of(simulator)
    join = lobby.find("Join", "button").custom_id
    await ann.set_terms(lobby, pace=PACE)
    await ben.press_stale(lobby, join)
    assert f"starts without <@{ben.id}>" in lobby.text


async def test_a_made_up_join_confirms_no_later_terms(simulator):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator)
    await ben.press_stale(lobby, f"t1:join:{table_id}:999999")
    await ann.set_terms(lobby, pace=PACE)
    assert f"starts without <@{ben.id}>" in lobby.text


async def test_who_leaves_and_joins_again_has_seen_the_terms(simulator):
    ann, ben, *_ = simulator.members
    lobby, _ = await lobby_of(simulator, ben)
    await ann.set_terms(lobby, pace=PACE)
    await ben.press(lobby, "Leave")
    await ben.press(lobby, "Join")
    assert "I agree" not in lobby.labels


@pytest.mark.parametrize("what", ["same pace", "seats"])
async def test_what_changes_no_terms_asks_nobody(simulator, what):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator, ben)
    if what == "seats":
        await ann.set_terms(lobby, seats="4")
    else:
        now = (await row(simulator, table_id)).pace
        await ann.set_terms(lobby, pace=str(list(PACES).index(now)))
    assert "I agree" not in lobby.labels


async def test_a_lobby_of_members_who_all_left_it_unconfirmed_does_not_start(simulator):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator, ben)
    await ann.press(lobby, "Leave")
    await ann.set_terms(lobby, pace=PACE)
    assert "At least one member" in (await ann.press(lobby, "Fill and start")).text
    assert (await row(simulator, table_id)).status is TableStatus.LOBBY


async def test_the_host_and_a_stranger_confirm_nothing(simulator):
    ann, ben, cleo, _ = simulator.members
    lobby, table_id = await lobby_of(simulator, ben)
    await ann.set_terms(lobby, pace=PACE)
    await ann.press(lobby, "I agree")
    assert "You're not at this table" in (await cleo.press(lobby, "I agree")).text
    assert f"starts without <@{ben.id}>" in lobby.text
    assert players(await row(simulator, table_id)) == ["Ann", "Ben"]


async def test_who_wants_a_rematch_confirms_terms_that_its_host_has_changed(simulator):
    ann, ben, *_ = simulator.members
    final = await finished(simulator)
    await ann.press(final, "Rematch")
    lobby = rematch_lobby(simulator)
    await ann.set_terms(lobby, pace=PACE)
    await ben.press(final, "rematch")
    assert f"starts without <@{ben.id}>" in lobby.text
