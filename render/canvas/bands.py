"""Bands: a picture made of parts as wide as itself, one above the other.

A band is a value, and says all that is drawn on it: what stands in no band cannot be seen. It
reaches nothing above or below itself, so a band that is the same as before is not drawn again:
its rows lie ready, compressed. A press changes two or three bands of a table and none of the
others, and a player's private picture has most of its bands from the public one.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from PIL import Image

from render.canvas import encode, palette
from render.canvas.canvas import Canvas
from render.canvas.encode import Strip
from render.canvas.theme import WIDTH, DeckName, Theme

MARGIN: Final = 16
"""Above, below and beside everything."""
GAP: Final = 14


@dataclass(frozen=True, slots=True)
class Paint:
    """What all bands of a picture have in common."""

    theme: Theme
    deck: DeckName = "four"
    wild_ranks: tuple[int, ...] = ()
    language: str = ""
    """Of the words that bands say when they are drawn."""


class Band(Hashable, Protocol):
    """A part of a picture. Equal bands look the same."""

    @property
    def height(self) -> int:
        """Pixels."""

    @property
    def lit(self) -> bool:
        """Whether a lamp hangs over it."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it on a canvas of its height."""


@dataclass(frozen=True, slots=True)
class Space:
    """Bare cloth."""

    height: int = GAP
    lit: bool = False

    def draw(self, canvas: Canvas) -> None:
        """Nothing lies there."""


EDGE: Final = Space(MARGIN)


def height_of(bands: Sequence[Band]) -> int:
    """The height of a picture."""
    return sum(band.height for band in bands)


def framed(bands: Sequence[Band]) -> tuple[Band, ...]:
    """Bands with the margins above and below them."""
    return (EDGE, *bands, EDGE)


def drawn(band: Band, paint: Paint) -> Image.Image:
    """One band."""
    canvas = Canvas(paint.theme, band.height, paint.deck, paint.wild_ranks, lit=band.lit)
    band.draw(canvas)
    return canvas.image


def image(bands: Sequence[Band], paint: Paint) -> Image.Image:
    """The whole picture."""
    whole, top = Image.new("RGB", (WIDTH, height_of(bands))), 0
    for band in bands:
        whole.paste(drawn(band, paint), (0, top))
        top += band.height
    return whole


# A strip has 10 to 40 kB: some thirty megabytes at most, for the bands of a hundred tables and
# their hands that are played at a time. Fewer, and each picture would be drawn from nothing there.
@lru_cache(maxsize=2048)
def strip(band: Band, paint: Paint) -> Strip:
    """A band as it is sent."""
    return Strip.of(palette.indexed(drawn(band, paint), paint.theme))


def png(bands: Sequence[Band], paint: Paint, heavy: int) -> bytes:
    """The whole picture as a PNG, in the colours of the palette.

    Above `heavy` bytes its heaviest bands are compressed with patience.
    """
    strips = lighter([strip(band, paint) for band in bands], heavy)
    return encode.assembled(strips, palette.table(paint.theme))


def lighter(strips: Sequence[Strip], heavy: int) -> list[Strip]:
    """The strips, as many of the heaviest as need be compressed with patience."""
    found = list(strips)
    for place in sorted(range(len(found)), key=lambda n: -len(found[n].body)):
        if sum(len(one.body) for one in found) <= heavy:
            break
        found[place] = patient(found[place])
    return found


@lru_cache(maxsize=512)
def patient(heavy: Strip) -> Strip:
    """The same strip in fewer bytes."""
    return heavy.lighter()
