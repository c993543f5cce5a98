import sqlite3
from contextlib import closing
from pathlib import Path

from data.database import Database
from data.messages import table_messages
from data.models.messages import HandPanelRow, MessageDraft
from tests.data.builders import (
    changed,
    computer,
    found,
    game_of,
    member,
    places,
    press,
    two_players,
)
from tests.support import empty_database


async def test_a_table_remembers_where_it_is_shown(store: Database) -> None:
    table_id = await two_players(store)
    await store.tables.set_message_ids(table_id, thread_id=7, message_id=8)
    await store.tables.set_message_ids(table_id, lobby_message_id=6)
    table = await found(store, table_id)
    assert (table.lobby_message_id, table.thread_id, table.message_id) == (6, 7, 8)


async def announced(store: Database) -> int:
    """Return a table that has just started, whose lobby message shows it."""
    table_id = await two_players(store)
    post = await store.messages.find_pending(table_id, "lobby")
    assert post is not None
    await store.messages.mark_sent(post, 5)
    await store.messages.mark_lobby_rendered(table_id, (await found(store, table_id)).revision)
    return table_id


async def test_a_deleted_message_can_be_taken_away(store: Database) -> None:
    table_id = await two_players(store)
    await store.tables.set_message_ids(table_id, thread_id=7, message_id=8)
    await store.tables.set_message_ids(table_id, message_id=None)
    table = await found(store, table_id)
    assert (table.thread_id, table.message_id) == (7, None)


async def test_a_table_just_started_must_be_painted(store: Database) -> None:
    table_id = await announced(store)
    assert await store.tables.outdated() == (table_id,)
    await store.tables.mark_rendered(table_id, 0)
    assert await store.tables.outdated() == ()


async def test_every_move_puts_the_table_behind_until_it_is_painted(store: Database) -> None:
    table_id = await announced(store)
    await press(store, table_id, 0)
    await press(store, table_id, 1)
    await store.tables.mark_rendered(table_id, 1)
    assert await store.tables.outdated() == (table_id,)
    await store.tables.mark_rendered(table_id, 2, 1)
    assert await store.tables.outdated() == ()


async def test_what_changed_while_it_was_painted_is_painted_again(store: Database) -> None:
    table_id = await announced(store)
    await store.tables.mark_rendered(table_id, 0)
    await store.tables.mark_outdated(table_id)
    seen = (await found(store, table_id)).rendered_seq
    await store.tables.mark_outdated(table_id)
    await store.tables.mark_rendered(table_id, 0, seen)
    assert await store.tables.outdated() == (table_id,)
    await store.tables.mark_rendered(table_id, 0, (await found(store, table_id)).rendered_seq)
    assert await store.tables.outdated() == ()


async def test_a_slow_old_paint_does_not_undo_a_newer_one(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)
    await store.tables.mark_rendered(table_id, 1)
    await store.tables.mark_rendered(table_id, 0)
    assert (await found(store, table_id)).rendered_seq == 1


async def test_the_final_picture_of_a_finished_game_is_not_forgotten(store: Database) -> None:
    table_id = await two_players(store)
    await store.tables.mark_rendered(table_id, 0)
    await press(store, table_id, 0, outcome=places(1, 2))
    assert await store.tables.outdated() == (table_id,)


async def test_painting_is_no_change_that_makes_a_press_stale(store: Database) -> None:
    table_id = await two_players(store)
    before = await found(store, table_id)
    await store.tables.mark_rendered(table_id, 0)
    await store.tables.set_message_ids(table_id, message_id=8)
    assert (await found(store, table_id)).revision == before.revision


async def test_deadlines_fall_due_earliest_first(store: Database) -> None:
    tables = [await two_players(store) for _ in range(4)]
    for table_id, deadline in zip(tables, [30.0, 10.5, 20.0, None], strict=True):
        await press(store, table_id, 0, deadline=deadline)
    assert await store.deadlines.due_tables(20.0) == ((tables[1], 10.5), (tables[2], 20.0))
    assert await store.deadlines.due_tables(10.4) == ()


async def test_a_move_replaces_the_deadline_of_the_one_before(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0, deadline=10.0)
    await press(store, table_id, 1, deadline=50.0)
    assert await store.deadlines.due_tables(20.0) == ()


async def test_nothing_is_due_at_a_finished_table(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0, deadline=10.0, outcome=places(1, 2))
    assert await store.deadlines.due_tables(20.0) == ()


async def test_a_panel_is_kept_by_its_newest_token(store: Database) -> None:
    table_id = await two_players(store)
    old = HandPanelRow(table_id, 0, 1, "old", 5, 6, 100.0)
    new = HandPanelRow(table_id, 0, 1, "new", 5, 7, 200.5)
    for panel in (old, new, old):
        await store.messages.save_hand_panel(panel)
    assert await store.messages.hand_panels(table_id, 0) == (new,)
    assert await store.messages.hand_panels(table_id, 200.6) == ()


async def test_panels_are_listed_by_seat_and_by_table(store: Database) -> None:
    table_id, other = await two_players(store), await two_players(store)
    rows = [HandPanelRow(table_id, n, 2 - n, f"t{n}", 5, None, 100.0) for n in (1, 0)]
    for panel in (*rows, HandPanelRow(other, 0, 1, "x", 5, None, 100.0)):
        await store.messages.save_hand_panel(panel)
    assert [panel.token for panel in await store.messages.hand_panels(table_id, 0)] == ["t0", "t1"]


async def test_tokens_that_have_died_are_not_kept(store: Database) -> None:
    table_id = await two_players(store)
    await store.messages.save_hand_panel(HandPanelRow(table_id, 0, 1, "dead", 5, None, 0.0))
    await store.messages.save_hand_panel(HandPanelRow(table_id, 1, 2, "alive", 5, None, 901.0))
    assert [panel.token for panel in await store.messages.hand_panels(table_id, 0)] == ["alive"]


def test_what_a_log_would_show_of_a_panel_has_no_token_in_it() -> None:
    assert "hush" not in repr(HandPanelRow(1, 0, 1, "hush", 5, None, 0.0))


async def test_small_things_are_remembered_and_replaced(store: Database) -> None:
    assert await store.program_state.get("commands") is None
    await store.program_state.set("commands", "hash1")
    await store.program_state.set("commands", "hash2")
    assert await store.program_state.get("commands") == "hash2"


async def test_only_a_game_in_play_is_still_to_be_shown_where_there_is_no_place(
    store: Database,
) -> None:
    going, over = await two_players(store), await two_players(store)
    await press(store, over, 0, outcome=places(1, 2))
    for table_id in (going, over):
        await store.messages.create_pending(MessageDraft(table_id, "score.1", 7))
        await store.messages.clear_location(table_id)
    assert await store.tables.outdated() == (going,)
    assert await store.messages.pending(going)
    assert not await store.messages.pending(over)


async def test_a_change_of_driver_makes_a_new_revision(store: Database) -> None:
    table = await game_of(store, computer(), member(1))
    taken = changed(await store.tables.replace_player(table.id, 0, computer("Eve"), from_seq=0))
    assert taken.revision == table.revision + 1


def test_what_is_behind_is_found_without_a_look_at_every_game_that_ended(path: Path) -> None:
    empty_database.lay(path)
    with closing(sqlite3.connect(path)) as connection:
        plan = [
            row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {table_messages.TO_REPAINT}")
        ]
    assert [step for step in plan if "card_table" in step] == [
        "SCAN card_table USING INDEX table_behind",
        "SCAN card_table USING INDEX table_lobby_due",
    ]
