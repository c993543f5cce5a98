"""Drawing what every picture needs before it is asked for."""

from typing import Final

from engine.model.cards import JOKER, JOKER_RANK, RANK_NAMES, TWO
from render.canvas import encode, faces
from render.canvas.canvas import Canvas
from render.canvas.theme import DeckName, Theme
from render.felt import stacks
from render.felt.piles import PILE, STOCK

MELD_WIDTHS: Final = (stacks.WIDTHS[0], stacks.WIDTHS[4])
HAND_WIDTHS: Final = (200, 168)
USUALLY_WILD: Final = (TWO, JOKER_RANK)
"""What other games have wild is drawn when it is first needed."""


def cards(theme: Theme, deck: DeckName) -> None:
    """Fill the caches with the palette, backs and the faces of the common widths."""
    canvas = Canvas(theme, 100, deck, USUALLY_WILD)
    encode.png(canvas.image, theme)
    faces.back(STOCK.width)
    for face in range(JOKER + 1):
        for width in (PILE.width, *HAND_WIDTHS):
            faces.shown(canvas, face, width)
    for rank in range(len(RANK_NAMES) - 1):
        for width in MELD_WIDTHS:
            stacks.front(faces.LABELS[rank], "", "open", width)
