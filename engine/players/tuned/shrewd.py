"""Shrewd: the style of the hard level, from the numbers of each game."""

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from engine.model.table import Rules
from engine.players.thinking.thought import (
    CANASTA_WEIGHTS,
    CAREFUL,
    RUMMY_WEIGHTS,
    Reason,
    Style,
)
from engine.players.thinking.weights import CanastaWeights, RummyWeights
from engine.players.tuned import (
    classic_canasta,
    house_canasta,
    pennies_from_heaven,
    ponytail_canasta,
    ten_pennies,
    ten_pennies_online,
)

Weights = TypeVar("Weights", CanastaWeights, RummyWeights)

CANASTA: Mapping[str, Mapping[int, CanastaWeights]] = {
    "house-canasta": house_canasta.WEIGHTS,
    "pennies-from-heaven": pennies_from_heaven.WEIGHTS,
    "ponytail-canasta": ponytail_canasta.WEIGHTS,
    "classic-canasta": classic_canasta.WEIGHTS,
}
"""Slug -> seats -> weights. A table of another size plays by those of the nearest."""

RUMMY: Mapping[str, Mapping[int, RummyWeights]] = {
    "ten-pennies": ten_pennies.WEIGHTS,
    "ten-pennies-online": ten_pennies_online.WEIGHTS,
}
HORIZONS: Mapping[str, int] = {
    "house-canasta": 100,
    "classic-canasta": 200,
    "ponytail-canasta": 60,
    "pennies-from-heaven": 60,
}
"""Slug -> moves. House Canasta is played out: for four, the moves that the search changed won
+1 ± 86 points each when judged after 30 moves, +119 ± 160 and +164 ± 110 played out. In Classic
Canasta the moves found played out were worth 41 points a decision in other worlds, after 30 moves
30 points. Playing the two other games out leaves time for too few worlds, but 30 moves
are only two turns for each: with 60 the search chose moves worth 18 ± 17 points a decision more in
78 positions of Ponytail Canasta, 4 ± 6 in 144 of Pennies From Heaven, played out in other worlds.
Worths fitted to what a side has at a turn (cards, pairs, melds under way, what going out lacks)
foresee a round's end in House Canasta better than what is used (off by 570 points for 656), and yet
chose worse moves after 6, 16 and 30."""

CLEAR: Mapping[str, float] = {"classic-canasta": 1000.0}
"""Slug -> points. The few worlds in which a big pile changes hands would else speak louder there
than all others. In 200 positions what the search chose won 0.83 of a hundred rounds more than what
its weights did, in worlds it had not seen; by plain points 0.56 (0.27 ± 0.29 fewer) and hardly more
points (1 ± 4 of 23)."""
DEALT: Mapping[str, int] = {"classic-canasta": 12, "pennies-from-heaven": 12}
"""Slug -> worlds. While 21 to 45 cards lie in the stock of Classic Canasta, the others really held
10.1 cards that go with another of their rank, 8.6 in the likeliest of three worlds, 9.6 of six."""
YOUNG: Mapping[str, int] = {"house-canasta": 20}
"""Slug -> turns. While the stock lasts for so many the search gained 3 % of all that it gains
there, for a third of its time (547 positions, for four; not measured at other tables). In Classic
Canasta 18 % are gained while 40 cards lie there (546): too much to do without, though it takes 70 %
of the time."""
TRUSTED: Mapping[str, frozenset[Reason]] = {
    "pennies-from-heaven": frozenset(
        {Reason.NEW_MELD, Reason.THROW_LEAST_RISK, Reason.THROW_DEARER}
    ),
    "ponytail-canasta": frozenset(
        {Reason.NEW_MELD, Reason.EXTEND, Reason.WILD_MELD, Reason.THROW_DEARER, Reason.KEEP_PAIRS}
    ),
}
"""Slug -> reasons of moves in whose place the search hardly ever found better ones. In 545 and 537
positions that was 7 % of all that it gains in Pennies From Heaven for 37 % of its time, and 8 % for
46 % in Ponytail Canasta."""
RECALLS = frozenset({"classic-canasta", "pennies-from-heaven"})
"""Slugs. Whether another holds a pair of a rank is foreseen there better by worlds chosen by what
was thrown and left lying too (log loss 0.342 for 0.355, 0.372 for 0.380); in Ponytail Canasta it is
not (0.302 for 0.303), in House Canasta hardly (0.391 for 0.395;
`benchmarks.players.world_sampling`)."""


@cache
def shrewd(rules: Rules) -> Style:
    """The style of the hard level, from which its search starts."""
    canasta = _nearest(CANASTA.get(rules.slug, {}), rules.seat_count)
    rummy = _nearest(RUMMY.get(rules.slug, {}), rules.seat_count)
    return Style(
        canasta=canasta or CANASTA_WEIGHTS,
        rummy=rummy or RUMMY_WEIGHTS,
        horizon=HORIZONS.get(rules.slug, CAREFUL.horizon),
        clear=CLEAR.get(rules.slug, CAREFUL.clear),
        dealt=DEALT.get(rules.slug, CAREFUL.dealt),
        young=YOUNG.get(rules.slug, CAREFUL.young),
        trusted=TRUSTED.get(rules.slug, CAREFUL.trusted),
        recalls=rules.slug in RECALLS,
    )


def _nearest(by_seats: Mapping[int, Weights], seat_count: int) -> Weights | None:
    nearest = min(by_seats, key=lambda seats: abs(seats - seat_count), default=None)
    return None if nearest is None else by_seats[nearest]
