"""A simulator in which nothing happens beside the event loop, so that all of it comes in one order.

Pictures, thoughts and questions to the database are done at once, while everybody waits: two
simulators in which the same is done then make the same calls in the same order. It is also quicker,
where only what is sent is looked at.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from bot import Tuppence
from data.database import Database
from data.sqlite.connection import ThreadedConnection
from render.workers import RenderPool
from tests.data.builders import file_of

T = TypeVar("T")


class AtOnce(ThreadPoolExecutor):
    """Does what it is given before it gives an answer; it never has a thread."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **how: Any) -> Future[T]:
        return done(partial(fn, *args, **how))


def done(work: Callable[[], T]) -> Future[T]:
    """What came of some work."""
    found: Future[T] = Future()
    try:
        found.set_result(work())
    except BaseException as error:  # noqa: BLE001 - whoever waits for it is told
        found.set_exception(error)
    return found


def without_threads(bot: Tuppence) -> None:
    """Let a bot that has begun draw and think at once."""
    asyncio.get_running_loop().set_default_executor(AtOnce())
    bot.services.renderer.close()
    bot.services.renderer._workers = RenderPool(lambda: [AtOnce])


def asked_at_once(store: Database) -> None:
    """Let everybody wait while the database is asked."""
    opened = store._opened
    readers = [look.__self__._free._queue for look in (opened.file.query, opened.file.slow_query)]  # type: ignore[attr-defined]
    writing = file_of(store).between.__self__  # type: ignore[attr-defined]
    for connection in [writing, *readers[0], *readers[1]]:
        connection.run = partial(at_once, connection)
    object.__setattr__(opened.file, "between", writing.run)  # a frozen value


async def at_once(connection: ThreadedConnection, work: Callable[[Any], T]) -> T:
    """What some work on a connection comes to."""
    return work(connection._conn)
