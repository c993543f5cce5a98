"""Tests that a problem at one table does not delay any other table."""

import pytest

from cogs.delivery.repaint_queue import PERMISSION_POLL_SECONDS
from data.models.tables import TableStatus
from tests.cogs.support.play import default_turn, open_lobby, start
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, clock_of, looked, notified, timed


async def two_games(simulator, **how):
    """Start two games of four; a fault of the first must not affect the second."""
    return [await timed(simulator, simulator.members, **how) for _ in range(2)]


def board(simulator, game, place):
    """Return the live message of a game in a channel that may have two."""
    shown = [m for m in simulator.messages(place) if "My hand" in m.labels]
    return [m for m in shown if f":{game.table_id}:" in m.controls[0].custom_id][-1]


TROUBLES = {
    "it hangs": lambda simulator, path: simulator.hang("*", path),
    "it is refused": lambda simulator, path: simulator.fail(
        "*", path, status=403, code=50013, times=None
    ),
    "it is limited": lambda simulator, path: simulator.fail("*", path, status=429, times=None),
    "it fails": lambda simulator, path: simulator.fail("*", path, status=500, times=None),
    "it is cut off": lambda simulator, path: simulator.disconnect("*", path, times=None),
}


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_table_in_trouble_keeps_no_other_from_being_shown(simulator, trouble):
    first, second = await two_games(simulator)
    troubled, other = simulator.threads()
    TROUBLES[trouble](simulator, f"/channels/{troubled}/*")
    await default_turn(first)
    who = await default_turn(second)
    shown = board(simulator, second, other)
    assert shown.pinged == ((await second.turn()).id,)
    assert await second.turn() != who
    simulator.heal()
    await simulator.wait(2 * MINUTE)
    assert board(simulator, first, troubled).pinged == ((await first.turn()).id,)


@pytest.mark.parametrize("trouble", ["it hangs", "it is refused", "it fails"])
async def test_of_two_tables_in_one_channel_the_one_in_trouble_is_alone_in_it(simulator, trouble):
    simulator.deny("create_public_threads")
    first, second = [await start(simulator, simulator.members) for _ in range(2)]
    old = board(simulator, first, simulator.channel.id)
    TROUBLES[trouble](simulator, f"/channels/*/messages/{old.id}")
    await default_turn(first)
    await default_turn(second)
    shown = board(simulator, second, simulator.channel.id)
    assert shown.pinged == ((await second.turn()).id,)
    simulator.heal()
    await simulator.wait(2 * MINUTE)
    assert old.labels == ()


async def test_reminders_reach_the_others_while_one_thread_hangs(simulator):
    games = await two_games(simulator)
    troubled, _ = simulator.threads()
    simulator.hang("*", f"/channels/{troubled}/*")
    who = await games[1].turn()
    before = notified(simulator)[who.id]
    await after(simulator, 18.5 * HOUR)
    assert notified(simulator)[who.id] == before + 1
    simulator.heal()
    await simulator.wait(MINUTE)


async def test_a_direct_message_that_hangs_keeps_nobody_else_from_being_told(simulator):
    first, second = await two_games(simulator)
    hung, other = await first.turn(), await second.turn()
    if hung == other:
        await default_turn(second)
        other = await second.turn()
    await simulator.bot.database.members.change_reminder_preferences(
        hung.id, lambda wish: wish.__class__(way="direct")
    )
    direct = simulator.env.backend.get_dm_channel(hung.id)
    simulator.hang("*", f"/channels/{direct.id}/*")
    before = notified(simulator)[other.id]
    await after(simulator, 18.5 * HOUR)
    assert notified(simulator)[other.id] == before + 1
    simulator.heal()
    await simulator.wait(MINUTE)


async def test_deadlines_of_others_are_kept_while_one_thread_hangs(simulator):
    first, second = await two_games(simulator)
    troubled, _ = simulator.threads()
    simulator.hang("*", f"/channels/{troubled}/*")
    for _ in range(3):
        await after(simulator, 1.1 * DAY)
    assert await first.seq() > 0
    assert await second.seq() >= 6
    simulator.heal()
    await simulator.wait(MINUTE)


async def test_a_lobby_that_hangs_while_it_is_given_up_keeps_no_deadline_waiting(simulator):
    game = await timed(simulator, simulator.members)
    lobby = await open_lobby(simulator, simulator.members[0])
    simulator.hang("PATCH", f"/channels/{simulator.channel.id}/messages/{lobby.id}")
    await after(simulator, 1.1 * DAY)
    assert await game.seq() > 0
    row = await simulator.bot.database.tables.find(2)
    assert row is not None
    assert row.status is TableStatus.CLOSED
    simulator.heal()
    await simulator.wait(MINUTE)
    assert "it is closed" in lobby.text


async def test_a_deleted_channel_pauses_all_its_games_though_a_direct_message_hangs(simulator):
    games = await two_games(simulator)
    direct = simulator.env.backend.get_dm_channel(simulator.members[0].id)
    simulator.hang("*", f"/channels/{direct.id}/*")
    for thread in simulator.threads():
        simulator.env.backend.delete_channel(thread)
    await simulator.env.settle()
    holds = [await simulator.bot.database.pauses.of_table(game.table_id) for game in games]
    assert [[hold.reason for hold in one] for one in holds] == [["place"], ["place"]]
    simulator.heal()
    await simulator.wait(MINUTE)


async def test_tables_that_wait_for_discord_take_no_place_in_the_clocks_round(
    simulator, monkeypatch
):
    monkeypatch.setattr("cogs.game.timekeeper.MAX_REMINDERS_PER_POLL", 1)
    first, second = await two_games(simulator)
    troubled, _ = simulator.threads()
    simulator.fail("*", f"/channels/{troubled}/*", status=500, times=None)
    who = await second.turn()
    before = notified(simulator)[who.id]
    await after(simulator, 18.5 * HOUR)
    await looked(simulator)
    assert notified(simulator)[who.id] == before + 1
    assert simulator.bot.services.repaint_queue.is_busy(first.table_id)
    assert clock_of(simulator) is not None
    simulator.heal()
    await simulator.wait(PERMISSION_POLL_SECONDS)
