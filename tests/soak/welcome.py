"""Servers add the bot while Discord fails, processes die, and two processes run at once.

    python -m tests.soak.welcome --joins 500

Each server must get exactly one welcome. The run ends with status 1 if one gets none or two.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from simcord.backend import serializers

from cogs.gateway.guild_cache import CompressedGuild
from cogs.welcome import WelcomeService
from tests.cogs.support.welcome import LAST_STEP, MESSAGES, WELCOMED, Killed, Mortal, kill
from tests.simulator.simulator import Simulator, open_simulator


async def failures(database: Path, joins: int, seed: int) -> list[str]:
    """Let servers add the bot, and return a line for each that has not exactly one welcome."""
    chance, wrong = random.Random(seed), []
    async with open_simulator(database, pictures=False) as simulator:
        for number in range(joins):
            guild_id = await new_server(simulator, f"Server {number}")
            told = await welcomed(simulator, guild_id, chance)
            count = welcome_count(simulator, guild_id)
            if count != 1:
                wrong.append(f"server {number}: {count} welcomes; {told}")
    return wrong


async def new_server(simulator: Simulator, name: str) -> int:
    """Create a server with a channel. The bot's own listener is not told about it."""
    backend = simulator.env.backend
    emit = backend.emit
    backend.emit = lambda *_: None  # type: ignore[method-assign]
    guild = simulator.env.create_guild(name)
    guild.create_text_channel("general")
    backend.emit = emit  # type: ignore[method-assign]
    backend.get_guild(guild.id).members[backend.bot_user.id].joined_at = "2025-01-01T00:00:00Z"
    backend.emit(
        "GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(guild.id))
    )
    await simulator.env.settle()
    return int(guild.id)


async def welcomed(simulator: Simulator, guild_id: int, chance: random.Random) -> str:
    """Welcome a server under faults and kills. Returns what happened, for the report."""
    told = []
    for _ in range(chance.randrange(1, 4)):
        fault = disturb(simulator, chance)
        stops = [chance.randrange(1, LAST_STEP) for _ in range(chance.choice((1, 1, 2)))]
        await asyncio.gather(*(one_process(simulator, guild_id, stop) for stop in stops))
        simulator.heal()
        told.append(f"{fault}, killed at {stops}")
        if chance.random() < 0.05:
            await simulator.restart()
    await one_process(simulator, guild_id, stop=0)
    await one_process(simulator, guild_id, stop=0)
    return "; ".join(told)


def disturb(simulator: Simulator, chance: random.Random) -> str:
    """Let Discord fail in one of several ways, and return the names of the faults."""
    return f"post {disturb_post(simulator, chance)}, search {disturb_search(simulator, chance)}"


def disturb_search(simulator: Simulator, chance: random.Random) -> str:
    """Let the search for an earlier message fail, often not at all."""
    fault = chance.choice(("none", "none", "none", "refused", "failed", "cut", "killed"))
    if fault == "refused":
        simulator.fail("GET", MESSAGES, status=403, code=50001, times=9)
    elif fault == "failed":
        simulator.fail("GET", MESSAGES, status=502, times=9)
    elif fault == "cut":
        simulator.disconnect("GET", MESSAGES, times=9)
    elif fault == "killed":
        kill(simulator, "GET", carried_out=True)
    return fault


def disturb_post(simulator: Simulator, chance: random.Random) -> str:
    """Let the request that sends a message fail."""
    fault = chance.choice(("none", "refused", "failed", "lost", "cut", "killed"))
    if fault == "refused":
        simulator.fail("POST", MESSAGES, status=403, code=50013)
    elif fault == "failed":
        simulator.fail("POST", MESSAGES, status=502, times=9)
    elif fault == "lost":
        simulator.fail("POST", MESSAGES, status=502, carried_out=True, times=chance.randrange(1, 7))
    elif fault == "cut":
        simulator.disconnect("POST", MESSAGES, carried_out=chance.random() < 0.5, times=9)
    elif fault == "killed":
        kill(simulator, "POST", carried_out=chance.random() < 0.5)
    return fault


async def one_process(simulator: Simulator, guild_id: int, stop: int) -> None:
    """Run the welcome of a process with an own memory, until it ends or dies at step `stop`."""
    bot = simulator.bot
    guild = bot.get_guild(guild_id)
    assert isinstance(guild, CompressedGuild)
    guild.bot_added = simulator.env.now().timestamp()
    service = WelcomeService(bot)
    service._guilds = type(bot.database.guilds)(Mortal(bot.database.guilds.backend, stop))  # type: ignore[arg-type]
    with suppress(Killed):
        await service._try_logged(guild_id)


def welcome_count(simulator: Simulator, guild_id: int) -> int:
    """Return how many welcomes members of a server can read."""
    channels = simulator.env.backend.get_guild(guild_id).channel_ids
    return sum(WELCOMED in one.text for one in simulator.messages() if one.channel_id in channels)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--joins", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = asyncio.run(failures(Path(folder) / "tuppence.db", given.joins, given.seed))
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    sys.stdout.write(f"{len(wrong)} of {given.joins} servers without exactly one welcome\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
