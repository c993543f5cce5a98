"""The canvas: an RGB picture and the few ways to draw on it.

Everything is pasted, through a stencil if its edges are soft. Slower drawings are sprites: drawn
once at four times their size, reduced, and kept in a bounded cache. Bands are drawn on the subclass
in `indexed_canvas`.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final, Literal, Self

from isal import isal_zlib
from PIL import Image, ImageDraw

from engine.model.cards import RANK
from render.drawing import fonts, stencils
from render.drawing.fonts import Weight
from render.drawing.geometry import Box
from render.drawing.themes import WIDTH, Colour, DeckName, Theme, mix

Align = Literal["left", "middle", "right"]
Area = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, as Pillow has them."""
# ImageDraw draws hard edges. Shapes drawn larger and then reduced have soft ones.
SCALE: Final = 4
TALLEST: Final = 2672
"""Height limit in pixels: a table with a hand below it."""
FELT_STEP: Final = 4
"""Levels between two background shades: the smallest difference that the palette keeps apart."""
WEAVE: Final = (0, 2, 1, 3)
"""Dither thresholds by row: neighbouring shades alternate, so that no hard step is visible."""


class PackedImage:
    """An RGB picture, compressed. Canvases unpack it seldom, because they cache its tiles.

    The pixels of a card take 200 kB, and 4 kB here.
    """

    def __init__(self, image: Image.Image) -> None:
        self.width, self.height = image.size
        self._pixels = isal_zlib.compress(image.tobytes(), 1)

    def crop(self, box: Area) -> Image.Image:
        """Return a part of the picture."""
        pixels = isal_zlib.decompress(self._pixels)
        return Image.frombytes("RGB", (self.width, self.height), pixels).crop(box)


