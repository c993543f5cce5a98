"""Fixtures of the simulated Discord, for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.simulator.simulator import Simulator, open_simulator


@pytest_asyncio.fixture
async def simulator(tmp_path: Path) -> AsyncIterator[Simulator]:
    """The real bot in a simulated server with four members; see `tests.simulator`."""
    async with open_simulator(tmp_path / "tuppence.db") as opened:
        yield opened
