"""The lower band of a meld, its foot: how many cards the meld has, or the kind of canasta.

Seven pips stand for the seven cards of a canasta. Narrow cards and sets have the number instead.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing import fonts
from render.drawing.canvas import SCALE, Canvas, Sprite, sprite_of
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, SIDE_INKS, Colour, Theme
from render.text.catalogue import Catalogue, current_language
from render.widgets.canasta_icons import GROUNDS, KIND_SIGNS

CANASTA: Final = 7
PIPS_FROM: Final = 95
"""Width of a card from which it has pips. On narrower cards a phone would show them too small."""
UPPER_PIPS: Final = 4
"""Pips of the upper row. The lower row has three."""
RING: Final = 3
TYPE: Final = 43


def draw_count(canvas: Canvas, foot: Box, count: int, side: int, *, pips: bool) -> None:
    """Draw a number of cards in the side's colour on a dark ground, as pips or as "×5"."""
    if pips:
        drawn = pip_foot(foot.width, foot.height, count, SIDE_INKS[side], canvas.theme)
        canvas.sprite(drawn, foot.x, foot.y)
        return
    canvas.plate(foot, foot.height // 5, canvas.theme.seat)
    words = fit_label(foot, TYPE, times(count), str(count))
    canvas.text(foot.middle, foot.centre, words, TYPE, 800, SIDE_INKS[side], "middle")


# Seven counts in three widths, for the sides and themes of the tables in play. Each pip is pasted,
# so without this cache a meld would need seven pastes.
@lru_cache(maxsize=256)
def pip_foot(width: int, height: int, count: int, ink: Colour, theme: Theme) -> Sprite:
    """Return a foot with seven pips, `count` of them full."""
    whole = Image.new("RGBA", (width * SCALE, height * SCALE), (*theme.seat, 0))
    draw = ImageDraw.Draw(whole)
    box = (0, 0, whole.width - 1, whole.height - 1)
    draw.rounded_rectangle(box, height // 5 * SCALE, (*theme.seat, 255))
    size = min(round(height * 0.40), (width - 14) // UPPER_PIPS - 5)
    pitch = min(size + 7, (width - 10) // UPPER_PIPS)
    for pip in range(CANASTA):
        lower, place = divmod(pip, UPPER_PIPS)
        across = CANASTA - UPPER_PIPS if lower else UPPER_PIPS
        x = width / 2 + pitch * (place - (across - 1) / 2)
        y = height / 2 + (size / 2 + 2) * (1 if lower else -1)
        radius = size / 2
        disc = [SCALE * part for part in (x - radius, y - radius, x + radius, y + radius)]
        if pip < count:
            draw.ellipse(disc, (*ink, 255))
        else:
            draw.ellipse(disc, outline=(*theme.line, 255), width=RING * SCALE)
    return sprite_of(whole.reduce(SCALE))


def draw_kind(
    canvas: Canvas, foot: Box, kind: str, label: str, number: str, type_size: int
) -> None:
    """Draw the icon of a canasta, and a number such as "×8" if it has one.

    Args:
        canvas: The picture.
        foot: The box of the band, which the card has already drawn.
        kind: The kind of the canasta.
        label: The card's rank, if the band is too narrow for the words of a canasta of sevens.
        number: The number, or "".
        type_size: Type size of those words in pixels.
    """
    if kind == "sevens":
        sevens = Catalogue.load().words("canasta.short.sevens")
        words = number or fit_label(foot.grown(-2), type_size, sevens, label)
        canvas.text(foot.middle, foot.centre, words, type_size, 800, GOLD, "middle")
        return
    ink = GROUNDS[kind][0]
    size = round(min(foot.width * 0.36, foot.height * 0.86))
    if not number:
        canvas.shape(KIND_SIGNS[kind], centred(foot.middle, foot.centre, size, size), ink)
        return
    room = foot.width - 8
    number = number if fonts.width(number, TYPE, 800) + 30 <= room else number[1:]
    size = min(size, room - fonts.width(number, TYPE, 800))
    wide = size + 4 + fonts.width(number, TYPE, 800)
    left = foot.middle - wide // 2
    canvas.shape(KIND_SIGNS[kind], centred(left + size // 2, foot.centre, size, size), ink)
    canvas.text(left + size + 4, foot.centre, number, TYPE, 800, ink)


def times(count: int) -> str:
    """Return a number of cards as the pictures write it: "×5"."""
    return times_in(count, current_language())


# Every meld of every picture needs this text, and formatting takes as long as drawing.
@lru_cache(maxsize=64)
def times_in(count: int, _language: str) -> str:
    return Catalogue.load().words("table.times", n=count)


def fit_label(box: Box, size: int, words: str, shorter: str) -> str:
    """Return `words` if they fit into the box, otherwise `shorter`."""
    return words if fonts.width(words, size, 800) <= box.width else shorter
