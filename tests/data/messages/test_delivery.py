"""Tests of pending posts: recorded before they are sent, until the result is known."""

import pytest

from data.database import Database
from data.models.deadlines import OpenDecision, Pause
from data.models.messages import MessageDraft, StaleMessage
from data.models.tables import TableStatus
from tests.data.builders import found, press, two_players
from tests.data.messages.test_table_messages import announced


async def begun(store: Database, **facts: object):
    """Return a table, and its pending post to thread 7."""
    table_id = await announced(store)
    await store.tables.set_message_ids(table_id, thread_id=7, message_id=8)
    draft = MessageDraft(table_id, "table", 7, **facts)  # type: ignore[arg-type]
    return table_id, await store.messages.create_pending(draft)


async def test_a_lobby_is_born_with_its_message_on_the_way(store: Database) -> None:
    table_id = await two_players(store)
    post = await store.messages.find_pending(table_id, "lobby")
    assert post is not None
    assert (post.place, post.tried) == ((await found(store, table_id)).channel_id, True)
    assert table_id in await store.tables.outdated()


async def test_a_lobby_that_is_there_by_now_is_not_sent_once_more(store: Database) -> None:
    table_id, draft = await two_players(store), MessageDraft(1, "lobby", 1, tried=False)
    assert table_id == draft.table_id
    post = await store.messages.find_pending(table_id, "lobby")
    assert post is not None
    await store.messages.mark_sent(post, 55)
    await store.messages.create_pending_lobby(draft)
    assert await store.messages.pending(table_id) == ()
    await store.messages.mark_message_deleted(table_id, 55)
    await store.messages.create_pending_lobby(draft)
    assert [one.what for one in await store.messages.pending(table_id)] == ["lobby"]


async def test_a_message_under_way_keeps_its_nonce_however_often_it_is_begun(
    store: Database,
) -> None:
    table_id, post = await begun(store, seq=3)
    assert await store.messages.create_pending(MessageDraft(table_id, "table", 7, seq=9)) == post
    assert 0 < post.mark < 2**31


async def test_a_message_that_was_sent_is_the_tables_and_the_one_before_is_old(store: Database):
    table_id, post = await begun(store, seq=3)
    await store.messages.mark_sent(post, 9)
    row = await found(store, table_id)
    assert (row.message_id, row.message_seq) == (9, 3)
    assert await store.messages.stale(table_id) == (StaleMessage(table_id, 8, 7, 0),)
    assert await store.messages.pending(table_id) == ()


@pytest.mark.parametrize("meanwhile, shown", [(False, 3), (True, -2)])
async def test_a_message_that_was_sent_shows_its_entry_unless_it_is_outdated_by_then(
    store: Database, meanwhile: bool, shown: int
) -> None:
    table_id, post = await begun(store, seq=3, value="-1")
    if meanwhile:
        await store.tables.mark_outdated(table_id)
    await store.messages.mark_sent(post, 9)
    assert (await found(store, table_id)).rendered_seq == shown


async def test_of_replaced_messages_only_the_newest_is_remembered(store: Database) -> None:
    table_id, post = await begun(store)
    await store.messages.mark_sent(post, 9)
    for message_id in (10, 11, 12):
        again = await store.messages.create_pending(MessageDraft(table_id, "table", 7))
        await store.messages.mark_sent(again, message_id)
    assert [relic.message_id for relic in await store.messages.stale(table_id)] == [11]


async def test_an_old_message_that_is_pressed_is_left(store: Database) -> None:
    table_id, post = await begun(store)
    await store.messages.mark_sent(post, 9)
    await store.messages.mark_stale(table_id, 7, 4)
    assert {relic.message_id for relic in await store.messages.stale(table_id)} == {4, 8}


async def test_the_message_in_which_the_table_goes_on_is_not_taken_for_an_old_one(store: Database):
    table_id, post = await begun(store)
    await store.messages.mark_sent(post, 9)
    await store.messages.mark_stale(table_id, 7, 9)
    assert [relic.message_id for relic in await store.messages.stale(table_id)] == [8]


async def test_while_a_message_is_under_way_none_is_taken_for_an_old_one(store: Database) -> None:
    table_id, _ = await begun(store)
    await store.messages.mark_stale(table_id, 7, 9)
    assert await store.messages.stale(table_id) == ()


async def test_that_it_was_sent_is_noted_once(store: Database) -> None:
    table_id, post = await begun(store)
    await store.messages.mark_sent(post, 9)
    await store.tables.set_message_ids(table_id, message_id=10)
    await store.messages.mark_sent(post, 9)
    assert (await found(store, table_id)).message_id == 10


async def test_what_it_told_counts_as_said_in_the_same_commit(store: Database) -> None:
    table_id, post = await begun(store, told=(("tell", 0, 0),), key="rounds", value="4")
    await store.deadlines.replace_open_decisions(
        table_id, (OpenDecision(0, 0, 1.0, 2.0, 1.0, tell=1.0, remind=1.5),)
    )
    await store.messages.mark_sent(post, 9)
    (wait,) = await store.deadlines.open_decisions(table_id)
    assert (wait.tell, wait.remind) == (None, 1.5)
    assert (await store.tables.announcements(table_id)).rounds == 4


async def test_what_discord_refused_is_told_by_nobody(store: Database) -> None:
    table_id, post = await begun(store, told=(("tell", 0, 0),))
    await store.deadlines.replace_open_decisions(
        table_id, (OpenDecision(0, 0, 1.0, 2.0, 1.0, tell=1.0),)
    )
    await store.messages.mark_refused(post)
    assert await store.reminders.tables_to_remind(5.0, patience=0) == (table_id,)


