"""Tests of several real processes on a real PostgreSQL, with `tests.fake_discord`."""

import asyncio
import time
from pathlib import Path

from tests.fake_discord import FakeDiscord, Member
from tests.fake_discord.cluster_processes import Clusters

PATIENCE = 60.0


async def answered(member: Member) -> None:
    """Wait until a command is answered."""
    end = time.monotonic() + PATIENCE
    while (await member.slash("tables", patience=3)).failed:
        assert time.monotonic() < end, "nobody answers"


async def opened(member: Member) -> int:
    """Let a member open a table and return its number."""
    answer = await member.slash("play", game="house-canasta")
    assert answer.message is not None, answer.text
    return int(answer.message.controls[0].custom_id.split(":")[2])


async def test_a_table_outlives_a_deploy_of_all_clusters_and_the_death_of_its_own(
    address: str, tmp_path: Path
) -> None:
    async with FakeDiscord() as discord:
        discord.rest.shards, discord.rest.at_once = 2, 16
        people = [
            discord.join(f"M{shard}", server=discord.state.open(f"S{shard}", 1, (shard, 2)))
            for shard in range(2)
        ]
        async with Clusters(discord, address, tmp_path, "0-1/2").running() as clusters:
            await clusters.until_said("is served here", 2)
            await clusters.until_said("froze all loaded objects", 2)
            tables = [await opened(member) for member in people]
            assert tables[0] != tables[1]
            clusters.deploy()
            await clusters.until_said("is a new one", 2)
            for member in people:
                await answered(member)
            clusters.cluster(1).kill()
            await clusters.until_said("restarting it")
            await answered(people[1])
            for member, table in zip(people, tables, strict=True):
                shown = member.sees(member.server.channels[0])
                lobby = next(seen for seen in shown if seen.find("join"))
                joined = await member.press(lobby, lobby.find("join") or "")
                assert not joined.failed
                assert f":{table}:" in lobby.open[0].custom_id
            assert await asyncio.wait_for(clusters.stop(), PATIENCE) == 0
        assert "Traceback" not in clusters.words()
