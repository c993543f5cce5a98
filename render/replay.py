"""A finished game or round as an animation: the table at half size, one frame a move.

GIF, because Discord plays no other animation in attachments. All frames share the fixed palette,
so nothing is searched and only what changed is stored: 60 moves take well under a second.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from PIL import Image

from engine.view import View
from render import encode, names, palette, table
from render.catalogue import Catalogue
from render.sprites import Canvas
from render.theme import PLATE, TEXT, WIDTH, DeckName, Theme

__all__ = ["Frame", "alt", "animation", "draw"]

CAPTION: Final = 40
"""Height of the strip with the move in words."""
HALF: Final = 2
FRAME_MS: Final = 700
LAST_MS: Final = 3000
MOST_FRAMES: Final = 400
"""More would pass Discord's upload limit; of a longer game every second move or fewer are shown."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a move, the move in words, and what it added to melds."""

    view: View
    caption: str
    added: Mapping[int, int] = field(default_factory=dict)


def animation(
    frames: Sequence[Frame], given: Sequence[str], theme: Theme, deck: DeckName = "four"
) -> bytes:
    """A GIF of some frames, each seen for 0.7 s and the last for 3 s.

    Raises `ValueError` without a frame.
    """
    if not frames:
        raise ValueError("a replay needs a move")
    drawn = [draw(frame, given, theme, deck) for frame in thinned(frames)]
    height = max(picture.height for picture in drawn)
    pages = [palette.indexed(padded(picture, height, theme), theme) for picture in drawn]
    return encode.gif(pages, [FRAME_MS] * (len(pages) - 1) + [LAST_MS])


def thinned(frames: Sequence[Frame]) -> list[Frame]:
    """The frames, or every second, third … of them, the last one always."""
    step = -(-len(frames) // MOST_FRAMES)
    return [frame for i, frame in enumerate(reversed(frames)) if i % step == 0][::-1]


def draw(frame: Frame, given: Sequence[str], theme: Theme, deck: DeckName = "four") -> Image.Image:
    """One frame: the caption over the table at half size."""
    small = table.draw(frame.view, given, theme, deck, frame.added).reduce(HALF)
    page = Image.new("RGB", (WIDTH // HALF, small.height + CAPTION), PLATE)
    page.paste(small, (0, CAPTION))
    page.paste(strip(frame.caption, theme), (0, 0))
    return page


def strip(caption: str, theme: Theme) -> Image.Image:
    """The strip with the move in words."""
    canvas = Canvas(theme, CAPTION)
    canvas.image.paste(PLATE, (0, 0, WIDTH, CAPTION))
    text = names.fitted(caption, WIDTH // HALF - 24, 22, 700)
    canvas.text(12, CAPTION // 2, text, 22, 700, TEXT)
    return canvas.image.crop((0, 0, WIDTH // HALF, CAPTION))


def padded(picture: Image.Image, height: int, theme: Theme) -> Image.Image:
    """A frame made as tall as the tallest: tables shrink when no fan is tall."""
    if picture.height == height:
        return picture
    taller = Image.new("RGB", (picture.width, height), theme.edge)
    taller.paste(picture, (0, 0))
    return taller


def alt(title: str, moves: int, result: str) -> str:
    """A replay in words: what was played, how long, and how it ended."""
    text = Catalogue.load().words("alt.replay.title", title=title, n=moves, result=result)
    return names.shortened(text, 1024)


if __name__ == "__main__":
    from render import demo
    from render.samples import NAMES, replays

    FRAMES = [Frame(*one) for one in replays.FRAMES]
    demo.show(
        {"replay-frame": (partial(draw, FRAMES[-1], NAMES), FRAMES[-1].caption)},
        {"replay": partial(animation, FRAMES, NAMES)},
    )
