"""Rows of hands in direct messages."""

from dataclasses import replace

from data.models.messages import DmHandRow, DmHandTimes, StaleMessage
from tests.data.builders import game_of, member

LONG_AGO = DmHandTimes(0.0, 0.0, 0.0)
NOW = DmHandTimes(1e9, 1e9, 1e9)


def hand(table_id, user_id=1, **how):
    """A hand in the member's direct messages."""
    facts = {"seat": 0, "channel_id": 7, "message_id": 8, "seq": -1, "at": 100.0}
    return DmHandRow(table_id, user_id, **{**facts, "language": "en", "pressed": 50.0, **how})


async def test_the_newest_hand_of_a_table_replaces_the_one_before(store):
    table = await game_of(store, member(1), member(2))
    first = hand(table.id)
    assert await store.messages.save_dm_hand(first) is None
    newest = replace(first, message_id=9, pressed=60.0, token="secret")
    stale = StaleMessage(table.id, first.message_id, first.channel_id, first.seq, direct=True)
    assert await store.messages.save_dm_hand(newest) == stale
    assert [one.message_id for one in await store.messages.stale(table.id)] == [first.message_id]
    assert await store.messages.dm_hands(table.id) == (newest,)
    assert await store.messages.dm_hands_of_member(1) == (newest,)


async def test_an_older_press_replaces_no_newer_one(store):
    table = await game_of(store, member(1), member(2))
    newest = hand(table.id, pressed=60.0)
    await store.messages.save_dm_hand(newest)
    stale = await store.messages.save_dm_hand(replace(newest, message_id=9, pressed=40.0))
    assert stale is not None
    assert stale.message_id == 9
    assert await store.messages.dm_hands(table.id) == (newest,)


async def test_a_stale_message_that_becomes_the_hand_again_is_not_stale(store):
    table = await game_of(store, member(1), member(2))
    first = hand(table.id)
    await store.messages.save_dm_hand(first)
    await store.messages.save_dm_hand(replace(first, message_id=9, pressed=60.0))
    await store.messages.save_dm_hand(replace(first, pressed=70.0))
    assert [one.message_id for one in await store.messages.stale(table.id)] == [9]


async def test_a_message_shows_one_table(store):
    one = await game_of(store, member(1), member(2))
    other = await game_of(store, member(1), member(2))
    await store.messages.save_dm_hand(hand(one.id))
    await store.messages.save_dm_hand(hand(other.id, pressed=60.0))
    assert await store.messages.dm_hands(one.id) == ()


async def test_a_member_who_never_played_has_no_hand(store):
    table = await game_of(store, member(1), member(2))
    await store.messages.save_dm_hand(hand(table.id, user_id=99))
    assert await store.messages.dm_hands(table.id) == ()


async def test_a_hand_that_shows_the_newest_entry_is_not_outdated(store):
    table = await game_of(store, member(1), member(2))
    row = hand(table.id)
    await store.messages.save_dm_hand(row)
    assert await store.messages.outdated_dm_hands(NOW, 9) == (row,)
    assert await store.messages.outdated_dm_hands(LONG_AGO, 9) == ()
    await store.messages.mark_dm_hand_shown(row, table.seq, 200.0)
    assert await store.messages.outdated_dm_hands(NOW, 9) == ()


async def test_a_hand_of_a_game_that_is_over_is_outdated_at_once(store):
    table = await game_of(store, member(1), member(2))
    row = hand(table.id, seq=table.seq)
    await store.messages.save_dm_hand(row)
    await store.tables.void(table.id)
    assert await store.messages.outdated_dm_hands(LONG_AGO, 9) == (row,)


async def test_a_hand_is_deleted_unless_another_message_has_come(store):
    table = await game_of(store, member(1), member(2))
    row = hand(table.id)
    await store.messages.save_dm_hand(row)
    await store.messages.delete_dm_hand(replace(row, message_id=9))
    assert await store.messages.dm_hands(table.id) == (row,)
    await store.messages.delete_dm_hand(row)
    assert await store.messages.dm_hands(table.id) == ()


async def test_a_token_is_deleted_when_it_has_expired(store):
    table = await game_of(store, member(1), member(2))
    row = hand(table.id, token="secret")
    await store.messages.save_dm_hand(row)
    await store.messages.delete_expired_tokens(row.pressed + 15 * 60)
    assert await store.messages.dm_hands(table.id) == (row,)
    await store.messages.delete_expired_tokens(row.pressed + 15 * 60 + 1)
    assert await store.messages.dm_hands(table.id) == (replace(row, token=""),)


async def test_servers_keep_their_newest_name(store):
    await store.guilds.save_names({1: "Old", 2: "Two"})
    await store.guilds.save_names({1: "New"})
    assert await store.guilds.names([1, 2, 3]) == {1: "New", 2: "Two"}
