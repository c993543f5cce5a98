"""The canvas: an RGB picture and the few ways in which things are put on it.

Everything is pasted through a stencil, because a paste releases the interpreter lock and costs
some 30 µs. Whatever took longer to draw than that is a *sprite*: drawn once at four times its
size, reduced, and kept in a bounded cache.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final, Literal, Self

from PIL import Image, ImageDraw

from engine.model.cards import RANK
from render.canvas import fonts, shapes
from render.canvas.fonts import Weight
from render.canvas.geometry import Box
from render.canvas.theme import WIDTH, Colour, DeckName, Theme, mixed_colour

Align = Literal["left", "middle", "right"]
Part = tuple[Image.Image, Image.Image | None]
# ImageDraw knows no soft edges; what is drawn larger and then reduced has them.
SCALE: Final = 4
TALLEST: Final = 2640
"""Pixels of the tallest picture: a table with a hand below it."""
FELT_STEP: Final = 4
"""Levels between two shades of the felt: the least that the palette can tell apart."""
WEAVE: Final = (0, 2, 1, 3)
"""Thresholds of rows of threads: shades pass into each other as a fine weave."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture with its stencil, in parts from top to bottom.

    Rows that cover all they lie on have no stencil: they are copied, ten times as quickly.
    """

    parts: tuple[Part, ...]

    @classmethod
    def of(cls, image: Image.Image, mask: Image.Image) -> Self:
        """A picture cut where its stencil lets nothing through."""
        first, last = solid(mask)
        cuts = ((0, first, True), (first, last, False), (last, mask.height, True))
        boxes = [((0, top, mask.width, end), soft) for top, end, soft in cuts if top < end]
        parts = ((image.crop(box), mask.crop(box) if soft else None) for box, soft in boxes)
        return cls(tuple(parts))

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self.parts[0][0].width, sum(image.height for image, _ in self.parts)

    def top(self, tall: int) -> "Sprite":
        """Its upper pixels: half as many to paste."""
        return Sprite(tuple(upper(self.parts, tall)))

    def whole(self) -> Image.Image:
        """The picture in one, with its stencil as alpha."""
        found, top = Image.new("RGBA", self.size), 0
        for image, mask in self.parts:
            part = image.convert("RGBA")
            if mask is not None:
                part.putalpha(mask)
            found.paste(part, (0, top))
            top += image.height
        return found


def upper(parts: Iterable[Part], tall: int) -> Iterator[Part]:
    """As much of some parts as so many rows hold."""
    for image, mask in parts:
        if tall <= 0:
            return
        box = (0, 0, image.width, min(tall, image.height))
        whole = tall >= image.height
        yield (image, mask) if whole else (image.crop(box), mask.crop(box) if mask else None)
        tall -= image.height


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
        """Without saying whether it is `lit`, it is a whole picture: dark at its ends as well."""
        self.theme = theme
        self.deck: DeckName = deck
        self.wild_ranks = wild_ranks
        self.image = cloth(theme, height, lit=lit)
        # `Image.paste` asks nine things before each of three hundred pastes of a press, all of
        # which are known here: that takes as long as the pixels.
        self._paste = self.image.im.paste

    def is_wild(self, face: int) -> bool:
        """Whether a card is drawn as a wild one."""
        return RANK[face] in self.wild_ranks

    def sprite(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its top left corner at a point."""
        for image, mask in sprite.parts:
            width, height = image.size
            box = (x, y, x + width, y + height)
            if mask is None:
                self._paste(image.im, box)
            else:
                self._paste(image.im, box, mask.im)
            y += height

    def stencil(self, mask: Image.Image, x: int, y: int, colour: Colour) -> None:
        """Fill the shape of a stencil whose top left corner is at a point."""
        width, height = mask.size
        self._paste(colour, (x, y, x + width, y + height), mask.im)

    def shape(self, name: str, box: Box, colour: Colour) -> None:
        """Lay a sign."""
        self.stencil(shapes.mask(name, box.width, box.height), box.x, box.y, colour)

    def plate(self, box: Box, radius: int, colour: Colour) -> None:
        """Fill a box with round corners."""
        radius = min(radius, box.width // 2, box.height // 2)
        if not radius:
            self.rectangle(box, colour)
            return
        # Three strips and four corners: through a stencil a pixel takes fifty times as long.
        inner = (box.x + radius, box.right - radius, box.y + radius, box.bottom - radius)
        self._paste(colour, (inner[0], box.y, inner[1], box.bottom))
        self._paste(colour, (box.x, inner[2], inner[0], inner[3]))
        self._paste(colour, (inner[1], inner[2], box.right, inner[3]))
        self._corners(box, corner_masks(radius, 0), colour)

    def frame(self, box: Box, radius: int, width: int, colour: Colour) -> None:
        """Outline a box with round corners; the line lies inside the box."""
        radius = min(radius, box.width // 2, box.height // 2)
        left, right = box.x + radius, box.right - radius
        upper, lower = box.y + radius, box.bottom - radius
        self._paste(colour, (left, box.y, right, box.y + width))
        self._paste(colour, (left, box.bottom - width, right, box.bottom))
        self._paste(colour, (box.x, upper, box.x + width, lower))
        self._paste(colour, (box.right - width, upper, box.right, lower))
        self._corners(box, corner_masks(radius, width), colour)

    def arch(self, box: Box, radius: int, width: int, colour: Colour) -> None:
        """Outline a box with round corners that is open below; the line lies inside the box."""
        left, right, upper = box.x + radius, box.right - radius, box.y + radius
        self._paste(colour, (left, box.y, right, box.y + width))
        self._paste(colour, (box.x, upper, box.x + width, box.bottom))
        self._paste(colour, (box.right - width, upper, box.right, box.bottom))
        self._corners(box, corner_masks(radius, width)[:2], colour)

    def _corners(self, box: Box, masks: tuple[Image.Image, ...], colour: Colour) -> None:
        """Paste corners of a box: top left, top right, bottom left, bottom right, or the first."""
        size = masks[0].width
        right, lower = box.right - size, box.bottom - size
        places = ((box.x, box.y), (right, box.y), (box.x, lower), (right, lower))
        for mask, place in zip(masks, places, strict=False):
            self.stencil(mask, *place, colour)

    def rectangle(self, box: Box, colour: Colour) -> None:
        """Fill a box."""
        self._paste(colour, box.corners)

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
        """Write a line whose capitals are centred on `y`. Returns its width."""
        line = fonts.written(text, size, weight)
        left = x - {"left": 0, "middle": line.width // 2, "right": line.width}[align]
        # By the height of capitals, whatever is written: names with and without a tail stand level.
        baseline = y + round(size * fonts.CAP_HEIGHT / 2)
        self.stencil(line.mask, left + line.left, baseline + line.top, colour)
        return line.width


def cloth(theme: Theme, height: int, *, lit: bool | None) -> Image.Image:
    """The cloth: plain, or under a lamp, brightest in the middle; whole pictures end dark."""
    if lit is False:
        return Image.new("RGB", (WIDTH, height), plain_felt(theme))
    return woven(theme, height, lit=bool(lit)).copy()


# One has a megabyte or two: a cockpit's and the usual hands', which a copy costs a fifth of.
@lru_cache(maxsize=8)
def woven(theme: Theme, height: int, *, lit: bool) -> Image.Image:
    """The cloth where its rows differ."""
    column = Image.frombytes("RGB", (1, height), shaded(theme, height, lit=lit))
    # All of a row has one shade: that compresses several times better than a round light.
    return column.resize((WIDTH, height), Image.Resampling.NEAREST)


@lru_cache(maxsize=64)
def shaded(theme: Theme, height: int, *, lit: bool) -> bytes:
    """The shades of all rows, of a band under a lamp or of a whole picture."""
    shades = felt_shades(theme)
    if lit:
        shades = shades[: shades.index(plain_felt(theme)) + 1]
    return bytes(part for y in range(height) for part in shade_at(y, height, shades))


def shade_at(y: int, height: int, shades: tuple[Colour, ...]) -> Colour:
    """The shade of a row; shades pass into each other as a weave."""
    level = abs(2 * y - height) / height * (len(shades) - 1)
    return shades[min(len(shades) - 1, int(level + WEAVE[y % len(WEAVE)] / len(WEAVE)))]


@lru_cache(maxsize=3)
def felt_shades(theme: Theme) -> tuple[Colour, ...]:
    """The colours of the cloth, from under the lamp over the plain felt to the ends of a page."""
    parts = (*ramp(theme.lit, theme.felt), plain_felt(theme), *ramp(theme.felt, theme.edge))
    return tuple(dict.fromkeys((*map(stepped, parts), stepped(theme.edge))))


def ramp(one: Colour, other: Colour) -> tuple[Colour, ...]:
    """Colours from one to the other, which is left out."""
    count = max(1, max(abs(a - b) for a, b in zip(one, other, strict=True)) // FELT_STEP)
    return tuple(mixed_colour(one, other, i / count) for i in range(count))


def stepped(colour: Colour) -> Colour:
    """A colour as the palette can tell it from its neighbours."""
    red, green, blue = (part // FELT_STEP * FELT_STEP for part in colour)
    return (red, green, blue)


def plain_felt(theme: Theme) -> Colour:
    """The cloth where no lamp hangs."""
    return stepped(theme.felt)


@lru_cache(maxsize=64)
def corner_masks(radius: int, line: int) -> tuple[Image.Image, ...]:
    """The stencils of the four corners of a box, or of its outline `line` pixels wide."""
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
    """A sprite from a finished RGBA picture."""
    return Sprite.of(image.convert("RGB"), image.getchannel("A"))


def solid(mask: Image.Image) -> tuple[int, int]:
    """The first and the last row between which a stencil is all ink; equal where there is none."""
    # From the middle outwards: only a run without a gap can be copied, and what rounds a card off
    # lies at its ends.
    width, rows = mask.width, mask.tobytes()
    full = b"\xff" * width
    inked = [rows[n : n + width] == full for n in range(0, len(rows), width)]
    middle = mask.height // 2
    above = len(list(takewhile(bool, reversed(inked[:middle]))))
    below = len(list(takewhile(bool, inked[middle:])))
    return (middle - above, middle + below) if below else (middle, middle)
