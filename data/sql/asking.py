"""A unit of work that begins with one question about one thing.

On PostgreSQL the questions of several such units are asked together, and waited for once: see
`data.postgres.committing`. To SQLite it is a unit like any other.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from data.sql.connection import Connection, SqlRow

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Asking(Generic[T_co]):
    """What is asked, and what is done with the row that answers it, None where there is none.

    Nothing that such a unit about another `subject` does may change the answer.
    """

    subject: Hashable
    sql: str
    parameters: Mapping[str, Any]
    then: Callable[[Connection, Any, SqlRow | None], T_co]

    def __call__(self, connection: Connection, now: Any) -> T_co:
        """Ask, and go on."""
        row = connection.execute(self.sql, self.parameters).fetchone()
        return self.then(connection, now, row)
