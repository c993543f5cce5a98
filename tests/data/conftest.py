from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.data.builders import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock(1_000_000.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tuppence.db"


@pytest.fixture
async def store(path: Path, clock: Clock) -> AsyncIterator[Store]:
    opened = await Store.open(path, now=clock)
    yield opened
    await opened.close()
