"""The database that a benchmark uses: a SQLite file, or a PostgreSQL server with `--postgres`.

The PostgreSQL server syncs every commit to the disk of the temporary folder, as in production.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.core.location import DatabaseLocation, DatabaseUrl
from tests.support.postgres.server import execute, running

OPTION = "--postgres"


@contextmanager
def new_database(arguments: list[str]) -> Iterator[DatabaseLocation]:
    """Yield the database that the arguments name, and remove the option from the arguments."""
    if OPTION not in arguments:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder) / "tuppence.db"
        return
    arguments.remove(OPTION)
    with running(Path(tempfile.gettempdir()), durable=True) as server:
        execute(server.address(), "CREATE DATABASE tuppence")
        yield DatabaseUrl(server.address("tuppence"))
