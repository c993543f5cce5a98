"""Tests of the computer players' service: three levels, and a worker process that fails."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

import pytest

import engine
from cogs.computers import computer_players as _thinking
from cogs.computers import worker_pool as _deadline
from cogs.computers import worker_pool as _thinkers
from cogs.computers.computer_players import ChosenMove, MoveChooser
from cogs.computers.worker_pool import SearchTimeout, SearchWorkerPool
from engine.players import choose, tries_out
from tests.cogs.support.play import first, start
from tests.engine.positions import at, hands, meld

SEED = b"\x03" * 32


def view(slug="ten-pennies", seats=3):
    """The view of the first seat to act after the deal."""
    table = engine.deal(slug, seats, bytes(32))
    return engine.view(table, engine.pending(table)[0].seat)


DECK = b"\x02" * 32
"""A deck that leaves the first seat to act a choice to search."""


def to_discard():
    """The view of the first seat to act after its draw, with a choice to search."""
    table = engine.deal("classic-canasta", 4, DECK)
    return engine.view(engine.play(table, table.turn, "draw"), table.turn)


def can_be_made(move):
    """Whether a move is legal after the draw."""
    table = engine.deal("classic-canasta", 4, DECK)
    return engine.check(engine.play(table, table.turn, "draw"), table.turn, move) is None


def is_legal(move, slug="ten-pennies", seats=3):
    """Whether a move is legal for the seat to act."""
    table = engine.deal(slug, seats, bytes(32))
    return engine.check(table, engine.pending(table)[0].seat, move) is None


@pytest.fixture
def mind():
    """A service of computer players whose worker ends with the test."""
    made = MoveChooser()
    yield made
    made.close()


@pytest.mark.parametrize("level", ["easy", "normal", "simple", None])
async def test_every_level_plays_a_legal_move_and_an_unknown_one_the_normal(mind, level):
    move = (await mind.choose(view(), level, SEED)).move
    assert is_legal(move)
    if level not in {"easy", "normal"}:
        assert move == (await mind.choose(view(), "normal", SEED)).move


def test_the_hard_level_ends_its_search_when_the_time_is_up():
    began = time.perf_counter()
    move = _thinkers.search(view("house-canasta", 4), SEED, 0.0).move
    assert is_legal(move, "house-canasta", 4)
    assert time.perf_counter() - began < 5


def test_a_search_makes_no_garbage_and_none_is_looked_for_meanwhile(monkeypatch):
    looking = []

    def more_time(_deadline):
        looking.append(gc.isenabled())
        return len(looking) < 20

    monkeypatch.setattr(_deadline.SearchDeadline, "__call__", more_time)
    gc.collect()
    _thinkers.search(to_discard(), SEED, 0.0)
    assert len(looking) > 1
    assert not any(looking)
    assert gc.isenabled()
    assert not gc.collect()


async def test_the_hard_level_thinks_in_a_process_of_its_own(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "PATIENCE", 60.0)  # A busy machine may start a process slowly.
    assert can_be_made((await mind.choose(to_discard(), "hard", SEED)).move)
    assert len(mind.workers.pids) == 1


@pytest.mark.parametrize("slug, seats", [("ten-pennies", 3), ("house-canasta", 4)])
async def test_where_nothing_is_tried_out_the_hard_level_needs_no_process_and_no_time(
    mind, slug, seats
):
    chosen = await mind.choose(view(slug, seats), "hard", SEED)
    assert is_legal(chosen.move, slug, seats)
    assert not chosen.hasty
    assert not mind.workers.pids


def last_card():
    """The view of a player who can only discard the last card."""
    melds = [meld("KS KS KD KD KH KH KC")]
    table = at("classic-canasta", 4, phase="play", hands=hands(4, s0="4C"), melds=melds)
    return engine.view(table, 0)


def by_heart():
    """Return the choice of the hard level's weights; the normal level chooses otherwise here."""
    move = choose(to_discard(), "hard", Random(SEED), more_time=lambda: False)
    assert move != choose(to_discard(), "normal", Random(SEED))
    return ChosenMove(move, hasty=True)


@pytest.mark.parametrize("late", ["PATIENCE", "STARTING"])
async def test_who_has_no_time_to_try_anything_out_plays_by_heart(mind, monkeypatch, late):
    monkeypatch.setattr(_thinking, late, 0.0)
    assert await mind.choose(to_discard(), "hard", SEED) == by_heart()


async def test_patience_begins_when_the_worker_has_started(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "STARTING", 60.0)
    monkeypatch.setattr(_thinking, "PATIENCE", 0.0)
    await mind.choose(to_discard(), "hard", SEED)
    assert mind.workers.has_started


async def test_a_dead_worker_is_answered_for_and_replaced(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "PATIENCE", 60.0)
    await mind.choose(to_discard(), "hard", SEED)
    for pid in mind.workers.pids:
        os.kill(pid, signal.SIGKILL)
    assert can_be_made((await mind.choose(to_discard(), "hard", SEED)).move)
    assert can_be_made((await mind.choose(to_discard(), "hard", SEED)).move)


@pytest.mark.parametrize("worlds, hasty", [(7, True), (8, False)])
def test_a_search_too_short_to_change_a_move_is_hasty(monkeypatch, worlds, hasty):
    times = iter([True] * worlds)
    monkeypatch.setattr(_deadline.SearchDeadline, "__call__", lambda _: next(times, False))
    assert _thinkers.search(to_discard(), SEED, 0.0).hasty == hasty


async def test_what_would_not_have_been_tried_out_anyway_is_not_hasty(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "STARTING", 0.0)
    assert tries_out(last_card())
    assert not (await mind.choose(last_card(), "hard", SEED)).hasty


