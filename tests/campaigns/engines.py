"""The engine that a campaign runs on: a file, or with `--postgres` a PostgreSQL of its own.

That one syncs every commit to the disk of the temporary folder, as an operator's does.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.sql.address import DatabasePlace, ServerAddress
from tests.postgres.server import execute, running

OPTION = "--postgres"


@contextmanager
def new_database(arguments: list[str]) -> Iterator[DatabasePlace]:
    """A database of the engine that the arguments of a campaign ask for, taken out of them."""
    if OPTION not in arguments:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder) / "tuppence.db"
        return
    arguments.remove(OPTION)
    with running(Path(tempfile.gettempdir()), durable=True) as server:
        execute(server.address(), "CREATE DATABASE tuppence")
        yield ServerAddress(server.address("tuppence"))
