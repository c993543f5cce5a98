"""Mailboxes, and reminders that become a member's newest message of a table."""

from dataclasses import replace

from data.models.members import Mailbox
from data.models.messages import MessageDraft, StaleMessage
from tests.data.builders import game_of, member
from tests.data.members.test_dm_hands import hand

CHANNEL = 7
BOX = Mailbox(1, CHANNEL, not_before=20.5, tries=2, used=10.25)


async def sent(store, table_id, message_id, what="tell.0.0", place=CHANNEL):
    """Record a reminder as sent."""
    post = await store.messages.create_pending(MessageDraft(table_id, what, place))
    await store.messages.mark_sent(post, message_id)


async def test_a_mailbox_is_kept_as_it_was_saved(store):
    await game_of(store, member(1), member(2))
    assert await store.members.mailbox(1) == Mailbox(1)
    await store.members.save_mailbox(BOX)
    assert await store.members.mailbox(1) == BOX
    await store.members.save_mailbox(replace(BOX, tries=0, not_before=0.0))
    assert (await store.members.mailbox(1)).tries == 0


async def test_an_unknown_member_gets_no_mailbox(store):
    await store.members.save_mailbox(BOX)
    assert not await store.members.has_mailbox(1)


async def test_an_unused_mailbox_is_deleted(store):
    await game_of(store, member(1), member(2))
    await store.members.save_mailbox(BOX)
    await store.members.delete_unused_mailboxes(10.0)
    assert await store.members.has_mailbox(1)
    await store.members.delete_unused_mailboxes(11.0)
    assert not await store.members.has_mailbox(1)


async def test_a_sent_reminder_is_the_newest_message_and_the_hand_is_stale(store):
    table = await game_of(store, member(1), member(2))
    await store.members.save_mailbox(BOX)
    await store.messages.save_dm_hand(hand(table.id, message_id=8))
    await sent(store, table.id, 9)
    (row,) = await store.messages.dm_hands(table.id)
    assert (row.message_id, row.call, row.seat, row.token) == (9, True, 0, "")
    assert await store.messages.stale(table.id) == (
        StaleMessage(table.id, 8, CHANNEL, table.seq, direct=True),
    )


async def test_a_reminder_that_is_older_than_the_hand_is_stale_itself(store):
    table = await game_of(store, member(1), member(2))
    await store.members.save_mailbox(BOX)
    newest = hand(table.id, message_id=10)
    await store.messages.save_dm_hand(newest)
    await sent(store, table.id, 9)
    assert await store.messages.dm_hands(table.id) == (newest,)
    assert [one.message_id for one in await store.messages.stale(table.id)] == [9]


async def test_a_reminder_on_which_the_member_has_pressed_stays_the_hand(store):
    table = await game_of(store, member(1), member(2))
    await store.members.save_mailbox(BOX)
    pressed = hand(table.id, message_id=9)
    await store.messages.save_dm_hand(pressed)
    await sent(store, table.id, 9)
    assert await store.messages.dm_hands(table.id) == (pressed,)
    assert await store.messages.stale(table.id) == ()


async def test_a_reminder_in_a_thread_replaces_no_hand(store):
    table = await game_of(store, member(1), member(2))
    await store.members.save_mailbox(BOX)
    before = hand(table.id)
    await store.messages.save_dm_hand(before)
    await sent(store, table.id, 9, place=55)
    assert await store.messages.dm_hands(table.id) == (before,)


async def test_a_member_is_asked_once_about_reminders(store):
    await game_of(store, member(1), member(2))
    assert await store.members.may_ask_for_calls(1)
    await store.members.mark_asked_for_calls(1)
    assert not await store.members.may_ask_for_calls(1)
    assert (await store.members.reminder_preferences(1)).way == "thread"


async def test_whoever_wants_no_reminders_is_not_asked(store):
    await store.members.change_reminder_preferences(1, lambda before: replace(before, way="none"))
    assert not await store.members.may_ask_for_calls(1)
