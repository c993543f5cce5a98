"""The places of sides of several players: the winners' coins, and a bar for each score."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, INK, MARKS, SIDE_INKS, TEXT, Colour
from render.pictures import podium_words
from render.pictures.models import FinalPlace, FinishedGame, side_name
from render.text import display_names
from render.text.catalogue import format_number
from render.widgets.portrait_coin import (
    GOLD_METAL,
    SILVER_METAL,
    Metal,
    Portrait,
    draw_coin,
    draw_crown,
    portraits,
)
from render.widgets.poster_parts import LEFT, MIDDLE, RIGHT, draw_ribbon

COIN: Final = 268
COIN_ROOM: Final = 940
COIN_PITCH: Final = 314
COIN_DOWN: Final = 247
"""Pixels from the headline to the middle of the outer coins."""
ARCH: Final = 20
"""Pixels by which the middle coins of three or more are higher."""
RIBBON_DOWN: Final = 413
RIBBON: Final = (640, 116)
BARS_DOWN: Final = 521
BARS_DOWN_BARE: Final = 450
"""Pixels from the headline to the bars, with a ribbon and without one."""
FIRST_BAR: Final = 80
BAR: Final = 68
GAP: Final = 14
STUB: Final = 76
"""Width of the shortest bar: there is always room for the side's mark."""


class Winner(NamedTuple):
    """One coin of the headline's players."""

    portrait: Portrait
    side: int


def bottom(final: FinishedGame, top: int) -> int:
    """Return the row at which the last bar ends."""
    return bar_boxes(final, top)[-1].bottom


def bar_boxes(final: FinishedGame, top: int) -> list[Box]:
    """Return the full box of each bar."""
    y = top + (BARS_DOWN if podium_words.ribbon(final) else BARS_DOWN_BARE)
    boxes = []
    for place in final.places:
        boxes.append(Box(LEFT, y, RIGHT - LEFT, FIRST_BAR if place.place == 1 else BAR))
        y = boxes[-1].bottom + GAP
    return boxes


def draw(canvas: Canvas, final: FinishedGame, top: int) -> None:
    """Draw the coins, the ribbon over them, and the bars."""
    metal = SILVER_METAL if final.stopped else GOLD_METAL
    sides = final.places if final.stopped else final.first
    draw_winners(canvas, sides, top + COIN_DOWN, metal, crowned=not final.stopped)
    if ribbon := podium_words.ribbon(final):
        draw_ribbon(canvas, top + RIBBON_DOWN, *RIBBON, ribbon, GOLD)
    most = max(1, *(place.score for place in final.places))
    for box, place in zip(bar_boxes(final, top), final.places, strict=True):
        draw_bar(canvas, box, place, place.score / most)


def draw_winners(
    canvas: Canvas, sides: Sequence[FinalPlace], y: int, metal: Metal, *, crowned: bool
) -> None:
    """Draw the coins of some sides in a row, each with a crown.

    Args:
        canvas: The picture.
        sides: The sides.
        y: Row of the middle of the outer coins.
        metal: The metal of all coins.
        crowned: Whether they have won.
    """
    coins = [
        Winner(one, place.side)
        for place in sides
        for one in portraits(place.members, place.computers)
    ]
    pitch = min(COIN_PITCH, (COIN_ROOM - 40) // len(coins))
    size = min(COIN, pitch - 12) if len(coins) > 1 else COIN
    for at, coin in enumerate(coins):
        x = MIDDLE + round((at - (len(coins) - 1) / 2) * pitch)
        up = ARCH if 0 < at < len(coins) - 1 else 0
        draw_coin(canvas, x, y - up, size, coin.portrait, metal, SIDE_INKS[coin.side])
        if crowned:
            crown = max(48, size * 98 // COIN)
            draw_crown(canvas, x, y - up - size // 2 - crown * 38 // 100, crown)


def draw_bar(canvas: Canvas, box: Box, place: FinalPlace, share: float) -> None:
    """Draw a side's bar, true to scale, with mark, names and score.

    What reaches beyond a short bar is in the side's colour instead of ink.
    """
    bar = Box(box.x, box.y, max(STUB, round(box.width * share)), box.height)
    ink, texts = SIDE_INKS[place.side], bar_texts(box, bar.right, place)
    if texts.end > bar.right:
        texts.draw(canvas, box.centre, ink, TEXT)
    beyond = canvas.image.crop((bar.right, box.y, box.right, box.bottom))
    canvas.plate(bar, 18, ink)
    canvas.shape(MARKS[place.side], centred(box.x + 47, box.centre, 36, 36), INK)
    texts.draw(canvas, box.centre, INK, INK)
    canvas.image.paste(beyond, (bar.right, box.y))


class BarTexts(NamedTuple):
    """The names and the score of a bar, with their type sizes, and the column where each is."""

    name: str
    name_size: int
    score: str
    score_size: int
    x: int
    end: int

    def draw(self, canvas: Canvas, y: int, name: Colour, score: Colour) -> None:
        """Write both on row `y`, in two colours."""
        canvas.text(self.x, y, self.name, self.name_size, 700, name)
        canvas.text(self.end, y, self.score, self.score_size, 800, score, "right")


def bar_texts(box: Box, bar_end: int, place: FinalPlace) -> BarTexts:
    """Return the texts of a bar. The score is at the bar's end if the names leave room."""
    size, names = (60, (48, 46, 43)) if place.place == 1 else (56, (46, 43))
    score, x = format_number(place.score), box.x + STUB + 8
    wide = fonts.width(score, size, 800)
    room = box.right - 26 - wide - 36 - x
    words = display_names.left_to_right(side_name(place.members))
    name, name_size = display_names.fit_size(words, room, names, 700)
    least = x + fonts.width(name, name_size, 700) + 36 + wide
    return BarTexts(name, name_size, score, size, x, max(bar_end - 26, least))
