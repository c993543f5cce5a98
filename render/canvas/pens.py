"""The pen: a card body at four times its size, and the strokes that all cards share."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.canvas import fonts, shapes
from render.canvas.canvas import SCALE, Sprite, sprite_of
from render.canvas.theme import Colour

WIDTHS: Final = (64, 76, 123, 142, 168, 184, 200)
"""The only widths of whole cards: sprites of every width stay small enough to be kept."""
FULL_FROM: Final = 88
"""From this width on cards show their full face."""
RATIO: Final = 1.4
ROUND: Final = 0.10
"""The radius of a card's corners, of its width."""
NARROW_RATIO: Final = 1.316
"""Narrow cards are a hair less tall, as measured for the table."""


def height_of(width: int) -> int:
    """The height of a card."""
    return round(width * (NARROW_RATIO if width < FULL_FROM else RATIO))


class Pen:
    """A card body at four times its size, and the strokes that all cards share."""

    def __init__(
        self,
        width: int,
        ground: Colour,
        edge: Colour,
        height: int | None = None,
        *,
        clear: bool = False,
    ) -> None:
        """With a `clear` image what lies outside is kept as alpha, at more than twice the time."""
        self.width = width * SCALE
        self.height = (height or height_of(width)) * SCALE
        size = (self.width, self.height)
        self.image = (
            Image.new("RGBA", size, (*ground, 0)) if clear else Image.new("RGB", size, edge)
        )
        self.draw = ImageDraw.Draw(self.image)
        self.draw.rounded_rectangle(bounds(size), self.width * ROUND, (*ground, 255), edge, SCALE)

    def frame(self, inset: float, line: float, colour: Colour) -> None:
        """A thin frame inside the edge; measures are shares of the card's width."""
        d = self.width * inset
        box = (d, d, self.width - 1 - d, self.height - 1 - d)
        self.draw.rounded_rectangle(
            box, self.width * 0.065, outline=colour, width=round(self.width * line)
        )

    def sign(self, name: str, x: float, y: float, size: float, colour: Colour) -> None:
        """A shape with its middle at a point; all measures are shares of the card's width."""
        side, w = self.width * size, self.width
        at = (w * x - side / 2, w * y - side / 2)
        for stroke in shapes.strokes(name):
            shapes.ink_stroke(self.draw, stroke, side, side, at, colour)

    def mark(self, text: str, x: float, y: float, size: float, colour: Colour, anchor: str) -> None:
        """A text with its capitals' middle at `y`; measures are shares of the card's width."""
        pixels = round(self.width * size)
        font = fonts.font("inter-latin-800.woff2", pixels)
        # Pillow sets text on its baseline; half a capital below the middle puts it there.
        at = (self.width * x, self.width * y + pixels * fonts.CAP_HEIGHT / 2)
        self.draw.text(at, text, colour, font, anchor)

    def tight(self, text: str, x: float, y: float, size: float, colour: Colour) -> None:
        """A mark centred on a point; a ten is set tight, to be no wider than other ranks."""
        if text != "10":
            self.mark(text, x, y, size, colour, "ms")
            return
        self.mark("1", x - size * 0.285, y, size, colour, "ms")
        self.mark("0", x + size * 0.205, y, size, colour, "ms")

    def sprite(self) -> Sprite:
        """The card, reduced. It has no shadow: soft edges are half of what a picture weighs."""
        small = self.image.reduce(SCALE)
        return (
            sprite_of(small) if small.mode == "RGBA" else Sprite.of(small, body(*self.image.size))
        )


def bounds(size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The box of a whole image, as `ImageDraw` wants it."""
    return (0, 0, size[0] - 1, size[1] - 1)


# Of every width of cards, and of the parts of them that melds show.
@lru_cache(maxsize=48)
def body(width: int, height: int) -> Image.Image:
    """The stencil of a card, from the size of its pen."""
    large = Image.new("L", (width, height), 0)
    ImageDraw.Draw(large).rounded_rectangle(bounds(large.size), width * ROUND, 255)
    return large.reduce(SCALE)
