"""Tests of history: profiles, finished games, records."""

from datetime import UTC, datetime

import pytest

from data.database import Database
from data.models.leaderboards import HistoryFilter, HistorySide, Viewer
from data.models.outcome import GameOutcome
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
)
from tests.data.leaderboards.test_months_and_partners import ANN, BOB, CAT, DAN, everything

SIDES = ((0, 2), (1, 3))
VIEWER = Viewer(0, (1,))
"""A member without a seat who may view the channel of all tables."""


def canasta(ann: dict[str, int], *, round_points: int = 700) -> GameOutcome:
    """Return the outcome of a win of Ann (seat 0) and Cat over Bob and Dan, with Ann's feats."""
    return GameOutcome(
        SIDES, (1, 2), (5000, 3000), "target", rounds=((round_points, 300),), feats={0: ann}
    )


async def test_feats_add_up_but_the_biggest_pile_stays_the_biggest(store: Database) -> None:
    await finish(store, canasta({"natural": 2, "pile": 30}), ANN, BOB, CAT, DAN)
    await finish(store, canasta({"natural": 1, "wild": 1, "pile": 12}), ANN, BOB, CAT, DAN)
    ann = await store.leaderboards.profile(GUILD, 1)
    assert ann.feats == {"natural": 3, "wild": 1, "pile": 30}


async def test_a_profile_knows_the_favourite_game_and_partner(store: Database) -> None:
    for _ in range(2):
        await finish(store, canasta({}), ANN, BOB, CAT, DAN, game="ponytail")
    await finish(store, canasta({}), ANN, BOB, DAN, CAT, game="house")
    ann = await store.leaderboards.profile(GUILD, 1)
    assert (ann.favourite, ann.partner, ann.partner_games) == ("ponytail", "Cat", 2)


async def test_of_many_rivals_the_five_met_most_often_are_told(store: Database) -> None:
    for times, rival in enumerate((2, 3, 4, 5, 6, 7), 1):
        for _ in range(times):
            await finish(store, places(1, 2), member(1), member(rival))
    told = await store.leaderboards.rivals(GUILD, 1)
    assert [(one.user_id, one.games) for one in told] == [(7, 6), (6, 5), (5, 4), (4, 3), (3, 2)]


async def test_the_longest_streak_is_of_wins_in_a_row(store: Database) -> None:
    for rank in (1, 1, 2, 1, 1, 1, 2):
        await finish(store, places(rank, 3 - rank), ANN, BOB)
    ann = await store.leaderboards.profile(GUILD, 1)
    assert (ann.games, ann.wins, ann.longest_streak) == (7, 5, 3)
    assert ann.recent == (True, True, False, True, True, True, False)


async def test_the_rating_over_time_has_a_point_for_each_rated_game(
    store: Database, clock: Clock
) -> None:
    await finish(store, places(1, 2), ANN, BOB)
    clock.now += 3600
    await finish(store, places(1, 2), ANN, computer())
    clock.now += 3600
    await finish(store, places(1, 2), ANN, BOB)
    ann = await store.leaderboards.profile(GUILD, 1)
    assert [past.at for past in ann.ratings] == [clock.now - 7200, clock.now]
    line = await store.leaderboards.entry(GUILD, None, 1)
    assert line is not None
    newest = ann.ratings[-1]
    assert (newest.mean, newest.rating) == pytest.approx((line.mu, line.rating))


async def test_who_never_played_has_an_empty_profile(store: Database) -> None:
    nobody = await store.leaderboards.profile(GUILD, 77)
    assert (nobody.games, nobody.favourite, nobody.partner, nobody.ratings) == (0, None, None, ())


async def test_the_history_is_newest_first_and_page_by_page(store: Database) -> None:
    tables = [await finish(store, places(1, 2), ANN, BOB) for _ in range(5)]
    pages = [await store.leaderboards.history(GUILD, VIEWER, limit=2, offset=n) for n in (0, 2, 4)]
    assert [past.table_id for page in pages for past in page] == tables[::-1]
    assert await store.leaderboards.history_count(GUILD, VIEWER) == 5


async def test_a_history_can_be_of_one_member_or_one_game(store: Database) -> None:
    await finish(store, places(1, 2), ANN, BOB, game="house")
    await finish(store, places(1, 2), ANN, CAT, game="ten")
    await finish(store, places(1, 2), BOB, CAT, game="ten")
    of_ann = await store.leaderboards.history(
        GUILD, VIEWER, HistoryFilter(user_id=1), limit=9, offset=0
    )
    assert [past.game for past in of_ann] == ["ten", "house"]
    assert (
        await store.leaderboards.history_count(GUILD, VIEWER, HistoryFilter(user_id=1, game="ten"))
        == 1
    )
    assert await store.leaderboards.history_count(GUILD + 1, VIEWER) == 0


async def test_a_history_can_be_of_games_won_or_lost(store: Database) -> None:
    won = await finish(store, places(1, 2), ANN, BOB)
    lost = await finish(store, places(2, 1), ANN, BOB)
    for sought, table_id in ((True, won), (False, lost)):
        (past,) = await store.leaderboards.history(
            GUILD, VIEWER, HistoryFilter(user_id=1, won=sought), limit=9, offset=0
        )
        assert past.table_id == table_id


async def test_a_history_can_be_of_games_with_computers_or_without(store: Database) -> None:
    without = await finish(store, places(1, 2), ANN, BOB)
    with_one = await finish(store, places(1, 2), ANN, computer())
    for sought, table_id in ((True, with_one), (False, without)):
        (past,) = await store.leaderboards.history(
            GUILD, VIEWER, HistoryFilter(computers=sought), limit=9, offset=0
        )
        assert past.table_id == table_id


