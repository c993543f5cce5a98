"""Commits on PostgreSQL: many units of work together, and none twice.

At first a group is said without savepoints and in a pipeline. Only when a unit of it raises, all is
undone, and said again with a savepoint for each: units are functions of the connection and the
time, so that saying them again comes to the same. Moves at several tables ask what they have to
know together, and wait for it once.

A server that goes away in the midst is waited for. Where its COMMIT was not answered, it is asked
what became of that transaction, by its number, when it is back: the group is then known to be done,
or said again.
"""

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg

from data.file.clock import Millis
from data.file.errors import Busy, NotSaved, ServerAway, Unusable
from data.file.writer import Done, Undone, Work
from data.postgres.link import Link, is_away, words_of
from data.postgres.speaking import Speaking
from data.sql.asking import Asking

Answers = list[Done[Any] | Undone]
Sleep = Callable[[float], None]

PATIENCE: Final = 10.0
"""Seconds that a group waits for a server to come back."""
AGAIN: Final = 0.1
"""Seconds between two tries."""
TWO_WAITED: Final = ("40P01", "40001")
"""The states in which two waited for each other."""
COMMITTED, ABORTED = "committed", "aborted"


class Raised(Exception):  # noqa: N818 - no error of the group's: it is said again
    """A unit of a group has raised."""


class Committing:
    """Commits groups on one link."""

    def __init__(self, link: Link, patience: float = PATIENCE, sleep: Sleep = time.sleep) -> None:
        self._link = link
        self._patience = patience
        self._sleep = sleep

    async def commit(self, group: Sequence[Work[Any]], now: Millis) -> Answers:
        """What became of each unit. Raises `NotSaved`: nothing is done, or nobody knows."""
        return await self._link.run(lambda: self._commit(group, now))

    def _commit(self, group: Sequence[Work[Any]], now: Millis) -> Answers:
        until = time.monotonic() + self._patience
        attempt = Attempt(group, now)
        while True:
            try:
                return attempt.made(self._link.connected())
            except (psycopg.Error, Unusable) as error:
                again = is_away(error) or two_waited(error)
                if is_away(error):
                    self._link.hang_up()
                if not again or time.monotonic() > until:
                    self._link.hang_up()
                    raise attempt.refusal(error) from error
            self._sleep(AGAIN)


class Attempt:
    """One group on its way. Once its COMMIT was sent, `number` is that of its transaction."""

    def __init__(self, group: Sequence[Work[Any]], now: Millis) -> None:
        self._group = group
        self._now = now
        self._number: str | None = None
        self._answers: Answers = []

    def made(self, speaking: Speaking) -> Answers:
        """Commit it, or find that it was committed. Raises `psycopg.Error`."""
        if self._number is not None and self._was_committed(speaking, self._number):
            return self._answers
        self._number = None
        try:
            self._quickly(speaking)
        except Raised:
            self._one_by_one(speaking)
        return self._answers

    def refusal(self, error: Exception) -> NotSaved:
        """What those who wait are told when it is given up."""
        said = words_of(error) if isinstance(error, psycopg.Error) else str(error)
        if self._number is not None:
            return ServerAway(f"It is unknown whether this was saved: {said}")
        return Busy(f"Not saved: {said}") if is_away(error) else not_saved(error, said)

    def _was_committed(self, speaking: Speaking, number: str) -> bool:
        """Raises `psycopg.Error` while it cannot be told."""
        (status,) = speaking.execute("SELECT pg_xact_status(CAST(? AS xid8))", (number,)).fetchone()
        # "in progress": the server has not noticed yet that its client is gone. None: too long ago.
        if status not in {COMMITTED, ABORTED}:
            raise psycopg.OperationalError(f"transaction {number} is {status}")
        return bool(status == COMMITTED)

    def _quickly(self, speaking: Speaking) -> None:
        """All units in a pipeline. Raises `Raised` with nothing done when one of them raises."""
        try:
            with speaking.pipelined():
                speaking.execute("BEGIN")
                # Asked for first: after a COMMIT without an answer it is all one can ask about.
                number = speaking.link.cursor().execute(NUMBER)
                self._answers = [Done(value) for value in self._values(speaking)]
                self._end(speaking, number)
        except Exception as error:
            if is_away(error) or self._number is not None:
                raise
            speaking.link.rollback()
            raise Raised from error

    def _values(self, speaking: Speaking) -> Iterator[Any]:
        """What each unit returns; what those that come first begin by asking is asked together."""
        first = asking_first(self._group)
        rows = iter(speaking.ask_together([each for unit in first for each in unit.questions]))
        for unit in first:
            yield unit.answered(speaking, self._now, [next(rows) for _ in unit.questions])
        for work in self._group[len(first) :]:
            yield work(speaking, self._now)

    def _one_by_one(self, speaking: Speaking) -> None:
        """Each unit under a savepoint: what one raises, it raises alone."""
        speaking.execute("BEGIN")
        try:
            number = speaking.link.cursor().execute(NUMBER)
            self._answers = [self._under_savepoint(work, speaking) for work in self._group]
            self._end(speaking, number)
        except BaseException:
            with suppress(psycopg.Error):  # what it raised is told; a broken link has undone it
                speaking.link.rollback()
            raise

    def _end(self, speaking: Speaking, number: psycopg.Cursor[Any]) -> None:
        found = number.fetchone()
        assert found is not None
        # From here on the answer may be lost, and only the server knows.
        self._number = found[0]
        try:
            speaking.execute("COMMIT")
            speaking.wait_for_answers()
        except psycopg.Error as error:
            # The answers of statements before it come with its own. Whatever the server says in
            # words of its own, it says of something that it has undone.
            if not is_away(error):
                self._number = None
            raise
        self._number = None

    def _under_savepoint(self, work: Work[Any], speaking: Speaking) -> Done[Any] | Undone:
        speaking.execute("SAVEPOINT unit")
        try:
            value = work(speaking, self._now)
        except Exception as error:
            # Whoever waits for another in a ring has all its locks from the units before, too.
            if is_away(error) or two_waited(error):
                raise
            speaking.execute("ROLLBACK TO unit")
            speaking.execute("RELEASE unit")  # which going back to it does not do
            if isinstance(error, psycopg.Error):
                return Undone(not_saved(error, words_of(error)))
            return Undone(error)
        speaking.execute("RELEASE unit")
        return Done(value)


def asking_first(group: Sequence[Work[Any]]) -> list[Asking[Any]]:
    """The units at the beginning that ask, each about something else: none changes the answers.

    Whatever any other unit does may change them, so that those behind it ask for themselves.
    """
    found: dict[Hashable, Asking[Any]] = {}
    for unit in group:
        if not isinstance(unit, Asking) or unit.subject in found:
            break
        found[unit.subject] = unit
    return list(found.values())


def two_waited(error: BaseException) -> bool:
    """Whether the very same, said again from its beginning, may succeed."""
    return isinstance(error, psycopg.Error) and error.sqlstate in TWO_WAITED


NUMBER: Final = "SELECT pg_current_xact_id()::text"


def not_saved(error: BaseException, said: str) -> NotSaved:
    """The refusal of something that PostgreSQL would not have."""
    return NotSaved(f"Not saved: {type(error).__name__}: {said}")
