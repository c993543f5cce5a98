"""Tests of holidays and of the days that pauses count: every started day, within each game's
budget.
"""

import pytest

from data.models.deadlines import OpenDecision, Pause
from tests.data.builders import days_paused, found, two_players

DAY, HOUR, MINUTE = 86_400.0, 3600.0, 60.0
BUDGET = 14


@pytest.fixture(autouse=True)
def today(clock):
    clock.now = 2_000_000.0


async def member_of(store, table_id, seat=0):
    driver = (await found(store, table_id)).seats[seat].player
    assert driver is not None
    assert driver.user_id is not None
    return driver.user_id


async def pause(store, clock, table_id, days):
    new = Pause(0, "member", clock.now, clock.now + days * DAY)
    return await store.pauses.begin_budgeted(table_id, new, BUDGET)


async def stands(store, table_id):
    """Return the end of the pause of the member's clock."""
    return next((hold.until for hold in await store.pauses.of_table(table_id)), None)


# ---- what a pause counts


async def test_a_pause_counts_its_days(store, clock):
    table_id = await two_players(store)
    assert await pause(store, clock, table_id, 3) is None
    assert await days_paused(store, table_id, 0) == 3


async def test_a_second_tap_counts_nothing(store, clock):
    table_id = await two_players(store)
    for _ in range(3):
        assert await pause(store, clock, table_id, 3) is None
        clock.now += MINUTE
    assert await days_paused(store, table_id, 0) == 3


async def test_no_pause_is_prolonged_for_ever_by_a_tap_every_hour(store, clock):
    table_id = await two_players(store)
    begun = clock.now
    while clock.now < begun + 20 * DAY and await pause(store, clock, table_id, 1) is None:
        clock.now += 0.9 * HOUR
    until = await stands(store, table_id)
    assert until is not None
    assert until <= begun + BUDGET * DAY + HOUR


async def test_days_that_had_not_begun_are_given_back(store, clock):
    table_id = await two_players(store)
    await pause(store, clock, table_id, 10)
    clock.now += 2.5 * DAY
    assert await store.pauses.end(table_id, 0, "member")
    assert await days_paused(store, table_id, 0) == 3


async def test_a_pause_that_ends_at_once_counts_a_day(store, clock):
    table_id = await two_players(store)
    await pause(store, clock, table_id, 7)
    await store.pauses.end(table_id, 0, "member")
    assert await days_paused(store, table_id, 0) == 1


async def test_a_pause_that_nobody_ends_counts_what_it_lasted(store, clock):
    table_id = await two_players(store)
    await pause(store, clock, table_id, 3)
    clock.now += 9 * DAY  # The bot was away meanwhile.
    await store.pauses.end(table_id, 0, "member")
    assert await days_paused(store, table_id, 0) == 3


# ---- holidays


async def test_a_holiday_pauses_every_table_at_once(store, clock):
    tables = [await two_players(store) for _ in range(3)]
    user, until = await member_of(store, tables[0]), clock.now + 5 * DAY
    await store.pauses.begin_holiday(user, until, BUDGET)
    assert [await stands(store, table_id) for table_id in tables] == [until] * 3
    assert await store.pauses.holiday_until(user) == until


async def test_no_holiday_pauses_a_game_for_longer_than_its_budget(store, clock):
    table_id, begun = await two_players(store), clock.now
    user = await member_of(store, table_id)
    await pause(store, clock, table_id, 10)
    await store.pauses.end(table_id, 0, "member")  # One day of it is spent.
    await store.pauses.begin_holiday(user, begun + 30 * DAY, BUDGET)
    assert await stands(store, table_id) == begun + 13 * DAY
    assert await days_paused(store, table_id, 0) == BUDGET


