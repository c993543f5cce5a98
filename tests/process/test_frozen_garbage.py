"""Tests of garbage collection: objects that exist at the start are never looked through again."""

import asyncio
import gc
import weakref
from unittest.mock import AsyncMock

import pytest

from cogs.core import lifecycle
from tests.process.test_connecting import WITHIN


class Cycle:
    """An object that only the garbage collector frees."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
async def freezing(monkeypatch):
    """Freeze objects every few milliseconds, and look at all of them at each fifth time."""
    monkeypatch.setattr(lifecycle, "FREEZE_INTERVAL", 0.005)
    monkeypatch.setattr(lifecycle, "FREEZES_PER_UNFREEZE", 5)
    task = asyncio.create_task(lifecycle.freeze_gc(AsyncMock()))
    yield
    task.cancel()
    gc.unfreeze()


async def test_what_is_loaded_later_is_not_looked_through_again_either(freezing):
    await asyncio.sleep(0.05)
    later = Cycle()
    async with asyncio.timeout(WITHIN):
        while any(one is later for one in gc.get_objects()):  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.01)


async def test_garbage_that_was_frozen_is_found_all_the_same(freezing):
    later = Cycle()
    await asyncio.sleep(0.05)
    gone = weakref.ref(later)
    del later
    async with asyncio.timeout(WITHIN):
        while gone() is not None:  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.01)
