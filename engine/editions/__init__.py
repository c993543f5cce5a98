"""Earlier versions of the games: what was answered before a correction, and nothing else.

A correction of a rule, from now on, does this: the game's `version` grows by one; what it
answered before is said here, in a class with the old version that descends from the newest; and
a golden game of the old version in which the answers differ joins `tests/engine/games`. Logs,
results, replays and receipts of games begun before then stay as they were.
"""

from typing import Final

from engine.editions.classic_canasta import ClassicCanasta1
from engine.editions.house_canasta import HouseCanasta1
from engine.editions.pennies_from_heaven import PenniesFromHeaven1
from engine.editions.ponytail_canasta import PonytailCanasta1
from engine.model.table import Rules

EDITIONS: Final[tuple[type[Rules], ...]] = (
    PenniesFromHeaven1,
    HouseCanasta1,
    PonytailCanasta1,
    ClassicCanasta1,
)
