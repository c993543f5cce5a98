"""Fixtures of the simulated Discord, for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from cogs.ui import first_answer
from tests.simulator.simulator import NAMES, Simulator, open_simulator


@pytest_asyncio.fixture
async def simulator(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Simulator]:
    """The real bot in a simulated server with four members; see `tests.simulator`."""
    how = {"pictures": False, "first_start": False}
    how |= {mark.name: True for mark in request.node.iter_markers() if mark.name in how}
    async with open_simulator(tmp_path / "tuppence.db", NAMES, **how) as opened:
        yield opened


@pytest.fixture
def deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every interaction that may be deferred is deferred before its answer is ready."""
    monkeypatch.setattr(first_answer, "DEFERRAL_SECONDS", 0)
