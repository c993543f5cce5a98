"""Where pictures are drawn here: on a thread, or in processes once there are cores for them."""

from collections.abc import Callable
from typing import Final

from cogs._work.processes import Worker
from cogs._work.thinkers import cores
from render.easels import Easels, thread

CORES: Final = 4
"""Cores that there must be for a process; with fewer it takes from presses what it gives."""
MOST: Final = 4
"""Processes: each keeps its own cards and bands, of 80 MB or so."""


def processes(share: int) -> int:
    """Return how many processes may draw: one for every four cores of this bot.

    `share` is the number of bots that share the cores of this machine, this one included.
    """
    return min(MOST, cores() // (CORES * share))


def easels(most: Callable[[], int]) -> Easels:
    """So many processes that draw; for none of them the thread of this one."""
    return Easels(lambda: [Worker] * most() or [thread])
