"""Fixtures of the simulated Discord, for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.simulator.simulator import Room, open_room


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """The real bot in a simulated server with four members; see `tests.simulator`."""
    async with open_room(tmp_path / "tuppence.db") as opened:
        yield opened
