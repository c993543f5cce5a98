"""`IndexedCanvas`: the canvas on which bands are drawn. Its pixels are palette entries.

Its memory has the rows as a PNG contains them. Mapping colours to palette entries takes longer than
all pastes of a band. So each sprite is mapped once for each background under it, cached, and then
copied.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final

from PIL import Image

from render.drawing import palette
from render.drawing.canvas import (
    Area,
    Canvas,
    PackedImage,
    background_column,
    background_shades,
)
from render.drawing.geometry import Box
from render.drawing.pixel_cache import DEFAULT_MEGABYTES, MEGABYTE, OVERHEAD, PixelCache
from render.drawing.themes import WIDTH, Colour, Theme

STRIDE: Final = WIDTH + 1
"""Bytes of a row. The first one is PNG's filter byte: zero means "no filter"."""
LINES: Final = tuple(b"\0" + bytes((entry,)) * WIDTH for entry in range(palette.SIZE))
"""A row of each palette entry."""

INKED: Final = [0] + [255] * 255
"""Table for `Image.point`: 0 stays 0, and every other value becomes 255."""
Tile = tuple[Image.Image, Image.Image | None]
"""Palette entries (mode L), and a mask of the pixels to copy; None to copy all."""

# A table with two hands needs some 200 tiles of 5 to 40 kB. Tables share most of their tiles, but
# not the piles of 95 kB.
TILES: Final[PixelCache[Tile]] = PixelCache(
    DEFAULT_MEGABYTES // 2 * MEGABYTE,
    lambda tile: OVERHEAD + tile[0].width * tile[0].height * (1 if tile[1] is None else 2),
)


class IndexedCanvas(Canvas):
    """A band being drawn. `image` has mode L: its pixels are palette entries."""

    def _background(self, height: int, *, lit: bool | None) -> Image.Image:
        lines = map(LINES.__getitem__, background_entries(self.theme, height, lit=lit))
        self._bytes = bytearray().join((*lines, b"\0"))
        self.rows = memoryview(self._bytes)[:-1]
        """All rows, each after its filter byte. They share their memory with `image`."""
        inner: Any = memoryview(self._bytes)[1:]
        image = Image.frombuffer("L", (WIDTH, height), inner, "raw", "L", STRIDE, 1)
        self._entries = palette.numbers(self.theme)
        self._cloth = cloth_entries(self.theme)
        # Call Pillow's C methods. `frombuffer` makes a read-only image, which `Image.paste` would
        # copy first: `rows` would then keep only the background. The checks of `Image.paste` also
        # take as long as the pixels of the three hundred pastes of a picture.
        self._pixel, self._copy = image.im.getpixel, image.im.paste
        return image

    def shared(self, key: Hashable, box: Box, draw: Callable[[Canvas], None]) -> None:
        """Draw a part, or copy it if it was drawn before."""
        ground = self._ground(box.corners)
        whole = (key, ground, box.height, self.theme.name, self.deck, self.wild_ranks)
        self._copy(TILES.get(whole, self._drawn, box, draw)[0].im, box.corners)

    def _drawn(self, box: Box, draw: Callable[[Canvas], None]) -> Tile:
        draw(self)
        return self.image.crop(box.corners), None

    def _paste(
        self, source: Image.Image | PackedImage | Colour, box: Area, mask: Image.Image | None
    ) -> None:
        rows = box[3] - box[1]
        if mask is None:
            if isinstance(source, tuple):
                self._copy(self._entries[source], box)
            else:
                key: Hashable = (source, rows, self.theme.name)
                self._copy(TILES.get(key, opaque, source, rows, self.theme)[0].im, box)
            return
        assert not isinstance(source, PackedImage)
        # Pillow's C images are hashed by identity, and the key keeps them alive.
        drawn: Hashable = source if isinstance(source, tuple) else source.im
        ground = self._ground(box) if isinstance(source, tuple) else self._under(box)
        key = (drawn, mask.im, ground, rows, self.theme.name)
        tile, changed = TILES.get(key, blend, source, mask, ground, rows, self.theme)
        if changed is None:
            self._copy(tile.im, box)
        else:
            self._copy(tile.im, box, changed.im)

    def _ground(self, box: Area) -> int | bytes:
        """Return one palette entry if the ground under a box is plain, otherwise all entries there.

        The ground counts as plain if its corners have equal entries, or only shades of the
        background.
        """
        left, top, right, bottom = box
        pixel, right, bottom = self._pixel, right - 1, bottom - 1
        try:
            first: int = pixel((left, top))
            second: int = pixel((right, top))
            rest = (second, pixel((left, bottom)), pixel((right, bottom)))
        except IndexError:  # The box exceeds the picture.
            return self._under(box)
        if rest == (first, first, first):
            return first
        # Shades of the background look alike. A key for each row of it would fill the cache.
        return second if self._cloth.issuperset((first, *rest)) else self._under(box)

    def _under(self, box: Area) -> bytes:
        """Return all entries under a box."""
        left, top, right, bottom = box
        if left < 0 or top < 0 or right > WIDTH or bottom > self.image.height:
            return self.image.crop(box).tobytes()
        width, start = right - left, top * STRIDE + left + 1
        ends = range(start, start + (bottom - top) * STRIDE, STRIDE)
        # Edges of cards have few rows, so this takes half as long as `crop` and `tobytes`.
        return b"".join([self._bytes[at : at + width] for at in ends])


def opaque(source: PackedImage, rows: int, theme: Theme) -> Tile:
    """Return the upper rows of a picture as palette entries."""
    return palette.entries_of(source.crop((0, 0, source.width, rows)), theme), None


def blend(
    source: Image.Image | Colour,
    mask: Image.Image,
    ground: int | bytes,
    rows: int,
    theme: Theme,
) -> Tile:
    """Return the tile that results from pasting a source through a stencil onto a ground.

    Args:
        source: A colour or a picture.
        mask: The stencil.
        ground: The palette entry under all of the stencil, or all palette entries there.
        rows: Number of rows to draw, from the top.
        theme: The theme of the palette.
    """
    area = (0, 0, mask.width, rows)
    if isinstance(ground, int):
        base = Image.new("RGB", area[2:], palette.entries(theme)[ground])
    else:
        under = Image.frombytes("P", area[2:], ground)
        under.putpalette(palette.table(theme))
        base = under.convert("RGB")
    base.paste(source if isinstance(source, tuple) else source.crop(area), area, mask.crop(area))
    found = palette.entries_of(base, theme)
    return found, mask.crop(area).point(INKED, "1") if isinstance(ground, int) else None


@lru_cache(maxsize=64)
def background_entries(theme: Theme, height: int, *, lit: bool | None) -> bytes:
    """Return the palette entry of each row of an empty canvas."""
    return palette.to_palette(background_column(theme, height, lit=lit), theme).tobytes()


@lru_cache(maxsize=3)
def cloth_entries(theme: Theme) -> frozenset[int]:
    """Return the entries of the background's shades, which look alike side by side."""
    return frozenset(map(palette.numbers(theme).__getitem__, background_shades(theme)))
