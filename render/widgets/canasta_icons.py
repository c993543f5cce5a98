"""Kinds of canastas: their colours, their icons, and each kind as a small card."""

from functools import lru_cache
from typing import Final

from render.drawing.canvas import Sprite
from render.drawing.card_pen import CardPen
from render.drawing.themes import GOLD, MIXED, NATURAL, SEVENS_INK, VIOLET, WHITE, Colour

GROUNDS: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "natural": (NATURAL, WHITE, WHITE),
    "mixed": (MIXED, WHITE, WHITE),
    "wild": (VIOLET, GOLD, WHITE),
    "sevens": (GOLD, SEVENS_INK, SEVENS_INK),
}
"""By kind of canasta: ground, ink of the rank, and the ground on which its icon is drawn."""
KIND_SIGNS: Final = {"natural": "heart", "mixed": "spade", "wild": "star"}


# Four kinds in one size.
@lru_cache(maxsize=4)
def icon(kind: str) -> Sprite:
    """Return a kind of canasta as a card 26 pixels wide and 36 high."""
    ground, ink, _ = GROUNDS[kind]
    pen = CardPen(26, ground, WHITE, 36)
    if kind == "sevens":
        pen.mark("7", 0.5, 0.69, 1.0, ink, "ms")
    else:
        pen.sign(KIND_SIGNS[kind], 0.5, 0.69, 0.68, ink)
    return pen.sprite()
