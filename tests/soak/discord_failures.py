"""Discord fails half of all requests: python -m tests.soak.discord_failures [MOVES]

Four tables make MOVES moves (1,000) through discord.py while every second request fails at random.
At the end every table message must equal its state, no move may be doubled, and nobody may have
been notified more often than they had decisions. Then 800 interactions follow, while as many
requests fail. None of them may remain at "thinking…".
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.cogs.channels.test_channels import Half
from tests.cogs.delivery.test_thinking import left_thinking
from tests.cogs.support.play import Game, default_move, start
from tests.cogs.support.time import HOUR, listen, notified
from tests.simulator import Simulator, open_simulator

TABLES = 4
PRESSES = 800


async def play(simulator: Simulator, moves: int) -> list[Game]:
    """Make the moves while Discord fails, then let it recover."""
    listen(simulator)
    games = [await start(simulator, simulator.members) for _ in range(TABLES)]
    simulator.env.backend.faults = Half()
    for number in range(moves):
        await default_move(games[number % TABLES])
        await simulator.wait(30)
    simulator.env.backend.faults = []
    await simulator.wait(HOUR)
    return games


async def wrong(game: Game) -> list[str]:
    """Return what a table shows wrongly."""
    live = await game.live()
    log = await game.simulator.bot.database.tables.move_log(game.table_id)
    thread = live.row.thread_id
    board = next(m for m in game.simulator.messages(thread) if m.id == live.row.message_id)
    found = []
    if live.row.rendered_seq != live.row.seq:
        found.append(f"table {game.table_id} is behind")
    if len({entry.key for entry in log}) != len(log):
        found.append(f"table {game.table_id} has a doubled move")
    waiting = [f"<@{live.player(live.game.table.turn).user_id}>"]
    if not all(name in board.text for name in waiting):
        found.append(f"table {game.table_id} shows another turn")
    return found


async def run(moves: int) -> int:
    """Play and check; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_simulator(Path(folder) / "flaky.db") as simulator:
            games = await play(simulator, moves)
            found = [line for game in games for line in await wrong(game)]
            told = sum(notified(simulator).values())
        async with open_simulator(Path(folder) / "thinking.db") as simulator:
            thinking = len(await left_thinking(simulator, PRESSES, seed=7))
    turns = moves // 2 + TABLES
    print(f"{moves} moves, {told} notifications for {turns} turns; wrong: {found or 'nothing'}")
    print(f"{PRESSES} presses, {thinking} left at thinking")
    return 1 if found or thinking or told > turns else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)))
