"""Tests that no state waits for ever: each has an owner, a deadline and an outcome."""

from random import Random
from typing import get_args

import pytest

import engine
from benchmarks.speed.deadlines import run
from cogs.absence.pauses import MAX_UNREACHABLE
from cogs.game.deadlines import DAY, PACES, PAUSE_LENGTHS
from cogs.game.sessions import TableSessions
from cogs.ui.texts import has_text
from data.database import Database
from data.models.deadlines import PauseReason
from data.models.tables import Changed, Player, TableStatus
from engine.model.decision import Kind
from engine.players.heuristic.easy import choose

NOW = 1_800_000_000.0


@pytest.fixture
async def store(tmp_path):
    opened = await Database.open(tmp_path / "tuppence.db", now=lambda: NOW)
    yield opened
    await opened.close()


async def begun(store, game, seats, pace):
    """Start a table: members on even seats, computer players on odd ones."""
    row = await store.lobbies.create(
        guild_id=1, channel_id=1, host_id=1, game=game, rules_version=1, options={},
        seat_count=seats, pace=pace, seed=bytes(range(32)),
    )  # fmt: skip
    for seat in range(seats):
        bot = Player("computer", None, f"C{seat}", "simple")
        await store.lobbies.seat_player(
            row.id, bot if seat % 2 else Player("member", 100 + seat, f"M{seat}")
        )
    answer = await store.lobbies.start(row.id, mix=lambda row, _: row.lobby_seed, deadline=None)
    assert isinstance(answer, Changed)
    return answer.table


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("game", sorted(engine.GAMES))
async def test_every_state_of_a_game_has_owner_deadline_and_outcome(store, game, pace):
    row = await begun(store, game, engine.GAMES[game].seats[-1], pace)
    tables = TableSessions(store.tables, store.deadlines, store.pauses, lambda: NOW)
    await tables.start_decisions(row.id)
    for number in range(40):
        live, waits = await tables.load(row.id), await store.deadlines.open_decisions(row.id)
        assert [wait.seat for wait in waits] == sorted(live.deciding())  # The owner.
        assert all(NOW < wait.deadline < NOW + 31 * DAY for wait in waits)  # The deadline.
        assert all(open_decision(live, wait.seat).default for wait in waits)  # The outcome.
        await moved(tables, live, number)


def open_decision(live, seat):
    found = engine.pending(live.game.table)
    return next(one for one in found if one.seat == seat and one.default)


async def moved(tables, live, number):
    """Make a sensible move of the seat to act."""
    seat = live.deciding()[0]
    move = engine.write(choose(live.view(seat), Random(number)))
    await tables.act(live, seat, move, seen=live.row.seq, key=f"{number}")


def test_every_kind_of_decision_that_holds_a_table_up_has_words():
    assert all(has_text(f"clock.needs_{kind}") for kind in set(get_args(Kind)) - {"foot"})


async def test_a_finished_game_waits_for_nobody(store):
    row = await begun(store, "house-canasta", 2, "day")
    await TableSessions(store.tables, store.deadlines, store.pauses, lambda: NOW).start_decisions(
        row.id
    )
    await store.tables.void(row.id)
    assert await store.deadlines.open_decisions(row.id) == ()
    assert (await store.tables.find(row.id)).status is TableStatus.CLOSED


def test_every_pause_has_an_end():
    assert set(get_args(PauseReason)) == {"member", "table", *MAX_UNREACHABLE}
    assert max(PAUSE_LENGTHS) * DAY <= 30 * DAY
    assert max(MAX_UNREACHABLE.values()) <= 30 * DAY


def test_every_pace_gives_up_an_idle_lobby():
    assert all(0 < pace.lobby <= 3 * DAY for pace in PACES.values())


async def test_deadlines_in_one_minute_are_all_handled_once_and_in_order(tmp_path):
    report = await run(tmp_path / "clock.db", 24, 8)
    assert len(report.due) == 8
    assert (report.handled, report.doubled) == (report.due, 0)
