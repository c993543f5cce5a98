"""Tests of open decisions, pings that are claimed once, pauses as extra time, and preferences."""

from dataclasses import replace

import pytest

from data.database import Database
from data.models.deadlines import WHOLE_TABLE, Downtime, OpenDecision, Pause, Reminder
from data.models.members import PlanRow, ReminderPreferences
from data.models.moves import NewMove
from data.models.tables import Player, TableCounts
from data.tables import search
from tests.data.builders import (
    basil,
    changed,
    found,
    game_of,
    lobby,
    member,
    places,
    press,
    two_players,
)


def waiting(seat=0, seq=0, *, since=100.0, deadline=200.0, free=50.0, tell=None, remind=None):
    return OpenDecision(seat, seq, since, deadline, free, tell, remind)


async def timed(store: Database, *waits: OpenDecision) -> int:
    """A table that waits for these seats."""
    table_id = await two_players(store)
    await store.deadlines.replace_open_decisions(table_id, waits)
    return table_id


async def test_the_earliest_open_decision_is_the_deadline_of_the_table(store):
    table_id = await timed(store, waiting(0, deadline=300.0), waiting(1, deadline=250.0))
    assert (await found(store, table_id)).deadline == 250.0


async def test_a_decision_that_stays_open_keeps_its_times(store):
    table_id = await timed(store, waiting(seq=3, deadline=300.0))
    await store.deadlines.replace_open_decisions(table_id, (waiting(seq=3, deadline=900.0),))
    assert (await store.deadlines.open_decisions(table_id))[0].deadline == 300.0


async def test_the_next_decision_of_a_seat_has_times_of_its_own(store):
    table_id = await timed(store, waiting(seq=3, deadline=300.0))
    await store.deadlines.replace_open_decisions(table_id, (waiting(seq=5, deadline=900.0),))
    assert (await store.deadlines.open_decisions(table_id)) == (waiting(seq=5, deadline=900.0),)


async def test_a_move_changes_whom_the_table_waits_for_in_the_same_breath(store):
    table_id = await timed(store, waiting(0))
    await store.tables.append_moves(
        NewMove(table_id, after=0, seat=0, key="k", body="draw", waits=(waiting(1, 1),))
    )
    assert [wait.seat for wait in await store.deadlines.open_decisions(table_id)] == [1]


async def test_what_goes_beyond_the_free_time_is_charged_to_the_bank(store, clock):
    clock.now = 2_000_000.0
    table_id = await timed(store, waiting(since=clock.now - 80, free=50.0))
    await store.deadlines.replace_open_decisions(table_id, ())
    assert await store.deadlines.time_used(table_id) == {0: 30.0}


async def test_a_quick_answer_costs_nothing(store, clock):
    clock.now = 2_000_000.0
    table_id = await timed(store, waiting(since=clock.now - 20, free=50.0))
    await store.deadlines.replace_open_decisions(table_id, ())
    assert await store.deadlines.time_used(table_id) == {}


async def test_a_ping_is_taken_once(store):
    table_id = await timed(store, waiting(seq=4, tell=100.0, remind=150.0))
    assert [await store.reminders.claim(table_id, "tell", 0, 4) for _ in range(2)] == [True, False]
    assert [await store.reminders.claim(table_id, "remind", 0, 4) for _ in range(2)] == [
        True,
        False,
    ]


async def test_a_ping_of_a_decision_that_has_been_made_is_not_taken(store):
    table_id = await timed(store, waiting(seq=4, tell=100.0))
    await store.deadlines.replace_open_decisions(table_id, (waiting(seq=6, tell=120.0),))
    assert not await store.reminders.claim(table_id, "tell", 0, 4)


async def test_a_ping_that_could_not_be_sent_is_due_again(store):
    table_id = await timed(store, waiting(seq=4, remind=150.0))
    await store.reminders.claim(table_id, "remind", 0, 4)
    await store.reminders.release(Reminder(table_id, 0, 4, "remind", 160.0))
    assert await store.reminders.tables_to_remind(159.0, patience=60) == ()
    assert await store.reminders.tables_to_remind(160.0, patience=60) == (table_id,)


async def test_who_has_a_turn_is_left_to_the_table_message_for_a_while(store):
    table_id = await timed(store, waiting(tell=100.0))
    assert await store.reminders.tables_to_remind(159.0, patience=60) == ()
    assert await store.reminders.tables_to_remind(160.0, patience=60) == (table_id,)


async def test_tables_to_ping_come_earliest_first_and_each_once(store):
    late = await timed(store, waiting(remind=30.0))
    early = await timed(store, waiting(tell=25.0, remind=20.0))
    assert await store.reminders.tables_to_remind(99.0, patience=0) == (early, late)


