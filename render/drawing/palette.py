"""The fixed palette of a theme: 256 colours, the named ones first.

A fixed palette costs one look-up per pixel; an adaptive one would search the picture. It also keeps
every named colour exact. After the named colours come the blends for soft edges, most frequent
first.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, product
from typing import Final

from PIL import Image

from render.drawing import themes as colours
from render.drawing.canvas import background_shades
from render.drawing.themes import Colour, Theme, mix

SIZE: Final = 256
CELL: Final = 4
"""Levels per side of a cell in Pillow's look-up table.

All colours of a cell get the entry that is nearest to the cell's lowest corner.
"""


def named_colours() -> tuple[Colour, ...]:
    """Return every colour constant of the theme module, in the order of the file."""
    # Read from the module, so that a colour added there is exact in pictures without an edit here.
    values = (value for name, value in vars(colours).items() if name.isupper())
    return tuple(dict.fromkeys((*(v for v in values if is_colour(v)), *sides())))


def sides() -> tuple[Colour, ...]:
    """Return the colours of sides in all their variants."""
    return (*colours.SIDES, *colours.SIDE_INKS)


def is_colour(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and all(type(v) is int for v in value)


# Choosing the colours compares thousands of pairs. One entry for each of the three themes.
@lru_cache(maxsize=3)
def entries(theme: Theme) -> tuple[Colour, ...]:
    """Return the 256 colours of a theme's palette. Pillow's look-up maps each of them to itself."""
    cells: dict[Colour, Colour] = {}
    for colour in candidates(theme):
        if len(cells) < SIZE and is_told_apart(colour, cells):
            cells[cell(colour)] = colour
    return tuple(cells.values())


def cell(colour: Colour) -> Colour:
    """Return the lowest corner of a colour's cell in Pillow's look-up table."""
    red, green, blue = (part // CELL * CELL for part in colour)
    return (red, green, blue)


def is_told_apart(colour: Colour, cells: Mapping[Colour, Colour]) -> bool:
    """Whether a colour is the nearest to its own cell's corner, and to no other colour's corner."""
    own = cell(colour)
    for step in product((-CELL, 0, CELL), repeat=3):
        corner = (own[0] + step[0], own[1] + step[1], own[2] + step[2])
        other = cells.get(corner)
        # Neither colour may be nearer to the corner of the other: the look-up would swap them.
        if other and (
            distance(colour, corner) <= distance(other, corner)
            or distance(other, own) <= distance(colour, own)
        ):
            return False
    return own not in cells


def distance(one: Colour, other: Colour) -> int:
    """Return the squared distance of two colours, as Pillow measures it."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def candidates(theme: Theme) -> Iterator[Colour]:
    """Yield named colours, then the theme's own, then blends, most needed first."""
    yield from (theme.panel, theme.line, theme.seat, theme.felt, theme.muted)
    yield from named_colours()
    yield from background_shades(theme)
    for one, other, steps in blends(theme):
        yield from (cell(mix(one, other, step / (steps + 1))) for step in range(1, steps + 1))
    # Last, so that the grid fills only what is left of the 256 entries.
    yield from cube()


def blends(theme: Theme) -> Iterator[tuple[Colour, Colour, int]]:
    """Yield pairs of colours that meet along edges, with the number of steps between them.

    More than three steps would look no better and make pictures some percent larger.
    """
    suits = (colours.SPADE, colours.HEART, colours.DIAMOND, colours.CLUB)
    yield theme.panel, colours.TEXT, 3
    yield from ((suit, colours.FACE, 3) for suit in suits)
    yield theme.felt, colours.TEXT, 3
    yield theme.felt, theme.muted, 3
    yield theme.panel, theme.muted, 3
    yield colours.BACK, colours.WHITE, 3
    yield from ((side, theme.panel, 3) for side in colours.SIDE_INKS)
    yield colours.VIOLET, colours.WILD_FACE, 3
    yield colours.BACK, colours.COPPER, 3
    yield colours.JOKER_GROUND, colours.WHITE, 3
    yield colours.JOKER_GROUND, colours.GOLD, 3
    yield from ((suit, colours.WILD_FACE, 3) for suit in suits)
    yield from ((suit, colours.GOLD, 2) for suit in suits)
    yield from ((side, colours.INK, 3) for side in colours.SIDE_INKS)
    yield from pairs_with_few_steps(theme)


def pairs_with_few_steps(theme: Theme) -> Iterator[tuple[Colour, Colour, int]]:
    """Yield the pairs whose edges are rare or short."""
    for ground in (colours.NATURAL, colours.MIXED, colours.VIOLET):
        yield ground, colours.WHITE, 3
    for ground, ink in ((colours.GOLD, colours.SEVENS_INK), (colours.PILL, colours.INK)):
        yield ground, ink, 3
    yield colours.TURN_RING, theme.felt, 2
    yield colours.ICE, colours.SNOW, 3
    yield theme.felt, colours.WHITE, 3
    for ink in (colours.GAIN, colours.LOSS, theme.line, colours.COPPER_RIM):
        yield ink, theme.panel, 3
    for one, other in pairwise((colours.COPPER_DARK, colours.COPPER, colours.COPPER_RIM)):
        yield one, other, 2
    yield colours.DEAD_FACE, colours.SPADE, 2


def cube() -> Iterator[Colour]:
    """Return a coarse grid over all colours, for blends that nobody listed."""
    levels = range(20, 256, 44)
    return ((r, g, b) for g in levels for r in levels for b in levels)


class EntryNumbers(dict[Colour, int]):
    """The palette entry of each colour that was asked for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def __missing__(self, colour: Colour) -> int:
        (found,) = to_palette(Image.new("RGB", (1, 1), colour), self._theme).tobytes()
        return self.setdefault(colour, found)


@lru_cache(maxsize=3)
def numbers(theme: Theme) -> EntryNumbers:
    """Return the palette entries of a theme by colour."""
    return EntryNumbers(theme)


@lru_cache(maxsize=3)
def table(theme: Theme) -> bytes:
    """Return the palette's RGB bytes, as a PNG contains them."""
    return bytes(part for colour in entries(theme) for part in colour)


@lru_cache(maxsize=3)
def image(theme: Theme) -> Image.Image:
    """Return a picture that carries the palette, as `quantize` needs it."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(table(theme))
    return carrier


def to_palette(picture: Image.Image, theme: Theme) -> Image.Image:
    """Return an RGB picture as a mode P picture in the palette's colours, without dithering."""
    return picture.quantize(palette=image(theme), dither=Image.Dither.NONE)


def entries_of(picture: Image.Image, theme: Theme) -> Image.Image:
    """Return the palette entries of an RGB picture as a mode L picture."""
    return Image.frombytes("L", picture.size, to_palette(picture, theme).tobytes())
