"""The store's tests run over both engines, but for those in `file`, which are of SQLite's file."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data.sql.address import DatabasePlace, ServerAddress
from data.store import Store
from tests.data.builders import Clock
from tests.support import empty_database
from tests.support.postgres.shared import Shared

TEMPLATE = "store"
ENGINES = ("sqlite", "postgres")


@pytest.fixture
def clock() -> Clock:
    return Clock(1_000_000.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tuppence.db"


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest) -> Iterator[DatabasePlace]:
    """Where a test's database is, on each engine; it is there when it is opened."""
    if request.param == "sqlite":
        path: Path = request.getfixturevalue("path")
        empty_database.lay(path)
        yield path
        return
    postgres: Shared = request.getfixturevalue("postgres")
    with postgres.database(postgres.template(TEMPLATE, migrated)) as address:
        yield ServerAddress(address)


def migrated(address: str) -> None:
    """Make the tables in an empty database, of which every test gets a copy."""

    async def opened() -> None:
        await (await Store.open(ServerAddress(address))).close()

    asyncio.run(opened())


@pytest.fixture
async def store(place: DatabasePlace, clock: Clock) -> AsyncIterator[Store]:
    opened = await Store.open(place, now=clock)
    yield opened
    await opened.close()
