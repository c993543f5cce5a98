"""Tests of a pause that another process starts between a load and a commit."""

import asyncio

import pytest

import engine
from cogs.game.move_log import deciding_seats
from cogs.game.sessions import TableSessions
from data.core.location import DatabaseUrl
from data.database import Database
from data.leases.fencing import table_fence
from data.leases.shards import OwnedShards
from data.models.moves import MoveEntry
from data.models.tables import Changed, Player
from tests.cogs.game.test_no_endless_wait import open_decision

NOW = 1_800_000_000.0
DAY = 86_400.0
ANN, BEN = 1, 2
LATER = NOW + 40 * DAY
"""The time when all deadlines of members without a holiday have passed."""


@pytest.fixture
async def stores(address):
    """Two databases on one PostgreSQL, as two processes have them."""
    place, fence = DatabaseUrl(address), table_fence(OwnedShards())
    made = [await Database.open(place, fence=fence, now=lambda: NOW) for _ in "ab"]
    yield made
    for store in made:
        await store.close()


async def of_two_members(store):
    """A game of Ann and Ben that is not timed yet."""
    row = await store.lobbies.create(
        guild_id=1, channel_id=1, host_id=ANN, game="house-canasta", rules_version=1, options={},
        seat_count=2, pace="day", seed=bytes(range(32)),
    )  # fmt: skip
    for user_id in (ANN, BEN):
        await store.lobbies.seat_player(row.id, Player("member", user_id, f"M{user_id}"))
    answer = await store.lobbies.start(row.id, mix=lambda row, _: row.lobby_seed, deadline=None)
    assert isinstance(answer, Changed)
    return answer.table


async def dealt(store, now=NOW):
    """A timed game for two members, and the tables service of its process."""
    tables = TableSessions(
        store.tables, store.deadlines, store.pauses, lambda: now, alone=lambda: False
    )
    row = await of_two_members(store)
    await tables.start_decisions(row.id)
    return tables, await tables.load(row.id)


def before(store, monkeypatch, name, first):
    """Run something elsewhere once, just before a call of the database."""
    home = store.tables if name == "play" else store.deadlines
    own = getattr(home, name)

    async def late(*arguments):
        monkeypatch.setattr(home, name, own)
        await first()
        return await own(*arguments)

    monkeypatch.setattr(home, name, late)


async def default_move(tables, live, expired=None):
    """Make the default move of the seat to act."""
    seat = live.deciding()[0]
    move = engine.write(open_decision(live, seat).default)
    return await tables.act(
        live, seat, move, seen=live.row.seq, key=f"clock:{live.row.seq}", expired=expired
    )


def driver_of(live):
    return live.player(live.deciding()[0]).user_id


async def at_the_end_of_a_turn(tables, live):
    """Return the table before the last move of a turn, and the seat to act after it."""
    for _ in range(6):
        seat = live.deciding()[0]
        move = engine.write(open_decision(live, seat).default)
        after = deciding_seats(
            live.game.then(MoveEntry(live.row.seq + 1, seat, "next", 0.0, move)).table
        )
        if seat not in after:
            return live, live.player(after[0]).user_id
        live = (await default_move(tables, live)).state
    raise AssertionError("this turn does not end")


async def test_the_clock_spares_whose_holiday_was_begun_elsewhere_after_its_look(
    stores, monkeypatch
):
    ours, other = stores
    tables, live = await dealt(ours)
    away = driver_of(live)
    before(ours, monkeypatch, "play", lambda: other.pauses.begin_holiday(away, LATER, 60))
    acted = await default_move(
        tables, live, expired=live.circumstances.open_decisions[0].deadline + 1
    )
    assert acted.stale
    assert (await other.tables.get(live.row.id)).seq == live.row.seq


async def test_the_clock_goes_on_where_nobody_paused(stores):
    ours, _ = stores
    tables, live = await dealt(ours)
    acted = await default_move(
        tables, live, expired=live.circumstances.open_decisions[0].deadline + 1
    )
    assert acted.state.row.seq > live.row.seq


async def test_whose_turn_begins_in_a_holiday_begun_elsewhere_has_their_time_after_it(
    stores, monkeypatch
):
    ours, other = stores
    tables, live = await dealt(ours)
    live, coming = await at_the_end_of_a_turn(tables, live)
    before(ours, monkeypatch, "play", lambda: other.pauses.begin_holiday(coming, LATER, 60))
    thrown = (await default_move(tables, live)).state
    assert driver_of(thrown) == coming
    assert [wait.since for wait in thrown.circumstances.open_decisions] == [LATER]
    assert await other.deadlines.open_decisions(live.row.id) == thrown.circumstances.open_decisions


async def test_whose_turn_begins_when_a_holiday_has_ended_elsewhere_has_their_time_at_once(
    stores, monkeypatch
):
    ours, other = stores
    tables, live = await dealt(ours)
    live, coming = await at_the_end_of_a_turn(tables, live)
    await other.pauses.begin_holiday(coming, LATER, 60)
    before(ours, monkeypatch, "play", lambda: other.pauses.end_holiday(coming))
    thrown = (await default_move(tables, live)).state
    assert [wait.since for wait in thrown.circumstances.open_decisions] == [NOW]


async def test_a_game_that_begins_in_a_holiday_begun_elsewhere_waits_for_its_end(
    stores, monkeypatch
):
    ours, other = stores
    row = await of_two_members(ours)
    tables = TableSessions(
        ours.tables, ours.deadlines, ours.pauses, lambda: NOW, alone=lambda: False
    )
    for away in (ANN, BEN):
        before(
            ours,
            monkeypatch,
            "replace_open_decisions",
            lambda who=away: other.pauses.begin_holiday(who, LATER, 60),
        )
        await tables.start_decisions(row.id)
    assert [wait.since for wait in await other.deadlines.open_decisions(row.id)] == [LATER]


async def test_moves_and_holidays_at_once_wait_for_each_other(stores):
    ours, other = stores
    tables, live = await dealt(ours)

    async def holidays():
        for _ in range(6):
            for who in (ANN, BEN):
                await other.pauses.begin_holiday(who, LATER, 60)
            await asyncio.sleep(0.05)
            for who in (ANN, BEN):
                await other.pauses.end_holiday(who)
            await asyncio.sleep(0.05)

    going = asyncio.create_task(holidays())
    moves = 0
    while not going.done():
        live = (await default_move(tables, await tables.load(live.row.id))).state
        moves += 1
    await going
    now = await tables.load(live.row.id)
    assert now.row.seq >= moves > 1
    assert [wait.since for wait in now.circumstances.open_decisions] == [NOW]
    assert now.row.deadline == min(wait.deadline for wait in now.circumstances.open_decisions)


async def test_who_has_just_committed_times_commits_the_next_moves_at_the_first_try(
    stores, monkeypatch
):
    """Fractions of a millisecond are not stored, so they must not count as a changed deadline."""
    ours, _ = stores
    tables = TableSessions(ours.tables, ours.deadlines, ours.pauses, lambda: NOW + 0.123456)
    row = await of_two_members(ours)
    await tables.start_decisions(row.id)
    live, own, tried = await tables.load(row.id), ours.tables.play, []

    async def counted(move):
        tried.append(move)
        return await own(move)

    monkeypatch.setattr(ours.tables, "play", counted)
    for _ in range(4):
        live = (await default_move(tables, live)).state
    assert [move.after for move in tried] == [0, 1, 2, 3]
