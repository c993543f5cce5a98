"""Opening a database by its location: a file or a PostgreSQL address."""

from importlib import import_module
from types import ModuleType
from typing import Final

from data.file.errors import Unusable
from data.opening.file import open_file
from data.opening.opened import Clock, Opened
from data.opening.releases import Program
from data.sql.address import DatabasePlace, ServerAddress

WITHOUT_PSYCOPG: Final = (
    "TUPPENCE_DATABASE is a PostgreSQL address, but the PostgreSQL driver is not installed. "
    "Run in Tuppence's folder, as the owner of its .venv: .venv/bin/python -m pip install "
    "--require-hashes -r .ci/locked/requirements-postgres.txt"
)


async def open_place(
    place: DatabasePlace, clock: Clock, program: Program | None = None, *, shared: bool = False
) -> Opened:
    """Open a database. Only PostgreSQL can be `shared`. Raises the errors of `Store.open`."""
    if isinstance(place, ServerAddress):
        on_server = module_of_servers("data.opening.server").open_on_server
        opened: Opened = await on_server(place, clock, program, shared=shared)
        return opened
    return await open_file(place, clock, program)


def module_of_servers(name: str) -> ModuleType:
    """Import a module for PostgreSQL. It is not imported at the start, because psycopg is optional.

    Raises `Unusable` without psycopg.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise Unusable(WITHOUT_PSYCOPG) from error
