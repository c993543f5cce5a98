"""One table's trouble is its own: whatever befalls it, no other table waits for that."""

import pytest

from cogs._messages.repaint import LOOK
from data.game.rows import Status
from tests.cogs.clocks import DAY, HOUR, MINUTE, after, clock_of, looked, notified, timed
from tests.cogs.playing import default_turn, open_lobby, start


async def two_games(room, **how):
    """Two games of four; what befalls the first must not touch the second."""
    return [await timed(room, room.people, **how) for _ in range(2)]


def board(room, game, place):
    """The live message of a game in a place where there may be two."""
    shown = [m for m in room.messages(place) if "My hand" in m.labels]
    return [m for m in shown if f":{game.table_id}:" in m.controls[0].custom_id][-1]


TROUBLES = {
    "it hangs": lambda room, path: room.hang("*", path),
    "it is refused": lambda room, path: room.fail("*", path, status=403, code=50013, times=None),
    "it is limited": lambda room, path: room.fail("*", path, status=429, times=None),
    "it fails": lambda room, path: room.fail("*", path, status=500, times=None),
    "it is cut off": lambda room, path: room.cut("*", path, times=None),
}


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_table_in_trouble_keeps_no_other_from_being_shown(room, trouble):
    first, second = await two_games(room)
    troubled, other = room.threads()
    TROUBLES[trouble](room, f"/channels/{troubled}/*")
    await default_turn(first)
    who = await default_turn(second)
    shown = board(room, second, other)
    assert shown.pinged == ((await second.turn()).id,)
    assert await second.turn() != who
    room.heal()
    await room.wait(2 * MINUTE)
    assert board(room, first, troubled).pinged == ((await first.turn()).id,)


@pytest.mark.parametrize("trouble", ["it hangs", "it is refused", "it fails"])
async def test_of_two_tables_in_one_channel_the_one_in_trouble_is_alone_in_it(room, trouble):
    room.deny("create_public_threads")
    first, second = [await start(room, room.people) for _ in range(2)]
    old = board(room, first, room.channel.id)
    TROUBLES[trouble](room, f"/channels/*/messages/{old.id}")
    await default_turn(first)
    await default_turn(second)
    shown = board(room, second, room.channel.id)
    assert shown.pinged == ((await second.turn()).id,)
    room.heal()
    await room.wait(2 * MINUTE)
    assert old.labels == ()


async def test_reminders_reach_the_others_while_one_thread_hangs(room):
    games = await two_games(room)
    troubled, _ = room.threads()
    room.hang("*", f"/channels/{troubled}/*")
    who = await games[1].turn()
    before = notified(room)[who.id]
    await after(room, 18.5 * HOUR)
    assert notified(room)[who.id] == before + 1
    room.heal()
    await room.wait(MINUTE)


async def test_a_direct_message_that_hangs_keeps_nobody_else_from_being_told(room):
    first, second = await two_games(room)
    hung, other = await first.turn(), await second.turn()
    if hung == other:
        await default_turn(second)
        other = await second.turn()
    await room.bot.store.people.prefer(hung.id, lambda wish: wish.__class__(way="direct"))
    direct = room.env.backend.get_dm_channel(hung.id)
    room.hang("*", f"/channels/{direct.id}/*")
    before = notified(room)[other.id]
    await after(room, 18.5 * HOUR)
    assert notified(room)[other.id] == before + 1
    room.heal()
    await room.wait(MINUTE)


async def test_deadlines_of_others_are_kept_while_one_thread_hangs(room):
    first, second = await two_games(room)
    troubled, _ = room.threads()
    room.hang("*", f"/channels/{troubled}/*")
    for _ in range(3):
        await after(room, 1.1 * DAY)
    assert await first.seq() > 0
    assert await second.seq() >= 6
    room.heal()
    await room.wait(MINUTE)


async def test_a_lobby_that_hangs_while_it_is_given_up_keeps_no_deadline_waiting(room):
    game = await timed(room, room.people)
    lobby = await open_lobby(room, room.people[0])
    room.hang("PATCH", f"/channels/{room.channel.id}/messages/{lobby.id}")
    await after(room, 1.1 * DAY)
    assert await game.seq() > 0
    row = await room.bot.store.tables.find(2)
    assert row is not None
    assert row.status is Status.CLOSED
    room.heal()
    await room.wait(MINUTE)
    assert "it is closed" in lobby.text


async def test_a_deleted_channel_pauses_all_its_games_though_a_direct_message_hangs(room):
    games = await two_games(room)
    direct = room.env.backend.get_dm_channel(room.people[0].id)
    room.hang("*", f"/channels/{direct.id}/*")
    for thread in room.threads():
        room.env.backend.delete_channel(thread)
    await room.env.settle()
    holds = [await room.bot.store.time.holds(game.table_id) for game in games]
    assert [[hold.reason for hold in one] for one in holds] == [["place"], ["place"]]
    room.heal()
    await room.wait(MINUTE)


async def test_tables_that_wait_for_discord_take_no_place_in_the_clocks_round(room, monkeypatch):
    monkeypatch.setattr("cogs._work.timekeeper.AT_ONCE", 1)
    first, second = await two_games(room)
    troubled, _ = room.threads()
    room.fail("*", f"/channels/{troubled}/*", status=500, times=None)
    who = await second.turn()
    before = notified(room)[who.id]
    await after(room, 18.5 * HOUR)
    await looked(room)
    assert notified(room)[who.id] == before + 1
    assert room.bot.parlour.repaint.is_busy(first.table_id)
    assert clock_of(room) is not None
    room.heal()
    await room.wait(LOOK)
