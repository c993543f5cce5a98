"""The store's tests run over both engines, unless a folder or module has its own `place`."""

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


@pytest.fixture
def postgres_place(postgres: Shared) -> Iterator[ServerAddress]:
    """A PostgreSQL database with all its tables."""
    with postgres.database(postgres.template(TEMPLATE, migrated)) as address:
        yield ServerAddress(address)


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest) -> DatabasePlace:
    """A database with all its tables, on each engine."""
    if request.param == "postgres":
        address: ServerAddress = request.getfixturevalue("postgres_place")
        return address
    path: Path = request.getfixturevalue("path")
    empty_database.lay(path)
    return path


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
