"""Tests of render workers: the order of their jobs, and the recovery of a process that dies."""

import asyncio
import os
import threading
from functools import partial

import pytest

from cogs.core.concurrency import WorkerProcess
from cogs.wiring import render_workers
from render.drawing import bands
from render.drawing.indexed_canvas import TILES
from render.gallery import hands, house_canasta
from render.gallery.builders import NAMES
from render.renderer import Renderer
from render.text.catalogue import current_language, use_language
from render.widgets.seats import TableNames
from render.workers import PREFETCH, Priority, RenderPool, RenderWorker, thread_executor


async def test_who_has_pressed_is_drawn_for_before_tables():
    worker, gate = RenderWorker(thread_executor), threading.Event()
    order: list[str] = []

    async def drawn(name, urgency):
        await worker.draw(partial(order.append, name), urgency)

    first = [asyncio.create_task(worker.draw(gate.wait, Priority.TABLE)) for _ in range(PREFETCH)]
    await asyncio.sleep(0)
    wishes = (("table", Priority.TABLE), ("panel", Priority.PRESS), ("hand", Priority.PRESS))
    rest = [asyncio.create_task(drawn(*wish)) for wish in wishes]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*first, *rest)
    worker.close()
    assert order == ["panel", "hand", "table"]


async def test_whoever_waits_no_longer_holds_nobody_up():
    worker, gate = RenderWorker(thread_executor), threading.Event()
    first = [asyncio.create_task(worker.draw(gate.wait, Priority.TABLE)) for _ in range(PREFETCH)]
    await asyncio.sleep(0)
    leaving = asyncio.create_task(worker.draw(current_language, Priority.PRESS))
    await asyncio.sleep(0)
    leaving.cancel()
    gate.set()
    await asyncio.gather(*first)
    for _ in range(PREFETCH + 1):
        assert await worker.draw(current_language, Priority.TABLE) == "en"
    worker.close()


@pytest.mark.parametrize("processes", [0, 1, 2])
async def test_workers_share_the_memory_for_parts_of_pictures(processes, monkeypatch):
    monkeypatch.setattr(TILES, "limit", TILES.limit)
    monkeypatch.setattr(bands.STRIPS, "limit", bands.STRIPS.limit)
    pool = render_workers(lambda: processes, 32)
    limits = await pool.everywhere(limit_of_caches)
    pool.close()
    assert sum(limits) == 32_000_000


def limit_of_caches():
    return TILES.limit + bands.STRIPS.limit


async def test_a_process_draws_what_a_thread_draws_in_the_language_of_who_asks():
    beside, here = Renderer(workers=render_workers(lambda: 1)), Renderer()
    with use_language("de"):
        drawn = [
            await one.table(house_canasta.four(), TableNames(NAMES, added={3: 1}))
            for one in (beside, here)
        ]
        panels = [
            await one.panel(dict(hands.STATES)["24"], TableNames(NAMES)) for one in (beside, here)
        ]
    for artist in (beside, here):
        artist.close()
    assert drawn[0] == drawn[1]
    assert panels[0] == panels[1]


async def test_a_process_that_dies_is_replaced_and_the_picture_drawn():
    made = RenderPool(lambda: [WorkerProcess])
    with pytest.raises(Exception, match="terminated"):  # It would kill the next one, too.
        await made.draw(partial(os._exit, 1), Priority.TABLE, "one")
    assert await made.draw(current_language, Priority.TABLE, "one") == "en"
    made.close()
