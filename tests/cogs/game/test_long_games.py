"""Tests that a long game delays nobody: no step blocks the event loop longer than its budget."""

import asyncio
import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

import pytest

import engine
from cogs.game.move_log import GameCache, GameState, cache_cost, replay_entries
from cogs.game.sessions import TableSessions
from cogs.narration.events import lines_since_own, log_lines
from cogs.table.details import log_detail_lines, page
from data.database import Database
from data.models.moves import MoveEntry, NewMove
from engine.players.heuristic.easy import choose
from tests.cogs.support.loop_lag import BUDGET, holding
from tests.cogs.support.positions import row
from tests.data.builders import changed, member, mixing, opened
from tests.simulator import Simulator

GAME: Final = "ponytail-canasta"
SEED: Final = b"\x07" * 32
VERSION: Final = engine.GAMES[GAME].version


@pytest.fixture(scope="module")
def log() -> tuple[Sequence[MoveEntry], GameState]:
    """The log of a whole game of Ponytail Canasta for four, played by computer players."""
    game, random = GameState.begun(row(4, GAME, seed=SEED)), Random(1)
    log: list[MoveEntry] = []
    while engine.result(game.table) is None:
        seat = next(one.seat for one in engine.pending(game.table) if one.default is not None)
        move = engine.write(choose(engine.view(game.table, seat), random))
        log.append(MoveEntry(len(log) + 1, seat, f"k{len(log)}", 0.0, move))
        game = game.then(log[-1])
    assert len(log) > 1000
    return log, game


async def kept(
    store: Database, log: Sequence[MoveEntry], users: Sequence[int], place: tuple[int, int] = (1, 2)
) -> int:
    """Save that game in a database, as if played there, and return its number."""
    table = await store.lobbies.create(
        guild_id=place[0],
        channel_id=place[1],
        host_id=users[0],
        game=GAME,
        rules_version=VERSION,
        options={},
        seat_count=4,
        pace="none",
        seed=SEED,
    )
    for user in users:
        changed(await store.lobbies.seat_player(table.id, member(user)))
    changed(await store.lobbies.start(table.id, mix=mixing(SEED), deadline=None))
    moves = [NewMove(table.id, one.seq - 1, one.seat, one.key, one.body) for one in log]
    await asyncio.gather(*map(store.tables.append_moves, moves))
    return table.id


@pytest.mark.parametrize("moves", [0, 100, 1000])
def test_the_memory_of_a_game_is_about_as_large_as_the_cache_believes(log, moves):
    entries = log[0][:moves]
    tracemalloc.start()
    # As a log is read from the database: no string is shared with another game.
    read = [replace(one, key=f"{one.key} ", body=f"{one.body} "[:-1]) for one in entries]
    game = replay_entries(GameState.begun(row(4, GAME, seed=SEED)), read)
    for seat in (None, *range(4)):
        game.seen(seat)
    del read
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0.5 * size < cache_cost(game) < 2 * size


def test_a_log_gives_the_same_game_as_its_entries_one_by_one(log):
    entries, game = log
    assert replay_entries(GameState.begun(row(4, GAME, seed=SEED)), entries) == game


def test_the_moves_before_are_copied_once_for_a_log_and_not_once_for_each_entry(log):
    entries = log[0]
    game = replay_entries(GameState.begun(row(4, GAME, seed=SEED)), entries[:300])
    many = replace(game, steps=game.steps * 3000)

    def cost(count: int) -> float:
        begun = time.process_time()
        replay_entries(many, entries[300 : 300 + count])
        return time.process_time() - begun

    hundred, one = (min(cost(count) for _ in range(3)) for count in (100, 1))
    assert hundred < 20 * one


