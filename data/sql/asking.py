"""A unit of work that begins with one question about one thing.

On PostgreSQL the questions of several such units are asked together, and waited for once: see
`data.postgres.committing`. To SQLite it is a unit like any other.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from data.sql.connection import Connection, SqlRow

T_co = TypeVar("T_co", covariant=True)


Question = tuple[str, Mapping[str, Any]]
"""A statement, and its parameters."""


@dataclass(frozen=True, slots=True)
class Guard:
    """What is asked before anything else, and who raises when the answer is wrong."""

    sql: str
    parameters: Mapping[str, Any]
    judge: Callable[[Connection, SqlRow | None], None]


@dataclass(frozen=True, slots=True)
class Asking(Generic[T_co]):
    """What is asked, and what is done with the row that answers it, None where there is none.

    Nothing that such a unit about another `subject` does may change the answer, nor that of the
    `guard`, which is asked before.
    """

    subject: Hashable
    sql: str
    parameters: Mapping[str, Any]
    then: Callable[[Connection, Any, SqlRow | None], T_co]
    guard: Guard | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that is asked at first, in its order."""
        own = (self.sql, self.parameters)
        return (own,) if self.guard is None else ((self.guard.sql, self.guard.parameters), own)

    def answered(self, connection: Connection, now: Any, rows: Sequence[SqlRow | None]) -> T_co:
        """Go on with a row for each question. Raises what the guard raises."""
        if self.guard is not None:
            self.guard.judge(connection, rows[0])
        return self.then(connection, now, rows[-1])

    def __call__(self, connection: Connection, now: Any) -> T_co:
        """Ask, and go on."""
        rows = [connection.execute(*question).fetchone() for question in self.questions]
        return self.answered(connection, now, rows)
