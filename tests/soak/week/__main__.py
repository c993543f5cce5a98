"""Plays one game over a week to its final score: python -m tests.soak.week

Six members in three time zones play Pennies From Heaven to its 20,000 points through discord.py,
with every move typed. One member vanishes, one is on holiday, the bot is killed twice, and the
thread is deleted. Each notification is compared with the decision that it announces;
see `tests/soak/week/week.py`.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import engine
from tests.simulator import open_simulator
from tests.soak.week.week import HAPPENS, begun, judge, lived, sensible

EVENINGS = (20, 8, 8, 30, 60, 200, 400)
"""Turns on each evening; while a member is missing, play stops much earlier."""


async def run() -> int:
    """Play the week and check it; return 0 if the game has its final score."""
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        async with open_simulator(Path(folder) / "week.db") as simulator:
            week = await begun(simulator, sensible)
            await lived(week, EVENINGS)
            judge(week)
            live = await week.game.live()
            result, over = engine.result(live.game.table), await week.over()
            moves, told = live.row.seq, len(week.heard)
    days = max(one.until for one in week.decisions.values()) - week.begun
    print(f"final scores {result.scores if result else None} in round {live.game.table.round}")
    print(f"{moves} moves, {len(week.decisions)} decisions of members, {told} notifications")
    print(
        f"{days / 86400:.1f} days, {len(HAPPENS)} mishaps; {time.process_time() - began:.0f} s CPU"
    )
    return 0 if over and result else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(run()))
