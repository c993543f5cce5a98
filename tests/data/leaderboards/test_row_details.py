"""Tests of a row's details: the latest results, and the places of a week ago."""

from datetime import UTC, datetime

import pytest

from data.core.timestamps import week_of
from data.database import Database
from data.models.leaderboards import ALL_TIME, RowDetails
from tests.data.builders import GUILD, Clock, computer, finish, member, places
from tests.data.leaderboards.test_months_and_partners import ANN, BOB, CAT, DAN, everything

WEEK = 7 * 24 * 3600


def at(day: int, hour: int = 12) -> float:
    """Return a time in November 2026, whose second day is a Monday."""
    return datetime(2026, 11, day, hour, tzinfo=UTC).timestamp()


async def details(
    store: Database, clock: Clock, *users: int, game: str | None = None, period: str = ALL_TIME
) -> dict[int, RowDetails]:
    return await store.leaderboards.row_details(GUILD, game, period, users, clock.now)


def test_a_week_begins_on_monday_at_midnight_in_utc() -> None:
    monday = datetime(2026, 11, 2, tzinfo=UTC).timestamp() * 1000
    assert week_of(round(monday)) == week_of(round(monday) - 1) + 1
    assert week_of(round(monday)) == week_of(round(monday) + WEEK * 1000 - 1)


async def test_the_last_five_rated_results_are_told_the_newest_last(
    store: Database, clock: Clock
) -> None:
    for rank in (1, 1, 2, 1, 2, 2, 1):
        await finish(store, places(rank, 3 - rank), ANN, BOB)
    await finish(store, places(1, 2), ANN, computer())
    told = await details(store, clock, 1, 2)
    assert told[1].recent == (False, True, False, False, True)
    assert told[2].recent == (True, False, True, True, False)


async def test_results_are_those_of_the_game_and_of_the_month(
    store: Database, clock: Clock
) -> None:
    clock.now = at(1) - 10 * 24 * 3600
    await finish(store, places(1, 2), ANN, BOB, game="ten")
    clock.now = at(3)
    await finish(store, places(2, 1), ANN, BOB, game="house")
    assert (await details(store, clock, 1))[1].recent == (True, False)
    assert (await details(store, clock, 1, game="ten"))[1].recent == (True,)
    assert (await details(store, clock, 1, period="2026-11"))[1].recent == (False,)


async def test_nobody_on_a_page_needs_no_query(store: Database, clock: Clock) -> None:
    assert await details(store, clock) == {}


@pytest.mark.parametrize("game", [None, "house"])
async def test_the_place_at_the_start_of_the_week_is_that_before_its_games(
    store: Database, clock: Clock, game: str | None
) -> None:
    clock.now = at(3)
    await finish(store, places(1, 2, 3), ANN, BOB, CAT)
    clock.now = at(9)
    for _ in range(3):
        await finish(store, places(3, 2, 1), ANN, BOB, CAT)
    now = await store.leaderboards.page(GUILD, game, limit=9, offset=0)
    assert now[0].name == "Cat"
    told = await details(store, clock, 1, 2, 3, game=game)
    assert [told[user].last_place for user in (1, 2, 3)] == [1, 2, 3]
    clock.now += WEEK
    told = await details(store, clock, 1, 2, 3, game=game)
    assert [told[line.user_id].last_place for line in now] == [1, 2, 3]


async def test_who_had_no_game_before_this_week_had_no_place(store: Database, clock: Clock) -> None:
    clock.now = at(3)
    await finish(store, places(1, 2), ANN, BOB)
    clock.now = at(10)
    await finish(store, places(1, 2), ANN, DAN)
    told = await details(store, clock, 1, 2, 4)
    assert [told[user].last_place for user in (1, 2, 4)] == [1, 2, None]


async def test_hidden_members_had_no_place_either(store: Database, clock: Clock) -> None:
    clock.now = at(3)
    await finish(store, places(1, 2), ANN, BOB)
    await store.members.set_hidden(GUILD, 1, hidden=True)
    clock.now += WEEK
    told = await details(store, clock, 1, 2)
    assert (told[1].last_place, told[2].last_place) == (None, 1)


async def test_a_rebuild_makes_the_same_weeks(store: Database, clock: Clock) -> None:
    clock.now = at(3)
    await finish(store, places(1, 2), ANN, BOB)
    clock.now = at(10)
    await finish(store, places(1, 2), BOB, member(9, "Eve"))
    before = await details(store, clock, 1, 2, 9), await everything(store)
    await store.leaderboards.rebuild()
    assert (await details(store, clock, 1, 2, 9), await everything(store)) == before
