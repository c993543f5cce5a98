"""The places of sides of several players: the winners' coins, and a bar for each score."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.fonts import Weight
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, INK, MARKS, SIDE_INKS, TEXT, Colour
from render.pictures import podium_words
from render.pictures.models import FinalPlace, FinishedGame, side_name
from render.text import display_names
from render.text.catalogue import format_number
from render.widgets.portrait_coin import (
    GOLD_METAL,
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
GAP_BEFORE_SCORE: Final = 36
STUB: Final = 76
"""Width of the shortest bar, which always has room for the side's mark."""


class Winner(NamedTuple):
    """The coin of one player in the headline."""

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
    draw_winners(canvas, final.first, top + COIN_DOWN, GOLD_METAL)
    if ribbon := podium_words.ribbon(final):
        draw_ribbon(canvas, top + RIBBON_DOWN, *RIBBON, ribbon, GOLD)
    most = max(1, *(place.score for place in final.places))
    for box, place in zip(bar_boxes(final, top), final.places, strict=True):
        draw_bar(canvas, box, place, place.score / most)


def draw_winners(canvas: Canvas, sides: Sequence[FinalPlace], y: int, metal: Metal) -> None:
    """Draw the coins of some sides in a row, each with a crown.

    Args:
        canvas: The picture.
        sides: The sides.
        y: Row of the middle of the outer coins.
        metal: The metal of all coins.
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
        crown = max(48, size * 98 // COIN)
        draw_crown(canvas, x, y - up - size // 2 - crown * 38 // 100, crown)


def draw_bar(canvas: Canvas, box: Box, place: FinalPlace, share: float) -> None:
    """Draw a side's bar, true to scale, with mark, names and score.

    The score is at the bar's end if the names leave room for it.
    """
    end = box.x + max(STUB, round(box.width * share))
    canvas.plate(Box(box.x, box.y, end - box.x, box.height), 18, SIDE_INKS[place.side])
    canvas.shape(MARKS[place.side], centred(box.x + 47, box.centre, 36, 36), INK)
    size, sizes = (60, (48, 46, 43)) if place.place == 1 else (56, (46, 43))
    score, x = format_number(place.score), box.x + STUB + 8
    wide = fonts.width(score, size, 800)
    words = display_names.left_to_right(side_name(place.members))
    room = box.right - 26 - wide - GAP_BEFORE_SCORE - x
    name, name_size = display_names.fit_size(words, room, sizes, 700)
    after_name = x + fonts.width(name, name_size, 700) + GAP_BEFORE_SCORE
    score_x = max(end - 26 - wide, after_name)
    write_across(canvas, x, box.centre, BarText(name, name_size, 700, SIDE_INKS[place.side]), end)
    write_across(canvas, score_x, box.centre, BarText(score, size, 800, TEXT), end)


class BarText(NamedTuple):
    """A text on a bar: its type size and weight, and its colour beyond the end of the bar."""

    text: str
    size: int
    weight: Weight
    beyond: Colour


def write_across(canvas: Canvas, x: int, y: int, one: BarText, end: int) -> None:
    """Write a text that may reach beyond a bar's end.

    It is in ink on the bar, and in its own colour beyond it.
    """
    fits = x + fonts.width(one.text, one.size, one.weight) <= end
    canvas.text(x, y, one.text, one.size, one.weight, INK if fits else one.beyond)
    line = fonts.text_stencil(one.text, one.size, one.weight)
    inside = end - x - line.left
    if fits or inside <= 0:
        return
    baseline = y + round(one.size * fonts.CAP_HEIGHT / 2)
    mask = line.mask.crop((0, 0, min(inside, line.mask.width), line.mask.height))
    canvas.stencil(mask, x + line.left, baseline + line.top, INK)
