"""House Canasta as it was answered before."""

from engine.games.house_canasta import HouseCanasta


class HouseCanasta1(HouseCanasta):
    """Version 1: natural cards can slip into a set of wild cards with the upcard."""

    version = 1

    counts_replacements = False
    judges_groups_together = False
    pure_wild_melds = False
