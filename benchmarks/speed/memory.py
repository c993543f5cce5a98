"""Memory per server: python -m benchmarks.speed.memory [SERVERS]

A number of servers arrive, each with 20 roles, 40 channels, 30 emojis and 8 threads: first in
discord.py's own cache, then in ours, each in a separate process. The benchmark reads the resident
size before and after. Then it unpacks every server once, and packs it again.
"""

import gc
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import discord
from discord.state import AutoShardedConnectionState

from cogs.gateway.guild_cache import CompressedGuild, CompressedGuildState
from tests.cogs.gateway.test_guild_memory import memory
from tests.cogs.support.guild_payloads import server

SERVERS: Final = 10_000
BAR: Final = 3.0
"""KiB of a server that is not in use."""


def resident() -> float:
    """Return the resident memory of this process, in KiB."""
    gc.collect()
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def measured(kind: type[AutoShardedConnectionState[Any]], count: int) -> list[float]:
    """Return the KiB of a server on arrival, unpacked, and packed again; and the milliseconds to
    unpack one.
    """
    state = memory(kind)
    state.parsers["GUILD_CREATE"](server(count))
    before, took = resident(), 0.0
    for number in range(count):
        told: Any = server(number)
        begun = time.process_time()
        state.parsers["GUILD_CREATE"](told)
        took += time.process_time() - begun
    found = [(resident() - before) / count]
    ours = [one for one in state.guilds if isinstance(one, CompressedGuild)]
    for one in ours:
        one.decompress()
    found.append((resident() - before) / count)
    for one in ours * 2:
        one.compress_if_idle()
    return [*found, (resident() - before) / count, 1000 * took / count]


def main() -> int:
    """Measure both and print the result; return 1 if our cache misses the bar."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else SERVERS
    kinds = {
        "discord.py": AutoShardedConnectionState[discord.Client],
        "folded": CompressedGuildState,
    }
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        found = {name: pool.apply(measured, (kind, count)) for name, kind in kinds.items()}
    for name, (come, seen, later, took) in found.items():
        print(
            f"{name}: {count} servers, {come:.1f} KiB each; all looked at {seen:.1f}; later"
            f" {later:.1f}; {took:.2f} ms of CPU to take one in"
        )
    return int(found["folded"][0] > BAR)


if __name__ == "__main__":
    sys.exit(main())
