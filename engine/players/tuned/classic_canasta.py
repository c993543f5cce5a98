"""Classic Canasta: weights by the number of seats."""

from collections.abc import Mapping
from dataclasses import replace

from engine.players.thinking.weights import CanastaWeights

CAREFUL = CanastaWeights(blocker_gift=0.38)
"""The normal level's. Nearly all gifts that it could have avoided were for the sake of a black
three, kept for a bigger pile: 7.7 in a hundred rounds of a side (300 deals), 12.0 without manners;
with the chance at 0.2, 0.3, 0.36 and 0.4 they were 0.8, 2.7, 3.7 and 5.3, and nothing was lost. At
less than 0.38 one is spent too often on a pile of a card or two, which a partner remarks on."""

WEIGHTS: Mapping[int, CanastaWeights] = {
    4: replace(CAREFUL, waits_pile=4, unopened=0.8, drawn=22.0, wild_worth=100.0)
}
