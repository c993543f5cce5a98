"""A finished game or round as an animation: the table at half size, one frame a move.

GIF, because Discord plays no other animation in attachments. All frames share the fixed palette,
so nothing is searched and only what changed is stored: 60 moves take well under a second. What
would be too long or too heavy is thinned, evenly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from PIL import Image

from engine.model.view import View
from render.canvas import encode, palette
from render.canvas.canvas import Canvas
from render.canvas.fonts import width
from render.canvas.theme import PLATE, TEXT, WIDTH, DeckName, Theme
from render.felt.people import Company
from render.scenes import open_hands, table
from render.text import names
from render.text.catalogue import Catalogue

__all__ = ["Frame", "alt", "animation", "draw"]
T = TypeVar("T")

LINE: Final = 30
LINES: Final = 2
CAPTION: Final = 72
"""Height of the strip with the move in words: as many lines, with a little air."""
SIZE: Final = 22
"""Of a picture half as wide as a table: more than 11 where it is shown 300 wide."""
MARGIN: Final = 12
HALF: Final = 2
FRAME_MS: Final = 700
LAST_MS: Final = 3000
MOST_PIXELS: Final = 24_000_000
"""Of all frames together, which is their size in memory: 100 tables, or half as many with hands."""
MOST_BYTES: Final = 3_000_000
"""Discord takes ten million; a phone should not have to load them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a move, the move in words, and what it added to melds.

    `hands` are the views of all seats where the table agreed to show them, else nothing.
    """

    view: View
    caption: str
    added: Mapping[int, int] = field(default_factory=dict)
    hands: Sequence[View] = ()


def animation(
    frames: Sequence[Frame], given: Sequence[str], theme: Theme, deck: DeckName = "four"
) -> bytes:
    """A GIF of some frames, each seen for 0.7 s and the last for 3 s.

    Raises `ValueError` without a frame.
    """
    shown = chosen(frames, given, theme, deck)
    return joined([page(frame, given, theme, deck) for frame in shown], theme)


def chosen(
    frames: Sequence[Frame], given: Sequence[str], theme: Theme, deck: DeckName
) -> list[Frame]:
    """As many of the frames as are not too much. Raises `ValueError` without a frame."""
    if not frames:
        raise ValueError("a replay needs a move")
    last = draw(frames[-1], given, theme, deck)
    return thinned(frames, max(1, MOST_PIXELS // (last.width * last.height)))


def page(frame: Frame, given: Sequence[str], theme: Theme, deck: DeckName) -> Image.Image:
    """One frame in the colours of the palette."""
    return palette.indexed(draw(frame, given, theme, deck), theme)


def joined(pages: Sequence[Image.Image], theme: Theme) -> bytes:
    """The GIF of some pages."""
    height = max(page.height for page in pages)
    return fitting([padded(page, height, theme) for page in pages], MOST_BYTES)


def fitting(pages: Sequence[Image.Image], most: int) -> bytes:
    """The GIF of all pages, or of as many as come to no more than so many bytes."""
    moving = encode.gif(pages, [FRAME_MS] * (len(pages) - 1) + [LAST_MS])
    if len(moving) <= most or len(pages) == 1:
        return moving
    # Fewer pages differ more from each other: a little less than in proportion fits.
    fewer = max(1, min(len(pages) - 1, len(pages) * most * 9 // (len(moving) * 10)))
    return fitting(thinned(pages, fewer), most)


def thinned(frames: Sequence[T], most: int) -> list[T]:
    """Up to so many of the frames, evenly spread, the last one always."""
    count = min(most, len(frames))
    return [frames[(i + 1) * len(frames) // count - 1] for i in range(count)]


def draw(frame: Frame, given: Sequence[str], theme: Theme, deck: DeckName = "four") -> Image.Image:
    """One frame: the caption over the table at half size."""
    parts = [strip(frame.caption, theme)]
    company = Company(tuple(given), added=frame.added)
    parts.append(table.draw(frame.view, company, theme, deck).reduce(HALF))
    if frame.hands:
        parts.append(open_hands.draw(frame.hands, given, theme, deck).reduce(HALF))
    page = Image.new("RGB", (WIDTH // HALF, sum(part.height for part in parts)), PLATE)
    top = 0
    for part in parts:
        page.paste(part, (0, top))
        top += part.height
    return page


def strip(caption: str, theme: Theme) -> Image.Image:
    """The strip with the move in words."""
    canvas = Canvas(theme, CAPTION)
    canvas.image.paste(PLATE, (0, 0, WIDTH, CAPTION))
    middle = CAPTION // 2 - (LINE * (LINES - 1)) // 2
    for place, line in enumerate(lines(caption)):
        canvas.text(MARGIN, middle + place * LINE, names.sentence(line), SIZE, 700, TEXT)
    return canvas.image.crop((0, 0, WIDTH // HALF, CAPTION))


def lines(caption: str) -> list[str]:
    """A caption in up to two lines, broken between words; what does not fit is cut."""
    room, words = WIDTH // HALF - 2 * MARGIN, caption.split(" ")
    kept = next(n for n in range(len(words), 0, -1) if n == 1 or fits(words[:n], room))
    told = [" ".join(words[:kept]), " ".join(words[kept:])]
    return [names.fitted(line, room, SIZE, 700) for line in told if line]


def fits(words: Sequence[str], room: int) -> bool:
    """Whether some words fit into a line."""
    return width(" ".join(words), SIZE, 700) <= room


def padded(picture: Image.Image, height: int, theme: Theme) -> Image.Image:
    """A page made as tall as the tallest: tables shrink when no fan is tall."""
    if picture.height == height:
        return picture
    taller = palette.indexed(Image.new("RGB", (picture.width, height), theme.edge), theme)
    taller.paste(picture, (0, 0))
    return taller


def alt(title: str, turns: int, result: str) -> str:
    """A replay in words: what was played, how long, and how it ended."""
    text = Catalogue.load().words("alt.replay.title", title=title, n=turns, result=result).rstrip()
    return names.shortened(text, 1024)
