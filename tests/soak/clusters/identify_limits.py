"""Clusters that start at once, at a Discord that refuses shards outside their identify window."""

import tempfile
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from cogs.clusters.identity import slot_of_shard
from tests.fake_discord import FakeDiscord
from tests.fake_discord.cluster_processes import Clusters
from tests.support.postgres.server import execute, running


async def identify_limits(clusters: int, shards: int, groups: int) -> int:
    """Start all clusters, kill one, deploy all; return 0 if no shard was refused."""
    with tempfile.TemporaryDirectory() as folder, running() as postgres:
        execute(postgres.address(), "CREATE DATABASE tuppence")
        async with FakeDiscord() as discord:
            discord.rest.shards = shards
            discord.rest.at_once = discord.gateway.groups = groups
            for shard in range(shards):
                discord.state.open(f"S{shard}", 1, (shard, shards))
            part = f"0-{clusters - 1}/{clusters}"
            address = postgres.address("tuppence")
            async with Clusters(discord, address, Path(folder), part).running() as here:
                await through(here, clusters, shards)
            return told(discord, groups)


async def through(here: Clusters, clusters: int, shards: int) -> None:
    """Start all clusters, kill one, then deploy all."""
    begun = time.monotonic()
    await here.until_said("is served here", shards)
    print(f"{clusters} clusters, {shards} shards served {since(begun)} after the start", flush=True)
    begun = time.monotonic()
    here.cluster(clusters - 1).kill()
    again = sum(slot_of_shard(shard, shards, clusters) == clusters - 1 for shard in range(shards))
    await here.until_said("is served here", shards + again)
    print(f"the {again} of a killed one again after {since(begun)}", flush=True)
    begun = time.monotonic()
    here.deploy()
    await here.until_said("is a new one", clusters, 60.0 + 10.0 * shards)
    print(f"all relieved in {since(begun)}", flush=True)


def since(begun: float) -> str:
    """Return how long the shards took."""
    return f"{time.monotonic() - begun:.0f} s"


def told(discord: FakeDiscord, groups: int) -> int:
    """Print how the shards connected."""
    came: defaultdict[int, list[float]] = defaultdict(list)
    for at, shard in discord.gateway.identifies:
        came[shard % groups].append(at)
    between = [after - before for times in came.values() for before, after in pairwise(times)]
    print(f"sessions begun: {discord.gateway.identified}, in {len(came)} groups")
    print(f"shortest time between two of a group: {min(between, default=0.0):.2f} s")
    print(f"refused for coming outside their window: {len(discord.gateway.refused)}")
    return int(bool(discord.gateway.refused))
