"""Classic Canasta: weights by number of seats, and those of the normal level."""

from collections.abc import Mapping
from dataclasses import replace

from engine.players.thinking.weights import CanastaWeights

CAREFUL = CanastaWeights(blocker_gift=0.38)
"""The weights of the normal level.

Nearly all avoidable gifts came from keeping a black three for a bigger pile: 10.6 in a hundred
rounds of a side, 15.6 without partner play. With a fixed limit of 0.38 they were 7.0, with 0.38
divided by the number of black threes 5.1 (400 deals each), and nothing was lost. Fixed limits of
0.2, 0.3, 0.36 and 0.4 gave 0.8, 2.7, 3.7 and 5.3 in 300 deals, compared with 7.7. Below 0.38 the
only black three is too often spent on a pile of one or two cards, which a partner objects to.
"""

WEIGHTS: Mapping[int, CanastaWeights] = {
    4: replace(
        CAREFUL,
        card_in_pile=31.6,
        upcard_points=3.49,
        unopened=0.437,
        thrown=1.12,
        passed=0.334,
        completing=0.221,
        fading=4.42,
        safety=27.3,
        pair_kept=24.1,
        triple_kept=9.54,
        meld_kept=25.5,
        unfinished_kept=29.7,
        live=0.008,
        pair_piled=0.557,
        fed=-4.05,
        blocker_kept=31.0,
        closing_points=0.395,
        wild_worth=156.0,
        wild_spare=-6.11,
        freeze=0.029,
        freeze_pairs=0.072,
        drawn=19.7,
        piled=4.39,
        fitting=10.9,
        spent_wild=1.31,
        opening=48.7,
        completed=0.218,
        kept=5,
        kept_ready=1,
        held=14,
        held_ready=0,
        big_hand=29,
        patience=6,
        late=2,
        dear_wilds=2,
        first_wilds=4,
        opening_wilds=7.21,
        opening_budget=3.86,
        opening_answer=0.159,
        opening_late=1,
        eager=99.0,
        linger=0.0,
        closing_rounds=1.11,
        nearly_out=7,
        waits_pile=7,
        held_open=0,
        treasure=0.548,
        crowded=10,
    )
}
"""By number of seats.

`eager` 99: go out whenever it is possible and a partner who is asked agrees. Tuned, it was 0.013
with a `linger` of 0.688, when a hand often went out by mistake. That no longer happens, and so much
patience would cost: 52.9 % of 1,000 deals against normal instead of 54.8 % (tuning seeds, no
search).
"""
