"""The boxes of texts in pictures: whether any leaves its picture, or covers another."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final
from unittest.mock import patch

from render.drawing import bands, fonts
from render.drawing.canvas import TALLEST, Canvas
from render.drawing.indexed_canvas import TILES

TALL: Final = 0.36
"""Half the height of a line, as a share of its type size."""
TOUCH: Final = 3
"""Pixels by which boxes may overlap, because letters do not fill their boxes."""
SHARES: Final = {"left": 0.0, "middle": 0.5, "right": 1.0}


@dataclass(frozen=True, slots=True)
class Written:
    """A text, its type size and its box."""

    text: str
    size: int
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "Written") -> bool:
        """Whether two texts overlap."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        tall = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > TOUCH and tall > TOUCH


@dataclass
class Drawn:
    """A picture with its texts."""

    canvas: Canvas
    written: list[Written] = field(default_factory=list)

    def faults(self) -> list[str]:
        """Return the picture's faults: too tall, texts outside, texts over texts."""
        tall = self.canvas.image.height
        return [
            *([f"a picture is {tall} pixels tall"] if tall > TALLEST else []),
            *(f"{one.text!r} leaves its picture" for one in self.written if not self.holds(one)),
            *(
                f"{one.text!r} covers {other.text!r}"
                for one, other in combinations(self.written, 2)
                if one.covers(other)
            ),
        ]

    def holds(self, one: Written) -> bool:
        """Whether a text is wholly inside the picture."""
        across = one.left >= 0 and one.right <= self.canvas.image.width
        return across and one.top >= 0 and one.bottom <= self.canvas.image.height


@contextmanager
def watching() -> Iterator[list[Drawn]]:
    """Record every picture, or band of one, that is drawn in this block, on any thread."""
    found: dict[int, Drawn] = {}
    draw = Canvas.text

    def text(self: Canvas, x: int, y: int, words: str, size: int, *how: Any) -> int:
        # Keeping it alive prevents that an id is used again.
        drawn = found.setdefault(id(self), Drawn(self))
        wide, half = fonts.width(words, size, how[0]), size * TALL
        left = x - wide * SHARES[how[2] if len(how) > 2 else "left"]
        if words:
            drawn.written.append(Written(words, size, left, y - half, left + wide, y + half))
        return draw(self, x, y, words, size, *how)

    pictures: list[Drawn] = []
    bands.STRIPS.clear()
    TILES.clear()
    with patch.object(Canvas, "text", text):
        yield pictures
    pictures.extend(found.values())
