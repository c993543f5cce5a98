"""Tests of pauses that count, pauses of a server, and deadlines after a clock change."""

import pytest

from data.database import Database
from data.models.deadlines import (
    REASONS_THAT_PAUSE_VOTES,
    WHOLE_TABLE,
    OpenDecision,
    Pause,
    PauseReason,
)
from data.models.messages import VOTE_PREFIX, MessageDraft
from data.models.tables import Player
from data.models.votes import NewVote, Vote
from tests.data.builders import GUILD, Clock, changed, days_paused, lobby, member, two_players

DAY = 86_400.0
BUDGET = 10


def days(clock: Clock, number: float, seat: int = 0) -> Pause:
    return Pause(seat, "member", clock.now, clock.now + number * DAY)


async def test_days_of_pause_are_taken_from_what_a_seat_may_take(store: Database, clock: Clock):
    table_id = await two_players(store)
    assert await store.pauses.begin_budgeted(table_id, days(clock, 4), BUDGET) is None
    assert [await days_paused(store, table_id, seat) for seat in (0, 1)] == [4, 0]


async def test_a_longer_pause_costs_only_what_it_is_longer(store: Database, clock: Clock) -> None:
    table_id = await two_players(store)
    for number, spent in ((4, 4), (7, 7), (7, 7), (3, 3)):
        assert await store.pauses.begin_budgeted(table_id, days(clock, number), BUDGET) is None
        assert await days_paused(store, table_id, 0) == spent


async def test_a_pause_after_one_that_is_over_costs_all_its_days(store: Database, clock: Clock):
    table_id = await two_players(store)
    await store.pauses.begin_budgeted(table_id, days(clock, 2), BUDGET)
    clock.now += 5 * DAY
    assert await store.pauses.begin_budgeted(table_id, days(clock, 3), BUDGET) is None
    assert await days_paused(store, table_id, 0) == 5


async def test_who_has_too_few_days_left_is_told_how_many_and_nothing_changes(
    store: Database, clock: Clock
) -> None:
    table_id = await two_players(store)
    await store.pauses.begin_budgeted(table_id, days(clock, 7), BUDGET)
    before = await store.pauses.of_table(table_id)
    assert await store.pauses.begin_budgeted(table_id, days(clock, 11), BUDGET) == 3
    assert await store.pauses.begin_budgeted(table_id, days(clock, 11), 5) == 0
    assert await store.pauses.of_table(table_id) == before
    assert await days_paused(store, table_id, 0) == 7
    assert await store.pauses.begin_budgeted(table_id, days(clock, 10), BUDGET) is None


async def test_the_pauses_of_a_table_are_told_by_seat(store: Database, clock: Clock) -> None:
    table_id = await two_players(store)
    pauses = [days(clock, 1, seat) for seat in (1, 0)]
    for pause in pauses:
        await store.pauses.begin(table_id, pause)
    assert await store.pauses.of_table(table_id) == tuple(reversed(pauses))
    assert await store.pauses.of_table(await two_players(store)) == ()


async def test_pauses_end_earliest_first_and_none_too_soon(store: Database, clock: Clock) -> None:
    table_id = await two_players(store)
    long, short = days(clock, 2, 0), days(clock, 1, 1)
    for pause in (long, short):
        await store.pauses.begin(table_id, pause)
    assert await store.pauses.ended(short.until - 1) == ()
    assert await store.pauses.ended(short.until) == ((table_id, short),)
    assert await store.pauses.ended(long.until) == ((table_id, short), (table_id, long))


async def test_the_tables_of_a_server_that_are_paused_for_a_reason(store: Database, clock: Clock):
    first, second, other = [await two_players(store) for _ in range(3)]
    for table_id in (second, first):
        await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "server", clock.now, clock.now + 9))
    await store.pauses.begin(other, Pause(WHOLE_TABLE, "table", clock.now, clock.now + 9))
    assert await store.pauses.paused_in_guild(GUILD, "server") == (first, second)
    assert await store.pauses.paused_in_guild(GUILD + 1, "server") == ()


async def test_who_came_to_decide_in_a_pause_is_told_when_it_ends_early(
    store: Database, clock: Clock
):
    table_id = await two_players(store)
    pause = days(clock, 7, WHOLE_TABLE)
    await store.pauses.begin(table_id, pause)
    asked = OpenDecision(0, 0, pause.until, pause.until + DAY, DAY, tell=pause.until, remind=None)
    await store.deadlines.replace_open_decisions(table_id, (asked,))
    clock.now += 60
    await store.pauses.end(table_id, WHOLE_TABLE, "member")
    (wait,) = await store.deadlines.open_decisions(table_id)
    assert (wait.since, wait.tell, wait.deadline) == (clock.now, clock.now, clock.now + DAY)


async def test_a_pause_that_there_is_not_cannot_be_ended(store: Database, clock: Clock) -> None:
    table_id = await two_players(store)
    await store.pauses.begin(table_id, days(clock, 1, 1))
    assert not await store.pauses.end(table_id, 0, "member")
    assert await store.pauses.end(table_id, 1, "member")


# ---- where tables are


async def test_the_tables_in_play_on_a_server(store: Database) -> None:
    tables = [await two_players(store) for _ in range(2)]
    await lobby(store)
    assert await store.tables.playing_in_guild(GUILD) == tuple(tables)
    assert await store.tables.playing_in_guild(GUILD + 1) == ()


async def test_tables_are_found_by_their_channel_and_by_their_thread(store: Database) -> None:
    inside, outside = await two_players(store), await two_players(store)
    await store.tables.set_message_ids(inside, thread_id=7)
    await lobby(store)
    assert await store.tables.playing_in_channel(1) == (inside, outside)
    assert await store.tables.playing_in_channel(7) == (inside,)
    assert await store.tables.playing_in_channel(8) == ()


