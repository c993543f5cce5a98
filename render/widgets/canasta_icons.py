"""Kinds of canastas: their colours, their icons, and each kind as a small card."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.canvas import SCALE, Sprite, sprite_of
from render.drawing.card_pen import CardPen
from render.drawing.themes import (
    FACE,
    FACE_EDGE,
    GOLD,
    MIXED,
    NATURAL,
    SEVENS_INK,
    VIOLET,
    WHITE,
    Colour,
)

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


ANY_SIZE: Final = (34, 60)


@lru_cache(maxsize=1)
def any_icon() -> Sprite:
    """Return the icon of a canasta of any kind: a squared pile, half red and half black."""
    wide, tall = (part * SCALE for part in ANY_SIZE)
    pile = Image.new("RGBA", (wide, tall), (*FACE, 0))
    draw, step, front = ImageDraw.Draw(pile), 6 * SCALE, tall - 12 * SCALE
    for top in (0, step, 2 * step):
        box = (0, top, wide - 1, top + front - 1)
        draw.rounded_rectangle(box, 7 * SCALE, (*FACE, 255), (*FACE_EDGE, 255), SCALE)
    # The front card's field, cut by its diagonal: red is upper left.
    d = 4 * SCALE
    field = Image.new("RGBA", (wide - 2 * d, front - 2 * d), (*NATURAL, 255))
    w, h = field.size
    ImageDraw.Draw(field).polygon([(w, 0), (w, h), (0, h)], (*MIXED, 255))
    rounded = Image.new("L", field.size, 0)
    ImageDraw.Draw(rounded).rounded_rectangle((0, 0, w - 1, h - 1), 5 * SCALE, 255)
    pile.paste(field, (d, 2 * step + d), rounded)
    return sprite_of(pile.reduce(SCALE))
