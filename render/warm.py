"""Drawing what every picture needs before it is asked for."""

from typing import Final

from engine.model.cards import JOKER, JOKER_RANK, TWO
from render.canvas import encode, faces
from render.canvas.canvas import Canvas
from render.canvas.theme import DeckName, Theme
from render.felt import fans
from render.felt.centre import PILE_WIDTH
from render.felt.fans import Fan

TABLE_WIDTH: Final = 76
HAND_WIDTH: Final = 144
MELD: Final = Fan(TABLE_WIDTH, fans.LEAST_STRIP)
USUALLY_WILD: Final = (TWO, JOKER_RANK)
"""What other games have wild is drawn when it is first needed."""


def cards(theme: Theme, deck: DeckName) -> None:
    """Fill the caches with felt, palette, backs and the faces of the common widths."""
    canvas = Canvas(theme, 100, deck, USUALLY_WILD)
    encode.png(canvas.image, theme)
    faces.back(PILE_WIDTH)
    for face in range(JOKER + 1):
        fans.covered_card(canvas, face, MELD)
        for width in (TABLE_WIDTH, PILE_WIDTH, HAND_WIDTH):
            faces.shown(canvas, face, width)
