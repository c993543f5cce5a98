"""The sky of the midnight cloth: stars and a moon, where there is no text."""

from typing import Final

from render.drawing.canvas import Canvas
from render.drawing.geometry import centred
from render.drawing.themes import TEXT, mix

CLOTH: Final = "midnight"
STARS: Final = (
    *((30, 20, 13), (138, 26, 7), (172, 200, 5), (182, 88, 7), (6, 216, 5), (168, 40, 5)),
    *((414, 68, 7), (404, 20, 7), (422, 130, 5), (12, 330, 7), (28, 346, 9), (190, 330, 7)),
    *((398, 340, 7), (372, 350, 5), (176, 300, 5), (1092, 20, 5), (760, 14, 7), (616, 16, 5)),
    *((1040, 14, 7), (880, 346, 7), (700, 346, 5), (1088, 230, 5), (520, 350, 7)),
)
"""Middles and sizes in pixels. The largest stars have five points."""
MOON: Final = centred(1006, 292, 92, 92)
SHADED: Final = 22
"""Pixels by which the dark disc on the moon is further left and up than the moon."""
MARGIN: Final = 40
MOONLIGHT: Final = 0.3


def draw_stars(canvas: Canvas) -> None:
    """Draw the stars of the midnight cloth between piles and text."""
    if canvas.theme.name != CLOTH:
        return
    ink = mix(canvas.theme.felt, TEXT, 0.4)
    for x, y, size in STARS:
        canvas.shape("star" if size > 8 else "disc", centred(x, y, size, size), ink)


def draw_moon(canvas: Canvas, words_end: int) -> None:
    """Draw the moon to the right of the text, unless the text ends too near to it."""
    if canvas.theme.name != CLOTH or words_end + MARGIN > MOON.x:
        return
    canvas.shape("disc", MOON, mix(canvas.theme.felt, TEXT, MOONLIGHT))
    shaded = centred(
        MOON.middle - SHADED, MOON.centre - SHADED // 2, MOON.width - 8, MOON.height - 8
    )
    canvas.shape("disc", shaded, canvas.theme.felt)