async def test_a_history_can_be_of_one_month(store: Database, clock: Clock) -> None:
    clock.now = datetime(2026, 10, 31, 23, 59, tzinfo=UTC).timestamp()
    await finish(store, places(1, 2), ANN, BOB)
    clock.now += 120
    november = await finish(store, places(1, 2), ANN, BOB)
    (past,) = await store.leaderboards.history(
        GUILD, VIEWER, HistoryFilter(month="2026-11"), limit=9, offset=0
    )
    assert past.table_id == november


async def test_a_past_game_lists_its_sides_as_they_came_in(store: Database) -> None:
    outcome = GameOutcome(SIDES, (2, 1), (3000, 5000), "target")
    await finish(store, outcome, ANN, BOB, computer("Ada"), DAN)
    (past,) = await store.leaderboards.history(GUILD, VIEWER, limit=1, offset=0)
    assert past.rated
    assert past.sides == (
        HistorySide(1, 5000, ("Bob", "Dan")),
        HistorySide(2, 3000, ("Ann", "Ada"), computers=frozenset({1})),
    )


async def test_a_member_with_a_computer_players_name_is_told_from_it(store: Database) -> None:
    await finish(store, canasta({}), member(1, "Ada"), BOB, computer("Ada"), DAN)
    (past,) = await store.leaderboards.history(GUILD, VIEWER, limit=1, offset=0)
    (best,) = await store.leaderboards.records(GUILD, VIEWER)
    for found in (past.sides[0], best):
        assert (found.names, found.computers) == (("Ada", "Ada"), frozenset({1}))


async def test_a_record_is_broken_by_a_higher_number_only(store: Database) -> None:
    for pile in (20, 15, 20, 31):
        await finish(store, canasta({"pile": pile}), ANN, BOB, CAT, DAN)
    found = {record.kind: record for record in await store.leaderboards.records(GUILD, VIEWER)}
    assert (found["pile"].value, found["pile"].name) == (31, "Ann")
    assert (found["round"].value, found["round"].name) == (700, "Ann")
    assert "canastas" not in found


async def test_the_best_round_is_credited_to_the_whole_side(store: Database) -> None:
    await finish(store, canasta({"pile": 20}), ANN, BOB, computer("Ada"), DAN)
    found = {record.kind: record for record in await store.leaderboards.records(GUILD, VIEWER)}
    assert (found["round"].names, found["round"].computers) == (("Ann", "Ada"), frozenset({1}))
    assert found["pile"].names == ("Ann",)


async def test_a_partner_who_is_not_shown_is_not_named_beside_a_record(store: Database) -> None:
    await finish(store, canasta({}), ANN, BOB, CAT, DAN)
    await store.members.set_hidden(GUILD, 3, hidden=True)
    (best,) = await store.leaderboards.records(GUILD, VIEWER)
    assert (best.kind, best.names) == ("round", ("Ann", ""))


async def test_records_made_again_are_the_same(store: Database) -> None:
    for pile in (20, 31):
        await finish(store, canasta({"pile": pile, "wild": 1}), ANN, BOB, CAT, DAN)
    before = await store.leaderboards.records(GUILD, VIEWER), await everything(store)
    await store.leaderboards.rebuild()
    assert (await store.leaderboards.records(GUILD, VIEWER), await everything(store)) == before
    assert len(before[0]) == 3


async def test_computers_and_hidden_members_hold_no_record(store: Database) -> None:
    await finish(store, canasta({"pile": 40}), computer(), BOB, CAT, DAN)
    await store.members.set_hidden(GUILD, 3, hidden=True)
    assert [(one.kind, one.name) for one in await store.leaderboards.records(GUILD, VIEWER)] == []


async def test_the_name_of_a_forgotten_member_is_gone_from_history_and_fame(
    store: Database,
) -> None:
    await finish(store, canasta({"pile": 40}), *(member(n, f"M{n}") for n in (1, 2, 3, 4)))
    await store.erasure.erase_member(1, basil)
    (past,) = await store.leaderboards.history(GUILD, VIEWER, limit=1, offset=0)
    assert past.sides[0].names == ("", "M3")
    assert {record.name for record in await store.leaderboards.records(GUILD, VIEWER)} == {""}


@pytest.mark.parametrize("viewer", [Viewer(1), Viewer(9, (1, 5)), Viewer(9, (5,)), Viewer(9)])
async def test_a_viewer_sees_games_of_their_channels_and_their_own(
    store: Database, viewer: Viewer
) -> None:
    await finish(store, canasta({"pile": 9}), ANN, BOB, CAT, DAN)
    seen = viewer.user_id == 1 or 1 in viewer.channels
    assert len(await store.leaderboards.history(GUILD, viewer, limit=9, offset=0)) == seen
    assert await store.leaderboards.history_count(GUILD, viewer) == seen
    assert await store.leaderboards.history_count(GUILD, viewer, HistoryFilter(user_id=1)) == seen
    records = await store.leaderboards.records(GUILD, viewer)
    assert {record.visible for record in records} == {seen}


async def test_whoever_left_a_seat_during_a_game_still_sees_it(store: Database) -> None:
    game = await game_of(store, ANN, BOB)
    for seat in (0, 1):
        await press(store, game.id, seat, seat=seat)
    await store.tables.replace_player(game.id, 1, computer(), from_seq=2)
    await press(store, game.id, 2, seat=0, outcome=places(1, 2))
    assert await store.leaderboards.history_count(GUILD, Viewer(2)) == 1
    assert await store.tables.has_played(game.id, 2)
