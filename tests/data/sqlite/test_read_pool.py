"""Tests of the read pool: a slow query delays nobody."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from data.core.backend import RunQuery
from data.core.connection import Connection
from data.database import Database
from tests.data.builders import two_players

SOON = 5.0
"""Seconds after which a test fails because something waits that should not."""
NOT_YET = 0.2


@asynccontextmanager
async def held_up(look: RunQuery) -> AsyncIterator[None]:
    """Run a slow query during this block."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(_: Connection) -> None:
        begun.set()
        assert go_on.wait(60)

    asking = asyncio.ensure_future(look(slow))
    await asyncio.to_thread(begun.wait, SOON)
    try:
        yield
    finally:
        go_on.set()
        await asking


KINDS: list[Callable[[Database], RunQuery]] = [
    lambda store: store._opened.file.query,
    lambda store: store._opened.file.slow_query,
]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_look_that_takes_its_time_keeps_no_other_waiting(store, kind):
    table = await two_players(store)
    async with held_up(kind(store)):
        async with asyncio.timeout(SOON):
            assert await store.tables.find(table) is not None


async def test_all_that_is_kept_about_a_person_is_looked_up_behind_other_long_looks(store):
    await two_players(store)
    async with held_up(store._opened.file.slow_query):
        asked = asyncio.ensure_future(store.erasure.export(1))
        assert not (await asyncio.wait([asked], timeout=NOT_YET))[0]
        async with asyncio.timeout(SOON):
            await store.tables.playing_ids()
    assert (await asked)["seats"]


async def test_whoever_looks_after_a_change_sees_it_whichever_reader_they_get(store):
    for _ in range(20):
        table = await two_players(store)
        found = await asyncio.gather(*(store.tables.find(table) for _ in range(4)))
        assert all(found)


async def test_a_look_that_is_given_up_keeps_nobody_from_looking(store):
    table = await two_players(store)
    for _ in range(6):
        looking = asyncio.ensure_future(store.tables.find(table))
        await asyncio.sleep(0)
        looking.cancel()
    async with asyncio.timeout(SOON):
        assert await store.tables.find(table) is not None
