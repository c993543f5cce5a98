"""The size of a run, and its faults."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """The arguments of the command line. Without `only`, every fault may happen."""

    presses: int
    seed: int
    tables: int
    members: int
    calm: bool = False
    only: tuple[str, ...] = ()
