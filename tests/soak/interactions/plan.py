"""How much is played, and through what."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """What the command line asks for. Without `only`, every fault may happen."""

    presses: int
    seed: int
    tables: int
    members: int
    calm: bool = False
    only: tuple[str, ...] = ()
