"""Repository methods made from SQL functions: docstring, names and types stay with the SQL.

    class TableRepository(Repository):
        find = query(tables.find)                    # a read
        shift = transaction(timers.shift)            # a write, one COMMIT
        void = table_transaction(ending.void)        # a write that needs the lease of a table

A method of several steps stays an `async def` in the class.
"""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Concatenate, Generic, Literal, ParamSpec, Protocol, TypeVar, overload

from data.core.backend import Backend
from data.core.connection import Connection
from data.core.timestamps import Millis

P = ParamSpec("P")
T = TypeVar("T")


class HasTableId(Protocol):
    """A row, or a request, about one table."""

    @property
    def table_id(self) -> int:
        """The table's number."""
        ...


Key = TypeVar("Key", bound="int | HasTableId")
Run = Callable[Concatenate[Backend, P], Awaitable[T]]
"""What a method does, given the open database and the caller's arguments."""


class Repository:
    """What the bot asks the database through. Subclasses declare queries and transactions."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend


class Method(Generic[P, T]):
    """A descriptor: on a repository the asynchronous method, on the class itself.

    `timed` says whether `sql` is given the time of the COMMIT; None for a query.
    """

    def __init__(self, run: Run[P, T], sql: Callable[..., T], *, timed: bool | None = None) -> None:
        self.sql, self.timed = sql, timed
        self._run = run
        self.__doc__ = sql.__doc__  # help() shows what the SQL function says of itself

    @overload
    def __get__(self, instance: None, owner: type) -> "Method[P, T]": ...
    @overload
    def __get__(self, instance: Repository, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(
        self, instance: Repository | None, owner: type
    ) -> "Method[P, T] | Callable[P, Coroutine[Any, Any, T]]":
        """The method of one repository: nothing runs before it is awaited."""
        if instance is None:
            return self
        run, backend = self._run, instance.backend

        async def method(*args: P.args, **kwargs: P.kwargs) -> T:
            return await run(backend, *args, **kwargs)

        return method


def query(sql: Callable[Concatenate[Connection, P], T], *, slow: bool = False) -> Method[P, T]:
    """A read: sees one state of the database and changes nothing.

    A `slow` one waits for others of its kind, and no interaction waits for it.
    """

    def run(backend: Backend, /, *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        ask = backend.slow_query if slow else backend.query
        return ask(lambda connection: sql(connection, *args, **kwargs))

    return Method(run, sql)


@overload
def transaction(sql: Callable[Concatenate[Connection, Millis, P], T]) -> Method[P, T]: ...
@overload
def transaction(
    sql: Callable[Concatenate[Connection, P], T], *, timed: Literal[False]
) -> Method[P, T]: ...
def transaction(sql: Callable[..., T], *, timed: bool = True) -> Method[..., T]:
    """A write; it returns after its COMMIT. A `timed` one is given the time of that COMMIT."""

    def run(backend: Backend, /, *args: Any, **kwargs: Any) -> Awaitable[T]:
        return backend.transaction(lambda c, now: sql(c, *_time(now, timed), *args, **kwargs))

    return Method(run, sql, timed=timed)


@overload
def table_transaction(
    sql: Callable[Concatenate[Connection, Millis, Key, P], T],
) -> Method[Concatenate[Key, P], T]: ...
@overload
def table_transaction(
    sql: Callable[Concatenate[Connection, Key, P], T], *, timed: Literal[False]
) -> Method[Concatenate[Key, P], T]: ...
def table_transaction(sql: Callable[..., T], *, timed: bool = True) -> Method[..., T]:
    """A write at the table that the first argument names: a number, or a row of that table.

    Raises `NotOwner`, with nothing changed, where another process owns the table's shard.
    """

    def run(backend: Backend, key: int | HasTableId, /, *args: Any, **kwargs: Any) -> Awaitable[T]:
        return backend.table_transaction(
            key if isinstance(key, int) else key.table_id,
            lambda c, now: sql(c, *_time(now, timed), key, *args, **kwargs),
        )

    return Method(run, sql, timed=timed)


def _time(now: Millis, timed: bool) -> tuple[Millis, ...]:  # noqa: FBT001 - internal
    return (now,) if timed else ()
