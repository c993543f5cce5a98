"""Hands of no cards to sixty, some with new and locked cards."""

from typing import Final

from render.gallery import foot_and_ponytail, house_canasta
from render.gallery.builders import BIG_HAND, SMALL_HAND, hand

MORE: Final = "KS KD KS TD TD 8C 8S 9D 4C 4C 4D 5D"
TAKEN: Final = "4C KD 9C"

STATES: Final = (
    ("24", hand(foot_and_ponytail.pennies(), 3, BIG_HAND, "7D QD")),
    ("11", hand(house_canasta.four(), 3, SMALL_HAND, "7H KD")),
    ("locked", hand(house_canasta.two(), 1, f"{SMALL_HAND} KH {TAKEN}", "", TAKEN)),
    ("60", hand(foot_and_ponytail.pennies(), 3, f"{BIG_HAND} {BIG_HAND} {MORE}", "7D QD")),
    ("1", hand(house_canasta.four(), 1, "9C")),
    ("0", hand(house_canasta.four(), 1, "")),
)
