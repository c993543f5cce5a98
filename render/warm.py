"""Drawing what every picture needs before it is asked for."""

from typing import Final

from engine.cards import JOKER
from render import encode, faces
from render.centre import PILE_WIDTH
from render.sprites import Canvas
from render.theme import DeckName, Theme

TABLE_WIDTH: Final = 76
HAND_WIDTH: Final = 144


def cards(theme: Theme, deck: DeckName) -> None:
    """Fill the caches with felt, palette, backs and the faces of the common widths."""
    encode.png(Canvas(theme, 100, deck).image, theme)
    faces.back(PILE_WIDTH)
    for face in range(JOKER + 1):
        faces.strip(face, TABLE_WIDTH, deck)
        for width in (TABLE_WIDTH, PILE_WIDTH, HAND_WIDTH):
            faces.card(face, width, deck)
