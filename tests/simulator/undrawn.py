"""Pictures of tables, hands, scores and months that are described and not drawn.

Drawing took a fifth of the tests' time, and most tests look only at words and components. Alt texts
are the real ones. A test that looks at the pixels has the mark `pictures`.
"""

import zlib
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

from render import renderer
from render.renderer import KINDS, Picture, PictureStyle
from render.workers import Priority, RenderPool

T = TypeVar("T")

DESCRIBED = frozenset({"table", "table_with_hand", "score_sheet", "podium", "month"})
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a4944415478da6360000000020001e527defc"
)
"""A PNG of one pixel, without its end."""
END = bytes.fromhex("0000000049454e44ae426082")


class Undrawn(RenderPool):
    """Render workers that draw everything but the kinds in `DESCRIBED`."""

    async def draw(self, work: Callable[[], T], urgency: Priority, whose: Hashable) -> T:
        chosen: Callable[[], Any] = work
        if isinstance(work, partial) and work.func is renderer.draw:
            kind, look, subject = work.args
            if kind in DESCRIBED:
                chosen = partial(described, kind, look, subject)
        drawn: T = await super().draw(chosen, urgency, whose)
        return drawn


def described(kind: renderer.Kind, look: PictureStyle, subject: tuple[Any, ...]) -> Picture:
    """Return a picture of one pixel with the real alt text; other texts give other bytes."""
    alt = KINDS[kind].alt_text(look, *subject)
    return Picture(PIXEL + comment(f"{look} {alt}") + END, alt, KINDS[kind].filename)


def comment(text: str) -> bytes:
    """Return a PNG text chunk that contains the checksum of `text`."""
    data = b"tEXtComment\0%08x" % zlib.crc32(text.encode())
    return (len(data) - 4).to_bytes(4) + data + zlib.crc32(data).to_bytes(4)
