"""Where pictures are drawn here: on a thread, or in processes once there are cores for them."""

from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from cogs._work.thinkers import accompany, cores
from render.easels import Easels

CORES: Final = 4
"""Cores that there must be for a process; with fewer it takes from presses what it gives."""
MOST: Final = 4
"""Processes: each keeps its own cards and bands, of 100 MB or so."""


def processes() -> int:
    """How many processes may draw here: one for every four cores, none on fewer."""
    return min(MOST, cores() // CORES)


def easels(most: int) -> Easels:
    """So many processes that draw; for none of them the thread of this one."""
    return Easels(process, most) if most else Easels()


def process() -> Executor:
    """A process that ends with this one. A fork would copy the threads that think and write."""
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=accompany)
