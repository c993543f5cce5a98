"""Bars of points: filled for points won, hollow with strokes across for points lost."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.canvas import SCALE, Canvas
from render.drawing.geometry import Box
from render.drawing.themes import LOSS, Colour

SHORTEST: Final = 12
"""Pixels of the shortest bar, so that one point is visible."""
RADIUS: Final = 10
LINE: Final = 4
STROKES: Final = 18
"""Pixels between two strokes across a hollow bar."""
STROKES_FROM: Final = 24
"""Bars lower than this are too small for strokes."""


def draw_bar(canvas: Canvas, box: Box, points: int, most: int, ink: Colour) -> None:
    """Draw a bar of points, won or lost. It fills `box` at `most` points."""
    if not points:
        return
    length = round(box.width * min(1, abs(points) / most))
    bar = Box(box.x, box.y, max(SHORTEST, length), box.height)
    if points > 0:
        canvas.plate(bar, RADIUS, ink)
        return
    bar = Box(box.x, box.y, max(bar.width, box.height), box.height)
    if box.height >= STROKES_FROM:
        canvas.stencil(strokes(bar.width, bar.height), bar.x, bar.y, LOSS)
    canvas.frame(bar, RADIUS, LINE, LOSS)


# A few heights, each in as many lengths as bars have on the sheets of the games in play.
@lru_cache(maxsize=64)
def strokes(width: int, height: int) -> Image.Image:
    """Return the stencil of strokes across a hollow bar."""
    big = Image.new("L", (width * SCALE, height * SCALE), 0)
    draw = ImageDraw.Draw(big)
    for x in range(-height, width, STROKES):
        ends = (x * SCALE, height * SCALE, (x + height) * SCALE, 0)
        draw.line(ends, fill=255, width=LINE * SCALE)
    # The strokes end inside the round frame.
    inside = Image.new("L", big.size, 0)
    edge, round_ = LINE * SCALE // 2, RADIUS * SCALE
    box = (edge, edge, big.width - 1 - edge, big.height - 1 - edge)
    ImageDraw.Draw(inside).rounded_rectangle(box, min(round_, big.width // 2 - edge), 255)
    big.paste(0, (0, 0), inside.point(lambda ink: 255 - ink))
    return big.reduce(SCALE)
