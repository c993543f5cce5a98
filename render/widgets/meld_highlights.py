"""Highlights of a meld: a new canasta in gold, and a plus if the viewer's hand fits the meld."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.canvas import SCALE, Canvas, Sprite, sprite_of
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, INK, SIDE_INKS, Colour, mix

EDGES: Final = ((9, 0.42), (6, 1.0))
"""Widths in pixels of the golden edge and its outline, and how golden each is."""
SPARK: Final = (255, 250, 225)
GLEAM: Final = (255, 240, 190, 96)
GLEAMS: Final = ((0.10, 0.16), (0.34, 0.07))
"""Start and width of each stripe of the gleam, as shares of the card's width."""
SLANT: Final = 0.52
PLUS: Final = 50
RIM: Final = 4
BAR: Final = (30, 10)


def draw_gold(canvas: Canvas, stack: Box) -> None:
    """Draw a golden edge behind a stack that has just become a canasta."""
    for grown, share in EDGES:
        canvas.plate(stack.grown(grown), 12 + grown, mix(canvas.theme.panel, GOLD, share))


def draw_sparks(canvas: Canvas, stack: Box, field: Box) -> None:
    """Draw a gleam across the coloured `field` of a new canasta, and sparks on its edge.

    The sparks stay inside the stack's own rows, because the band above would cut them off.
    """
    canvas.sprite(gleam(field.width, field.height), field.x, field.y)
    low = (field.y * 3 + field.bottom) // 4
    places = (
        (stack.x, stack.y + 12, 44),
        (stack.right, low, 34),
        (stack.x + 2, stack.bottom - 8, 26),
    )
    for x, y, size in places:
        canvas.shape("spark", centred(x, y, size, size), SPARK)


# One for each width of melds.
@lru_cache(maxsize=8)
def gleam(width: int, height: int) -> Sprite:
    """Return two slanting stripes of light, half transparent."""
    whole = Image.new("RGBA", (width * SCALE, height * SCALE), (*GLEAM[:3], 0))
    draw = ImageDraw.Draw(whole)
    for left, wide in GLEAMS:
        upper = [(left + SLANT - 0.1) * whole.width, (left + wide + SLANT - 0.1) * whole.width]
        lower = [edge - SLANT * whole.width for edge in upper]
        corners = [(upper[0], 0), (upper[1], 0), (lower[1], whole.height), (lower[0], whole.height)]
        draw.polygon(corners, GLEAM)
    return sprite_of(whole.reduce(SCALE))


def draw_plus(canvas: Canvas, x: int, y: int, side: int) -> None:
    """Draw the plus that says that the viewer's hand has cards for this. (x, y) is its middle."""
    drawn = plus(SIDE_INKS[side], canvas.theme.seat)
    canvas.sprite(drawn, x - drawn.size[0] // 2, y - drawn.size[1] // 2)


# Few sides of tables have a viewer at a time.
@lru_cache(maxsize=24)
def plus(ink: Colour, rim: Colour) -> Sprite:
    """Return a disc with a plus and a dark rim."""
    whole = (PLUS + 2 * RIM) * SCALE
    disc = Image.new("RGBA", (whole, whole), (*rim, 0))
    draw = ImageDraw.Draw(disc)
    draw.ellipse((0, 0, whole - 1, whole - 1), (*rim, 255))
    inset = RIM * SCALE
    draw.ellipse((inset, inset, whole - 1 - inset, whole - 1 - inset), (*ink, 255))
    for wide, tall in (BAR, BAR[::-1]):
        left, top = (whole - wide * SCALE) // 2, (whole - tall * SCALE) // 2
        draw.rectangle((left, top, whole - 1 - left, whole - 1 - top), (*INK, 255))
    return sprite_of(disc.reduce(SCALE))
