"""A few moves of House Canasta, for the sample animation."""

from dataclasses import replace
from typing import Final

from engine.model.cards import read_cards
from engine.model.view import View
from render.gallery import house_canasta
from render.gallery.builders import meld

START: Final = house_canasta.four()
TAKEN: Final = replace(
    START,
    phase="play",
    pile=b"",
    melds=(*START.melds, meld(9, 1, 1, "TD TS TH")),
)

FRAMES: Final[tuple[tuple[View, str, dict[int, int]], ...]] = (
    (replace(START, phase="draw"), "xX_Dragonfly_Xx discards the 10 of diamonds", {}),
    (TAKEN, "BenTheBard takes the pile with two tens", {9: 3}),
    (
        replace(TAKEN, melds=(*TAKEN.melds[:6], meld(7, 1, 1, "QD QC QS QH"), *TAKEN.melds[7:])),
        "BenTheBard lays off the queen of hearts",
        {7: 1, 9: 3},
    ),
    (
        replace(TAKEN, turn=2, phase="draw", pile=read_cards("5H")),
        "BenTheBard discards the 5 of hearts",
        {},
    ),
)
