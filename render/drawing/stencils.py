"""Icons as stencils. Icons are shapes, never glyphs or emoji, so no font can lack one.

The shapes themselves are in the module of icons.
"""

from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.icons import SHAPES
from render.drawing.strokes import Point, Shape, Stroke

OVERSAMPLE: Final = 4  # ImageDraw draws hard edges; reducing softens them.
SUIT_SHAPES: Final = ("spade", "heart", "diamond", "club")


# Unbounded, because there are only as many entries as named shapes.
@cache
def strokes(name: str) -> Shape:
    """Return the strokes of a named shape. Raises `KeyError` for an unknown name."""
    return SHAPES[name]()


# Every icon in the sizes that pictures use. Pasting a stencil is fast, drawing one is not.
@lru_cache(maxsize=512)
def mask(name: str, width: int, height: int) -> Image.Image:
    """Return the stencil of a shape: mode L, 255 where it has ink."""
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
    """Draw one stroke, scaled to a box of `width` times `height` pixels at `at`."""
    scaled = [(at[0] + x * width, at[1] + y * height) for x, y in stroke.points]
    if not stroke.radius:
        draw.polygon(scaled, fill=fill)
        return
    (x, y), rx, ry = scaled[0], stroke.radius * width, stroke.radius * height
    draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=fill)
