"""Canastas as cards: the front in the colour of their kind, its band, its icon."""

from functools import lru_cache
from typing import Final

from render.canvas import faces
from render.canvas.canvas import SCALE, Sprite
from render.canvas.pens import Pen, height_of
from render.canvas.theme import (
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
    "natural": (NATURAL, WHITE, NATURAL),
    "mixed": (MIXED, WHITE, MIXED),
    "wild": (VIOLET, GOLD, VIOLET),
    "sevens": (GOLD, SEVENS_INK, GOLD),
}
"""Of a kind of canasta: ground, ink of the rank, ink of the word."""
KIND_SIGNS: Final = {"natural": "heart", "mixed": "spade", "wild": "star"}
EDGES: Final = 3
EDGE_STEP: Final = 3


@lru_cache(maxsize=120)
def front(kind: str, rank: str, word: str, width: int, edges: int = EDGES) -> Sprite:
    """The front of a canasta in the colour of its kind, its rank and its word.

    With `edges` of cards below it a closed one, squared up.
    """
    ground, ink, word_ink = GROUNDS[kind]
    tall = height_of(width)
    pen = Pen(width, FACE, FACE_EDGE, tall + edges * EDGE_STEP)
    # The lowest card first: each covers all but the edge of the one below.
    for edge in range(edges, -1, -1):
        sheet = (0, edge * EDGE_STEP * SCALE, pen.width - 1, (tall + edge * EDGE_STEP) * SCALE - 1)
        pen.draw.rounded_rectangle(sheet, pen.width * 0.10, (*FACE, 255), FACE_EDGE, SCALE)
    d = round(pen.width * 0.045)
    panel = (d, d, pen.width - 1 - d, tall * SCALE - 1 - d)
    pen.draw.rounded_rectangle(panel, pen.width * 0.07, ground)
    if kind == "wild":
        pen.sign("star", 0.5, 0.46, 0.60, ink)
    else:
        pen.tight(rank, 0.5, 0.46, 0.62, ink)
    plate = (0.115, 0.84, 0.885, 1.175)
    plate_ground = SEVENS_INK if kind == "sevens" else WHITE
    pen.draw.rounded_rectangle([v * pen.width for v in plate], pen.width * 0.17, plate_ground)
    pen.mark(word, 0.5, 1.0075, 0.235, word_ink, "ms")
    return pen.sprite()


@lru_cache(maxsize=4)
def icon(kind: str) -> Sprite:
    """A kind of canasta as a card 26 pixels wide."""
    ground, ink, _ = GROUNDS[kind]
    pen = Pen(26, ground, WHITE, 36)
    if kind == "sevens":
        pen.mark("7", 0.5, 0.69, 1.0, ink, "ms")
    else:
        pen.sign(KIND_SIGNS[kind], 0.5, 0.69, 0.68, ink)
    return Sprite(*faces.split(pen.image.reduce(SCALE)))


@lru_cache(maxsize=64)
def band(kind: str, word: str, width: int) -> Sprite:
    """The band across a canasta that is still growing, or the tab of a closed one."""
    ground, _, _ = GROUNDS[kind]
    tall = round(width * 0.36)
    pen = Pen(width, FACE, FACE_EDGE, tall)
    d = round(pen.width * 0.04)
    panel = (d, d, pen.width - 1 - d, pen.height - 1 - d)
    pen.draw.rounded_rectangle(panel, pen.width * 0.07, ground)
    ink = SEVENS_INK if kind == "sevens" else WHITE
    pen.mark(word, 0.5, 0.18, 0.235, ink, "ms")
    return pen.sprite()
