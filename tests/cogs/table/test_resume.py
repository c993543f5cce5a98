"""Tests that a start resumes games a few at a time, so that the memory holds few of them."""

import asyncio

import pytest

from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.table import activity
from data.repositories.tables import TableRepository
from tests.cogs.support.play import start
from tests.simulator import Simulator


async def test_a_start_reads_only_some_games_at_once(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "RESUMED_AT_ONCE", 2)
    games = {(await start(simulator, simulator.members[:2], seats=2)).table_id for _ in range(5)}
    load, find = TableSessions.load, TableRepository.find
    reading: set[int] = set()
    most, seen = [0], set()

    async def slow_load(self: TableSessions, table_id: int) -> TableState:
        reading.add(table_id)
        seen.add(table_id)
        most[0] = max(most[0], len(reading))
        for _ in range(200):
            await asyncio.sleep(0)
        reading.discard(table_id)
        return await load(self, table_id)

    class SlowFind:
        """The query, which lets other tasks run, as a query in a thread does."""

        def __get__(self, instance: TableRepository, owner: type) -> object:
            async def method(table_id: int) -> object:
                await asyncio.sleep(0)
                return await find.__get__(instance, owner)(table_id)

            return method

    monkeypatch.setattr(TableSessions, "load", slow_load)
    monkeypatch.setattr(TableRepository, "find", SlowFind())
    await simulator.restart()
    await simulator.wait(1)
    assert seen == games
    assert most[0] <= 3  # one task may be about to begin
