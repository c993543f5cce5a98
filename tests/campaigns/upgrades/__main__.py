"""Run it: `tests.campaigns.upgrades`."""

import argparse
import sys

from tests.campaigns.upgrades import __doc__ as asked
from tests.campaigns.upgrades.engines import engines
from tests.campaigns.upgrades.rooms import rooms


def main() -> int:
    """Go through the history and print a line for each state."""
    parser = argparse.ArgumentParser(description=(asked or "").splitlines()[0])
    parser.add_argument("what", choices=("engines", "rooms"))
    parser.add_argument("--games", type=int, default=5, help="of each kind and size of table")
    parser.add_argument("--every", type=int, default=20, help="how many commits apart")
    parser.add_argument("--only", nargs="*", default=[], help="these commits alone")
    wanted = parser.parse_args()
    if wanted.what == "engines":
        breaches = engines(wanted.games)
    else:
        breaches = rooms(wanted.every, wanted.only)
    print(f"breaches: {breaches}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
