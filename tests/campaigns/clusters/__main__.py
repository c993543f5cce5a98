"""Run the campaign that the command line asks for; see the package."""

import argparse
import asyncio
import sys
from pathlib import Path

from tests.campaigns.clusters.crowd import crowd
from tests.campaigns.clusters.deploy import deploy
from tests.campaigns.clusters.journey import journey
from tests.campaigns.clusters.kill import Toll, Wanted, kill
from tests.campaigns.clusters.scene import staged
from tests.campaigns.clusters.windows import windows


async def run(asked: argparse.Namespace) -> int:
    """Stage it and run it."""
    wanted = Wanted(asked.kills, asked.restarts, asked.minutes, asked.at_once, asked.keep)
    seed = asked.seed + Toll.kept(asked.keep).runs  # no run repeats another one's chance
    async with staged(seed, asked.keep, asked.members) as scene:
        if asked.what == "kill":
            return await kill(scene, wanted)
        return await deploy(scene, asked.deploys, asked.rate, asked.tables)


def main() -> int:
    """The exit status says whether all held."""
    parser = argparse.ArgumentParser(description="Four clusters on one PostgreSQL.")
    parser.add_argument("what", choices=("kill", "deploy", "crowd", "journey", "windows"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--members", type=int, default=6, help="on each server")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=1, help="clusters dead at a time")
    parser.add_argument("--minutes", type=float, default=600.0, help="at most, of killing")
    parser.add_argument("--deploys", type=int, default=3)
    parser.add_argument("--tables", type=int, default=6, help="of a server, during a deploy")
    parser.add_argument("--rate", type=float, default=20.0)
    parser.add_argument("--finished", type=int, default=1_000_000)
    parser.add_argument("--live", type=int, default=5_000)
    parser.add_argument("--shards", type=int, default=6, help="that identify in windows")
    parser.add_argument("--groups", type=int, default=1, help="Discord's max_concurrency")
    parser.add_argument("--ladders", choices=("again", "filled", "none"), default="again")
    parser.add_argument("--game", default="ten-pennies", help="of the journey")
    parser.add_argument(
        "--keep", type=Path, help="a folder for the log, and for what kills add up to"
    )
    asked = parser.parse_args()
    if asked.what == "crowd":
        return crowd(asked.finished, asked.live, asked.ladders)
    if asked.what == "windows":
        return asyncio.run(windows(4, asked.shards, asked.groups))
    if asked.what == "journey":
        return asyncio.run(journey(asked.game, asked.keep))
    return asyncio.run(run(asked))


if __name__ == "__main__":
    sys.exit(main())
