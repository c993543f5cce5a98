"""Run `bot.py` with the settings of a measurement that the product does not have.

    python -m benchmarks.speed.load.launcher http://127.0.0.1:4242

LOAD_DRAWING_PROCESSES sets the number of processes that draw pictures; 0 draws in a thread. With
LOAD_PROBE=1 the process records what holds up its event loop; see `probe`. Both are read from the
environment.
"""

import os
import sys
from typing import Final

import bot
from benchmarks.speed.load import probe
from cogs import wiring
from tests.support.launch import point

PROCESSES: Final = "LOAD_DRAWING_PROCESSES"
PROBE: Final = "LOAD_PROBE"


def main() -> int:
    """Run the bot; return its exit status."""
    if processes := os.environ.get(PROCESSES):
        wiring.render_worker_count = lambda share: int(processes)  # noqa: ARG005 - as there
    if os.environ.get(PROBE):
        setattr(bot, "run", probe.watched(bot.run))  # noqa: B010 - mypy compares exact signatures
    return bot.main()


if __name__ == "__main__":
    point(sys.argv[1])
    sys.exit(main())
