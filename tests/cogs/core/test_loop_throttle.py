"""Tests that a press waits for at most one heavy step, however much work there is."""

import asyncio
from itertools import pairwise

import pytest

from cogs.core.concurrency import LoopThrottle, Priority


async def rounds(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_one_heavy_step_is_let_in_at_a_time_with_a_round_for_the_others_between() -> None:
    turnstile, passed, seen = LoopThrottle(), 0, []

    async def heavy() -> None:
        nonlocal passed
        await turnstile.wait(Priority.PANEL)
        passed += 1

    steps = [asyncio.create_task(heavy()) for _ in range(20)]
    while passed < len(steps):
        seen.append(passed)
        await asyncio.sleep(0)
    assert max(after - before for before, after in pairwise(seen)) == 1


async def passing(turnstile: LoopThrottle, *wishes: Priority) -> list[Priority]:
    """Return the order in which tasks pass if they arrive in the given order."""
    order: list[Priority] = []

    async def one(haste: Priority) -> None:
        await turnstile.wait(haste)
        order.append(haste)

    await asyncio.gather(*map(one, wishes))
    return order


async def test_what_was_pressed_passes_before_panels_and_these_before_tables() -> None:
    order = await passing(
        LoopThrottle(), Priority.TABLE, Priority.PANEL, Priority.MOVE, Priority.PANEL
    )
    assert order == [Priority.MOVE, Priority.PANEL, Priority.PANEL, Priority.TABLE]


async def test_a_table_does_not_wait_for_ever_while_members_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turnstile, loop, order = LoopThrottle(), asyncio.get_running_loop(), []

    async def one(haste: Priority) -> None:
        await turnstile.wait(haste)
        order.append(haste)

    waiting = asyncio.create_task(one(Priority.TABLE))
    pressed = [asyncio.create_task(one(Priority.MOVE)) for _ in range(3)]
    await asyncio.sleep(0)  # All of them wait.
    later = loop.time() + Priority.TABLE.value + 1
    monkeypatch.setattr(loop, "time", lambda: later)
    pressed += [asyncio.create_task(one(Priority.MOVE)) for _ in range(3)]
    await asyncio.gather(waiting, *pressed)
    assert order == [*[Priority.MOVE] * 3, Priority.TABLE, *[Priority.MOVE] * 3]


async def test_who_is_cancelled_keeps_nobody_waiting() -> None:
    turnstile = LoopThrottle()
    first = asyncio.create_task(turnstile.wait(Priority.MOVE))
    await asyncio.sleep(0)
    first.cancel()
    async with asyncio.timeout(5):
        await turnstile.wait(Priority.TABLE)
