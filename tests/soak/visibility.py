"""Random servers with private channels: is every list what a small independent program says?

    python -m tests.soak.visibility [--servers 2000] [--seed 1] [--only sqlite|postgres]

Each server has roles, overwrites, categories, locked voice rooms, sometimes a gate, deleted
channels, games and four viewers. History, counts, records, single games and what may be shown to
everybody are compared, on both databases. The run ends with status 1 if one differs.
"""

import argparse
import asyncio
import sys
import time

from benchmarks.databases import OPTION, new_database
from data.database import Database
from tests.cogs.support.visibility import compare

SHOWN = 10
"""How many differences are printed."""


async def checked(arguments: list[str], servers: int, seed: int) -> list[str]:
    """Return the differences on one database."""
    with new_database(arguments) as place:
        store = await Database.open(place)
        try:
            return await compare(store, range(servers), seed)
        finally:
            await store.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("sqlite", "postgres"))
    given = parser.parse_args()
    wrong = 0
    for name, arguments in (("sqlite", []), ("postgres", [OPTION])):
        if given.only in {None, name}:
            begin = time.perf_counter()
            found = asyncio.run(checked([*arguments], given.servers, given.seed))
            took = time.perf_counter() - begin
            print(f"{name}: {given.servers} servers, {len(found)} differences, {took:.0f} s")
            print("".join(f"{one}\n" for one in found[:SHOWN]), end="")
            wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
