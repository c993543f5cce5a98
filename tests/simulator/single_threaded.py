"""A simulator without threads, so that everything happens in one order.

Pictures, computer players' moves and database queries are computed on the event loop, while
everything waits. Two simulators with the same actions then make the same calls in the same order.
This is also faster for tests that only look at what is sent.
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
    """An executor that runs each call at once, without a thread."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **how: Any) -> Future[T]:
        return done(partial(fn, *args, **how))


def done(work: Callable[[], T]) -> Future[T]:
    """Return the result of some work."""
    found: Future[T] = Future()
    try:
        found.set_result(work())
    except BaseException as error:  # noqa: BLE001 - its caller gets the error
        found.set_exception(error)
    return found


def without_threads(bot: Tuppence) -> None:
    """Let a started bot draw and think without threads."""
    asyncio.get_running_loop().set_default_executor(AtOnce())
    bot.services.renderer.close()
    bot.services.renderer._workers = RenderPool(lambda: [AtOnce])


def asked_at_once(store: Database) -> None:
    """Make the database run its queries at once, while everything waits."""
    opened = store._opened
    readers = [look.__self__._free._queue for look in (opened.file.query, opened.file.slow_query)]  # type: ignore[attr-defined]
    writing = file_of(store).between.__self__  # type: ignore[attr-defined]
    for connection in [writing, *readers[0], *readers[1]]:
        connection.run = partial(at_once, connection)
    object.__setattr__(opened.file, "between", writing.run)  # The object is frozen.


async def at_once(connection: ThreadedConnection, work: Callable[[Any], T]) -> T:
    """Return the result of some work on a connection."""
    return work(connection._conn)
