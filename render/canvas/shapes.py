"""Signs as stencils. Never glyphs, never emoji, so never a tofu box.

`mask` turns a sign into an anti-aliased stencil of any size; whoever draws chooses the colour.
"""

from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.signs import SHAPES
from render.canvas.strokes import Point, Shape, Stroke

OVERSAMPLE: Final = 4  # Pillow draws no soft edges; what is reduced has them
SUIT_SHAPES: Final = ("spade", "heart", "diamond", "club")


@cache
def strokes(name: str) -> Shape:
    """The strokes of a named shape. Raises `KeyError` for a name that is not in `SHAPES`."""
    return SHAPES[name]()


@lru_cache(maxsize=512)
def mask(name: str, width: int, height: int) -> Image.Image:
    """The stencil of a shape: mode L, 255 where it is inked."""
    big = Image.new("L", (width * OVERSAMPLE, height * OVERSAMPLE), 0)
    draw = ImageDraw.Draw(big)
    for stroke in strokes(name):
        ink_stroke(draw, stroke, big.width, big.height, (0, 0), 255 if stroke.ink else 0)
    return big.reduce(OVERSAMPLE)


def ink_stroke(
    draw: ImageDraw.ImageDraw,
    stroke: Stroke,
    width: float,
    height: float,
    at: Point,
    fill: int | tuple[int, ...],
) -> None:
    """Ink one stroke, scaled to a box at `at`."""
    scaled = [(at[0] + x * width, at[1] + y * height) for x, y in stroke.points]
    if not stroke.radius:
        draw.polygon(scaled, fill=fill)
        return
    (x, y), rx, ry = scaled[0], stroke.radius * width, stroke.radius * height
    draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=fill)
