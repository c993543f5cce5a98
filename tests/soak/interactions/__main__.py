"""Run what the command line asks for; see the package."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.soak.interactions.plan import Plan
from tests.soak.interactions.run import Run


def main() -> int:
    """Play, print the figures, and return 0 if all checks held."""
    parser = argparse.ArgumentParser(description="Press thousands of times through faults.")
    parser.add_argument("--presses", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=18, help="played at the same time")
    parser.add_argument("--members", type=int, default=40)
    parser.add_argument("--calm", action="store_true", help="without faults and kills")
    parser.add_argument("--only", nargs="*", default=(), help="these faults, by name")
    parser.add_argument("--keep", type=Path, help="a folder for the database and the log")
    asked = parser.parse_args()
    plan = Plan(
        *(asked.presses, asked.seed, asked.tables, asked.members),
        calm=asked.calm,
        only=tuple(asked.only),
    )
    with tempfile.TemporaryDirectory() as folder:
        place = asked.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=asked.keep is None)  # Never on an old database.
        return asyncio.run(Run(plan, place).run())


if __name__ == "__main__":
    sys.exit(main())
