"""Tests of a shutdown: which interactions finish, get a request to retry, or get no answer."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

import bot
from cogs.core.lifecycle import InFlight
from cogs.core.refusals import ShuttingDown
from tests.cogs.support.play import open_lobby, start


async def briefly():
    await asyncio.sleep(0.02)


async def for_ever():
    await asyncio.Event().wait()


@dataclass
class Pressing:
    """A member who presses: the interaction and its answers."""

    gate: InFlight
    work: Callable[[], Awaitable[object]]
    answer: Callable[[], Awaitable[object]] = briefly
    told: str = ""

    async def press(self):
        try:
            with self.gate.tracking():
                await self.work()
                self.told = "done"
        except ShuttingDown as leaving:
            await self.answer()
            self.told = leaving.key


async def pressed(*pressings):
    """Start all presses."""
    tasks = [asyncio.create_task(pressing.press()) for pressing in pressings]
    await asyncio.sleep(0)
    return tasks


async def test_a_stop_waits_for_what_is_under_way():
    gate = InFlight()
    pressing = Pressing(gate, briefly)
    await pressed(pressing)
    assert await gate.close(1, 1) == 0
    assert pressing.told == "done"


async def test_who_presses_while_the_others_finish_is_turned_away():
    gate = InFlight()
    await pressed(Pressing(gate, briefly))
    closing = asyncio.create_task(gate.close(1, 1))
    await asyncio.sleep(0)
    late = Pressing(gate, for_ever)
    await pressed(late)
    assert await closing == 0
    assert late.told == "room.leaving"


async def test_who_does_not_finish_is_sent_home_with_a_sentence():
    gate = InFlight()
    pressings = [Pressing(gate, for_ever) for _ in range(100)]
    await pressed(*pressings)
    assert await gate.close(0.01, 1) == 100
    assert {pressing.told for pressing in pressings} == {"room.leaving_midway"}


async def test_who_cannot_be_told_does_not_hold_up_the_end():
    gate = InFlight()
    (press,) = await pressed(Pressing(gate, for_ever, answer=for_ever))
    assert await gate.close(0.01, 0.01) == 1
    assert press.cancelled()


async def test_who_presses_when_all_is_over_is_not_answered():
    gate = InFlight()
    await gate.close(0.01, 0.01)
    pressing = Pressing(gate, for_ever)
    (press,) = await pressed(pressing)
    await asyncio.wait([press])
    assert (press.cancelled(), pressing.told) == (True, "")


async def test_a_press_that_somebody_else_cancels_is_not_told_that_we_leave():
    pressing = Pressing(InFlight(), for_ever)
    (press,) = await pressed(pressing)
    press.cancel()
    await asyncio.wait([press])
    assert (press.cancelled(), pressing.told) == (True, "")


async def test_only_the_interactions_of_the_chosen_guilds_are_waited_for():
    gate, done = InFlight(), []

    async def press(guild, seconds):
        with gate.tracking(guild=guild):
            await asyncio.sleep(seconds)
            done.append(guild)

    presses = [asyncio.create_task(press(guild, 0.05)) for guild in (None, 3, 4)]
    endless = asyncio.create_task(press(5, 60))
    await gate.wait_for_guilds(lambda guild: guild in {0, 4}, 1)
    assert {None, 4} <= set(done)
    await gate.wait_for_guilds(lambda guild: guild == 5, 0.01)
    assert 5 not in done
    endless.cancel()
    await asyncio.wait([*presses, endless])


# ---- in the simulator


@pytest.fixture
def hasty(monkeypatch):
    """Shut down without waiting for anybody."""
    monkeypatch.setattr(bot, "DRAIN_SECONDS", 0.01)


async def test_who_is_sent_home_after_their_move_is_told_that_it_counts(simulator, hasty):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    seat = (await game.live()).game.table.turn
    # It cannot be shown now.
    async with simulator.bot.services.hand_panels._lock(game.table_id, seat):
        pressing = asyncio.create_task(person.press(panel, "say"))
        await asyncio.sleep(0.3)
        assert await game.seq() == 1
        await simulator.bot.drain()
    told = [message.text for message in simulator.messages(viewer=person) if message.private]
    await pressing
    assert "Your move counts" in told[-1]


async def test_who_is_sent_home_before_their_move_is_told_to_look(simulator, hasty):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    async with simulator.bot.services.sessions.lock(game.table_id):
        pressing = asyncio.create_task(person.press(panel, "say"))
        await asyncio.sleep(0.1)
        await simulator.bot.drain()
    told = [message.text for message in simulator.messages(viewer=person) if message.private]
    await pressing
    assert await game.seq() == 0
    assert "If your move isn't there, press the button again" in told[-1]


async def test_a_hundred_who_wait_for_a_table_are_all_told(simulator, hasty):
    lobby = await open_lobby(simulator, simulator.members[0])
    guests = [simulator.invite(f"Guest {number}") for number in range(100)]
    async with simulator.bot.services.sessions.lock(1):
        pressing = asyncio.create_task(
            simulator.together(*(guest.pressing(lobby, "join") for guest in guests))
        )
        await asyncio.sleep(0.5)
        await simulator.bot.drain()
    answers = await pressing
    assert all("I'm about to restart" in answer.text for answer in answers)
    assert all(answer.private for answer in answers)
