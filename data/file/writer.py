"""The one task that writes.

A unit of work is a function of the connection and the time. Callers hand it in and wait; the
task takes what is waiting, up to 64 units, and commits them together, each under a savepoint
of its own. Nobody is told before that COMMIT came back.

A unit that was handed in is carried out, even when its caller is cancelled meanwhile: a
timeout never means that it did not happen. A unit that raises is undone alone. When SQLite
itself fails, nobody in that commit is told "saved".
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from data.file.clock import Millis
from data.file.connection import OwnThread
from data.file.errors import Busy, NotSaved, ServerAway, StoreClosed, Unsure, is_fatal, not_saved
from data.sql.connection import Connection

T = TypeVar("T")
Work = Callable[[Connection, Millis], T]

# A sync costs the same for one unit as for many; but nobody waits for more than these.
LARGEST_GROUP = 64

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What a unit returned."""

    value: T


@dataclass(frozen=True, slots=True)
class Undone:
    """What a unit raised; its changes are rolled back."""

    error: Exception


@dataclass(frozen=True, slots=True, eq=False)
class Unit(Generic[T]):
    """Work handed in, and who waits for it."""

    work: Work[T]
    waiting: asyncio.Future[T]

    def answer(self, answer: Done[T] | Undone) -> Exception | None:
        """Tell the caller, if still there; else why the work was undone, if it was."""
        error = answer.error if isinstance(answer, Undone) else None
        if self.waiting.done():
            return error
        if isinstance(answer, Undone):
            self.waiting.set_exception(answer.error)
        else:
            self.waiting.set_result(answer.value)
        return None


class CommitTogether(Protocol):
    """Commits units of work together; raises, with nothing changed, when that fails."""

    def __call__(
        self, group: Sequence[Work[Any]], now: Millis, /
    ) -> Awaitable[list[Done[Any] | Undone]]:
        """What became of each."""
        ...


class Writer:
    """Owns the writing connection: `commit` commits units together on it.

    `clock` gives milliseconds since 1970. Every commit has one time, and time never runs
    backwards here unless it is told to `follow`: `not_before` is the last time the file knows of.
    """

    def __init__(
        self, commit: CommitTogether, clock: Callable[[], Millis], not_before: Millis
    ) -> None:
        self.failure: asyncio.Future[NotSaved] = asyncio.get_running_loop().create_future()
        self._commit_together = commit
        self._clock = clock
        self._now = not_before
        self._queue: asyncio.Queue[Unit[Any] | None] = asyncio.Queue()
        self._closing = False
        self._task = asyncio.create_task(self._write(), name="store writer")
        self.took: Callable[[float], None] = unheard
        """Hears of every commit how many seconds it took."""

    async def submit(self, work: Work[T]) -> T:
        """What `work` returned, once it is on disk.

        Raises what `work` raised (its changes are undone), or `NotSaved`.
        """
        self._check_open()
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Unit(work, waiting))
        return await waiting

    def follow(self) -> None:
        """The clock was set back, and that is right: go by it from the next commit on."""
        self._now = self._clock()

    async def close(self) -> None:
        """Finish what was handed in, and stop."""
        self._closing = True
        self._queue.put_nowait(None)
        # not awaited itself: what it raised, those who waited have been told
        await asyncio.wait([self._task])

    def _check_open(self) -> None:
        if self.failure.done():
            raise NotSaved(str(self.failure.result()))
        if self._closing:
            raise StoreClosed("Not saved: the database is closing.")

    async def _write(self) -> None:
        try:
            while group := await self._next_group():
                if self.failure.done():
                    # after a failed write or sync, a later commit that "succeeds" proves nothing
                    _refuse(group, self.failure.result())
                else:
                    await self._commit(group)
        finally:
            self._closing = True
            self._refuse_the_rest()

    async def _next_group(self) -> list[Unit[Any]]:
        """The units of the next commit; none when the store is closing."""
        group: list[Unit[Any]] = []
        unit = await self._queue.get()
        while unit is not None:
            group.append(unit)
            if len(group) == LARGEST_GROUP or self._queue.empty():
                return group
            unit = self._queue.get_nowait()
        if group:
            self._queue.put_nowait(None)
        return group

    async def _commit(self, group: list[Unit[Any]]) -> None:
        work = [unit.work for unit in group]
        try:
            self._now, begun = max(self._now, self._clock()), time.perf_counter()
            answers = await self._commit_together(work, self._now)
            self.took(time.perf_counter() - begun)
        except asyncio.CancelledError:
            _refuse(group, Unsure("It is unknown whether this was saved: the database was closed."))
            raise
        except Exception as error:  # noqa: BLE001 - whatever it was, nobody may be left waiting
            self._fail(error)
            _refuse(group, not_saved(error))
        else:
            _tell(zip(group, answers, strict=True))

    def _fail(self, error: Exception) -> None:
        """After a full disk or worse take no more work; a file that is busy may be free again."""
        refusal = not_saved(error)
        if isinstance(refusal, Busy | ServerAway):
            log.warning("%s", refusal)
        elif not self.failure.done():
            log.critical("The database has failed; restart to recover. %s", refusal)
            self.failure.set_result(refusal)

    def _refuse_the_rest(self) -> None:
        waiting = [self._queue.get_nowait() for _ in range(self._queue.qsize())]
        _refuse(
            [unit for unit in waiting if unit], StoreClosed("Not saved: the database is closing.")
        )


def unheard(_: float) -> None:
    """Nobody wants to know."""


def _refuse(group: list[Unit[Any]], refusal: NotSaved) -> None:
    # an exception of their own each: callers add their tracebacks to it
    _tell((unit, Undone(type(refusal)(*refusal.args))) for unit in group)


def _tell(answers: Iterable[tuple[Unit[Any], Done[Any] | Undone]]) -> None:
    """Tell every caller what came of it; the log counts what nobody hears to be undone."""
    unheard = [error for unit, answer in answers if (error := unit.answer(answer))]
    if unheard:
        log.warning(
            "rolled back %d changes whose callers were cancelled: %s", len(unheard), unheard[0]
        )


def committing(connection: OwnThread) -> CommitTogether:
    """Commits on SQLite."""

    async def commit(group: Sequence[Work[Any]], now: Millis) -> list[Done[Any] | Undone]:
        return await connection.run(partial(commit_together, group, now))

    return commit


def commit_together(
    group: Sequence[Work[Any]], now: Millis, connection: sqlite3.Connection
) -> list[Done[Any] | Undone]:
    """Run every unit and COMMIT once; raise, with nothing changed, when SQLite itself fails."""
    # the write lock at once: no unit that has read finds out later that it came too late
    connection.execute("BEGIN IMMEDIATE")
    try:
        answers = [_under_savepoint(work, now, connection) for work in group]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # after a full disk SQLite has rolled back by itself
            connection.execute("ROLLBACK")
        raise
    return answers


def _under_savepoint(
    work: Work[T], now: Millis, connection: sqlite3.Connection
) -> Done[T] | Undone:
    connection.execute("SAVEPOINT unit")
    try:
        value = work(connection, now)
    except Exception as error:
        # without a transaction SQLite has rolled back by itself, the other units of the group with
        # it
        if is_fatal(error) or not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO unit")
        connection.execute("RELEASE unit")
        return Undone(not_saved(error) if isinstance(error, sqlite3.Error) else error)
    connection.execute("RELEASE unit")
    return Done(value)
