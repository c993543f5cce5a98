"""Tests that one query reads everything a press needs, and one transaction saves its changes."""

from dataclasses import replace

import pytest

from data.database import Database
from data.errors import NotSaved
from data.models.deadlines import OpenDecision, Pause
from data.models.members import (
    DEFAULT_MEMBER_STATE,
    AutoAnswer,
    PlanRow,
    Proposal,
    ReminderPreferences,
)
from data.models.messages import HandPanelRow, MessageDraft
from data.models.moves import DuplicateMove, FollowUpMove, NewMove, PreparedChanges, StaleMove
from data.models.tables import MovePlayed
from tests.data.builders import GUILD, game_of, member, places, press, two_players

WAIT = OpenDecision(0, 0, 100.0, 200.0, 50.0)
NOT_MINE = 99


def plan(table_id: int, user_id: int = 1) -> PlanRow:
    return PlanRow(table_id, user_id, 1, 0, armed=True, body="draw | nothing | wait")


async def test_one_look_sees_what_the_single_questions_see(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)
    await store.deadlines.replace_open_decisions(table_id, (WAIT,))
    await store.pauses.begin(table_id, Pause(1, "member", 100.0, 9e9))
    found = await store.tables.snapshot(table_id)
    assert found is not None
    assert found.table == await store.tables.find(table_id)
    assert found.entries == await store.tables.move_log(table_id)
    assert found.beside.open_decisions == await store.deadlines.open_decisions(table_id)
    assert found.beside.pauses == await store.pauses.of_table(table_id)
    assert found.beside.spent == await store.deadlines.time_used(table_id)


async def test_one_look_sees_what_each_member_has_chosen_and_said(store: Database) -> None:
    table_id = await two_players(store)
    said, put = AutoAnswer(table_id, 0, 1, 2, 0, ""), Proposal(table_id, 1, 0, "draw")
    await store.members.save_plan(plan(table_id))
    await store.members.save_auto_answer(said)
    await store.members.save_staged_cards(table_id, 1, "KS KD KC")
    await store.members.save_proposal(put)
    await store.members.change_reminder_preferences(1, lambda _: ReminderPreferences(way="none"))
    found = await store.tables.snapshot(table_id)
    assert found is not None
    mine = found.beside.members[1]
    assert (mine.plan, dict(mine.standing)) == (plan(table_id), {0: said})
    assert (mine.staged, mine.proposal) == ("KS KD KC", put)
    assert mine.preference.way == "none"
    assert found.beside.members[2] == replace(DEFAULT_MEMBER_STATE, newcomer=True)
    assert NOT_MINE not in found.beside.members


async def test_only_the_entries_that_are_asked_for_are_read(store: Database) -> None:
    table_id = await two_players(store)
    for after in range(3):
        await press(store, table_id, after)
    found = await store.tables.snapshot(table_id, 2)
    assert found is not None
    assert [entry.seq for entry in found.entries] == [3]
    newest = await store.tables.snapshot(table_id, 3)
    assert newest is not None
    assert newest.entries == ()


async def test_there_is_nothing_to_see_of_a_table_that_never_was(store: Database) -> None:
    assert await store.tables.snapshot(12) is None
    assert await store.tables.snapshot_with_messages(12) is None


async def test_what_shows_a_table_is_read_in_the_same_look(store: Database) -> None:
    table_id = await two_players(store)
    await store.messages.mark_stale(table_id, 1, 77)
    post = await store.messages.create_pending(MessageDraft(table_id, "table", 1))
    sheet = MessageDraft(table_id, "score.2", 1, key="rounds", value="2")
    await store.messages.mark_sent(await store.messages.create_pending(sheet), 78)
    await store.guilds.set_language(GUILD, "de")
    both = await store.tables.snapshot_with_messages(table_id)
    assert both is not None
    found, shown = both
    assert found == await store.tables.snapshot(table_id)
    assert (shown.post("table"), shown.post("end")) == (post, None)
    assert shown.relics == await store.messages.stale(table_id)
    assert (shown.posted.rounds, shown.server.language) == (2, "de")


