"""The style of the hard level, from the tuned weights of each game."""

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from engine.model.table import Rules
from engine.players.thinking.thought import CANASTA_WEIGHTS, CAREFUL, RUMMY_WEIGHTS, Reason, Style
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
"""By slug and number of seats. Other table sizes use the weights of the nearest one."""

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
"""By slug, in moves.

House Canasta is played to the end. For four seats, the moves changed by the search won +1 ± 86
points each when judged after 30 moves, +119 ± 160 and +164 ± 110 when played out. In Classic
Canasta the moves found by playing out were worth 41 points a decision in other worlds, after 30
moves 30.

Playing the other two games out leaves time for too few worlds, but 30 moves are only two turns
each. With 60 the search chose moves worth 18 ± 17 points a decision more in 78 positions of
Ponytail Canasta, 4 ± 6 in 144 of Pennies From Heaven.

Values fitted to what a side has at a turn (cards, pairs, melds under way, what going out lacks)
predict a round's end in House Canasta better: off by 570 points instead of 656. Yet they chose
worse moves after 6, 16 and 30.
"""

CLEAR: Mapping[str, float] = {"classic-canasta": 1000.0}
"""By slug, in points.

Without it, the few worlds in which a big pile changes hands would outweigh all others. In 200
positions the search's choices won 0.83 of a hundred rounds more than the weights' choices, in
worlds it had not seen; by plain points 0.56 (0.27 ± 0.29 fewer) and hardly more points (1 ± 4 of
23).
"""
DEALT: Mapping[str, int] = {"classic-canasta": 12, "pennies-from-heaven": 12}
"""By slug, in worlds.

While 21 to 45 cards are in the stock of Classic Canasta, the others really held 10.1 cards that
match another of their rank; the likeliest of three worlds has 8.6, of six 9.6.
"""
YOUNG: Mapping[str, int] = {"house-canasta": 20}
"""By slug, in turns.

While the stock lasts longer, the search won 3 % of its whole gain for a third of its time (547
positions for four seats; not measured at other tables). In Classic Canasta 18 % is won while 40
cards are in the stock (546 positions). That is too much to give up, though it takes 70 % of the
time.
"""
TRUSTED: Mapping[str, frozenset[Reason]] = {
    "pennies-from-heaven": frozenset(
        {Reason.NEW_MELD, Reason.THROW_LEAST_RISK, Reason.THROW_DEARER}
    ),
    "ponytail-canasta": frozenset(
        {Reason.NEW_MELD, Reason.EXTEND, Reason.WILD_MELD, Reason.THROW_DEARER, Reason.KEEP_PAIRS}
    ),
}
"""By slug: reasons of moves for which the search hardly ever found better ones.

They made 7 % of its whole gain in Pennies From Heaven for 37 % of its time (545 positions). In
Ponytail Canasta they made 8 % for 46 % (537 positions).
"""
RECALLS = frozenset({"classic-canasta", "pennies-from-heaven"})
"""Slugs of the games in which worlds are also chosen by what was discarded and left on the pile.

There this predicts better whether another seat holds a pair of a rank (log loss 0.342 instead of
0.355, 0.372 instead of 0.380). In Ponytail Canasta it does not (0.302, 0.303), in House Canasta
hardly (0.391, 0.395; `benchmarks.players.world_sampling`).
"""


# Cached: building a style at every decision would cost more than using it.
@cache
def hard_style(rules: Rules) -> Style:
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
