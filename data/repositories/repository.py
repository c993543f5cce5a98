"""Repository methods made from SQL functions. They keep the functions' docstrings, names, types.

    class TableRepository(Repository):
        find = query(table.find)               # reads
        create = transaction(lobbies.open)     # writes, with one COMMIT
        void = table_transaction(ending.void)  # writes at one table

A method of several steps is an `async def` in the class.
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
"""The body of a method, which gets the backend and the caller's arguments."""


class Repository:
    """Base class of the bot's repositories."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend


class Method(Generic[P, T]):
    """A descriptor. A repository object gets the asynchronous method, the class the descriptor.

    `timed` says whether `sql` takes the time of the COMMIT; None for a query.
    """

    def __init__(self, run: Run[P, T], sql: Callable[..., T], *, timed: bool | None = None) -> None:
        self.sql, self.timed = sql, timed
        self._run = run
        self.__doc__ = sql.__doc__  # `help()` shows the docstring of the SQL function.

    @overload
    def __get__(self, instance: None, owner: type) -> "Method[P, T]": ...
    @overload
    def __get__(self, instance: Repository, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(
        self, instance: Repository | None, owner: type
    ) -> "Method[P, T] | Callable[P, Coroutine[Any, Any, T]]":
        """Return the method of one repository. Nothing runs before it is awaited."""
        if instance is None:
            return self
        run, backend = self._run, instance.backend

        async def method(*args: P.args, **kwargs: P.kwargs) -> T:
            return await run(backend, *args, **kwargs)

        return method


def query(sql: Callable[Concatenate[Connection, P], T], *, slow: bool = False) -> Method[P, T]:
    """Make a repository method from a query. The query sees one state and changes nothing.

    A `slow` query waits for other slow ones, and no interaction waits for it.
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
    """Make a repository method from a transaction. The method returns after the COMMIT.

    If `timed`, the function gets the time of that COMMIT.
    """

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
    """Make a repository method from a transaction at one table.

    The first argument of the method is a table id, or an object that has one. See
    `Backend.table_transaction`.
    """

    def run(backend: Backend, key: int | HasTableId, /, *args: Any, **kwargs: Any) -> Awaitable[T]:
        return backend.table_transaction(
            key if isinstance(key, int) else key.table_id,
            lambda c, now: sql(c, *_time(now, timed), key, *args, **kwargs),
        )

    return Method(run, sql, timed=timed)


def _time(now: Millis, timed: bool) -> tuple[Millis, ...]:  # noqa: FBT001 - internal
    return (now,) if timed else ()
