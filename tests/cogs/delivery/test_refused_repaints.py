"""Tests of the repaint queue when Discord refuses: missing permissions, and lost channels."""

import discord

from cogs.delivery.repaint_queue import FORBIDDEN_RETRY_AFTER, PERMISSION_POLL_SECONDS
from tests.cogs.delivery.test_repaint_queue import Painter, Queue, finished


def forbidden(code: int = 50013) -> discord.Forbidden:
    return discord.Forbidden(Response(403), {"code": code, "message": "no"})


async def test_a_right_that_is_given_back_is_used_at_the_next_look():
    queue = Queue(Painter(forbidden()), rights=[False] * 30 + [True])
    queue.wake(7)
    await finished(queue)
    assert queue.pauses == [PERMISSION_POLL_SECONDS] * 30


async def test_without_the_right_nothing_is_asked_for_ten_minutes():
    queue = Queue(Painter(forbidden()), rights=[False])
    queue.wake(7)
    await finished(queue)
    assert sum(queue.pauses) == FORBIDDEN_RETRY_AFTER


async def test_a_refusal_that_nothing_explains_is_tried_again_after_seconds_and_ever_later():
    painter = Painter(*[forbidden() for _ in range(6)])
    queue = Queue(painter, rights=[True])
    queue.wake(7)
    await finished(queue)
    assert sum(queue.pauses) == 5 + 10 + 20 + 40 + 60 + 60


async def test_a_locked_thread_is_lost_and_found_when_it_can_be_written_in():
    queue = Queue(Painter(forbidden(160005)), rights=[False, False, True])
    queue.wake(7)
    await finished(queue)
    assert (queue.gone, queue.back) == ([(7, 160005)], [7])


async def test_a_place_that_is_gone_is_not_asked_for_again():
    gone = discord.NotFound(Response(404), {"code": 10003, "message": "gone"})
    painter = Painter(gone)
    queue = Queue(painter)
    queue.wake(7)
    await finished(queue)
    assert (queue.gone, painter.attempts) == ([(7, 10003)], 1)


class Busy(Queue):
    async def is_lost(self, table_id: int, code: int) -> None:
        await super().is_lost(table_id, code)
        if len(self.gone) == 1:
            raise ZeroDivisionError

    async def is_found(self, table_id: int) -> None:
        await super().is_found(table_id)
        if len(self.back) == 1:
            raise ZeroDivisionError


async def test_a_loss_that_could_not_be_noted_is_noted_at_the_next_try():
    gone = [discord.NotFound(Response(404), {"code": 10003, "message": "gone"}) for _ in range(2)]
    queue = Busy(Painter(*gone))
    queue.wake(7)
    await finished(queue)
    assert (queue.gone, queue.pauses) == ([(7, 10003)] * 2, [2])


async def test_a_place_that_is_back_is_noted_however_often_that_fails():
    queue = Busy(Painter(forbidden(160005), forbidden(160005)), rights=[True])
    queue.wake(7)
    await finished(queue)
    assert queue.back == [7, 7]


class Response:
    """The part of a response that discord.py's errors read."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "because"
