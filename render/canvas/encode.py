"""Pictures to bytes: a palette PNG by our own writer, a GIF by Pillow.

Pillow's own PNG writer tries five filters on every row. Palette pictures compress best
without any filter, so this writer leaves the search out and gives the rows to `isal`.
"""

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Final

from isal import isal_zlib
from PIL import Image

from render.canvas import palette
from render.canvas.theme import Theme

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
BITS: Final = 8
PALETTE_COLOURS: Final = 3
LEVEL: Final = 2
PATIENT_LEVEL: Final = 6
HEAVY: Final = 97_000
"""Bytes; a table should stay below 100 kB, which only the most crowded ones reach."""


def png(picture: Image.Image, theme: Theme) -> bytes:
    """An RGB picture as a PNG in the 256 colours of the theme's palette."""
    return palette_png(palette.indexed(picture, theme), palette.entries(theme))


def palette_png(indexed: Image.Image, colours: Sequence[tuple[int, int, int]]) -> bytes:
    """A mode P picture as a PNG."""
    header = struct.pack(">IIBBBBB", *indexed.size, BITS, PALETTE_COLOURS, 0, 0, 0)
    table = bytes(part for colour in colours for part in colour)
    body = compressed(scanlines(indexed))
    parts = ((b"IHDR", header), (b"PLTE", table), (b"IDAT", body), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in parts)


def compressed(rows: bytes) -> bytes:
    """Rows as a zlib stream: fast, and again with patience if that comes out heavy."""
    body = isal_zlib.compress(rows, LEVEL)
    return zlib.compress(rows, PATIENT_LEVEL) if len(body) > HEAVY else body


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
