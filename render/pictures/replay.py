"""The animation of a finished game or round: the table at half size, one frame for each move.

The animation is a GIF, the only kind that Discord plays in attachments. All frames share the
theme's palette, so 60 moves take well under a second. If there are too many frames, or they are too
large, some are left out at even intervals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from PIL import Image

from engine.model.view import View
from render.drawing import encode, palette
from render.drawing.canvas import Canvas
from render.drawing.fonts import width
from render.drawing.themes import PLATE, TEXT, WIDTH, DeckName, Theme
from render.pictures import open_hands, table
from render.text import display_names
from render.text.catalogue import Catalogue
from render.widgets.seats import TableNames

__all__ = ["Frame", "alt_text", "animation", "draw"]
T = TypeVar("T")

LINE: Final = 30
LINES: Final = 2
CAPTION: Final = 72
"""Height in pixels of the strip with the move in words: `LINES` lines and some space."""
SIZE: Final = 22
"""Type size in a picture half as wide as a table. Shown 300 pixels wide, it is more than 11."""
MARGIN: Final = 12
HALF: Final = 2
FRAME_MS: Final = 700
LAST_MS: Final = 3000
MAX_PIXELS: Final = 24_000_000
"""Most pixels of all frames together, which take a byte each: 100 tables, or 50 with hands."""
MAX_BYTES: Final = 3_000_000
"""Most bytes of the file. Discord accepts 10 MB, but a phone should not have to load so much."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a move, the move in words, and the cards it added, by meld number.

    `hands` has the views of all seats if the table agreed to show them; otherwise it is empty.
    """

    view: View
    caption: str
    added: Mapping[int, int] = field(default_factory=dict)
    hands: Sequence[View] = ()


def animation(
    frames: Sequence[Frame], given: Sequence[str], theme: Theme, deck: DeckName = "four"
) -> bytes:
    """Return a GIF of the frames: 0.7 s each, 3 s for the last.

    Raises `ValueError` without frames.
    """
    shown = select_frames(frames, given, theme, deck)
    return make_gif([frame_image(frame, given, theme, deck) for frame in shown], theme)


def select_frames(
    frames: Sequence[Frame], given: Sequence[str], theme: Theme, deck: DeckName
) -> list[Frame]:
    """Return as many of the frames as memory allows. Raises `ValueError` without frames."""
    if not frames:
        raise ValueError("a replay needs a move")
    # The last frame is measured for all of them: a table is usually tallest at its end.
    last = draw(frames[-1], given, theme, deck)
    return evenly_spread(frames, max(1, MAX_PIXELS // (last.width * last.height)))


def frame_image(frame: Frame, given: Sequence[str], theme: Theme, deck: DeckName) -> Image.Image:
    """Draw one frame as a mode P picture."""
    return palette.to_palette(draw(frame, given, theme, deck), theme)


def make_gif(pages: Sequence[Image.Image], theme: Theme) -> bytes:
    """Return the GIF of some pages, all with the same height."""
    height = max(page.height for page in pages)
    return fit_gif([padded(page, height, theme) for page in pages], MAX_BYTES)


def fit_gif(pages: Sequence[Image.Image], most: int) -> bytes:
    """Return the GIF of all pages, or of as many as fit into `most` bytes."""
    moving = encode.gif(pages, [FRAME_MS] * (len(pages) - 1) + [LAST_MS])
    if len(moving) <= most or len(pages) == 1:
        return moving
    # With fewer pages, neighbours differ more and compress worse. So keep a tenth fewer than in
    # proportion.
    fewer = max(1, min(len(pages) - 1, len(pages) * most * 9 // (len(moving) * 10)))
    return fit_gif(evenly_spread(pages, fewer), most)


def evenly_spread(frames: Sequence[T], most: int) -> list[T]:
    """Return at most `most` of the frames, evenly spread. The last one is always included."""
    count = min(most, len(frames))
    return [frames[(i + 1) * len(frames) // count - 1] for i in range(count)]


def draw(frame: Frame, given: Sequence[str], theme: Theme, deck: DeckName = "four") -> Image.Image:
    """Draw one frame: the caption, the table at half size, and the hands if they are shown."""
    parts = [strip(frame.caption, theme)]
    company = TableNames(tuple(given), added=frame.added)
    # Reduced before the next part is drawn, so that only one picture of full size is in memory.
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
    """Draw the strip with the move in words."""
    canvas = Canvas(theme, CAPTION)
    canvas.image.paste(PLATE, (0, 0, WIDTH, CAPTION))
    middle = CAPTION // 2 - (LINE * (LINES - 1)) // 2
    for place, line in enumerate(lines(caption)):
        canvas.text(
            MARGIN, middle + place * LINE, display_names.left_to_right(line), SIZE, 700, TEXT
        )
    return canvas.image.crop((0, 0, WIDTH // HALF, CAPTION))


def lines(caption: str) -> list[str]:
    """Split a caption between words into up to two lines. The rest is cut."""
    room, words = WIDTH // HALF - 2 * MARGIN, caption.split(" ")
    kept = next(n for n in range(len(words), 0, -1) if n == 1 or fits(words[:n], room))
    told = [" ".join(words[:kept]), " ".join(words[kept:])]
    return [display_names.fit_width(line, room, SIZE, 700) for line in told if line]


def fits(words: Sequence[str], room: int) -> bool:
    """Return whether some words fit into one line."""
    return width(" ".join(words), SIZE, 700) <= room


def padded(picture: Image.Image, height: int, theme: Theme) -> Image.Image:
    """Return a page extended to `height`, because some tables are lower than others."""
    if picture.height == height:
        return picture
    taller = palette.to_palette(Image.new("RGB", (picture.width, height), theme.edge), theme)
    taller.paste(picture, (0, 0))
    return taller


def alt_text(title: str, turns: int, result: str) -> str:
    """Return the alt text of an animation: the game, its length, and its end."""
    text = Catalogue.load().words("alt.replay.title", title=title, n=turns, result=result).rstrip()
    return display_names.cut_end(text, 1024)
