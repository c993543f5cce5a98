"""Easels: who is drawn for first, and what becomes of a process that dies."""

import asyncio
import os
import threading
from functools import partial

import pytest

from cogs._work.processes import Worker
from cogs.wiring import easels
from render.artist import Artist
from render.easels import AHEAD, Easel, Easels, Urgency, thread
from render.felt.people import Company
from render.samples import hands, house
from render.samples.builders import NAMES
from render.text.catalogue import speaking, spoken


async def test_who_has_pressed_is_drawn_for_before_tables():
    easel, gate = Easel(thread), threading.Event()
    order: list[str] = []

    async def drawn(name, urgency):
        await easel.draw(partial(order.append, name), urgency)

    first = [asyncio.create_task(easel.draw(gate.wait, Urgency.TABLE)) for _ in range(AHEAD)]
    await asyncio.sleep(0)
    wishes = (("table", Urgency.TABLE), ("panel", Urgency.PRESS), ("hand", Urgency.PRESS))
    rest = [asyncio.create_task(drawn(*wish)) for wish in wishes]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*first, *rest)
    easel.close()
    assert order == ["panel", "hand", "table"]


async def test_whoever_waits_no_longer_holds_nobody_up():
    easel, gate = Easel(thread), threading.Event()
    first = [asyncio.create_task(easel.draw(gate.wait, Urgency.TABLE)) for _ in range(AHEAD)]
    await asyncio.sleep(0)
    leaving = asyncio.create_task(easel.draw(spoken, Urgency.PRESS))
    await asyncio.sleep(0)
    leaving.cancel()
    gate.set()
    await asyncio.gather(*first)
    for _ in range(AHEAD + 1):
        assert await easel.draw(spoken, Urgency.TABLE) == "en"
    easel.close()


async def test_a_process_draws_what_a_thread_draws_in_the_language_of_who_asks():
    beside, here = Artist(easels=easels(lambda: 1)), Artist()
    with speaking("de"):
        drawn = [
            await one.table(house.four(), Company(NAMES, added={3: 1})) for one in (beside, here)
        ]
        panels = [
            await one.panel(dict(hands.STATES)["24"], Company(NAMES)) for one in (beside, here)
        ]
    for artist in (beside, here):
        artist.close()
    assert drawn[0] == drawn[1]
    assert panels[0] == panels[1]


async def test_a_process_that_dies_is_replaced_and_the_picture_drawn():
    made = Easels(lambda: [Worker])
    with pytest.raises(Exception, match="terminated"):  # it would take the next one with it, too
        await made.draw(partial(os._exit, 1), Urgency.TABLE, "one")
    assert await made.draw(spoken, Urgency.TABLE, "one") == "en"
    made.close()
