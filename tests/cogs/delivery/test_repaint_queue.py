"""Tests of the repaint queue alone, without a bot."""

import asyncio
import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from cogs.delivery.repaint_queue import (
    FORBIDDEN_RETRY_AFTER,
    MAX_RETRIES_PER_SECOND,
    MAX_RETRY_DELAY,
    QUIET_SECONDS,
    RepaintQueue,
    Work,
    no_op,
)
from cogs.delivery.request import with_timeout
from cogs.gateway.ownership import NOTHING_LEFT_TO_DO


class Painter:
    """A painter that fails with the given errors, one for each attempt, then succeeds."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.attempts = 0

    async def __call__(self, table_id: int) -> None:
        self.attempts += 1
        if self.errors:
            raise self.errors.pop(0)


class Queue(RepaintQueue):
    """A queue that does not wait for its delays, with a record of delays and lost channels."""

    def __init__(self, *works: Work, rights: Sequence[bool] = (), meanwhile: Work = no_op) -> None:
        self.pauses: list[float] = []
        self.gone: list[tuple[int, int]] = []
        self.back: list[int] = []
        self.rights = list(rights)
        super().__init__(
            works,
            NOTHING_LEFT_TO_DO,
            self.is_lost,
            self.is_found,
            self.our_rights,
            self.now,
            meanwhile=meanwhile,
        )

    async def now(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(0)

    async def is_lost(self, table_id: int, code: int) -> None:
        self.gone.append((table_id, code))

    async def is_found(self, table_id: int) -> None:
        self.back.append(table_id)

    async def our_rights(self, table_id: int) -> Callable[[], bool]:
        """Return a function that returns these permissions in turn, then repeats the last."""
        del table_id
        return lambda: self.rights.pop(0) if len(self.rights) > 1 else self.rights[0]


async def finished(queue: RepaintQueue, *tables: int) -> None:
    """Wait until the queue has nothing to do for these tables."""
    for table_id in tables or (7,):
        await queue.wait_until_idle(table_id, 5)
        assert not queue.is_busy(table_id)


async def test_each_failure_doubles_the_wait_up_to_ten_seconds():
    painter = Painter(*[aiohttp.ClientError()] * 7)
    queue = Queue(painter)
    queue.wake(7)
    await finished(queue)
    assert queue.pauses == [1, 2, 4, 8, MAX_RETRY_DELAY, MAX_RETRY_DELAY, MAX_RETRY_DELAY]
    assert painter.attempts == 8


async def wave(tables: int) -> float:
    """Return the CPU seconds a table, while Discord fails once for so many tables together."""
    queue = Queue(Painter(*[aiohttp.ClientError()] * tables))
    begun = time.process_time()
    for table_id in range(tables):
        queue.wake(table_id)
    await finished(queue, *range(tables))
    return (time.process_time() - begun) / tables


async def test_a_table_that_fails_costs_the_same_however_many_tables_fail():
    few = min([await wave(200) for _ in range(3)])
    many = min([await wave(5000) for _ in range(3)])  # Other programs can disturb one of them.
    assert many < 4 * few


async def test_tables_that_are_shown_again_no_longer_slow_down_those_that_fail():
    tables = 15 * round(MAX_RETRIES_PER_SECOND)
    painter = Painter(*[aiohttp.ClientError()] * 6 * tables)
    queue = Queue(painter)
    for table_id in range(tables):
        queue.wake(table_id)
    await finished(queue, *range(tables))
    assert max(queue.pauses) == 15
    queue.pauses.clear()
    painter.errors = [aiohttp.ClientError() for _ in range(6)]
    queue.wake(7)
    await finished(queue)
    assert max(queue.pauses) == MAX_RETRY_DELAY


async def test_many_wake_ups_are_one_painting():
    painter = Painter()
    queue = Queue(painter)
    for _ in range(50):
        queue.wake(7)
    await finished(queue)
    assert painter.attempts == 1


async def test_a_wake_up_while_it_paints_becomes_one_more_painting():
    painter = Painter()
    queue = Queue(painter)
    queue.wake(7)
    await asyncio.sleep(0)
    queue.wake(7)
    await finished(queue)
    assert painter.attempts == 2


class Hanging:
    """A painter that never finishes with table 7."""

    def __init__(self) -> None:
        self.done: list[int] = []

    async def __call__(self, table_id: int) -> None:
        if table_id == 7:
            await asyncio.Event().wait()
        self.done.append(table_id)


async def test_a_table_that_hangs_keeps_no_other_waiting():
    hanging = Hanging()
    queue = Queue(hanging)
    queue.wake(7)
    queue.wake(8)
    await finished(queue, 8)
    assert hanging.done == [8]
    queue.close()


async def test_once_it_is_closed_what_still_changes_is_shown_at_the_next_start():
    painter = Painter()
    queue = Queue(painter)
    queue.close()
    queue.wake(7)
    assert not queue.is_busy(7)
    assert painter.attempts == 0


async def test_a_table_that_has_rested_is_painted():
    painter = Painter()
    queue = Queue(painter)
    queue.rest(7)
    assert (queue.awaits_quiet(7), queue.is_busy(7), queue.at_work) == (True, False, (7,))
    await asyncio.sleep(0.01)
    assert (queue.pauses, painter.attempts) == ([QUIET_SECONDS], 1)
    assert not queue.awaits_quiet(7)


async def test_a_rest_begins_again_with_each_move():
    queue = Slow(Painter())
    queue.rest(7)
    await asyncio.sleep(0.01)
    before = queue._resting[7]
    queue.rest(7)
    await asyncio.sleep(0.01)
    assert before.cancelled()
    assert queue.awaits_quiet(7)
    queue.close()


@pytest.mark.parametrize("end", [lambda queue: queue.stop(7), RepaintQueue.close])
async def test_a_table_that_is_given_away_or_left_does_not_end_its_rest(end):
    queue = Slow(Painter())
    queue.rest(7)
    await asyncio.sleep(0.01)
    rest = queue._resting[7]
    end(queue)
    await asyncio.sleep(0.01)
    assert rest.cancelled()
    queue.close()
    queue.rest(8)
    assert not queue.awaits_quiet(8)


async def test_what_changes_while_somebody_else_shows_a_table_is_shown_after_them():
    painter = Painter()
    queue = Queue(painter)
    with queue.suspended(7):
        queue.wake(7)
        await asyncio.sleep(0.01)
        assert (painter.attempts, queue.is_busy(7)) == (0, True)
    await finished(queue)
    assert painter.attempts == 1


async def test_where_nothing_has_changed_meanwhile_there_is_nothing_to_show():
    queue = Queue(Painter())
    with queue.suspended(7):
        assert queue.is_busy(7)
    assert not queue.is_busy(7)


async def test_what_is_being_shown_already_goes_on_though_somebody_else_shows_it_too():
    painter = Painter()
    queue = Queue(painter)
    queue.wake(7)
    with queue.suspended(7):
        await finished(queue)
    assert painter.attempts == 1


async def test_one_work_that_fails_keeps_no_other_from_being_done():
    painter, teller = Painter(aiohttp.ClientError()), Painter()
    queue = Queue(painter, teller)
    queue.wake(7)
    await finished(queue)
    assert (painter.attempts, teller.attempts) == (2, 2)


async def test_when_discord_is_back_nobody_waits_out_the_pause_of_a_failure():
    queue = Slow(Painter(aiohttp.ClientError()))
    queue.wake(7)
    await asyncio.sleep(0.01)
    queue.retry_now()
    await finished(queue)


class Slow(Queue):
    """A painter that never finishes."""

    async def now(self, seconds: float) -> None:
        del seconds
        await asyncio.Event().wait()


async def test_a_fault_of_ours_is_logged_and_does_not_stop_the_queue(caplog):
    painter = Painter(ZeroDivisionError())
    queue = Queue(painter)
    queue.wake(7)
    queue.wake(8)
    await finished(queue, 7, 8)
    assert painter.attempts == 3
    assert "table 7 cannot be shown" in caplog.text


async def test_after_a_fault_of_ours_it_is_tried_again_ever_later():
    queue = Queue(Painter(*[ZeroDivisionError() for _ in range(11)]))
    queue.wake(7)
    await finished(queue)
    assert queue.pauses == [
        2,
        4,
        8,
        16,
        32,
        64,
        128,
        256,
        512,
        FORBIDDEN_RETRY_AFTER,
        FORBIDDEN_RETRY_AFTER,
    ]


async def test_a_new_move_is_not_kept_waiting_by_a_fault_before_it():
    painter = Painter(ZeroDivisionError())
    queue = Slow(painter)
    queue.wake(7)
    await asyncio.sleep(0.01)
    queue.wake(7)
    await finished(queue)
    assert painter.attempts == 2


async def test_who_cannot_wait_for_what_is_under_way_is_told_beside_it():
    told, hanging = Painter(), Hanging()
    queue = Queue(hanging, meanwhile=told)
    queue.wake(7)
    await asyncio.sleep(0)
    assert told.attempts == 0
    for _ in range(5):
        queue.wake(7)
    await asyncio.sleep(0.01)
    assert told.attempts == 1
    queue.wake(7)
    await asyncio.sleep(0.01)
    assert told.attempts == 2
    queue.close()


async def test_a_fault_in_what_is_told_beside_keeps_nothing_from_being_shown(caplog):
    painter, way = Painter(), asyncio.Event()

    async def held_up(table_id: int) -> None:
        await painter(table_id)
        await way.wait()

    queue = Queue(held_up, meanwhile=Painter(ZeroDivisionError()))
    queue.wake(7)
    await asyncio.sleep(0)
    queue.wake(7)
    await asyncio.sleep(0.01)
    way.set()
    await finished(queue)
    assert painter.attempts == 2
    assert "table 7: panels hear of nothing" in caplog.text


async def test_a_request_is_not_cut_off_while_discord_limits_the_whole_bot():
    """Otherwise discord.py would keep the global limit for ever and send nothing again."""
    way = asyncio.Event()
    bot: Any = SimpleNamespace(http=SimpleNamespace(_global_over=way))
    sleeping = asyncio.create_task(with_timeout(bot, way.wait(), 0.01))
    await asyncio.sleep(0.05)
    assert not sleeping.done()
    way.set()
    assert await sleeping


async def test_a_request_that_hangs_is_given_up():
    way = asyncio.Event()
    way.set()
    bot: Any = SimpleNamespace(http=SimpleNamespace(_global_over=way))
    with pytest.raises(TimeoutError):
        await with_timeout(bot, asyncio.Event().wait(), 0.01)
