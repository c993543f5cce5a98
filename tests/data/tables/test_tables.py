"""Tests of finding tables, and of the small notes on them."""

import math

import pytest

from data.database import Database
from data.errors import TableNotFound
from data.models.messages import HandPanelRow, MessageDraft
from data.models.tables import NotChanged
from data.tables.table import AT_ONCE, guilds_of
from tests.data.builders import (
    GUILD,
    changed,
    computer,
    found,
    game_of,
    lobby,
    member,
    press,
    two_players,
)
from tests.data.messages.test_table_messages import announced


async def test_a_table_that_has_to_exist_and_does_not_is_named(store: Database) -> None:
    table = await lobby(store)
    assert await store.tables.get(table.id) == table
    with pytest.raises(TableNotFound, match=r"^there is no table 99$"):
        await store.tables.get(99)


async def test_however_many_tables_are_asked_about_each_is_told_with_its_server(
    store: Database,
) -> None:
    first, last = await two_players(store), await two_players(store)
    asked = (last, *range(last + 1, last + AT_ONCE + 10), first)
    found = await store._opened.file.query(lambda c: guilds_of(c, asked))
    assert found == {first: GUILD, last: GUILD}


async def test_a_host_who_does_not_sit_has_lobbies_to_look_after(store: Database) -> None:
    empty, others = await lobby(store), await lobby(store, member(2))
    await lobby(store, member(1))
    await game_of(store, member(2), member(3))
    closed = await lobby(store)
    changed(await store.lobbies.close(closed.id))
    assert [table.id for table in await store.lobbies.hosted_by(GUILD, 1)] == [empty.id, others.id]
    assert await store.lobbies.hosted_by(GUILD + 1, 1) == ()
    assert await store.lobbies.hosted_by(GUILD, 2) == ()


async def test_whoever_has_ever_had_a_seat_has_played(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)
    changed(await store.tables.replace_player(table_id, 0, computer(), from_seq=1))
    assert [await store.tables.has_played(table_id, user) for user in (1, 2, 3)] == [
        *(True, True, False)
    ]
    assert not await store.tables.has_played(await two_players(store) + 1, 1)


async def test_a_pace_is_chosen_on_the_newest_message_alone(store: Database) -> None:
    table = await lobby(store)
    other = await lobby(store)
    after = changed(await store.lobbies.set_pace(table.id, "live", table.revision))
    assert (after.pace, after.revision) == ("live", table.revision + 1)
    assert await store.lobbies.set_pace(table.id, "day", table.revision) == NotChanged("stale")
    assert [(await found(store, one.id)).pace for one in (table, other)] == ["live", "day"]


async def test_a_cloth_is_chosen_on_the_newest_message_alone(store: Database) -> None:
    table = await lobby(store)
    after = changed(await store.lobbies.set_cloth(table.id, "claret", table.revision))
    assert (table.cloth, after.cloth, after.revision) == ("", "claret", table.revision + 1)
    assert await store.lobbies.set_cloth(table.id, "", table.revision) == NotChanged("stale")


async def test_a_table_shown_otherwise_than_it_is_must_be_painted_again(store: Database) -> None:
    table_id, other = await announced(store), await announced(store)
    for number in (table_id, other):
        await store.tables.mark_rendered(number, 0)
    assert await store.tables.outdated() == ()
    await store.tables.mark_outdated(table_id)
    assert await store.tables.outdated() == (table_id,)


async def test_a_table_whose_thread_is_gone_stands_in_its_channel(store: Database) -> None:
    table_id = await announced(store)
    await store.tables.set_message_ids(table_id, thread_id=7)
    await store.messages.leave_thread(table_id)
    assert (await found(store, table_id)).thread_id == (await found(store, table_id)).channel_id
    assert await store.messages.stale(table_id) == ()


# ---- messages under way


async def test_a_message_of_a_table_that_is_not_there_cannot_be_begun(store: Database) -> None:
    with pytest.raises(TableNotFound, match=r"^there is no table 99$"):
        await store.messages.create_pending(MessageDraft(99, "table", 7))


async def test_a_nudge_that_was_sent_is_noted_for_its_seat(store: Database) -> None:
    table_id = await announced(store)
    draft = MessageDraft(table_id, "nudge", 7, key="nudge.1", value="123.5")
    await store.messages.mark_sent(await store.messages.create_pending(draft), 9)
    assert [await store.reminders.last_nudge(table_id, seat) for seat in (0, 1)] == [None, 123.5]
    await store.reminders.record_nudge(table_id, 1, 200.0)
    assert await store.reminders.last_nudge(table_id, 1) == 200.0


# ---- panels


def panel(
    table_id: int, user_id: int = 1, message: int | None = 6, at: float = 100.0
) -> HandPanelRow:
    return HandPanelRow(table_id, user_id - 1, user_id, f"token {at}", 5, message, at)


async def test_whoever_opens_a_panel_is_told_those_they_had_of_the_seat(store: Database) -> None:
    table_id = await two_players(store)
    old, other = panel(table_id), panel(table_id, 2)
    assert await store.messages.save_hand_panel(old, 0.0) == ()
    await store.messages.save_hand_panel(other, 0.0)
    new = panel(table_id, message=7, at=150.0)
    assert await store.messages.save_hand_panel(new, 0.0) == (old,)
    assert await store.messages.save_hand_panel(panel(table_id, at=160.0), 150.5) == ()
    assert await store.messages.save_hand_panel(panel(table_id, at=170.0), math.inf) == ()


async def test_no_panel_is_kept_of_somebody_who_does_not_play_there(store: Database) -> None:
    table_id = await two_players(store)
    await store.messages.save_hand_panel(panel(table_id, 3))
    assert await store.messages.hand_panels(table_id, 0) == ()


async def test_a_panel_is_let_go_unless_its_member_has_opened_another(store: Database) -> None:
    table_id = await two_players(store)
    old, new, other = panel(table_id), panel(table_id, message=7, at=150.0), panel(table_id, 2)
    for one in (old, other, new):
        await store.messages.save_hand_panel(one)
    await store.messages.delete_hand_panel(old)
    assert await store.messages.hand_panels(table_id, 0) == (new, other)
    await store.messages.delete_hand_panel(new)
    assert await store.messages.hand_panels(table_id, 0) == (other,)


async def test_a_panel_whose_message_is_not_known_can_be_let_go(store: Database) -> None:
    table_id = await two_players(store)
    await store.messages.save_hand_panel(panel(table_id, message=None))
    await store.messages.delete_hand_panel(panel(table_id, message=None))
    assert await store.messages.hand_panels(table_id, 0) == ()
