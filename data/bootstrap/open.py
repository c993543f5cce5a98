"""Opens a database by its location: a file or a PostgreSQL address."""

from importlib import import_module
from types import ModuleType
from typing import Final

from data.bootstrap.compatibility import ReleaseCheck
from data.bootstrap.open_sqlite import open_sqlite
from data.core.backend import Clock, OpenedBackend
from data.core.location import DatabaseLocation, DatabaseUrl
from data.core.pipelining import TableFence
from data.errors import DatabaseUnusable

WITHOUT_PSYCOPG: Final = (
    "TUPPENCE_DATABASE is a PostgreSQL address, but the PostgreSQL driver is not installed. "
    "Run in Tuppence's folder, as the owner of its .venv: .venv/bin/python -m pip install "
    "--require-hashes -r .ci/locked/requirements-postgres.txt"
)


async def open_database(
    place: DatabaseLocation,
    clock: Clock,
    program: ReleaseCheck | None = None,
    fence: TableFence | None = None,
) -> OpenedBackend:
    """Open a database. Only PostgreSQL can have a `fence`. Raises what `Database.open` raises."""
    if isinstance(place, DatabaseUrl):
        on_server = import_postgres_module("data.postgres.open").open_postgres
        opened: OpenedBackend = await on_server(place, clock, program, fence)
        return opened
    return await open_sqlite(place, clock, program)


def import_postgres_module(name: str) -> ModuleType:
    """Import a module for PostgreSQL. Not done at the start, because psycopg is optional.

    Raises `DatabaseUnusable` without psycopg.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise DatabaseUnusable(WITHOUT_PSYCOPG) from error
