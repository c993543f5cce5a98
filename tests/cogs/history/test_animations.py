"""Tests of animations: one at a time per member, cached, and refused in words when the queue is
full.
"""

import asyncio
import signal

import psutil
import pytest

from cogs.core.concurrency import _ONE_AT_A_TIME
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.history.film_worker import MAX_FILMS, FilmKey, FilmWorker
from cogs.history.moments import Replay
from data.models.moves import MoveEntry
from render.animation import ReplayAnimation
from render.gallery import replays
from render.gallery.builders import NAMES
from render.pictures.replay import Frame
from render.renderer import Picture, PictureStyle
from tests.cogs.support.positions import live

FRAMES = [Frame(*one) for one in replays.FRAMES]


class Order:
    """Frames of an animation that wait for permission, with a count of the requests."""

    def __init__(self, frames=FRAMES[:1]) -> None:
        self.may_go_on = asyncio.Event()
        self.asked = 0
        self._frames = frames

    async def __call__(self) -> ReplayAnimation:
        self.asked += 1
        await self.may_go_on.wait()
        return ReplayAnimation(self._frames, NAMES, "A game", 1, "Tails win.", "en", PictureStyle())


@pytest.fixture
async def films():
    made = FilmWorker()
    yield made
    made.close()


def key(number: int, *names: str) -> FilmKey:
    return FilmKey(7, number, "en", names or tuple(NAMES))


async def ordered(films: FilmWorker, user: int, number: int, order: Order) -> asyncio.Task[Picture]:
    """Order an animation."""
    task = asyncio.create_task(films.film(user, key(number), order))
    await asyncio.sleep(0)
    return task


async def given_up(*tasks: asyncio.Task[Picture]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_film_is_made_once_for_all_who_order_it_and_kept(films):
    order = Order()
    waiting = [await ordered(films, user, 1, order) for user in (1, 2)]
    order.may_go_on.set()
    first, second = await asyncio.gather(*waiting)
    assert first.png.startswith(b"GIF89a")
    assert first is second
    assert await films.film(1, key(1), order) is first
    assert order.asked == 1


async def test_a_member_who_waits_for_a_film_orders_no_other(films):
    order = Order()
    waiting = await ordered(films, 1, 1, order)
    for number in (1, 2):
        with pytest.raises(Refusal, match="film_one"):
            await films.film(1, key(number), order)
    await given_up(waiting)


async def test_who_has_given_up_waiting_may_order_again(films):
    order = Order()
    await given_up(await ordered(films, 1, 1, order))
    again = await ordered(films, 1, 2, order)
    assert not again.done()
    await given_up(again)


async def test_when_too_many_films_wait_the_next_is_refused(films):
    orders = [Order() for _ in range(MAX_FILMS)]
    waiting = [await ordered(films, n, n, order) for n, order in enumerate(orders)]
    with pytest.raises(Refusal, match="film_busy"):
        await films.film(99, key(99), Order())
    assert not any(task.done() for task in waiting)
    await given_up(*waiting)


async def test_a_film_that_cannot_be_drawn_is_told_so_and_the_next_is_made(films):
    broken, order = Order(frames=()), Order()
    for one in (broken, order):
        one.may_go_on.set()
    with pytest.raises(Refusal, match="film_failed"):
        await films.film(1, key(1), broken)
    assert (await films.film(1, key(2), order)).png.startswith(b"GIF89a")


LONG = FRAMES[:1] * 40_000
"""More bytes than a pipe takes, so that starting a process with them waits for the process."""


async def starting(films: FilmWorker) -> asyncio.Task[Picture]:
    """Order a long animation, whose process is about to start."""
    order = Order(frames=LONG)
    order.may_go_on.set()
    waiting = await ordered(films, 1, 1, order)
    while films._process is None:  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0.001)
    return waiting


async def spawned() -> psutil.Process:
    """Wait until the worker process has replaced its parent's command line, and return it."""
    while True:
        for child in psutil.Process().children():
            if "spawn_main" in " ".join(child.cmdline()):
                return child
        await asyncio.sleep(0.001)


async def test_no_other_process_waits_for_one_that_makes_a_film_to_begin(films):
    waiting = await starting(films)
    child = await spawned()
    child.suspend()  # So that the process reads none of its input.
    has_turn = await asyncio.to_thread(_ONE_AT_A_TIME.acquire, timeout=10)
    child.kill()
    assert has_turn
    _ONE_AT_A_TIME.release()
    await given_up(waiting)


async def test_a_film_whose_process_is_only_starting_is_given_up_too(films):
    waiting = await starting(films)
    films.close()
    await given_up(waiting)
    await asyncio.to_thread(films._thread.shutdown)
    assert films._process.exitcode == -signal.SIGKILL


def test_who_moved_is_their_seat_in_a_film_where_their_name_cannot_be_drawn():
    dealt = live({"turn": 1, "phase": "draw"}, name="\N{CARROT}")
    moved = TableState(dealt.row, dealt.game.then(MoveEntry(1, 1, "k1", 0.0, "draw")))
    (telling,) = Replay(moved).captions(1)
    assert telling.filmed(moved).startswith("Seat 2 ")