async def test_what_discord_refused_is_sent_as_things_stand_then(store: Database) -> None:
    table_id, post = await begun(store, seq=3, told=(("tell", 0, 3),))
    await store.messages.mark_refused(post)
    again = await store.messages.create_pending(MessageDraft(table_id, "table", 9, seq=5))
    assert (again.place, again.seq, again.told) == (9, 5, ())
    assert again.nonce == post.nonce


async def test_a_message_that_is_not_wanted_any_more_is_forgotten(store: Database) -> None:
    table_id, post = await begun(store)
    await store.messages.delete_pending(post)
    assert await store.messages.pending(table_id) == ()


async def test_a_message_found_in_a_place_the_table_has_left_is_old(store: Database) -> None:
    table_id, post = await begun(store)
    await store.messages.leave_thread(table_id)
    await store.messages.mark_sent(post, 9)
    row = await found(store, table_id)
    assert (row.thread_id, row.message_id) == (row.channel_id, None)
    assert [relic.message_id for relic in await store.messages.stale(table_id)] == [8, 9]


async def test_a_table_that_moves_has_its_first_message_on_the_way_again(store: Database) -> None:
    table_id, _ = await begun(store)
    await store.tables.mark_rendered(table_id, 0)
    await store.messages.move_table(table_id, 55)
    row = await found(store, table_id)
    assert (row.channel_id, row.thread_id, row.message_id) == (55, None, None)
    assert [(one.what, one.place, one.tried) for one in await store.messages.pending(table_id)] == [
        ("lobby", 55, False)
    ]


async def test_the_message_of_a_game_without_result_is_old(store: Database) -> None:
    table_id = await announced(store)
    await store.tables.set_message_ids(table_id, thread_id=7, message_id=8)
    await store.tables.void(table_id)
    assert await store.messages.stale(table_id) == (StaleMessage(table_id, 8, 7, 0),)
    assert await store.tables.outdated() == (table_id,)


async def test_an_old_message_that_is_put_away_is_not_thought_of_again(store: Database) -> None:
    table_id, post = await begun(store)
    await store.messages.mark_sent(post, 9)
    (relic,) = await store.messages.stale(table_id)
    await store.messages.delete_stale(relic)
    assert await store.messages.stale(table_id) == ()


async def test_only_the_message_that_is_known_can_be_gone(store: Database) -> None:
    table_id, _ = await begun(store)
    await store.messages.mark_message_deleted(table_id, 99)
    assert (await found(store, table_id)).message_id == 8
    await store.messages.mark_message_deleted(table_id, 8)
    assert (await found(store, table_id)).message_id is None


async def test_a_lobby_that_changes_while_it_is_shown_is_shown_again(store: Database) -> None:
    table_id = await announced(store)
    revision = (await found(store, table_id)).revision
    await store.messages.mark_lobby_rendered(table_id, revision - 1)
    assert (await found(store, table_id)).lobby_due
    await store.messages.mark_lobby_rendered(table_id, revision)
    assert not (await found(store, table_id)).lobby_due


async def test_a_lobby_given_up_on_its_way_is_there_all_the_same_and_has_to_say_so(
    store: Database,
) -> None:
    table_id = await two_players(store)
    post = await store.messages.find_pending(table_id, "lobby")
    assert post is not None
    await store.messages.delete_pending(post)
    await store.messages.mark_sent(post, 9)
    row = await found(store, table_id)
    assert (row.lobby_message_id, row.lobby_due) == (9, True)


async def test_what_a_lobby_shows_by_now_is_said_to_be_old_or_not(store: Database) -> None:
    table_id = await announced(store)
    revision = (await found(store, table_id)).revision
    assert await store.messages.mark_lobby_rendered(table_id, revision - 1)
    assert not await store.messages.mark_lobby_rendered(table_id, revision)


async def test_a_rematch_is_the_newest_that_is_not_over(store: Database) -> None:
    table_id = await two_players(store)
    facts = await found(store, table_id)
    assert await store.lobbies.rematch_of(table_id) is None
    rematches = [
        await store.lobbies.create(
            guild_id=facts.guild_id,
            channel_id=facts.channel_id,
            host_id=1,
            game=facts.game,
            rules_version=1,
            options={},
            seat_count=2,
            pace=facts.pace,
            seed=bytes([n] * 32),
            rematch_of=table_id,
        )
        for n in (1, 2)
    ]
    await store.lobbies.close(rematches[1].id)
    again = await store.lobbies.rematch_of(table_id)
    assert again is not None
    assert (again.id, again.status) == (rematches[0].id, TableStatus.LOBBY)


async def test_nobody_is_told_at_a_table_without_a_place(store: Database) -> None:
    table_id, _ = await begun(store)
    await store.deadlines.replace_open_decisions(
        table_id, (OpenDecision(0, 0, 1.0, 2.0, 1.0, tell=1.0),)
    )
    await store.pauses.begin(table_id, Pause(-1, "place", 1.0, 9.0))
    assert await store.reminders.tables_to_remind(5.0, patience=0) == ()


async def test_a_move_leaves_what_is_under_way_as_it_is(store: Database) -> None:
    table_id, post = await begun(store, seq=0)
    await press(store, table_id, 0)
    assert await store.messages.find_pending(table_id, "table") == post
