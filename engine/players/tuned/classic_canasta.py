"""Classic Canasta: weights by the number of seats."""

from collections.abc import Mapping
from dataclasses import replace

from engine.players.thinking.weights import CanastaWeights

CAREFUL = CanastaWeights(blocker_gift=0.38)
"""The normal level's. Nearly all gifts that it could have avoided were for the sake of a black
three, kept for a bigger pile: 10.6 in a hundred rounds of a side, 15.6 without manners. With 0.38
whatever is held they were 7.0, so that one of several is spent sooner 5.1 (400 deals each), and
nothing was lost. With a chance of 0.2, 0.3, 0.36 and 0.4 whatever is held they were 0.8, 2.7, 3.7
and 5.3 in 300 deals where they had been 7.7; but at less than 0.38 the only one is spent too often
on a pile of a card or two, which a partner remarks on."""

WEIGHTS: Mapping[int, CanastaWeights] = {
    4: replace(CAREFUL, waits_pile=4, unopened=0.8, drawn=22.0, wild_worth=100.0)
}
