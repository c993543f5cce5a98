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
"""By kind of canasta: background, ink of the rank, and the background for its icon."""
WIDTH_SHARE: Final = 0.72
THIN_UP_TO: Final = 36
"""Height up to which a card has a thin edge."""
KIND_SIGNS: Final = {"natural": "heart", "mixed": "spade", "wild": "star"}


# Four kinds in three sizes.
@lru_cache(maxsize=12)
def icon(kind: str, height: int = 36) -> Sprite:
    """Return a kind of canasta as a small card, `height` pixels high."""
    ground, ink, _ = GROUNDS[kind]
    width = round(height * WIDTH_SHARE)
    pen = CardPen(width, ground, WHITE, height)
    if height > THIN_UP_TO:
        pen.frame(0, 0.05, WHITE)
    if kind == "sevens":
        pen.mark("7", 0.5, 0.69, 1.0, ink, "ms")
    else:
        pen.sign(KIND_SIGNS[kind], 0.5, 0.69, 0.68, ink)
    return pen.sprite()