async def test_where_there_is_no_room_for_a_process_it_plays_by_heart(mind, monkeypatch):
    def no_room():
        raise OSError("too many open files")

    monkeypatch.setattr(_thinkers, "SearchWorker", no_room)
    assert await mind.choose(to_discard(), "hard", SEED) == by_heart()


async def test_nobody_waits_for_a_process_that_dies_while_it_starts(mind, monkeypatch):
    monkeypatch.setattr(_thinkers, "warm_up", partial(os._exit, 1))
    monkeypatch.setattr(_thinking, "STARTING", 600.0)
    assert await mind.choose(to_discard(), "hard", SEED) == by_heart()
    monkeypatch.undo()
    await lent(mind.workers)


async def test_the_event_loop_goes_on_while_the_hard_level_thinks(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "PATIENCE", 60.0)
    await mind.choose(to_discard(), "hard", SEED)
    thinking = asyncio.create_task(mind.choose(to_discard(), "hard", SEED))
    looks = 0
    while not thinking.done():
        await asyncio.sleep(0.01)
        looks += 1
    assert looks > 3


async def lent(thinkers, seconds=60.0):
    """Return a worker process as soon as one is started, within so many seconds."""
    return await thinkers.acquire(asyncio.get_running_loop().time() + seconds)


async def test_who_has_to_be_served_first_gets_the_process_that_is_free(mind):
    thinkers = mind.workers = SearchWorkerPool(lambda: 1)
    only = await lent(thinkers)
    served = []

    async def ask(name, seconds):
        served.append((name, await lent(thinkers, seconds)))

    asked = [asyncio.create_task(ask(name, n)) for name, n in (("late", 60), ("soon", 30))]
    await asyncio.sleep(0)
    assert thinkers.waiting == 2
    thinkers.release(only)
    await asked[1]
    assert served == [("soon", only)]
    thinkers.release(only)
    await asked[0]
    assert [name for name, _ in served] == ["soon", "late"]


async def test_who_waits_for_a_process_in_vain_leaves_it_to_others(mind):
    thinkers = mind.workers = SearchWorkerPool(lambda: 1)
    only = await lent(thinkers)
    with pytest.raises(SearchTimeout):
        await lent(thinkers, 0.01)
    leaving = asyncio.create_task(lent(thinkers))
    await asyncio.sleep(0)
    leaving.cancel()
    thinkers.release(only)
    assert await lent(thinkers) is only


async def test_two_moves_are_thought_about_at_the_same_time_where_there_is_room(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "PATIENCE", 60.0)
    mind.workers = SearchWorkerPool(lambda: 2)
    await asyncio.gather(*(mind.choose(to_discard(), "hard", SEED) for _ in range(3)))
    assert len(mind.workers.pids) == 2


async def test_a_search_that_could_not_end_in_time_is_not_begun(mind, monkeypatch):
    await mind.choose(to_discard(), "hard", SEED)
    monkeypatch.setattr(_deadline, "AT_LEISURE", _thinking.PATIENCE + 1)
    assert (await mind.choose(to_discard(), "hard", SEED)).hasty
    assert await lent(mind.workers, 0.0) in mind.workers._all


async def test_a_process_that_hangs_is_ended_and_replaced(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "PATIENCE", 60.0)
    monkeypatch.setattr(_thinkers, "SEARCH_HANG_TIMEOUT", 0.05)
    mind.workers = SearchWorkerPool(lambda: 1)
    assert (await mind.choose(to_discard(), "hard", SEED)).hasty
    monkeypatch.setattr(_thinkers, "SEARCH_HANG_TIMEOUT", 60.0)
    # A busy machine plays few worlds in less time.
    monkeypatch.setattr(_deadline, "AT_LEISURE", 10.0)
    assert not (await mind.choose(to_discard(), "hard", SEED)).hasty


THINKER = """
import asyncio
from cogs.computers.computer_players import MoveChooser
async def think():
    mind = MoveChooser()
    await mind.workers.acquire(asyncio.get_running_loop().time() + 60)
    print(*mind.workers.pids, flush=True)
    await asyncio.sleep(60)
asyncio.run(think())
"""


def ended(number):
    """Whether a process ends within seconds."""
    for _ in range(200):
        try:
            if " Z " in Path(f"/proc/{number}/stat").read_text("utf-8"):
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.05)
    return False


def test_a_worker_ends_when_the_process_it_thinks_for_is_killed():
    command = [sys.executable, "-c", THINKER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.kill()
    assert ended(worker)


async def test_ctrl_c_is_for_the_process_and_not_for_its_worker(mind, monkeypatch):
    monkeypatch.setattr(_thinking, "PATIENCE", 60.0)
    await mind.choose(to_discard(), "hard", SEED)
    thinking = asyncio.create_task(mind.choose(to_discard(), "hard", SEED))
    await asyncio.sleep(0.1)
    (worker,) = mind.workers.pids
    os.kill(worker, signal.SIGINT)
    await thinking
    assert mind.workers.pids == (worker,)


async def test_who_does_not_want_to_watch_may_skip_ahead(simulator):
    game = await start(simulator, simulator.members[:1])
    computers, person = simulator.bot.services.computers, simulator.members[0]
    panel = await game.hand(person)
    await person.press(panel, "say")
    computers.pause = 30.0
    await person.choose(panel, "drop", [first(panel, "drop")])
    assert "waiting for" in panel.text
    await person.press(panel, "Skip ahead")
    await simulator.wait(6)
    assert "your turn" in panel.text
