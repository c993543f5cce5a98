"""Ten Pennies: weights by number of seats, and the fitted value of buying."""

from collections.abc import Mapping

from engine.players.thinking.weights import Buying, RummyWeights

BUYING = Buying(
    any_cards=-5.0,
    nearer=38.1,
    nearer_far=-10.3,
    lacking=3.1,
    finished=-7.8,
    held=5.2,
    somebody_down=4.8,
    somebody_nearly_out=-6.7,
    lacking_then=-2.4,
    turns_away=-1.6,
    hand=0.8,
    two_sets=2.3,
    late=4.4,
    copy_left=0.5,
    pennies=(84.0, 168.0, 276.0, 342.0, 370.0, 409.0),
    lasting=2.75,
)
"""For four seats, fitted by `benchmarks.tuning.buying` and `benchmarks.tuning.pennies`.

There were 9,613 offers; the worth of pennies was fitted again for players who buy like this (1,080
games). The weights for the price of a penny are then unused.
"""

WEIGHTS: Mapping[int, RummyWeights] = {
    4: RummyWeights(
        mend=45.9,
        price=0.929,
        nearer=2.04,
        unknown=0.298,
        caught=0.466,
        finished=4.47,
        takes=13.0,
        point_early=0.402,
        point_late=0.926,
        point_last=1.9,
        hopeless=-0.602,
        far=4,
        pair_kept=3.06,
        triple_kept=20.2,
        quad_kept=8.13,
        wild_kept=15.3,
        gift=11.1,
        copy_left=1.09,
        nearly_out=2,
        buying=BUYING,
    )
}
