"""The card pen: draws the body of a card and the marks on it, at four times its size."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing import fonts, stencils
from render.drawing.canvas import SCALE, Sprite, sprite_of
from render.drawing.themes import Colour

WIDTHS: Final = (64, 76, 123, 142, 168, 184, 200)
"""Pixels.

Whole cards have these widths only: the sprites of every width then fit into the cache.
"""
FULL_FROM: Final = 88
"""From this width on, cards show their full face."""
RATIO: Final = 1.4
ROUND: Final = 0.10
"""Corner radius, as a share of the card's width."""
NARROW_RATIO: Final = 1.316
"""Height of narrow cards, as a share of the width; slightly less than of wide ones."""


def height_of(width: int) -> int:
    """Return the height in pixels of a card `width` pixels wide."""
    return round(width * (NARROW_RATIO if width < FULL_FROM else RATIO))


class CardPen:
    """Draws one card at four times its size."""

    def __init__(
        self,
        width: int,
        ground: Colour,
        edge: Colour,
        height: int | None = None,
        *,
        clear: bool = False,
    ) -> None:
        """Draw the empty body of a card.

        Args:
            width: Width in pixels, before enlarging.
            ground: Colour of the body.
            edge: Colour of the outline.
            height: Height in pixels; None for that of a card.
            clear: Keep transparency outside the body. Keeping it takes more than twice the time.
        """
        self.width = width * SCALE
        self.height = (height or height_of(width)) * SCALE
        size = (self.width, self.height)
        self.image = (
            Image.new("RGBA", size, (*ground, 0)) if clear else Image.new("RGB", size, edge)
        )
        self.draw = ImageDraw.Draw(self.image)
        self.draw.rounded_rectangle(bounds(size), self.width * ROUND, (*ground, 255), edge, SCALE)

    def frame(self, inset: float, line: float, colour: Colour) -> None:
        """Draw a thin frame inside the edge. Measures are shares of the card's width."""
        d = self.width * inset
        box = (d, d, self.width - 1 - d, self.height - 1 - d)
        self.draw.rounded_rectangle(
            box, self.width * 0.065, outline=colour, width=round(self.width * line)
        )

    def sign(self, name: str, x: float, y: float, size: float, colour: Colour) -> None:
        """Draw an icon with its middle at (x, y). All measures are shares of the card's width."""
        side, w = self.width * size, self.width
        at = (w * x - side / 2, w * y - side / 2)
        for stroke in stencils.strokes(name):
            stencils.ink_stroke(self.draw, stroke, side, side, at, colour)

    def mark(self, text: str, x: float, y: float, size: float, colour: Colour, anchor: str) -> None:
        """Write a text whose capitals are centred on `y`.

        Measures are shares of the card's width.
        """
        pixels = round(self.width * size)
        font = fonts.font("inter-latin-800.woff2", pixels)
        # Pillow places text by its baseline, which is half a capital letter below the middle.
        at = (self.width * x, self.width * y + pixels * fonts.CAP_HEIGHT / 2)
        self.draw.text(at, text, colour, font, anchor)

    def tight(self, text: str, x: float, y: float, size: float, colour: Colour) -> None:
        """Write a rank centred on (x, y). "10" is set tight, to be no wider than other ranks."""
        if text != "10":
            self.mark(text, x, y, size, colour, "ms")
            return
        self.mark("1", x - size * 0.285, y, size, colour, "ms")
        self.mark("0", x + size * 0.205, y, size, colour, "ms")

    def sprite(self) -> Sprite:
        """Return the reduced card.

        The card has no shadow, because soft edges would be half of a picture's bytes.
        """
        small = self.image.reduce(SCALE)
        return (
            sprite_of(small) if small.mode == "RGBA" else Sprite.of(small, body(*self.image.size))
        )


def bounds(size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the box of a whole image, as `ImageDraw` needs it."""
    return (0, 0, size[0] - 1, size[1] - 1)


# Room for every card width and for the partial cards of melds.
@lru_cache(maxsize=48)
def body(width: int, height: int) -> Image.Image:
    """Return the stencil of a card. `width` and `height` are those of the enlarged picture."""
    large = Image.new("L", (width, height), 0)
    ImageDraw.Draw(large).rounded_rectangle(bounds(large.size), width * ROUND, 255)
    return large.reduce(SCALE)
