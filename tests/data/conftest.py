"""Fixtures that run the database's tests on both engines, unless a folder has its own `place`."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data.core.location import DatabaseLocation, DatabaseUrl
from data.database import Database
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
def postgres_place(postgres: Shared) -> Iterator[DatabaseUrl]:
    with postgres.database(postgres.template(TEMPLATE, migrated)) as address:
        yield DatabaseUrl(address)


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest) -> DatabaseLocation:
    """A database with all its tables, on each engine."""
    if request.param == "postgres":
        address: DatabaseUrl = request.getfixturevalue("postgres_place")
        return address
    path: Path = request.getfixturevalue("path")
    empty_database.lay(path)
    return path


def migrated(address: str) -> None:
    """Create the tables in an empty database, which is copied for every test."""

    async def opened() -> None:
        await (await Database.open(DatabaseUrl(address))).close()

    asyncio.run(opened())


@pytest.fixture
async def store(place: DatabaseLocation, clock: Clock) -> AsyncIterator[Database]:
    opened = await Database.open(place, now=clock)
    yield opened
    await opened.close()