async def test_a_table_that_has_just_begun_is_untimed(store):
    table_id = await two_players(store)
    assert await store.deadlines.tables_without_deadline() == (table_id,)
    await store.deadlines.replace_open_decisions(table_id, (waiting(),))
    assert await store.deadlines.tables_without_deadline() == ()


async def test_after_an_absence_everybody_has_the_grace_of_the_pace(store):
    passed = await timed(store, waiting(deadline=10.0))
    ahead = await timed(store, waiting(deadline=190.0))
    assert await store.deadlines.grant_grace(Downtime(100.0, 100.0), {"day": 60.0}) == {passed}
    assert await store.deadlines.due_tables(200.0) == ((passed, 160.0), (ahead, 190.0))


async def test_the_grace_is_given_on_every_server_where_there_is_one_process(store):
    tables = [await game_of(store, member(1), guild=guild) for guild in (5 << 22, 6 << 22)]
    for table in tables:
        await store.deadlines.replace_open_decisions(table.id, (waiting(deadline=10.0),))
    given = await store.deadlines.grant_grace(Downtime(100.0, 100.0), {"day": 60.0})
    assert given == {table.id for table in tables}


# ---- absence


async def by_clock(store, table_id, after, turn):
    await press(store, table_id, after, f"clock:{table_id}:{turn}:{after}")


async def test_decisions_of_the_clock_in_a_row_are_counted_once_a_turn(store):
    table_id = (await game_of(store, member(1))).id
    for after, turn in enumerate([0, 0, 2]):
        await store.tables.append_moves(
            NewMove(
                table_id,
                after=after,
                seat=0,
                key=f"clock:{table_id}:{turn}:{after}",
                body="draw",
            )
        )
    assert await store.deadlines.missed_in_a_row(table_id, 0) == 2


async def test_a_decision_of_ones_own_ends_the_row(store):
    table_id = await two_players(store)
    await by_clock(store, table_id, 0, 0)
    await press(store, table_id, 1)
    await press(store, table_id, 2)
    assert await store.deadlines.missed_in_a_row(table_id, 0) == 0


async def test_an_answer_given_beforehand_neither_counts_nor_ends_the_row(store):
    table_id = (await game_of(store, member(1))).id
    for after, who in enumerate(("standing", "clock", "standing", "clock", "standing")):
        await press(store, table_id, after, f"{who}:{table_id}:{after}:{after}", seat=0)
    assert await store.deadlines.missed_in_a_row(table_id, 0) == 2


async def test_whoever_takes_a_seat_over_begins_with_none(store):
    table_id = await two_players(store)
    await by_clock(store, table_id, 0, 0)
    await store.tables.replace_player(table_id, 0, member(5), from_seq=1)
    assert await store.deadlines.missed_in_a_row(table_id, 0) == 0


async def test_a_computer_player_for_a_member_keeps_the_seat_that_members(store):
    table_id = await two_players(store)
    row = changed(
        await store.tables.replace_player(
            table_id, 0, Player("computer", 1, "Member 1", "low"), from_seq=0
        )
    )
    assert row.seats[0].player == Player("computer", 1, "Member 1", "low")
    assert row.seats[0].since == 0
    assert [table.id for table in await store.tables.tables_of_member(row.guild_id, 1)] == [
        table_id
    ]


async def test_a_substitute_has_the_seat_from_an_entry_on(store):
    table_id = await two_players(store)
    await press(store, table_id, 0)
    row = changed(await store.tables.replace_player(table_id, 0, member(5), from_seq=1))
    assert [seat.since for seat in row.seats] == [1, 0]


# ---- pauses


async def test_a_pause_is_added_to_every_deadline(store, clock):
    clock.now = 1_000_000.0
    table_id = await timed(
        store, waiting(since=clock.now, deadline=clock.now + 100, remind=clock.now + 75)
    )
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "table", clock.now, clock.now + 500))
    (wait,) = await store.deadlines.open_decisions(table_id)
    assert (wait.deadline, wait.remind) == (clock.now + 600, clock.now + 575)
    assert (await found(store, table_id)).deadline == clock.now + 600


async def test_the_rest_of_a_pause_that_ends_early_is_taken_back(store, clock):
    clock.now = 1_000_000.0
    table_id = await timed(store, waiting(since=clock.now, deadline=clock.now + 100))
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "table", clock.now, clock.now + 500))
    clock.now += 200
    assert await store.pauses.end(table_id, WHOLE_TABLE, "table")
    assert (await found(store, table_id)).deadline == 1_000_000.0 + 300


