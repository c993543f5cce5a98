"""Ten Pennies: weights by the number of seats."""

from collections.abc import Mapping

from engine.players.thinking.weights import RummyWeights

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
    )
}
