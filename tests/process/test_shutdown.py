"""Tests of a shutdown of the real process while a hundred presses wait.

`tests/cogs/core/test_shutdown_gate.py` tests the answers: here they depend on the machine's load.
"""

import asyncio
import os
import re
import signal
import sqlite3
from contextlib import asynccontextmanager

from engine import GAMES
from tests.fake_discord import CLEAR, FakeDiscord, Fault, Process

HOSTS, GUESTS = 5, 20
BUSY = 3.0  # Seconds after which another process unlocks the database.


@asynccontextmanager
async def parlour(folder):
    """A process with a few lobbies, and their messages."""
    async with FakeDiscord() as discord:
        process = await Process.started(discord, folder / "t.db")
        try:
            # With one game, the second host would be asked to join the first lobby.
            games = list(GAMES)[:HOSTS]
            opened = [await discord.join(f"Host of {g}").slash("play", game=g) for g in games]
            # A command has work to do after its answer, and that is done too.
            await asyncio.sleep(0.5)
            yield discord, process, [answer.message for answer in opened]
        finally:
            await process.kill()


async def pressing(discord, lobbies, verb="join"):
    """Let a hundred guests press at the same moment."""
    presses = [
        asyncio.create_task(guest.press(lobby, lobby.find(verb), patience=8))
        for number, lobby in enumerate(lobbies)
        for guest in [discord.join(f"Guest {number}.{n}") for n in range(GUESTS)]
    ]
    await asyncio.sleep(1)
    return presses


def dropped(presses):
    """Stop waiting for answers."""
    for press in presses:
        press.cancel()


def judged(words, status):
    """Return the number of interrupted presses from the log. The log must have no traceback."""
    assert status == 0
    assert "Traceback" not in words
    (count,) = re.findall(r"stopped during (\d+) interactions;", words)
    return int(count)


async def test_a_hundred_presses_that_wait_for_a_table_are_one_line_in_the_log(tmp_path):
    async with parlour(tmp_path) as (discord, process, lobbies):
        first: set[str] = set()

        def faults(_method, path):
            if not path.endswith("/callback") or len(first) == HOSTS:
                return CLEAR
            first.add(path)
            return Fault(before=30.0)  # The table is locked until Discord answers.

        discord.rest.faults = faults
        presses = await pressing(discord, lobbies)
        status = await process.stop()
        dropped(presses)
    assert judged(process.words(), status) > GUESTS


async def test_a_hundred_presses_that_wait_for_the_disk_are_one_line_and_count(
    tmp_path,
):
    async with parlour(tmp_path) as (discord, process, lobbies):
        other = sqlite3.connect(process.database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_later(BUSY, other.close)
        presses = await pressing(discord, lobbies)
        status = await process.stop()
        dropped(presses)
    assert judged(process.words(), status) > GUESTS
    with sqlite3.connect(process.database) as after:
        (seated,) = after.execute("SELECT count(*) FROM seat_driver").fetchone()
    after.close()
    assert seated > HOSTS


async def test_presses_that_come_while_it_stops_leave_no_traceback(tmp_path):
    async with parlour(tmp_path) as (discord, process, lobbies):
        discord.rest.faults = lambda *_: Fault(before=0.05)
        guests = [discord.join(f"Guest {number}") for number in range(2 * GUESTS)]

        async def again_and_again(guest, lobby):
            while process.ended is None:
                await guest.press(lobby, "t1:join:1:0", patience=0.1)

        pressing = [
            asyncio.create_task(again_and_again(guest, lobbies[number % HOSTS]))
            for number, guest in enumerate(guests)
        ]
        await asyncio.sleep(0.5)
        os.kill(process._child.pid, signal.SIGTERM)  # `stop` would let the gateway fall silent.
        status = await process._child.wait()
        await asyncio.gather(*pressing)
    assert status == 0
    assert "Traceback" not in process.words()