async def test_where_no_day_is_left_the_clock_runs(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await pause(store, clock, table_id, BUDGET)
    clock.now += BUDGET * DAY
    await store.pauses.end(table_id, 0, "member")
    await store.pauses.begin_holiday(user, clock.now + 5 * DAY, BUDGET)
    assert await stands(store, table_id) is None


async def test_a_longer_pause_is_not_cut_short_by_a_holiday(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await pause(store, clock, table_id, 7)
    before = await stands(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + DAY, BUDGET)
    assert await stands(store, table_id) == before
    assert await days_paused(store, table_id, 0) == 7


async def test_a_holiday_that_is_to_end_earlier_ends_earlier_at_the_tables(store, clock):
    table_id = await two_players(store)
    await store.deadlines.replace_open_decisions(
        table_id, (OpenDecision(0, 0, clock.now, clock.now + DAY, DAY),)
    )
    user = await member_of(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + 10 * DAY, BUDGET)
    await store.pauses.begin_holiday(user, clock.now + 2 * DAY, BUDGET)
    assert (
        await stands(store, table_id)
        == await store.pauses.holiday_until(user)
        == clock.now + 2 * DAY
    )
    assert (await found(store, table_id)).deadline == clock.now + 3 * DAY
    assert await days_paused(store, table_id, 0) == 2
    clock.now += 2 * DAY
    await store.pauses.finish_holiday(user)
    assert await stands(store, table_id) is None


async def test_what_a_budget_left_of_a_holiday_follows_to_an_earlier_end(store, clock):
    table_id, begun = await two_players(store), clock.now
    user = await member_of(store, table_id)
    for days, stood in ((30, BUDGET), (3, 3), (30, BUDGET), (20, BUDGET)):
        await store.pauses.begin_holiday(user, begun + days * DAY, BUDGET)
        assert await stands(store, table_id) == begun + stood * DAY
        assert await days_paused(store, table_id, 0) == stood


async def test_a_pause_longer_than_the_holiday_is_not_cut_short_with_it(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await pause(store, clock, table_id, 7)
    before = await stands(store, table_id)
    for days in (3, 1):
        await store.pauses.begin_holiday(user, clock.now + days * DAY, BUDGET)
    assert await stands(store, table_id) == before
    assert await days_paused(store, table_id, 0) == 7


async def test_going_and_coming_back_again_and_again_stops_no_game_for_ever(store, clock):
    table_id = await two_players(store)
    user, still, last = await member_of(store, table_id), 0.0, clock.now
    for _ in range(40):
        await store.pauses.begin_holiday(user, clock.now + 60 * DAY, BUDGET)
        until = await stands(store, table_id) or clock.now
        clock.now += 20 * HOUR
        still += max(0.0, min(until, clock.now) - last)
        await store.pauses.end_holiday(user)
        last = clock.now
    assert still <= BUDGET * DAY


async def test_a_game_that_begins_meanwhile_waits_too(store, clock):
    user = await member_of(store, await two_players(store))
    until = clock.now + 5 * DAY
    await store.pauses.begin_holiday(user, until, BUDGET)
    later = await two_players(store)
    await store.pauses.apply_holidays(later, BUDGET)
    assert await stands(store, later) == until


async def test_who_has_ended_their_pause_has_none_because_somebody_else_comes_to_a_seat(
    store, clock
):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + 5 * DAY, BUDGET)
    await store.pauses.end(table_id, 0, "member")
    await store.pauses.apply_holidays(table_id, BUDGET, (1,))
    assert await stands(store, table_id) is None
    await store.pauses.apply_holidays(table_id, BUDGET, (0, 1))
    assert await stands(store, table_id) == clock.now + 5 * DAY


async def test_whoever_is_back_has_no_pause_any_more(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + 5 * DAY, BUDGET)
    assert [await store.pauses.end_holiday(user) for _ in range(2)] == [True, False]
    assert await stands(store, table_id) is None
    assert await store.pauses.holiday_until(user) is None


async def test_a_holiday_is_over_by_itself(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + 5 * DAY, BUDGET)
    assert await store.pauses.ended_holidays(clock.now + 4.9 * DAY) == ()
    assert await store.pauses.ended_holidays(clock.now + 5 * DAY) == (user,)


async def test_a_holiday_and_its_pauses_are_over_in_one_moment(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + 2 * DAY, BUDGET)
    clock.now += 2 * DAY
    assert await store.pauses.finish_holiday(user)
    assert (await store.pauses.holiday_until(user), await stands(store, table_id)) == (
        None,
        None,
    )


async def test_a_holiday_prolonged_in_the_last_moment_goes_on(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + DAY, BUDGET)
    clock.now += DAY
    await store.pauses.begin_holiday(user, clock.now + DAY, BUDGET)
    assert not await store.pauses.finish_holiday(user)
    assert (
        await stands(store, table_id) == await store.pauses.holiday_until(user) == clock.now + DAY
    )


async def test_a_pause_longer_than_the_holiday_outlasts_it(store, clock):
    table_id = await two_players(store)
    user = await member_of(store, table_id)
    await pause(store, clock, table_id, 7)
    until = await stands(store, table_id)
    await store.pauses.begin_holiday(user, clock.now + DAY, BUDGET)
    clock.now += DAY
    assert await store.pauses.finish_holiday(user)
    assert await stands(store, table_id) == until
