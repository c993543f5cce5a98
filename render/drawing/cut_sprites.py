"""Sprites with soft edges all around, cut so that most of their pixels are copied or left out."""

from dataclasses import dataclass
from itertools import pairwise, product

from PIL import Image

from render.drawing.canvas import Canvas, Sprite, sprite_of
from render.drawing.geometry import Box


@dataclass(frozen=True, slots=True)
class CutSprite:
    """A picture in parts, each with the place of its upper left corner.

    An opaque middle is copied, ten times as fast as the edges are blended.
    """

    parts: tuple[tuple[Sprite, int, int], ...]
    size: tuple[int, int]

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the picture with its upper left corner at (x, y)."""
        for sprite, across, down in self.parts:
            canvas.sprite(sprite, x + across, y + down)

    def draw_around(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the picture around its middle (x, y)."""
        self.draw(canvas, x - self.size[0] // 2, y - self.size[1] // 2)


def in_parts(image: Image.Image, middle: Box, *, hollow: bool) -> CutSprite:
    """Cut an RGBA picture into nine parts around its `middle`, which is left out if `hollow`."""
    columns = pairwise((0, middle.x, middle.right, image.width))
    rows = pairwise((0, middle.y, middle.bottom, image.height))
    boxes = [(x0, y0, x1, y1) for (y0, y1), (x0, x1) in product(rows, columns)]
    full = (
        box
        for box in boxes
        if box[0] < box[2] and box[1] < box[3] and not (hollow and box == middle.corners)
    )
    parts = tuple((sprite_of(image.crop(box)), box[0], box[1]) for box in full)
    return CutSprite(parts, image.size)


def opaque_middle(image: Image.Image) -> Box:
    """Return a large opaque box around the middle of an RGBA picture."""
    box, alpha = Box(0, 0, *image.size), image.getchannel("A")
    while alpha.crop(box.corners).getextrema() != (255, 255):
        box = box.grown(-1)
    return box
