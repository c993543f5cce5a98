"""Fixtures of the simulated Discord, for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.simulator.simulator import NAMES, Simulator, open_simulator


@pytest_asyncio.fixture
async def simulator(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Simulator]:
    """The real bot in a simulated server with four members; see `tests.simulator`."""
    how = {"pictures": False, "first_start": False}
    how |= {mark.name: True for mark in request.node.iter_markers() if mark.name in how}
    async with open_simulator(tmp_path / "tuppence.db", NAMES, **how) as opened:
        yield opened
