"""Coins with initials, for players of a side whose names do not fit next to each other."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.canvas import SCALE, Canvas, Sprite, sprite_of
from render.drawing.geometry import centred
from render.drawing.themes import INK, SIDE_INKS, mix
from render.widgets import computer_faces

SIZE: Final = 68
PITCH: Final = 62
TYPE: Final = 43
FACE: Final = 38
DISCS: Final = ((1.0, 0.6), (0.955, 0.0), (0.86, 0.5), (0.82, 0.0))
"""Diameters as shares of the coin, and how dark each disc is: rim, metal, line, field."""


def draw_coins(canvas: Canvas, x: int, y: int, side: int, people: Sequence[tuple[str, str]]) -> int:
    """Draw a coin for each player, with an initial or a computer face. Return the right end."""
    for initial, face in people:
        middle = x + SIZE // 2
        canvas.sprite(blank(side), x, y - SIZE // 2)
        if face:
            box = centred(middle, y, FACE, FACE)
            canvas.sprite(computer_faces.computer_face(face, FACE, light=False), box.x, box.y)
        else:
            canvas.text(middle, y, initial, TYPE, 800, INK, "middle")
        x += PITCH
    return x - PITCH + SIZE


@lru_cache(maxsize=8)  # one for each side
def blank(side: int) -> Sprite:
    """Return a coin of a side's colour without anything on it."""
    whole = SIZE * SCALE
    coin = Image.new("RGBA", (whole, whole), (*INK, 0))
    draw = ImageDraw.Draw(coin)
    for share, dark in DISCS:
        inset = whole * (1 - share) / 2
        box = (inset, inset, whole - 1 - inset, whole - 1 - inset)
        draw.ellipse(box, (*mix(SIDE_INKS[side], INK, dark), 255))
    return sprite_of(coin.reduce(SCALE))