async def test_tables_in_threads_are_those_whose_thread_is_not_their_channel(
    store: Database,
) -> None:
    inside, outside = await two_players(store), await two_players(store)
    await store.tables.set_message_ids(inside, thread_id=7)
    await store.tables.set_message_ids(outside, thread_id=1)
    assert await store.tables.threads_in(GUILD) == ((inside, 7),)
    assert await store.tables.threads_in(GUILD + 1) == ()


def test_files_know_a_pause_of_the_whole_table_by_minus_one() -> None:
    assert WHOLE_TABLE == -1


# ---- votes


async def asking(store: Database, clock: Clock) -> int:
    """A game of two with a vote to end it, open for a day from now."""
    table_id = await two_players(store)
    vote = await store.votes.open(NewVote(table_id, "end", 1, None, DAY), 9)
    assert isinstance(vote, Vote)
    await sent(store, table_id)
    return table_id


async def sent(store: Database, table_id: int) -> None:
    """Mark the vote message as sent."""
    (vote,) = await store.votes.of_table(table_id)
    draft = MessageDraft(table_id, f"{VOTE_PREFIX}{vote.number}", 1)
    await store.messages.mark_sent(await store.messages.create_pending(draft), 7)


async def until(store: Database, table_id: int) -> float:
    (vote,) = await store.votes.of_table(table_id)
    return vote.until


@pytest.mark.parametrize("reason", sorted(REASONS_THAT_PAUSE_VOTES))
async def test_a_pause_of_the_table_moves_the_end_of_a_vote(
    store: Database, clock: Clock, reason: PauseReason
) -> None:
    table_id, began = await asking(store, clock), clock.now
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, reason, began, began + 7 * DAY))
    assert await until(store, table_id) == began + 8 * DAY
    clock.now += 2 * DAY
    await store.pauses.end(table_id, WHOLE_TABLE, reason)
    assert await until(store, table_id) == began + 3 * DAY


async def test_a_pause_that_is_over_early_leaves_a_vote_a_day_or_what_it_had(
    store: Database, clock: Clock
) -> None:
    table_id, began = await asking(store, clock), clock.now
    clock.now += DAY - 60
    await store.pauses.begin(table_id, days(clock, 7, WHOLE_TABLE))
    assert await until(store, table_id) == began + DAY  # Only a pause of a seat.
    pause = Pause(WHOLE_TABLE, "table", clock.now, clock.now + 7 * DAY)
    await store.pauses.begin(table_id, pause)
    await store.pauses.end(table_id, WHOLE_TABLE, "table")
    assert await until(store, table_id) == clock.now + DAY
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "table", clock.now, clock.now + 60))
    clock.now += DAY
    await store.pauses.end(table_id, WHOLE_TABLE, "table")
    assert await until(store, table_id) == clock.now + 60


async def test_where_nobody_is_there_a_vote_goes_on(store: Database, clock: Clock) -> None:
    table_id, began = await asking(store, clock), clock.now
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "nobody", began, began + 7 * DAY))
    assert await until(store, table_id) == began + DAY
    assert await store.votes.tables_due(began + DAY) == (table_id,)


async def test_what_is_asked_in_a_pause_has_its_time_after_it(
    store: Database, clock: Clock
) -> None:
    table_id, began = await two_players(store), clock.now
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "table", began, began + 7 * DAY))
    clock.now += DAY
    await store.votes.open(NewVote(table_id, "end", 1, None, DAY), 9)
    clock.now += DAY
    await sent(store, table_id)
    assert await until(store, table_id) == began + 8 * DAY


async def test_while_a_table_is_paused_no_vote_is_due(store: Database, clock: Clock) -> None:
    table_id, began = await asking(store, clock), clock.now
    clock.now += 2 * DAY
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "table", clock.now, clock.now + 1))
    assert await store.votes.tables_due(began + 9 * DAY) == ()
    assert await store.votes.close_decided(table_id, 9, {7}) == ()


async def test_silence_decides_only_where_the_message_was_seen(
    store: Database, clock: Clock
) -> None:
    table_id = await asking(store, clock)
    clock.now += DAY
    assert await store.votes.close_decided(table_id, 9) == ()
    assert await store.votes.close_decided(table_id, 9, {8}) == ()
    assert len(await store.votes.close_decided(table_id, 9, {7})) == 1


async def test_a_question_of_a_table_that_has_moved_is_asked_anew(store: Database, clock: Clock):
    table_id = await asking(store, clock)
    clock.now += DAY
    await store.messages.move_table(table_id, 2)
    assert await store.votes.close_decided(table_id, 9, {7}) == ()
    await sent(store, table_id)
    assert await until(store, table_id) == clock.now + DAY


async def test_a_seat_that_a_member_takes_ends_the_wait_for_any_of_them(
    store: Database, clock: Clock
) -> None:
    table_id = await two_players(store)
    away = [Player("computer", who, f"Member {who}", "normal") for who in (1, 2)]
    for seat, driver in enumerate(away):
        changed(await store.tables.replace_player(table_id, seat, driver, from_seq=0))
    month = Pause(WHOLE_TABLE, "nobody", clock.now, clock.now + 30 * DAY)
    await store.pauses.begin(table_id, month)
    again = Player("computer", 2, "Member 2", "low")
    changed(await store.tables.replace_player(table_id, 1, again, from_seq=0))
    assert await store.pauses.of_table(table_id) == (month,)
    changed(await store.tables.replace_player(table_id, 0, member(1), from_seq=0))
    assert await store.pauses.of_table(table_id) == ()
