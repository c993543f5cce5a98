"""Tests that nobody can be identified from the log: it contains no name and no Discord id."""

import logging
import re
import subprocess
import sys
from collections.abc import Iterator

from cogs.core.log import MaskingFormatter, mask_ids, stand_in
from cogs.game.state import TableState
from tests.cogs.support.play import default_turn
from tests.cogs.support.time import DAY, after, timed
from tests.simulator import Simulator

NAMES = ("Zenobia", "Quirin", "Ottokar", "Philomena")
OURS = ("cogs", "data", "tuppence", "bot")


def lines(simulator: Simulator) -> Iterator[str]:
    """Yield the log at DEBUG, with discord.py at INFO."""
    for record in simulator.log:
        ours = record.name.startswith(OURS)
        if ours:
            yield record.getMessage()
        if ours or record.levelno >= logging.INFO:
            yield MaskingFormatter(None).format(record)


def named(simulator: Simulator) -> list[str]:
    """Return the lines that identify somebody."""
    people = simulator.everybody.values()
    numbers, names = [str(one.id) for one in people], [name.casefold() for name in NAMES]
    traces = [*numbers, *names]
    return [line for line in lines(simulator) if any(word in line.casefold() for word in traces)]


class Troubled:
    """Tables that fail to load, with names in the error."""

    def __init__(self, user_id: int) -> None:
        self.user_id = user_id

    async def __call__(self, _: int) -> TableState:
        raise KeyError(self.user_id)


async def evening(simulator: Simulator) -> None:
    """Play at a table through every kind of error that is logged."""
    zen, quirin, ottokar, philomena = people = [simulator.invite(name) for name in NAMES]
    game = await timed(simulator, people)
    for path in ("/webhooks/*", "/channels/*", "/interactions/*"):
        who = await game.turn()
        hand = await game.hand(who)
        simulator.fail("*", path, status=503, times=2)
        await who.press(hand, "say")
        simulator.disconnect("*", path, times=1)
        await default_turn(game)
        await simulator.wait(60)
    simulator.heal()
    simulator.fail("GET", "/guilds/*/members/*", status=403, code=50013, times=2)
    for _ in range(6):
        await after(simulator, 3 * DAY)
    await ottokar.slash("history", member=zen.actor)
    simulator.fail("POST", "/interactions/*", status=500, times=2)
    await philomena.press_stale(game.board, f"t1:history:0:0:{quirin.id}:0:0:0:0:0")
    tables = simulator.bot.services.sessions
    tables.load = Troubled(zen.id)  # type: ignore[method-assign, assignment]
    await zen.press(simulator.latest(game.thread), "hand")
    await simulator.wait(60)
    del tables.load
    (await simulator.bot.database.make_backup()).write_bytes(b"torn" * 5000)
    answer = await zen.slash("privacy forget")
    await zen.press(answer.message, "Yes, forget me")


async def test_an_evening_with_all_its_trouble_names_nobody_in_the_log(simulator):
    await evening(simulator)
    said = "\n".join(lines(simulator))
    for sign in ("KeyError", "fault", "not shown", "is still in", "not answered"):
        assert sign in said  # The error did occur.
    assert named(simulator) == []
    simulator.take_errors()


def test_who_is_not_named_can_be_followed_through_one_process():
    line = mask_ids("t1:draw:7:3 by 1234567890123456789 in 987654321098765432")
    assert line == (
        f"t1:draw:7:3 by {stand_in('1234567890123456789')} in {stand_in('987654321098765432')}"
    )
    assert not re.search(r"\d{12}", line)


def test_in_another_process_the_same_member_is_another_number():
    program = "from cogs.core.log import stand_in; print(stand_in('1234567890123456789'))"
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() != stand_in("1234567890123456789")


def test_tables_and_times_are_left_as_they_are():
    assert mask_ids("table 12345, 1767225600000 ms") == "table 12345, 1767225600000 ms"
