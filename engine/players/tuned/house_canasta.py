"""House Canasta: weights by number of seats, and those of the normal level."""

from collections.abc import Mapping
from dataclasses import replace

from engine.players.thinking.weights import CanastaWeights

CAREFUL = CanastaWeights(completed=0.0, drawn=40.0)
"""The weights of the normal level.

`completed`: a pair spent on a small pile is missing for a large one later. With the value of other
games the normal level loses 32 ± 7 points a round, the hard level 14 ± 4. (1,500 deals each,
without a search; in the other games it makes no difference.)

`drawn`: a card drawn is worth more here. Compared with 14 this value wins 70 ± 18 points a round
for three players. It wins 24 ± 33 for two, 23 ± 24 for four, nothing for more (600 deals each).
"""

FOUR = replace(
    CAREFUL,
    card_in_pile=7.93,
    unopened=0.355,
    thrown=0.73,
    fading=3.95,
    safety=29.7,
    pair_kept=18.2,
    triple_kept=14.5,
    meld_kept=25.3,
    live=1.84,
    pair_piled=-1.62,
    fed=-6.54,
    blocker_kept=1.92,
    closing_points=1.43,
    wild_worth=94.3,
    wild_spare=11.9,
    freeze=0.228,
    freeze_pairs=0.04,
    drawn=-4.66,
    piled=9.82,
    fitting=26.1,
    spent_wild=29.6,
    opening=-140.0,
    kept=3,
    kept_ready=2,
    held=6,
    held_ready=2,
    big_hand=19,
    patience=2,
    late=1,
    dear_wilds=3,
    first_wilds=6,
    opening_wilds=8.97,
    opening_budget=0.934,
    opening_answer=0.362,
    opening_late=0,
    eager=-11.5,
    linger=1.33,
    closing_rounds=1.2,
    nearly_out=7,
    waits_pile=17,
    held_open=2,
    treasure=0.496,
    crowded=12,
)
"""Four seats.

`opening_budget` is below the cheapest opening: the player opens to take a pile, before the end, or
when the search prefers it. With 5.0 these weights are 9 ± 10 points a round worse; with
`opening_late` 2 they are 10 ± 13 better. That is no difference (1,000 deals each, no search).
"""

WEIGHTS: Mapping[int, CanastaWeights] = {
    2: replace(CAREFUL, opening_budget=6.0, crowded=6),
    3: replace(
        CAREFUL,
        card_in_pile=18.2,
        upcard_points=0.29,
        unopened=0.503,
        thrown=0.878,
        passed=1.25,
        completing=0.43,
        fading=3.37,
        safety=35.7,
        pair_kept=29.1,
        triple_kept=12.0,
        meld_kept=17.6,
        unfinished_kept=24.7,
        live=2.73,
        pair_piled=-2.4,
        fed=-2.97,
        blocker_kept=-3.29,
        closing_points=2.47,
        wild_worth=91.2,
        wild_spare=10.9,
        freeze=0.389,
        freeze_pairs=0.053,
        drawn=30.8,
        piled=1.19,
        fitting=6.9,
        spent_wild=52.3,
        opening=-176.0,
        completed=-0.128,
        kept=3,
        kept_ready=2,
        held=7,
        held_ready=2,
        big_hand=16,
        patience=0,
        late=1,
        dear_wilds=2,
        first_wilds=2,
        opening_wilds=5.18,
        opening_budget=-1.13,
        opening_answer=1.33,
        opening_late=1,
        eager=-11.8,
        linger=1.23,
        closing_rounds=1.49,
        nearly_out=8,
        waits_pile=18,
        held_open=2,
        treasure=0.752,
        crowded=12,
    ),
    4: FOUR,
    6: replace(
        CAREFUL,
        triple_kept=60.0,
        blocker_kept=0.0,
        closing_points=4.0,
        kept=2,
        late=2,
        fading=4.0,
        closing_rounds=0.85,
        nearly_out=6,
    ),
}
"""By number of seats.

Five seats use the weights for four: without a search they win 61.0 % of 300 deals against normal.
Six win 61.3 % with their own.
"""