async def test_a_long_game_that_is_not_in_memory_is_folded_beside_the_loop(log, tmp_path):
    entries, game = log
    async with opened(tmp_path / "tuppence.db") as store:
        table = await kept(store, entries, (1, 2, 3, 4))
        tables = TableSessions(store.tables, store.deadlines, store.pauses, lambda: 0.0)
        with holding() as held:
            found = await asyncio.gather(*(tables.load(table) for _ in range(5)))
    assert all(one.game is found[0].game for one in found)  # Replayed once for all callers.
    assert found[0].game.table == game.table
    assert held.longest < BUDGET


@pytest.fixture
async def watched(simulator: Simulator, log) -> int:
    """Return the number of that game, finished on the simulated server and not in memory."""
    entries, game = log
    users = [person.id for person in simulator.members]
    store, last, place = (
        simulator.bot.database,
        entries[-1],
        (simulator.guild.id, simulator.channel.id),
    )
    table = await kept(store, entries[:-1], users, place)
    end = NewMove(table, last.seq - 1, last.seat, last.key, last.body, outcome=game.outcome())
    await store.tables.append_moves(end)
    await simulator.bot.database.tables.set_message_ids(table, thread_id=simulator.channel.id)
    return table


async def test_a_replay_of_a_long_game_is_worked_out_beside_the_loop(simulator, watched):
    ann, longest = simulator.members[0], []
    for _ in range(2):  # The first load also reads catalogues and the like.
        simulator.bot.services.sessions.games = GameCache(capacity=0)
        with holding() as held:
            shown = (await ann.slash("replay", table=watched)).message
            assert shown is not None
            await ann.press_stale(shown, f"t1:step:{watched}:9999:3")
        assert "The story of round" in shown.text
        longest.append(held.longest)
    assert min(longest) < BUDGET


async def test_the_end_of_a_long_game_is_shown_without_holding_the_loop(simulator, watched):
    repaint = simulator.bot.services.repaint_queue
    with holding() as held:
        repaint.wake(watched)
        await repaint.wait_until_idle(watched, 60)
    assert any("## Round 1\n" in shown.text for shown in simulator.messages(simulator.channel.id))
    assert held.longest < BUDGET


@pytest.fixture
async def played(simulator: Simulator, log) -> int:
    """Return the number of that game, in play shortly before its end."""
    users = [person.id for person in simulator.members]
    place = (simulator.guild.id, simulator.channel.id)
    table = await kept(simulator.bot.database, log[0][:-20], users, place)
    await simulator.bot.database.tables.set_message_ids(table, thread_id=simulator.channel.id)
    return table


@pytest.mark.parametrize("press", ["t1:about:{table}:0", "t1:log:{table}:0:900"])
async def test_overview_and_older_log_of_a_long_game_do_not_hold_the_loop(simulator, played, press):
    ann, longest = simulator.members[0], []
    panel = (await ann.slash("hand")).message
    for _ in range(3):  # The first load also reads catalogues and the like.
        with holding() as held:
            await ann.press_stale(panel, press.format(table=played))
        longest.append(held.longest)
    assert min(longest) < BUDGET / 2


async def test_an_older_page_of_the_log_tells_what_a_whole_reading_tells(simulator, played):
    state = await simulator.bot.services.sessions.load(played)
    whole = log_lines(state, 0)
    for before in (whole[-3].seq, whole[50].seq, whole[5].seq, whole[0].seq):
        lines = [line for line in log_detail_lines(state, 0, (), before) if line.seq < before]
        wanted = [line for line in whole if line.seq < before]
        assert page(lines) == page(wanted)
        assert (len(page(lines)) == len(lines)) == (len(page(wanted)) == len(wanted))


async def test_the_lines_since_ones_own_turn_are_those_of_a_whole_reading(simulator, played):
    state = await simulator.bot.services.sessions.load(played)
    for seat in range(4):
        whole = log_lines(state, seat)
        last = max((n for n, line in enumerate(whole) if line.seat == seat), default=-1)
        assert lines_since_own(state, seat, in_turn=False) == whole[last + 1 :]
