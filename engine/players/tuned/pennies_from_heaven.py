"""Pennies From Heaven: weights by the number of seats."""

from collections.abc import Mapping

from engine.players.thinking.weights import CanastaWeights

WEIGHTS: Mapping[int, CanastaWeights] = {
    6: CanastaWeights(
        card_in_pile=32.1,
        unopened=0.232,
        thrown=1.03,
        fading=1.84,
        safety=54.5,
        pair_kept=23.8,
        triple_kept=17.5,
        meld_kept=6.0,
        live=2.61,
        pair_piled=1.11,
        fed=-21.3,
        blocker_kept=20.0,
        closing_points=1.62,
        wild_worth=31.8,
        wild_spare=-1.9,
        freeze=-0.231,
        freeze_pairs=0.009,
        drawn=4.92,
        piled=8.66,
        fitting=11.4,
        spent_wild=58.0,
        opening=74.4,
        kept=3,
        kept_ready=2,
        held=9,
        held_ready=0,
        big_hand=24,
        patience=0,
        late=3,
        dear_wilds=3,
        first_wilds=3,
        opening_wilds=7.16,
        opening_budget=15.9,
        opening_answer=-6.12,
        opening_late=7,
        eager=-3.33,
        linger=0.11,
        closing_rounds=0.767,
        nearly_out=5,
        waits_pile=6,
        held_open=0,
        treasure=0.753,
        crowded=9,
    )
}