async def test_two_pauses_at_once_are_not_added_up(store, clock):
    clock.now = 1_000_000.0
    table_id = await timed(store, waiting(since=clock.now, deadline=clock.now + 100))
    await store.pauses.begin(table_id, Pause(0, "member", clock.now, clock.now + 500))
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "table", clock.now, clock.now + 400))
    assert (await found(store, table_id)).deadline == clock.now + 600


async def test_a_members_pause_is_for_that_seat_alone(store, clock):
    clock.now = 1_000_000.0
    both = [waiting(s, since=clock.now, deadline=clock.now + 100) for s in (0, 1)]
    table_id = await timed(store, *both)
    await store.pauses.begin(table_id, Pause(0, "member", clock.now, clock.now + 500))
    waits = await store.deadlines.open_decisions(table_id)
    assert [wait.deadline - clock.now for wait in waits] == [600, 100]


async def test_nobody_is_told_anything_at_a_paused_table(store):
    table_id = await timed(store, waiting(tell=100.0))
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "table", 0.0, 9e9))
    assert await store.reminders.tables_to_remind(1e6, patience=0) == ()


async def test_a_game_without_result_is_no_longer_played(store):
    table_id = await timed(store, waiting(tell=1.0))
    assert await store.tables.void(table_id)
    assert not await store.tables.void(table_id)
    assert await store.tables.playing_ids() == ()
    assert await store.reminders.tables_to_remind(9e6, patience=0) == ()


# ---- plans


def planning(table_id, user_id=1, **more):
    plan = PlanRow(table_id, user_id, round=1, seq=0, armed=True, body="draw")
    return replace(plan, **more)


async def test_a_member_has_one_plan_at_a_table(store):
    table_id = await two_players(store)
    for body in ("draw", "take"):
        await store.members.save_plan(planning(table_id, body=body))
    assert await store.members.plan(table_id, 1) == planning(table_id, body="take")
    assert await store.members.plan(table_id, 2) is None
    await store.members.delete_plan(table_id, 1)
    assert await store.members.plan(table_id, 1) is None


@pytest.mark.parametrize("end", ["void", "finish"])
async def test_with_the_game_its_plans_end(store, end):
    table_id = await two_players(store)
    await store.members.save_plan(planning(table_id))
    ending = (
        store.tables.void(table_id)
        if end == "void"
        else press(store, table_id, 0, outcome=places(1, 2))
    )
    await ending
    assert await store.members.plan(table_id, 1) is None


async def test_whoever_gives_a_seat_up_leaves_no_plan_and_whoever_is_away_keeps_it(store):
    table_id = await two_players(store)
    for user_id in (1, 2):
        await store.members.save_plan(planning(table_id, user_id))
    away = Player("computer", 1, "Member 1", "normal")
    changed(await store.tables.replace_player(table_id, 0, away, from_seq=0))
    changed(await store.tables.replace_player(table_id, 1, member(5), from_seq=0))
    assert await store.members.plan(table_id, 1) is not None
    assert await store.members.plan(table_id, 2) is None


# ---- wishes, limits


@pytest.mark.parametrize("way", ["thread", "direct", "none"])
async def test_a_members_wishes_are_kept(store, way):
    wish = ReminderPreferences("Europe/Berlin", 22 * 60, 7 * 60, way)
    await store.members.change_reminder_preferences(7, lambda _: wish)
    assert await store.members.reminder_preferences(7) == wish
    assert await store.members.reminder_preferences(8) == ReminderPreferences()


async def test_forgetting_a_member_forgets_the_wishes(store):
    await store.members.change_reminder_preferences(7, lambda _: ReminderPreferences("Asia/Tokyo"))
    await store.erasure.erase_member(7, basil)
    assert await store.members.reminder_preferences(7) == ReminderPreferences()


async def test_lobbies_and_games_are_counted_where_they_are(store):
    await two_players(store)
    table = await lobby(store)
    await store.lobbies.close((await lobby(store)).id)
    look = store.tables.backend.query
    here = await look(lambda c: search.table_counts(c, table.guild_id, 1, 1))
    there = await look(lambda c: search.table_counts(c, table.guild_id, 2, 5))
    assert here == TableCounts(lobbies=1, channel=2, guild=2)
    assert there == TableCounts(lobbies=0, channel=0, guild=2)


async def test_a_lobby_where_nothing_happens_is_stale(store, clock):
    table = await lobby(store)
    assert await store.lobbies.idle({"day": clock.now}) == ()
    assert await store.lobbies.idle({"day": clock.now + 1, "live": clock.now}) == (table.id,)
    assert await store.lobbies.idle({"live": clock.now + 1, "day": clock.now}) == ()
