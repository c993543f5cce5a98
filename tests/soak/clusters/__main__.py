"""Run what the command line asks for; see the package."""

import argparse
import asyncio
import sys
from pathlib import Path

from tests.soak.clusters.deploy import deploy
from tests.soak.clusters.identify_limits import identify_limits
from tests.soak.clusters.kill import Toll, Wanted, kill
from tests.soak.clusters.one_game_through_everything import journey
from tests.soak.clusters.setup import staged


async def run(asked: argparse.Namespace) -> int:
    """Set everything up and run the soak test."""
    wanted = Wanted(asked.kills, asked.restarts, asked.minutes, asked.at_once, asked.keep)
    seed = asked.seed + Toll.kept(asked.keep).runs  # Each run uses other random numbers.
    async with staged(seed, asked.keep, asked.members) as scene:
        if asked.what == "kill":
            return await kill(scene, wanted)
        return await deploy(scene, asked.deploys, asked.rate, asked.tables)


def main() -> int:
    """Return an exit status that says whether everything held."""
    parser = argparse.ArgumentParser(description="Four clusters on one PostgreSQL.")
    parser.add_argument("what", choices=("kill", "deploy", "journey", "identify-limits"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--members", type=int, default=6, help="on each server")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=1, help="clusters dead at a time")
    parser.add_argument("--minutes", type=float, default=600.0, help="at most, of killing")
    parser.add_argument("--deploys", type=int, default=3)
    parser.add_argument("--tables", type=int, default=6, help="of a server, during a deploy")
    parser.add_argument("--rate", type=float, default=20.0)
    parser.add_argument("--shards", type=int, default=6, help="of identify-limits")
    parser.add_argument("--groups", type=int, default=1, help="Discord's max_concurrency")
    parser.add_argument("--game", default="ten-pennies", help="of the journey")
    parser.add_argument(
        "--keep", type=Path, help="a folder for the log, and for what kills add up to"
    )
    asked = parser.parse_args()
    if asked.what == "identify-limits":
        return asyncio.run(identify_limits(4, asked.shards, asked.groups))
    if asked.what == "journey":
        return asyncio.run(journey(asked.game, asked.keep))
    return asyncio.run(run(asked))


if __name__ == "__main__":
    sys.exit(main())
