"""The background of a poster: a dark cloth, a lamp with rays behind the winners, and a frame.

All areas are flat, because steps of one shade compress well and a smooth light does not.
"""

import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.drawing import palette
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.drawing.themes import COPPER_RIM, GOLD, WIDTH, Colour, Theme, mix

FRAME: Final = 22
"""Pixels from the edge of the picture to the gold frame."""
INSIDE: Final = 36
"""Pixels from the edge of the picture to the ground inside both frames."""
REACH: Final = 760
"""Radius of the lamp's light in pixels."""
FAR: Final = 2 * REACH
DISCS: Final = 9
RAYS: Final = 28
GRAIN: Final = 2
"""Rows that are equal. Rays cross every row, and are a fifth of a poster's bytes otherwise."""


def poster(theme: Theme, height: int, lamp: int) -> Canvas:
    """Return a canvas with the cloth, a lamp on row `lamp`, and the frame."""
    canvas = Canvas(theme, height, lit=False)
    canvas.rectangle(Box(0, 0, WIDTH, height), cloth(theme))
    canvas.image.paste(lamplight(theme), (0, lamp - REACH))
    canvas.frame(Box(FRAME, FRAME, WIDTH - 2 * FRAME, height - 2 * FRAME), 34, 5, GOLD)
    canvas.frame(Box(34, 34, WIDTH - 68, height - 68), 24, 2, COPPER_RIM)
    return canvas


def cloth(theme: Theme) -> Colour:
    """Return the colour of the unlit cloth."""
    return mix(theme.edge, (0, 0, 0), 0.12)


# Five megabytes for each of the three themes. Drawing it takes 30 ms, a paste one.
@lru_cache(maxsize=3)
def lamplight(theme: Theme) -> Image.Image:
    """Return the lit part of the cloth, with the lamp in its middle. Callers only paste it."""
    size, middle = (WIDTH, 2 * REACH // GRAIN), (WIDTH // 2, REACH // GRAIN)
    bright = mix(theme.lit, theme.felt, 0.12)
    picture = Image.new("RGB", size, cloth(theme))
    light = discs_of_light(size, middle)
    picture.paste(mix(theme.edge, bright, 0.62), (0, 0), light)
    picture.paste(bright, (0, 0), ImageChops.multiply(rays(size, middle), light))
    # Already in the palette's colours, so that every poster has the same cloth.
    flat = palette.to_palette(picture, theme).convert("RGB")
    return flat.resize((WIDTH, 2 * REACH), Image.Resampling.NEAREST)


def discs_of_light(size: tuple[int, int], middle: tuple[int, int]) -> Image.Image:
    """Return the stencil of the lamp: the smaller a disc, the brighter it is."""
    stencil = Image.new("L", size, 0)
    draw = ImageDraw.Draw(stencil)
    for disc in range(DISCS):
        radius = REACH * (1 - disc / DISCS)
        x, y = middle
        box = (x - radius, y - radius / GRAIN, x + radius, y + radius / GRAIN)
        draw.ellipse(box, fill=round(255 * (disc + 1) / DISCS))
    return stencil


def rays(size: tuple[int, int], middle: tuple[int, int]) -> Image.Image:
    """Return the stencil of the rays."""
    stencil = Image.new("L", size, 0)
    draw, (x, y) = ImageDraw.Draw(stencil), middle
    for ray in range(RAYS):
        ends = (math.tau * (ray + half) / RAYS for half in (0, 0.5))
        far = [(x + FAR * math.sin(a), y - FAR * math.cos(a) / GRAIN) for a in ends]
        draw.polygon([middle, *far], fill=255)
    return stencil
