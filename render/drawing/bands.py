"""Bands: full-width parts of a picture, one above the other.

A band is a hashable value with everything drawn on it, and draws only within its own rows. Equal
bands have equal pixels, so their compressed rows are cached. A move changes two or three bands of a
table, and a hand picture shares most bands with the public one.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from PIL import Image

from render.drawing import encode, palette
from render.drawing.canvas import Canvas
from render.drawing.encode import Strip
from render.drawing.indexed_canvas import TILES, IndexedCanvas
from render.drawing.pixel_cache import DEFAULT_MEGABYTES, MEGABYTE, OVERHEAD, PixelCache
from render.drawing.themes import WIDTH, DeckName, Theme

MARGIN: Final = 16
"""Pixels above, below and beside everything."""
GAP: Final = 14
PATIENCE: Final = (5, 8)
"""Levels of zlib for heavy pictures. The second one takes five times as long as the first."""
MORE_PATIENCE: Final = (7, 8)
"""The levels if a picture must lose more than the fifth that level 5 saves."""


@dataclass(frozen=True, slots=True)
class DrawContext:
    """Settings that all bands of one picture share. Part of the cache key of each band."""

    theme: Theme
    deck: DeckName = "four"
    wild_ranks: tuple[int, ...] = ()
    language: str = ""
    """Language of the texts that bands write when they are drawn."""


class Band(Hashable, Protocol):
    """A part of a picture, as wide as the picture. Equal bands have equal pixels."""

    @property
    def height(self) -> int:
        """Height in pixels."""

    @property
    def lit(self) -> bool:
        """Whether the background is lit: brightest in the middle row of the band."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the band on a canvas of its own height."""


@dataclass(frozen=True, slots=True)
class EmptyBand:
    """A band without content."""

    height: int = GAP
    lit: bool = False

    def draw(self, canvas: Canvas) -> None:
        """Draw nothing, because the canvas already has its background."""


EDGE: Final = EmptyBand(MARGIN)


def height_of(bands: Sequence[Band]) -> int:
    """Return the height in pixels of a stack of bands."""
    return sum(band.height for band in bands)


def with_margins(bands: Sequence[Band]) -> tuple[Band, ...]:
    """Return the bands with the margins above and below them."""
    return (EDGE, *bands, EDGE)


def draw_band(band: Band, paint: DrawContext) -> IndexedCanvas:
    """Draw a band."""
    canvas = IndexedCanvas(paint.theme, band.height, paint.deck, paint.wild_ranks, lit=band.lit)
    band.draw(canvas)
    return canvas


def image(bands: Sequence[Band], paint: DrawContext) -> Image.Image:
    """Return all bands as one RGB picture, in the colours of the palette."""
    whole, top = Image.new("L", (WIDTH, height_of(bands))), 0
    for band in bands:
        whole.paste(draw_band(band, paint).image, (0, top))
        top += band.height
    whole.putpalette(palette.table(paint.theme))
    return whole.convert("RGB")


# A table with two hands has some thirty strips, 300 kB together. Half of all strips are shown
# once only. So at a hundred tables, room for all strips saves less CPU than room for all tiles.
STRIPS: Final[PixelCache[Strip]] = PixelCache(
    DEFAULT_MEGABYTES // 2 * MEGABYTE, lambda strip: OVERHEAD + len(strip.body)
)


def limit_caches(megabytes: int) -> None:
    """Bound the caches of bands and their parts in this process, together.

    Half each: most bands of a table in play are new, and are drawn from parts.
    """
    TILES.limit = STRIPS.limit = megabytes * MEGABYTE // 2


def compressed_strip(band: Band, paint: DrawContext) -> Strip:
    """Return a band as compressed rows, as the PNG contains them."""
    return STRIPS.get((band, paint), draw_strip, band, paint)


def draw_strip(band: Band, paint: DrawContext) -> Strip:
    return Strip.of(draw_band(band, paint).rows, WIDTH, band.height)


def png(bands: Sequence[Band], paint: DrawContext, heavy: int) -> bytes:
    """Return the bands as one PNG in the colours of the theme's palette.

    If it exceeds `heavy` bytes, its heaviest strips are compressed again, more slowly.
    """
    strips = recompress_heaviest([compressed_strip(band, paint) for band in bands], heavy)
    return encode.png_of_strips(strips, palette.table(paint.theme))


def recompress_heaviest(strips: Sequence[Strip], heavy: int) -> list[Strip]:
    """Recompress the heaviest strips, one by one, until all together have at most `heavy` bytes.

    If recompressing all of them is not enough, recompress again at a higher level.
    """
    found = list(strips)
    total = sum(len(one.body) for one in found)
    for level in PATIENCE if total * 0.8 <= heavy else MORE_PATIENCE:
        for place in sorted(range(len(found)), key=lambda n: -len(found[n].body)):
            if sum(len(one.body) for one in found) <= heavy:
                return found
            found[place] = recompressed(found[place], level)
    return found


# Patient compression takes ten times as long and more. A heavy band usually stays the same for
# several moves.
@lru_cache(maxsize=512)
def recompressed(heavy: Strip, level: int) -> Strip:
    """Cached `Strip.lighter`: the same rows in fewer bytes."""
    return heavy.lighter(level)