# ---- in one unit


def move(table_id: int, *follows: FollowUpMove, said: PreparedChanges | None = None) -> NewMove:
    """Return a move of seat 0, with its follow-ups."""
    return NewMove(
        table_id,
        0,
        0,
        "own",
        "draw",
        follows=follows,
        said=said or PreparedChanges(),
        waits=(WAIT,),
    )


async def test_what_follows_is_entered_with_its_move_by_whoever_made_it(store: Database) -> None:
    table_id = await two_players(store)
    answer = await store.tables.play(move(table_id, FollowUpMove(1, "plan:1", "draw")))
    log = await store.tables.move_log(table_id)
    assert [(one.seq, one.seat, one.key) for one in log] == [(1, 0, "own"), (2, 1, "plan:1")]
    assert log[0].at == log[1].at
    assert answer == MovePlayed(await store.tables.get(table_id), {})
    assert answer.table.seq == 2


async def test_what_was_said_beforehand_changes_in_the_unit_that_it_led_to(store: Database) -> None:
    table_id = (await game_of(store, member(1), member(2), member(3))).id
    for user_id in (1, 2):
        await store.members.save_plan(plan(table_id, user_id))
    shorter, row = replace(plan(table_id, 2), body="x"), AutoAnswer(table_id, 2, 3, 2, 1, "")
    said = PreparedChanges(plans=(shorter,), planless=(1,), standing=(row,))
    await store.tables.play(move(table_id, said=said))
    assert await store.members.plan(table_id, 1) is None
    assert await store.members.plan(table_id, 2) == shorter
    assert await store.members.auto_answer(table_id, 2, 3) == row


async def test_of_a_move_and_what_follows_all_is_saved_or_nothing(store: Database) -> None:
    table_id, other = await two_players(store), await two_players(store)
    await press(store, other, 0, "taken")
    await store.members.save_plan(plan(table_id))
    said = PreparedChanges(planless=(1,))
    with pytest.raises(NotSaved):
        await store.tables.play(move(table_id, FollowUpMove(1, "taken", "draw"), said=said))
    assert await store.tables.move_log(table_id) == ()
    assert await store.members.plan(table_id, 1) == plan(table_id)


async def test_nothing_that_was_said_changes_where_the_table_has_moved_on(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0, "first")
    await store.members.save_plan(plan(table_id))
    said = PreparedChanges(planless=(1,))
    assert await store.tables.play(move(table_id, said=said)) == StaleMove(1)
    again = replace(move(table_id, said=said), key="first")
    assert await store.tables.play(again) == DuplicateMove(1)
    assert await store.members.plan(table_id, 1) == plan(table_id)


async def test_the_last_move_of_a_game_leaves_no_plan(store: Database) -> None:
    table_id = await two_players(store)
    said = PreparedChanges(plans=(plan(table_id),))
    answer = await store.tables.play(replace(move(table_id, said=said), outcome=places(1, 2)))
    assert isinstance(answer, MovePlayed)
    assert answer.table.status == "finished"
    assert await store.members.plan(table_id, 1) is None


# ---- panels


async def test_whoever_keeps_a_panel_is_told_of_the_one_that_it_replaces(store: Database) -> None:
    table_id = await two_players(store)
    old, new = (
        HandPanelRow(table_id, 0, 1, token, 5, 6, at) for token, at in (("a", 1e3), ("b", 2e3))
    )
    others = HandPanelRow(table_id, 1, 2, "c", 5, 7, 1e3)
    assert await store.messages.save_hand_panel(old, 0.0) == ()
    assert await store.messages.save_hand_panel(others, 0.0) == ()
    assert await store.messages.save_hand_panel(new, 500.0) == (old,)
    # The process has died.
    assert await store.messages.save_hand_panel(replace(new, token="d"), 2001.0) == ()
