"""Tests of champions: who counts, how places are shared, and that a month ends only once."""

from functools import partial

import pytest

from data.core.connection import Connection
from data.core.timestamps import Millis, month_after, to_ms
from data.database import Database
from data.models.leaderboards import MonthDue, MonthTotals, Titles
from data.models.members import GuildSettings
from tests.data.builders import GUILD, Clock, finish, member, places
from tests.data.leaderboards.test_months_and_partners import at

ANN, BOB, CAT, DAN = (member(n, name) for n, name in enumerate(["Ann", "Bob", "Cat", "Dan"], 1))
DUE = at(2026, 12) + 36_000.0
NEXT = at(2027, 1) + 36_000.0


async def play(store: Database, *pairs, game="house", times=3) -> None:
    for one, other in pairs:
        for _ in range(times):
            await finish(store, places(1, 2), one, other, game=game)


async def november(store: Database, clock: Clock) -> None:
    """Choose the post, and begin to play in November 2026."""
    clock.now = at(2026, 11, 5)
    await store.guilds.save_settings(GUILD, GuildSettings(month=True))
    assert await store.leaderboards.unscheduled() == ((GUILD, "UTC"),)
    assert await store.leaderboards.schedule(GUILD, "UTC", DUE)
    assert await store.leaderboards.unscheduled() == ()


async def ended(store: Database, clock: Clock) -> bool:
    clock.now = DUE
    (due,) = await store.leaderboards.due_months(DUE)
    return await store.leaderboards.end_month(due, "2026-11", NEXT)


async def kept(store: Database, month="2026-11") -> list[tuple[str, int, str]]:
    found = await store.leaderboards.month_champions(GUILD, month)
    return [(one.game, one.place, one.name) for one in found]


async def test_the_first_three_of_all_games_and_the_first_of_each(
    store: Database, clock: Clock
) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB), (ANN, CAT), (BOB, CAT), (ANN, DAN))
    await play(store, (DAN, CAT), game="ten")
    assert await ended(store, clock)
    assert await kept(store) == [
        *(("", 1, "Ann"), ("", 2, "Dan"), ("", 3, "Bob")),
        *(("house", 1, "Ann"), ("ten", 1, "Dan")),
    ]
    assert await store.leaderboards.month_totals(GUILD, "2026-11") == MonthTotals(15, 4)
    assert await store.leaderboards.titles(GUILD, 1) == Titles(1, 1)
    assert await store.leaderboards.titles(GUILD, 4) == Titles(0, 1)
    assert await store.leaderboards.titles(GUILD, 2) == Titles()


async def test_only_three_rated_games_of_the_month_count(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB), times=2)
    clock.now = at(2026, 12)
    await play(store, (ANN, BOB), times=2)
    assert not await ended(store, clock)
    assert await kept(store) == []
    assert await store.guilds.pending_months() == ()


async def test_hidden_and_erased_members_are_passed_over(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB), (ANN, CAT), (BOB, CAT))
    await store.members.set_hidden(GUILD, 1, hidden=True)
    assert await ended(store, clock)
    assert await kept(store) == [("", 1, "Bob"), ("", 2, "Cat"), ("house", 1, "Bob")]


def set_rating(user: int, rating: float, connection: Connection, _now: Millis) -> None:
    """Change the ratings of a member on all leaderboards."""
    connection.execute(
        "UPDATE ladder SET rating = ? WHERE player_id = (SELECT id FROM player WHERE user_id = ?)",
        (rating, user),
    )


async def test_equal_shown_ratings_share_a_place(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB), (CAT, DAN))
    # A difference that nobody sees: 1,200 points are shown for both.
    for user, rating in ((1, 5.0), (3, 5.001), (2, 1.0), (4, 1.0)):
        await store.leaderboards.backend.transaction(partial(set_rating, user, rating))
    assert await ended(store, clock)
    assert await kept(store) == [
        *(("", 1, "Cat"), ("", 1, "Ann"), ("", 3, "Bob"), ("", 3, "Dan")),
        *(("house", 1, "Cat"), ("house", 1, "Ann")),
    ]


