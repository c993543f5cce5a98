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


def processes(neighbours: int) -> int:
    """How many processes may draw for one of so many bots that share this machine.

    One for every four cores that are its own, and none on fewer.
    """
    return min(MOST, cores() // (CORES * neighbours))


def easels(most: Callable[[], int]) -> Easels:
    """So many processes that draw; for none of them the thread of this one."""
    return Easels(lambda: [Worker] * most() or [thread])
