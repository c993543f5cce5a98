"""All hands at one moment, at a table of four and at one of eight."""

from typing import Final

from engine.model.view import View
from render.gallery import contract_rummy, foot_and_ponytail
from render.gallery.builders import BIG_HAND, SMALL_HAND, hand

PENNIES: Final = "3S 4H 4D 7C 9S 9S JH QD KC AS 2D"
STATES: Final[tuple[tuple[View, ...], ...]] = (
    (
        hand(foot_and_ponytail.pennies(), 0, BIG_HAND),
        hand(foot_and_ponytail.pennies(), 1, ""),
        hand(foot_and_ponytail.pennies(), 2, SMALL_HAND),
        hand(foot_and_ponytail.pennies(), 3, "Jo Jo 2H KD"),
    ),
    tuple(hand(contract_rummy.ten_pennies(8), seat, PENNIES) for seat in range(8)),
)
