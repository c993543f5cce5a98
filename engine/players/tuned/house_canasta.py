"""House Canasta: weights by the number of seats."""

from collections.abc import Mapping
from dataclasses import replace

from engine.players.thinking.weights import CanastaWeights

CAREFUL = CanastaWeights(completed=0.0, drawn=40.0)
"""The normal level's. A pair spent on a small pile is one less for the large one to come: with the
share of a canasta that other games give an upcard the normal level loses 32 ± 7 points a round, the
hard one 14 ± 4 (1,500 deals each, without a search); there it is neither gain nor loss. And a card
drawn is worth more than elsewhere: against 14 it wins 70 ± 18 points a round for three, 24 ± 33 for
two, 23 ± 24 for four, nothing for more (600 deals each)."""

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
"""`opening_budget` lies below the cheapest opening: it opens to take a pile, before the
end, or when the search finds that better. With 5.0 these weights are 9 ± 10 points a round worse,
with `opening_late` 2 10 ± 13 better (1,000 deals each, without a search): no matter either way."""

WEIGHTS: Mapping[int, CanastaWeights] = {
    2: replace(CAREFUL, opening_budget=6.0, crowded=6),
    3: replace(FOUR, drawn=40.0),
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
"""Three play by those of four: without a search these win 51.9 % of 600 deals against normal,
+22 ± 22 points, those of two 47.4 %, -10 ± 21. So do five: 57.7 %, by those of six 52.5 %."""
