"""House Canasta: answers of earlier versions of its rules."""

from engine.games.house_canasta import HouseCanasta


class HouseCanasta1(HouseCanasta):
    """Version 1: natural cards can enter a set of wild cards together with the upcard."""

    version = 1

    counts_replacements = False
    judges_groups_together = False
    pure_wild_melds = False
