"""Tests that nobody can farm ratings: repeated opponents count less, even under new names."""

import pytest

from data.core.location import DatabaseLocation
from data.database import Database
from tests.data.builders import (
    GUILD,
    Clock,
    basil,
    computer,
    finish,
    game_of,
    member,
    places,
    press,
    rows_of,
)

ANN, BOB = member(1, "Ann"), member(2, "Bob")
TEN = 10
WITHOUT_ERASURE = 20.7
"""Ann's rating after sixty games won against the same opponent in a month."""


def shares(place: DatabaseLocation) -> list[float]:
    """Return the weight of each rated game, in order."""
    rows = rows_of(place, "SELECT share FROM result WHERE rated = 1 ORDER BY number")
    return [share for (share,) in rows]


async def play(store: Database, count: int, loser: int = 2) -> None:
    for _ in range(count):
        await finish(store, places(1, 2), ANN, member(loser))


async def test_ten_games_a_month_count_in_full_and_each_further_one_less(
    store: Database, place: DatabaseLocation
) -> None:
    await play(store, TEN + 2)
    assert shares(place) == [1.0] * TEN + [0.9, pytest.approx(0.81)]


@pytest.mark.parametrize("who", [1, 2])
async def test_who_is_erased_and_comes_back_is_not_rated_against_the_same_opponent_that_month(
    store: Database, place: DatabaseLocation, clock: Clock, who: int
) -> None:
    await play(store, TEN)
    await store.erasure.erase_member(who, basil)
    await play(store, 2)
    assert shares(place) == [1.0] * TEN
    await play(store, 1, loser=3)
    assert len(shares(place)) == TEN + 1
    clock.now += 32 * 86_400
    await play(store, 1)
    assert shares(place)[TEN + 1 :] == [1.0]


async def best_rating_after(store: Database, games: int, *, erased_every: int) -> float:
    """Return Ann's best rating after so many wins against Bob."""
    best = 0.0
    for number in range(games):
        if number and number % erased_every == 0:
            await store.erasure.erase_member(2, basil)
        await play(store, 1)
        entry = await store.leaderboards.entry(GUILD, None, 1)
        assert entry is not None
        best = max(best, entry.rating)
    return best


@pytest.mark.parametrize("every", [1, 5, 10, 20])
async def test_sixty_games_against_an_account_that_is_erased_gain_at_most_a_point(
    store: Database, every: int
) -> None:
    assert await best_rating_after(store, 60, erased_every=every) <= WITHOUT_ERASURE + 1


async def test_without_an_erasure_sixty_games_lift_a_rating_so_far(store: Database) -> None:
    rating = await best_rating_after(store, 60, erased_every=61)
    assert rating == pytest.approx(WITHOUT_ERASURE, abs=0.1)


async def test_a_new_account_for_every_ten_games_begins_no_new_ten(
    store: Database, place: DatabaseLocation
) -> None:
    await play(store, TEN)
    await play(store, 1, loser=3)
    await play(store, 1, loser=4)
    assert shares(place)[TEN:] == [0.9, pytest.approx(0.81)]


async def test_a_game_is_rated_without_the_seat_of_a_member_who_is_erased_during_it(
    store: Database, place: DatabaseLocation
) -> None:
    cat = member(3)
    for _ in range(TEN + 1):
        table = await game_of(store, ANN, BOB, cat)
        for seat in (0, 1):
            await press(store, table.id, seat, seat=seat)
        await store.erasure.erase_member(2, basil)
        await press(store, table.id, 2, seat=2, outcome=places(1, 2, 3))
    players = rows_of(
        place, "SELECT count(*) FROM result_seat WHERE seat = 1 AND player_id IS NULL"
    )
    assert players == [(TEN + 1,)]
    assert shares(place) == [1.0] * TEN + [0.9]  # Of the other two, who meet for the eleventh time.


async def test_who_takes_over_the_seat_of_an_erased_member_is_not_rated(
    store: Database, place: DatabaseLocation
) -> None:
    table = await game_of(store, ANN, BOB, member(3))
    for seat in (0, 1, 2):
        await press(store, table.id, seat, seat=seat)
    await store.erasure.erase_member(2, basil)
    await store.tables.replace_player(table.id, 1, member(4), from_seq=3)
    for seq, seat in ((3, 0), (4, 1)):
        await press(store, table.id, seq, seat=seat)
    await press(store, table.id, 5, seat=2, outcome=places(2, 1, 3))
    rated = rows_of(place, "SELECT seat FROM result_seat WHERE player_id IS NOT NULL ORDER BY seat")
    assert rated == [(0,), (2,)]
    assert await store.leaderboards.entry(GUILD, None, 4) is None


async def test_old_friends_are_not_counted_as_one(store: Database, place: DatabaseLocation) -> None:
    for _ in range(TEN):
        await finish(store, places(1, 2, 3, 4), ANN, BOB, member(3), member(4))
    await finish(store, places(1, 2), ANN, member(5))
    assert shares(place)[-1] == pytest.approx(0.9)  # Player five has no games: a beginner.
    for _ in range(TEN):
        await finish(store, places(1, 2), member(5), member(6))
    before = len(shares(place))
    await finish(store, places(1, 2), ANN, member(5))
    assert shares(place)[before] == 1.0


async def test_of_whom_no_mark_is_known_others_are_counted_with_beginners(
    store: Database, place: DatabaseLocation
) -> None:
    """Games that started before pseudonyms were stored end like others."""
    table = await game_of(store, ANN, BOB)
    for seat in (0, 1):
        await press(store, table.id, seat, seat=seat)
    rows_of(place, "DELETE FROM holding WHERE seat = 0 RETURNING seat")
    await press(store, table.id, 2, outcome=places(1, 2))
    assert shares(place) == [1.0]
    assert rows_of(place, "SELECT count(*) FROM meeting") == [(1,)]


async def test_nothing_is_counted_for_games_with_computers(
    store: Database, place: DatabaseLocation
) -> None:
    await finish(store, places(1, 2), ANN, computer())
    assert rows_of(place, "SELECT count(*) FROM meeting") == [(0,)]


async def test_no_mark_is_an_id_and_none_outlives_its_game(
    store: Database, place: DatabaseLocation
) -> None:
    await play(store, 1)
    assert rows_of(place, "SELECT count(*) FROM holding") == [(0,)]
    marks = [mark for (mark,) in rows_of(place, "SELECT mark FROM meeting")]
    assert marks
    assert all(len(mark) == 16 for mark in marks)
