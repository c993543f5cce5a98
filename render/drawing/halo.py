"""A soft light around a card, in a few flat steps, which compress far better than a smooth one."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.cut_sprites import CutSprite, in_parts
from render.drawing.geometry import Box
from render.drawing.themes import WHITE, Colour, mix

REACH: Final = 34
"""Pixels by which the light exceeds the card, above and at both sides."""
INSIDE: Final = 24
"""Pixels of the light below the card, whose corners are round."""
STEPS: Final = 9
BRIGHTEST: Final = 0.62
"""How white the innermost step is."""


# The widths of cards in hands, with heights of front cards and of covered ones, in three themes.
@lru_cache(maxsize=64)
def halo(width: int, tall: int, ground: Colour) -> CutSprite:
    """Return the light around the upper `tall` pixels of a card, on a ground of one colour.

    The light has no lower edge, because a rack is there, and no middle, which the card hides.
    """
    light = Image.new("RGBA", (width + 2 * REACH, tall + REACH), (*ground, 0))
    draw = ImageDraw.Draw(light)
    for step in range(STEPS):
        inset = round(REACH * step / STEPS)
        colour = mix(ground, WHITE, BRIGHTEST * ((step + 1) / STEPS) ** 1.4)
        box = (inset, inset, light.width - 1 - inset, light.height + 60)
        draw.rounded_rectangle(box, width // 9 + REACH - inset, (*colour, 255))
    hidden = Box(REACH + INSIDE, REACH + INSIDE, width - 2 * INSIDE, tall - INSIDE)
    return in_parts(light, hidden, hollow=True)
