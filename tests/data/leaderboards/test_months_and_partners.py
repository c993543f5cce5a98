"""Tests of leaderboards by month, of partners, by rounds and pennies; rivals; hidden members."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data.core.timestamps import month_of
from data.database import Database
from data.leaderboards import totals
from data.leaderboards.totals import FinishedGame, LeaderboardTotals, SeatResult, repeat_weight
from data.models.leaderboards import ALL_TIME, Rival
from data.models.outcome import GameOutcome
from tests.data.builders import GUILD, Clock, basil, computer, finish, member, opened, places, plain
from tests.data.leaderboards.test_update import (
    PARTNERS,
    board,
    names,
    random_drivers,
    random_outcome,
)

ANN, BOB, CAT, DAN = (member(n, name) for n, name in enumerate(["Ann", "Bob", "Cat", "Dan"], 1))
TRIOS = GameOutcome(((0, 2, 4), (1, 3, 5)), (2, 1), (100, 900), "target")


def at(year: int, month: int, day: int = 1) -> float:
    return datetime(year, month, day, tzinfo=UTC).timestamp()


def duel(*, rounds=(), pennies=(0, 0), lowest_wins=False, first=1) -> GameOutcome:
    """Return the outcome of a game of two; `first` says whether the first player wins."""
    feats = {seat: {"pennies": won} for seat, won in enumerate(pennies)}
    ranks = (first, 3 - first)
    return GameOutcome(((0,), (1,)), ranks, (0, 0), "rounds", lowest_wins, rounds, feats)


# ---- seasons


async def test_every_month_has_a_ladder_in_which_all_begin_anew(
    store: Database, clock: Clock
) -> None:
    clock.now = at(2026, 10, 31)
    await finish(store, places(1, 2), ANN, BOB)
    clock.now = at(2026, 11)
    await finish(store, places(1, 2), CAT, BOB)
    october = await store.leaderboards.page(GUILD, None, limit=9, offset=0, period="2026-10")
    november = await store.leaderboards.page(GUILD, None, limit=9, offset=0, period="2026-11")
    assert [line.name for line in october] == ["Ann", "Bob"]
    assert [line.name for line in november] == ["Cat", "Bob"]
    assert october[0].rating == november[0].rating
    assert await store.leaderboards.seasons(GUILD) == ("2026-11", "2026-10")


async def test_a_month_that_is_over_stays_as_it_was(store: Database, clock: Clock) -> None:
    clock.now = at(2026, 10, 5)
    await finish(store, places(1, 2), ANN, BOB)
    before = await store.leaderboards.entry(GUILD, "house", 1, "2026-10")
    clock.now = at(2026, 11, 5)
    await finish(store, places(2, 1), ANN, BOB)
    assert await store.leaderboards.entry(GUILD, "house", 1, "2026-10") == before


@pytest.mark.parametrize(
    "seconds,month",
    [(at(2026, 11) - 0.001, "2026-10"), (at(2026, 11), "2026-11"), (0.0, "1970-01")],
)
def test_a_month_begins_at_midnight_utc(seconds: float, month: str) -> None:
    assert month_of(round(seconds * 1000)) == month


# ---- farming


def test_ten_games_a_month_against_the_same_opponent_count_in_full() -> None:
    assert [repeat_weight(n) for n in range(10)] == [1.0] * 10
    assert repeat_weight(10) == pytest.approx(0.9)
    assert repeat_weight(11) == pytest.approx(0.81)


def test_no_pair_makes_more_of_a_month_than_twenty_games() -> None:
    assert sum(repeat_weight(n) for n in range(100_000)) <= 20


def duels(count: int, *opponents: int) -> float:
    """Return the rating of player 1 after wins in turn against these opponents."""
    folded = LeaderboardTotals()
    for number in range(count):
        loser = opponents[number % len(opponents)]
        seats = (SeatResult(0, 1, 1), SeatResult(1, 2, loser))
        folded.count(FinishedGame("house", "2026-11", True, False, (), seats))
    return folded.lines["", ALL_TIME, 1].mu


def test_two_accounts_that_play_each_other_all_month_gain_little_more_than_from_twenty() -> None:
    bounded, control = duels(300, 2), duels(300, *range(2, 32))
    assert bounded < duels(25, 2) + 1.5
    assert control > bounded + 5  # The same wins over thirty opponents do count.


async def test_next_month_the_same_opponent_counts_in_full_again(
    store: Database, clock: Clock
) -> None:
    for month in (10, 11):
        clock.now = at(2026, month)
        for _ in range(15):
            await finish(store, places(1, 2), ANN, BOB)
    lines = [await store.leaderboards.entry(GUILD, None, 1, f"2026-{month}") for month in (10, 11)]
    assert lines[0] == lines[1]


# ---- rounds and pennies


async def test_best_round_and_points_per_round_come_from_rated_games(store: Database) -> None:
    await finish(store, duel(rounds=((300, 100), (520, -40))), ANN, BOB)
    await finish(store, duel(rounds=((2000, 0),)), ANN, computer())
    ann, bob = await board(store, "house")
    assert (ann.rounds, ann.points, ann.best_round) == (2, 820, 520)
    assert (bob.rounds, bob.points, bob.best_round) == (2, 60, 100)


async def test_where_the_lowest_wins_the_best_round_is_the_lowest(store: Database) -> None:
    rounds = ((30, 0), (5, 60))
    await finish(store, duel(rounds=rounds, lowest_wins=True), ANN, BOB, game="ten")
    by_best = await store.leaderboards.page(GUILD, "ten", limit=9, offset=0, order="best_round")
    assert [(line.name, line.best_round) for line in by_best] == [("Bob", 0), ("Ann", 5)]
    by_average = await store.leaderboards.page(GUILD, "ten", limit=9, offset=0, order="average")
    assert [line.name for line in by_average] == ["Ann", "Bob"]


async def test_points_of_different_games_are_never_added_up(store: Database) -> None:
    await finish(store, duel(rounds=((500, 10),)), ANN, BOB)
    await finish(store, duel(rounds=((30, 0),), lowest_wins=True), ANN, BOB, game="ten")
    ann = await store.leaderboards.entry(GUILD, None, 1)
    assert ann is not None
    assert (ann.games, ann.rounds, ann.points, ann.best_round) == (2, 0, 0, None)
    lines = await store.leaderboards.rating_summaries(GUILD, 1)
    assert [(line.game, line.games, line.best_round) for line in lines] == [
        ("", 2, None),
        ("house", 1, 500),
        ("ten", 1, 30),
    ]
    assert await store.leaderboards.count(GUILD, None, order="average") == 0


async def test_pennies_have_a_ladder_of_their_own(store: Database) -> None:
    await finish(store, duel(pennies=(-4, 4)), ANN, BOB, game="ten")
    await finish(store, duel(pennies=(-3, 3)), ANN, CAT, game="ten")
    await finish(store, places(1, 2), DAN, ANN)
    rich = await store.leaderboards.page(GUILD, None, limit=9, offset=0, order="pennies")
    assert [(line.name, line.pennies) for line in rich] == [("Bob", 4), ("Cat", 3), ("Ann", -7)]
    assert await store.leaderboards.count(GUILD, None, order="pennies") == 3


@pytest.mark.parametrize(
    "order,first", [("rating", "Ann"), ("wins", "Ann"), ("games", "Bob"), ("average", "Bob")]
)
async def test_a_ladder_can_be_sorted(store: Database, order, first) -> None:
    await finish(store, duel(rounds=((10, 900),)), ANN, BOB)
    await finish(store, duel(rounds=((10, 900),)), ANN, BOB)
    await finish(store, duel(rounds=((900, 10),), first=2), BOB, CAT)
    lines = await store.leaderboards.page(GUILD, "house", limit=9, offset=0, order=order)
    assert lines[0].name == first
    assert await store.leaderboards.entry(GUILD, "house", lines[1].user_id, order=order) == lines[1]


def test_an_outcome_gives_every_side_its_points_in_each_round() -> None:
    with pytest.raises(ValueError, match="every side in each round"):
        duel(rounds=((1, 2, 3),))


# ---- partnerships and rivals


async def test_partners_have_a_ladder_of_their_own(store: Database) -> None:
    await finish(store, PARTNERS, ANN, BOB, CAT, DAN)
    lines = await store.leaderboards.partnerships(GUILD, None, limit=9, offset=0)
    assert [(line.place, line.names, line.wins) for line in lines] == [
        (1, ("Ann", "Cat"), 1),
        (2, ("Bob", "Dan"), 0),
    ]
    assert await store.leaderboards.partnership_count(GUILD, "house") == 2


async def test_a_pair_is_the_same_wherever_it_sits(store: Database) -> None:
    await finish(store, PARTNERS, ANN, BOB, CAT, DAN)
    await finish(store, PARTNERS, DAN, CAT, BOB, ANN)
    lines = await store.leaderboards.partnerships(GUILD, "house", limit=9, offset=0)
    assert [(line.games, line.wins) for line in lines] == [(2, 1), (2, 1)]


async def test_three_who_sat_on_one_side_are_a_trio(store: Database) -> None:
    people = [member(n) for n in range(1, 7)]
    await finish(store, TRIOS, *people)
    first = (await store.leaderboards.partnerships(GUILD, None, limit=1, offset=0))[0]
    assert first.user_ids == (2, 4, 6)


async def test_a_member_beside_a_computer_is_no_partnership(store: Database) -> None:
    await finish(store, PARTNERS, ANN, BOB, CAT, computer())
    assert await store.leaderboards.partnership_count(GUILD, None) == 0


async def test_a_partnership_with_somebody_forgotten_or_hidden_is_not_shown(
    store: Database,
) -> None:
    people = [member(n) for n in range(1, 7)]
    await finish(store, TRIOS, *people)
    await store.erasure.erase_member(3, basil)
    await store.members.set_hidden(GUILD, 6, hidden=True)
    assert await store.leaderboards.partnerships(GUILD, None, limit=9, offset=0) == ()


async def test_rivals_are_those_met_most_often_with_wins_and_losses(store: Database) -> None:
    await finish(store, places(1, 2), ANN, BOB)
    await finish(store, places(2, 1), ANN, BOB)
    await finish(store, places(1, 1), ANN, BOB)
    await finish(store, places(1, 2), ANN, CAT)
    await finish(store, PARTNERS, ANN, computer(), DAN, computer())
    assert await store.leaderboards.rivals(GUILD, 1) == (
        Rival(2, "Bob", games=3, wins=1, losses=1),
        Rival(3, "Cat", games=1, wins=1, losses=0),
    )


# ---- not shown


async def test_who_does_not_want_a_place_has_none_and_leaves_no_gap(store: Database) -> None:
    await finish(store, places(1, 2, 3), ANN, BOB, CAT)
    before = {line.user_id: line.rating for line in await board(store)}
    await store.members.set_hidden(GUILD, 1, hidden=True)
    assert await names(store) == [(1, "Bob"), (2, "Cat")]
    assert await store.leaderboards.entry(GUILD, None, 1) is None
    await store.members.set_hidden(GUILD, 1, hidden=False)
    assert {line.user_id: line.rating for line in await board(store)} == before


# ---- made again


async def everything(store: Database) -> list[list[tuple[object, ...]]]:
    """Return all rows that a rebuild writes."""
    queries = (
        "SELECT * FROM ladder ORDER BY guild_id, game, period, player_id",
        "SELECT * FROM partnership ORDER BY guild_id, game, player_1, player_2, player_3",
        "SELECT number, seat, rating, mean FROM result_seat ORDER BY number, seat",
    )
    return [
        await store.tables.backend.query(lambda c, q=query: [tuple(row) for row in c.execute(q)])  # type: ignore[misc]
        for query in queries
    ]


async def test_every_ladder_made_again_has_the_same_numbers_to_the_last_bit(
    store: Database, clock: Clock
) -> None:
    chance = random.Random(8)
    for day in range(150):
        clock.now = at(2026, 9) + 86400 * (day // 2)
        seats = chance.randint(2, 5)
        drivers = random_drivers(chance, seats) if day % 3 else [ANN, BOB, CAT, DAN, member(5)]
        await finish(store, random_outcome(chance, seats), *drivers[:seats], game="house")
    before = await everything(store)
    await store.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE result_seat SET rating = 0")
    )
    await store.leaderboards.rebuild()
    assert await everything(store) == before
    assert [len(table) > 20 for table in before] == [True, True, True]


async def test_a_fold_that_faded_nothing_would_be_noticed(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(14):
        await finish(store, places(1, 2), ANN, BOB)
    await store.tables.backend.transaction(lambda c, _: c.execute("UPDATE result SET share = NULL"))
    before = await everything(store)
    await store.leaderboards.rebuild()
    assert await everything(store) == before
    monkeypatch.setattr(totals, "FULL_GAMES", 11)
    await store.leaderboards.rebuild()
    assert await everything(store) != before


async def test_ladders_that_a_migration_calls_stale_are_made_again_at_the_start(
    path: Path,
) -> None:
    async with opened(path) as store:
        await finish(store, duel(first=2), ANN, BOB)
        before = await everything(store)
    connection = plain(path)
    connection.execute("DELETE FROM ladder")
    connection.execute("INSERT INTO setting (key, value) VALUES ('ladders', 'stale')")
    connection.close()
    async with opened(path) as store:
        assert await names(store) == [(1, "Bob"), (2, "Ann")]
        assert await everything(store) == before
        assert await store.program_state.get("ladders") is None