async def test_a_month_ends_once(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB))
    clock.now = DUE
    (due,) = await store.leaderboards.due_months(DUE)
    assert due == MonthDue(GUILD, DUE, "UTC")
    assert await store.leaderboards.end_month(due, "2026-11", NEXT)
    assert not await store.leaderboards.end_month(due, "2026-11", NEXT)
    assert await store.leaderboards.due_months(DUE) == ()
    (notice,) = await store.guilds.pending_months()
    assert (notice.what, notice.month, notice.at) == ("month:2026-11", "2026-11", DUE)


async def test_a_month_that_has_its_notice_is_not_ended_again(
    store: Database, clock: Clock
) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB))
    assert await ended(store, clock)
    before = await kept(store)
    await store.guilds.save_settings(GUILD, GuildSettings(month=True, zone="Asia/Tokyo"))
    assert await store.leaderboards.schedule(GUILD, "Asia/Tokyo", DUE)
    await store.members.set_hidden(GUILD, 1, hidden=True)
    (due,) = await store.leaderboards.due_months(DUE)
    assert not await store.leaderboards.end_month(due, "2026-11", NEXT)
    assert await kept(store) == before
    assert await store.leaderboards.due_months(NEXT) == (MonthDue(GUILD, NEXT, "Asia/Tokyo"),)


async def test_another_choice_meanwhile_wins(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB))
    clock.now = DUE
    (due,) = await store.leaderboards.due_months(DUE)
    await store.guilds.save_settings(GUILD, GuildSettings(month=False))
    assert not await store.leaderboards.end_month(due, "2026-11", NEXT)
    assert not await store.leaderboards.schedule(GUILD, "UTC", DUE)
    assert await kept(store) == []


async def test_only_a_guild_without_the_post_crowns_the_first_of_its_leaderboard(
    store: Database, clock: Clock
) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB), times=1)
    assert not await store.leaderboards.crowned(GUILD, None, "2026-11")
    await store.guilds.save_settings(GUILD, GuildSettings(month=False))
    assert await store.leaderboards.crowned(GUILD, None, "2026-11") == {1}


async def test_saved_champions_have_the_crowns(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB))
    assert await ended(store, clock)
    await play(store, (BOB, ANN), times=1, game="ten")
    assert await store.leaderboards.crowned(GUILD, None, "2026-11") == {1}
    assert await store.leaderboards.crowned(GUILD, "house", "2026-11") == {1}
    assert not await store.leaderboards.crowned(GUILD, "ten", "2026-11")


async def test_the_newest_months_come_first(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB))
    assert await ended(store, clock)
    clock.now = at(2026, 12, 9)
    await play(store, (BOB, ANN))
    assert await store.leaderboards.end_month(
        MonthDue(GUILD, NEXT, "UTC"), "2026-12", at(2027, 2) + 36_000.0
    )
    found = await store.leaderboards.newest_champions(GUILD, 6)
    assert [one.month for one in found if one.place == 1 and not one.game] == ["2026-12", "2026-11"]
    assert {one.month for one in await store.leaderboards.newest_champions(GUILD, 1)} == {"2026-12"}


async def test_a_notice_that_is_given_up_is_never_sent(store: Database, clock: Clock) -> None:
    await november(store, clock)
    await play(store, (ANN, BOB))
    assert await ended(store, clock)
    (notice,) = await store.guilds.pending_months()
    await store.guilds.give_up_notice(notice)
    assert await store.guilds.pending_months() == ()


@pytest.mark.parametrize(
    "month,by,found",
    [("2026-11", 1, "2026-12"), ("2026-12", 1, "2027-01"), ("2026-01", -1, "2025-12")],
)
def test_the_month_after_and_before(month: str, by: int, found: str) -> None:
    assert month_after(month, by) == found
    assert to_ms(at(2026, 11)) == 1_793_491_200_000