Part = tuple[Image.Image, Image.Image] | tuple[PackedImage, None]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture with its stencil, in parts from top to bottom.

    A part whose rows are fully opaque has no stencil (None): such rows are copied, ten times as
    fast. They are most of the pixels, so they are packed.
    """

    parts: tuple[Part, ...]

    @classmethod
    def of(cls, image: Image.Image, mask: Image.Image) -> Self:
        """Build a sprite from a picture and its stencil (mode L).

        Opaque rows become a part of their own.
        """
        first, last = opaque_rows(mask)
        cuts = ((0, first, True), (first, last, False), (last, mask.height, True))
        boxes = [((0, top, mask.width, end), soft) for top, end, soft in cuts if top < end]
        return cls(
            tuple(
                (image.crop(box), mask.crop(box)) if soft else (PackedImage(image.crop(box)), None)
                for box, soft in boxes
            )
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.parts[0][0].width, sum(image.height for image, _ in self.parts)

    def whole(self) -> Image.Image:
        """Return the whole sprite as one RGBA picture."""
        found, top = Image.new("RGBA", self.size), 0
        for image, mask in self.parts:
            part = image.crop((0, 0, image.width, image.height)).convert("RGBA")
            if mask is not None:
                part.putalpha(mask)
            found.paste(part, (0, top))
            top += image.height
        return found


class Canvas:
    """A picture being drawn. Coordinates are pixels from the top left."""

    def __init__(
        self,
        theme: Theme,
        height: int,
        deck: DeckName = "four",
        wild_ranks: tuple[int, ...] = (),
        *,
        lit: bool | None = None,
    ) -> None:
        """Create a canvas of `height` pixels with the background of `theme`.

        Args:
            theme: Colours of the background and the panels.
            height: Height in pixels; the width is always `WIDTH`.
            deck: Suit colours and size of the indices.
            wild_ranks: Ranks that are drawn as wild.
            lit: True for a band that is brightest in the middle, False for a flat background. None
                for a whole picture, which also gets darker towards its upper and lower end.
        """
        self.theme = theme
        self.deck: DeckName = deck
        self.wild_ranks = wild_ranks
        self.image = self._background(height, lit=lit)

    def is_wild(self, face: int) -> bool:
        return RANK[face] in self.wild_ranks

    def _background(self, height: int, *, lit: bool | None) -> Image.Image:
        """Return the empty picture."""
        # Each row has one shade only. That compresses several times better than a round light.
        column = background_column(self.theme, height, lit=lit)
        return column.resize((WIDTH, height), Image.Resampling.NEAREST)

    def sprite(self, sprite: Sprite, x: int, y: int, tall: int = TALLEST) -> None:
        """Paste a sprite with its top left corner at (x, y).

        Only its upper `tall` rows are pasted: others cover the rest, and pixels take time.
        """
        for image, mask in sprite.parts:
            rows = min(tall, image.height)
            if rows <= 0:
                return
            self._paste(image, (x, y, x + image.width, y + rows), mask)
            y, tall = y + rows, tall - rows

    def _paste(
        self, source: Image.Image | PackedImage | Colour, box: Area, mask: Image.Image | None
    ) -> None:
        """Fill a box with a colour or the upper rows of a picture, through a stencil if any."""
        rows = (0, 0, box[2] - box[0], box[3] - box[1])
        picture = source if isinstance(source, tuple) else source.crop(rows)
        self.image.paste(picture, box, mask and mask.crop(rows))

    def shared(
        self,
        key: Hashable,  # noqa: ARG002 - `IndexedCanvas` needs it
        box: Box,  # noqa: ARG002 - as above
        draw: Callable[["Canvas"], None],
    ) -> None:
        """Draw a part that several pictures have in common.

        Args:
            key: What is drawn, with the language of its words. Theme, deck and wild ranks need not
                be in it.
            box: All that is drawn lies in this box. So far it shows nothing but its plain ground.
            draw: Draws the part.
        """
        draw(self)

    def stencil(self, mask: Image.Image, x: int, y: int, colour: Colour) -> None:
        """Fill a stencil with a colour. The stencil's top left corner is at (x, y)."""
        width, height = mask.size
        self._paste(colour, (x, y, x + width, y + height), mask)

    def shape(self, name: str, box: Box, colour: Colour) -> None:
        """Draw a named icon, as large as `box`."""
        self.stencil(stencils.mask(name, box.width, box.height), box.x, box.y, colour)

    def plate(self, box: Box, radius: int, colour: Colour) -> None:
        """Fill a box with round corners of `radius` pixels."""
        radius = min(radius, box.width // 2, box.height // 2)
        if not radius:
            self.rectangle(box, colour)
            return
        # Three rectangles and four corners. Through a stencil each pixel would take fifty times as
        # long.
        inner = (box.x + radius, box.right - radius, box.y + radius, box.bottom - radius)
        self._paste(colour, (inner[0], box.y, inner[1], box.bottom), None)
        self._paste(colour, (box.x, inner[2], inner[0], inner[3]), None)
        self._paste(colour, (inner[1], inner[2], box.right, inner[3]), None)
        self._corners(box, corner_masks(radius, 0), colour)

    def frame(self, box: Box, radius: int, width: int, colour: Colour) -> None:
        """Outline a box with round corners.

        The line is `width` pixels wide and lies inside the box.
        """
        radius = min(radius, box.width // 2, box.height // 2)
        left, right = box.x + radius, box.right - radius
        upper, lower = box.y + radius, box.bottom - radius
        self._paste(colour, (left, box.y, right, box.y + width), None)
        self._paste(colour, (left, box.bottom - width, right, box.bottom), None)
        self._paste(colour, (box.x, upper, box.x + width, lower), None)
        self._paste(colour, (box.right - width, upper, box.right, lower), None)
        self._corners(box, corner_masks(radius, width), colour)

    def arch(self, box: Box, radius: int, width: int, colour: Colour) -> None:
        """Outline a box without its lower edge.

        The line is `width` pixels wide and lies inside the box.
        """
        left, right, upper = box.x + radius, box.right - radius, box.y + radius
        self._paste(colour, (left, box.y, right, box.y + width), None)
        self._paste(colour, (box.x, upper, box.x + width, box.bottom), None)
        self._paste(colour, (box.right - width, upper, box.right, box.bottom), None)
        self._corners(box, corner_masks(radius, width)[:2], colour)

    def _corners(self, box: Box, masks: tuple[Image.Image, ...], colour: Colour) -> None:
        """Paste corner stencils in the order top left, top right, bottom left, bottom right.

        With two stencils, only the upper corners.
        """
        size = masks[0].width
        right, lower = box.right - size, box.bottom - size
        places = ((box.x, box.y), (right, box.y), (box.x, lower), (right, lower))
        for mask, (x, y) in zip(masks, places, strict=False):
            if -size < y < self.image.height:  # A panel continues above or below its band.
                self.stencil(mask, x, y, colour)

    def rectangle(self, box: Box, colour: Colour) -> None:
        """Fill a box."""
        self._paste(colour, box.corners, None)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        size: int,
        weight: Weight,
        colour: Colour,
        align: Align = "left",
    ) -> int:
        """Write one line of text. Returns its width in pixels.

        Args:
            x: The column of the text's left end, middle or right end, depending on `align`.
            y: The row on which capital letters are centred.
            text: The text; characters without a glyph are left out.
            size: Type size in pixels.
            weight: Weight of the font.
            colour: Colour of the letters.
            align: What `x` means.
        """
        line = fonts.text_stencil(text, size, weight)
        left = x - {"left": 0, "middle": line.width // 2, "right": line.width}[align]
        # Centre by the height of capitals, not by the ink: names with and without descenders then
        # share one baseline.
        baseline = y + round(size * fonts.CAP_HEIGHT / 2)
        self.stencil(line.mask, left + line.left, baseline + line.top, colour)
        return line.width


def background_column(theme: Theme, height: int, *, lit: bool | None) -> Image.Image:
    """Return a column of the background; `lit` as in `Canvas`."""
    if lit is False:
        return Image.new("RGB", (1, height), flat_background(theme))
    return Image.frombytes("RGB", (1, height), row_shades(theme, height, lit=bool(lit)))


# A few kilobytes for each height. Heights vary with the melds, so more of them are kept than of
# pictures.
@lru_cache(maxsize=64)
def row_shades(theme: Theme, height: int, *, lit: bool) -> bytes:
    """Return the shades of all rows as RGB bytes, for a lit band or a whole picture."""
    shades = background_shades(theme)
    if lit:
        shades = shades[: shades.index(flat_background(theme)) + 1]
    return bytes(part for y in range(height) for part in shade_at(y, height, shades))


def shade_at(y: int, height: int, shades: tuple[Colour, ...]) -> Colour:
    """Return the shade of row `y`. Neighbouring shades are dithered row by row."""
    level = abs(2 * y - height) / height * (len(shades) - 1)
    return shades[min(len(shades) - 1, int(level + WEAVE[y % len(WEAVE)] / len(WEAVE)))]


# One entry for each of the three themes.
@lru_cache(maxsize=3)
def background_shades(theme: Theme) -> tuple[Colour, ...]:
    """Return the background's colours, from the brightest (middle) to the darkest (ends)."""
    parts = (*ramp(theme.lit, theme.felt), flat_background(theme), *ramp(theme.felt, theme.edge))
    return tuple(dict.fromkeys((*map(stepped, parts), stepped(theme.edge))))


def ramp(one: Colour, other: Colour) -> tuple[Colour, ...]:
    """Return the colours from `one` to `other`, without `other`."""
    count = max(1, max(abs(a - b) for a, b in zip(one, other, strict=True)) // FELT_STEP)
    return tuple(mix(one, other, i / count) for i in range(count))


def stepped(colour: Colour) -> Colour:
    """Return a colour rounded down to the steps that the palette tells apart."""
    red, green, blue = (part // FELT_STEP * FELT_STEP for part in colour)
    return (red, green, blue)


def flat_background(theme: Theme) -> Colour:
    """Return the background colour of a band that is not lit."""
    return stepped(theme.felt)


# Boxes share some twenty radii and line widths. A corner is drawn at four times its size, so it is
# slow.
@lru_cache(maxsize=64)
def corner_masks(radius: int, line: int) -> tuple[Image.Image, ...]:
    """Return stencils of the four corners of a filled box, or of an outline `line` pixels wide."""
    size = radius * SCALE * 2
    big = Image.new("L", (radius * SCALE, radius * SCALE), 0)
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, size - 1, size - 1), fill=255)
    if 0 < line < radius:
        inner = line * SCALE
        draw.ellipse((inner, inner, size - 1 - inner, size - 1 - inner), fill=0)
    corner = big.reduce(SCALE)
    across, down = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
    lower = corner.transpose(down)
    return (corner, corner.transpose(across), lower, lower.transpose(across))


def sprite_of(image: Image.Image) -> Sprite:
    return Sprite.of(image.convert("RGB"), image.getchannel("A"))


def opaque_rows(mask: Image.Image) -> tuple[int, int]:
    """Return the first and the last row of the stencil's opaque part.

    Both are equal if the stencil has no opaque part.
    """
    # Search outwards from the middle. Only an unbroken run of rows can be copied, and the round
    # corners of a card are at its ends.
    width, rows = mask.width, mask.tobytes()
    full = b"\xff" * width
    inked = [rows[n : n + width] == full for n in range(0, len(rows), width)]
    middle = mask.height // 2
    above = len(list(takewhile(bool, reversed(inked[:middle]))))
    below = len(list(takewhile(bool, inked[middle:])))
    return (middle - above, middle + below) if below else (middle, middle)
