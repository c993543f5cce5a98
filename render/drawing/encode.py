"""Encoding: palette PNGs by our own writer, GIFs by Pillow.

Pillow's PNG writer tries five filters on every row, but palette pictures compress best without any.
So this writer uses no filter and compresses with `isal`. It compresses rows in independent strips,
so that a strip can be cached and reused in another picture.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final, Self, TypeAlias

from isal import isal_zlib
from PIL import Image

from render.drawing import palette
from render.drawing.themes import Theme

Buffer: TypeAlias = bytes | memoryview
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
BITS: Final = 8
PALETTE_COLOURS: Final = 3
LEVEL: Final = 1  # A member waits for the picture.
PATIENT_LEVEL: Final = 7  # For the few pictures that would be too large.
HEAVY: Final = 97_000
"""Bytes. Pictures should stay below 100 kB; only the most crowded ones exceed that."""
NO_HEADER: Final = -15
"""Window size for zlib: raw blocks without header and checksum.

The whole picture gets those once.
"""
HEADER: Final = b"\x78\x01"
LAST_BLOCK: Final = b"\x03\x00"
"""An empty deflate block, marked as the last one."""
BASE: Final = 65_521
"""The modulus of Adler-32."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Rows of a palette picture, compressed as whole blocks that refer to nothing before them."""

    width: int
    height: int
    body: bytes
    adler: int

    @classmethod
    def of(cls, rows: Buffer, width: int, height: int) -> Self:
        """Compress rows of palette entries, each after its filter byte, fast."""
        # A full flush ends on a whole byte and refers to nothing before it. Otherwise strips could
        # not be joined.
        fast = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, NO_HEADER)
        body = fast.compress(rows) + fast.flush(isal_zlib.Z_FULL_FLUSH)
        return cls(width, height, body, isal_zlib.adler32(rows))

    def lighter(self, level: int = PATIENT_LEVEL) -> "Strip":
        """Return the same rows in some 30 % fewer bytes, for ten times the CPU time."""
        # Decompress instead of keeping the rows: few strips get here, and rows are many times as
        # large.
        rows = zlib.decompressobj(NO_HEADER).decompress(self.body)
        slow = zlib.compressobj(level, zlib.DEFLATED, NO_HEADER)
        body = slow.compress(rows) + slow.flush(zlib.Z_FULL_FLUSH)
        return Strip(self.width, self.height, body, self.adler)

    @property
    def size(self) -> int:
        """Number of uncompressed bytes, including the filter byte before each row."""
        return (self.width + 1) * self.height


def png(picture: Image.Image, theme: Theme) -> bytes:
    """Return an RGB picture as a PNG in the colours of the theme's palette."""
    strip = Strip.of(scanlines(palette.to_palette(picture, theme)), *picture.size)
    light = strip if len(strip.body) <= HEAVY else strip.lighter()
    return png_of_strips([light], palette.table(theme))


def png_of_strips(strips: Sequence[Strip], table: bytes) -> bytes:
    """Return strips, one below the other, as a PNG. `table` has the RGB bytes of the palette."""
    size = (strips[0].width, sum(strip.height for strip in strips))
    header = struct.pack(">IIBBBBB", *size, BITS, PALETTE_COLOURS, 0, 0, 0)
    end = LAST_BLOCK + struct.pack(">I", combined_adler32(strips))
    body = b"".join((HEADER, *(strip.body for strip in strips), end))
    parts = ((b"IHDR", header), (b"PLTE", table), (b"IDAT", body), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in parts)


def combined_adler32(strips: Sequence[Strip]) -> int:
    """Return the Adler-32 checksum of all rows, computed from those of the strips."""
    low, high = 1, 0
    for strip in strips:
        first, second = strip.adler & 0xFFFF, strip.adler >> 16
        # Adler-32's second sum adds up all values of the first. Each byte of this strip therefore
        # adds the first sum of all strips before it once.
        high = (high + second + strip.size * (low - 1)) % BASE
        low = (low + first - 1) % BASE
    return high << 16 | low


def scanlines(indexed: Image.Image) -> bytes:
    """Return the rows, each after a zero byte that means "no filter"."""
    # A stride of one more leaves a zero byte after each row: the filter byte of the next row.
    return b"\0" + indexed.tobytes("raw", "P", indexed.width + 1, 1)[:-1]


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return one chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def gif(frames: Sequence[Image.Image], milliseconds: Sequence[int]) -> bytes:
    """Return mode P pictures with one palette as a GIF.

    The GIF plays once and stops on the last frame.
    """
    first, *rest = frames
    out = BytesIO()
    # Without `loop` the GIF plays once. `optimize` would rearrange the palette that all frames
    # share.
    first.save(
        out, "GIF", save_all=True, append_images=rest, duration=list(milliseconds), optimize=False
    )
    return out.getvalue()
