"""Pictures to bytes: a palette PNG by our own writer, a GIF by Pillow.

Pillow's own PNG writer tries five filters on every row. Palette pictures compress best
without any filter, so this writer leaves the search out and gives the rows to `isal`.

Rows are compressed in strips that know nothing of each other, so that one can be kept and put
into another picture.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final, Self

from isal import isal_zlib
from PIL import Image

from render.canvas import palette
from render.canvas.theme import Theme

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
BITS: Final = 8
PALETTE_COLOURS: Final = 3
LEVEL: Final = 1  # whoever has pressed waits for it
PATIENT_LEVEL: Final = 7  # for the few pictures that would be too heavy
HEAVY: Final = 97_000
"""Bytes; a picture should stay below 100 kB, which only the most crowded ones reach."""
NO_HEADER: Final = -15
"""Rows alone: header and checksum are those of a whole picture, which `assembled` writes."""
HEADER: Final = b"\x78\x01"
LAST_BLOCK: Final = b"\x03\x00"
"""An empty block, marked as the last."""
BASE: Final = 65_521
"""What Adler-32 counts by."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Some rows of a palette picture, compressed: whole blocks that refer to nothing before."""

    width: int
    height: int
    body: bytes
    adler: int

    @classmethod
    def of(cls, indexed: Image.Image) -> Self:
        """A mode P picture as a strip, quickly."""
        rows = scanlines(indexed)
        # A full flush ends on a whole byte and looks back at nothing: only so can strips be joined.
        fast = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, NO_HEADER)
        body = fast.compress(rows) + fast.flush(isal_zlib.Z_FULL_FLUSH)
        return cls(*indexed.size, body, isal_zlib.adler32(rows))

    def lighter(self) -> "Strip":
        """The same rows in some 30 % fewer bytes, for ten times the time."""
        # The rows were not kept: few strips ever come here, and rows are many times as large.
        rows = zlib.decompressobj(NO_HEADER).decompress(self.body)
        slow = zlib.compressobj(PATIENT_LEVEL, zlib.DEFLATED, NO_HEADER)
        body = slow.compress(rows) + slow.flush(zlib.Z_FULL_FLUSH)
        return Strip(self.width, self.height, body, self.adler)

    @property
    def size(self) -> int:
        """Bytes of its rows, with the byte before each that names its filter."""
        return (self.width + 1) * self.height


def png(picture: Image.Image, theme: Theme) -> bytes:
    """An RGB picture as a PNG in the colours of the theme's palette."""
    strip = Strip.of(palette.indexed(picture, theme))
    light = strip if len(strip.body) <= HEAVY else strip.lighter()
    return assembled([light], palette.table(theme))


def assembled(strips: Sequence[Strip], table: bytes) -> bytes:
    """Strips one below the other, as a PNG, with the bytes of a palette."""
    size = (strips[0].width, sum(strip.height for strip in strips))
    header = struct.pack(">IIBBBBB", *size, BITS, PALETTE_COLOURS, 0, 0, 0)
    end = LAST_BLOCK + struct.pack(">I", adler_of(strips))
    body = b"".join((HEADER, *(strip.body for strip in strips), end))
    parts = ((b"IHDR", header), (b"PLTE", table), (b"IDAT", body), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in parts)


def adler_of(strips: Sequence[Strip]) -> int:
    """The checksum of all rows, from those of the strips."""
    low, high = 1, 0
    for strip in strips:
        first, second = strip.adler & 0xFFFF, strip.adler >> 16
        # Every byte of the strip adds the sum that stood before it once more to the second sum.
        high = (high + second + strip.size * (low - 1)) % BASE
        low = (low + first - 1) % BASE
    return high << 16 | low


def scanlines(indexed: Image.Image) -> bytes:
    """The rows, each after a zero byte that says "no filter"."""
    # A stride of one more leaves a zero after each row: the filter byte of the one below it.
    return b"\0" + indexed.tobytes("raw", "P", indexed.width + 1, 1)[:-1]


def chunk(kind: bytes, data: bytes) -> bytes:
    """One chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def gif(frames: Sequence[Image.Image], milliseconds: Sequence[int]) -> bytes:
    """Mode P pictures with one palette as an animation that plays once and stays."""
    first, *rest = frames
    out = BytesIO()
    # Without `loop` it plays once. `optimize` would rearrange the palette that all frames share.
    first.save(
        out, "GIF", save_all=True, append_images=rest, duration=list(milliseconds), optimize=False
    )
    return out.getvalue()
