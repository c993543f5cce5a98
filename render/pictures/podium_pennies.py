"""The places of a game for pennies: the winner between stacks of pennies, and a table of all."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing import card_faces, fonts
from render.drawing.canvas import SCALE, Canvas, Sprite, sprite_of
from render.drawing.geometry import Box
from render.drawing.themes import (
    COPPER,
    COPPER_DARK,
    COPPER_RIM,
    GAIN,
    GOLD,
    LOSS,
    TEXT,
)
from render.pictures import podium_words
from render.pictures.models import FinalPlace, FinishedGame
from render.pictures.podium_bars import draw_winners
from render.pictures.podium_steps import ROW, draw_row_start
from render.text.catalogue import Catalogue, format_number, format_signed
from render.widgets.portrait_coin import GOLD_METAL
from render.widgets.poster_parts import LEFT, MIDDLE, RIGHT, draw_ribbon

COIN_DOWN: Final = 251
RIBBON_DOWN: Final = 430
RIBBON: Final = (800, 114)
TABLE_DOWN: Final = 528
TABLE_DOWN_BARE: Final = 430
"""Pixels from the headline to the table, with a ribbon and without one."""
HEAD: Final = 76
POINTS_END: Final = 740
PENNY: Final = 50
STACKS: Final = ((214, 12), (283, 9), (350, 7), (420, 5))
"""Distance of each stack from the middle, and how many pennies it has."""
STACKS_DOWN: Final = 340
STACK: Final = 62
THICK: Final = 13
"""Width of a stack, and height of each of its pennies, in pixels."""


def bottom(final: FinishedGame, top: int) -> int:
    """Return the row at which the table ends."""
    return table_top(final, top) + HEAD + ROW * len(final.places)


def table_top(final: FinishedGame, top: int) -> int:
    """Return the row at which the table begins."""
    return top + (TABLE_DOWN if podium_words.ribbon(final) else TABLE_DOWN_BARE)


def draw(canvas: Canvas, final: FinishedGame, top: int) -> None:
    """Draw the winner, the ribbon, and the table of all places."""
    if len(final.first) == 1:
        draw_stacks(canvas, top + STACKS_DOWN)
    draw_winners(canvas, final.first, top + COIN_DOWN, GOLD_METAL)
    if ribbon := podium_words.ribbon(final):
        draw_ribbon(canvas, top + RIBBON_DOWN, *RIBBON, ribbon, COPPER_RIM)
    table = table_top(final, top)
    box = Box(LEFT - 16, table, RIGHT - LEFT + 32, HEAD + ROW * len(final.places))
    canvas.plate(box, 24, canvas.theme.panel)
    words = Catalogue.load().words
    canvas.text(
        POINTS_END, table + 48, words("podium.points"), 44, 600, canvas.theme.muted, "right"
    )
    canvas.text(RIGHT, table + 48, words("podium.pennies"), 44, 600, canvas.theme.muted, "right")
    for at, place in enumerate(final.places):
        draw_row(canvas, Box(LEFT, table + HEAD + ROW * at, RIGHT - LEFT, ROW), place)


def draw_row(canvas: Canvas, row: Box, place: FinalPlace) -> None:
    """Draw a row with a place, its points, and the pennies that the player won or lost."""
    points, ink = format_number(place.score), GOLD if place.place == 1 else TEXT
    canvas.text(POINTS_END, row.centre, points, 52, 800, ink, "right")
    draw_row_start(canvas, row, place, RIGHT - POINTS_END + fonts.width(points, 52, 800))
    if place.purse is not None:
        balance = place.purse.balance
        ink = GAIN if balance >= 0 else LOSS
        wide = canvas.text(RIGHT, row.centre, format_signed(balance), 52, 800, ink, "right")
        x = min(POINTS_END + 94, RIGHT - wide - PENNY - 12)
        canvas.sprite(card_faces.coin(PENNY), x, row.centre - PENNY // 2)


def draw_stacks(canvas: Canvas, floor: int) -> None:
    """Draw stacks of pennies on both sides of the winner."""
    for apart, count in STACKS:
        sprite = stack(count)
        for x in (MIDDLE - apart, MIDDLE + apart):
            canvas.sprite(sprite, x - sprite.size[0] // 2, floor - sprite.size[1])


@lru_cache(maxsize=len(STACKS))
def stack(count: int) -> Sprite:
    """Return a stack of pennies, seen from above at an angle."""
    oval, edge = STACK * 38 // 100, 8
    height = oval + edge + THICK * (count - 1)
    big = Image.new("RGBA", (STACK * SCALE, height * SCALE), (*COPPER_DARK, 0))
    draw = ImageDraw.Draw(big)
    for number in range(count):
        top = height - oval - edge - THICK * number
        layers = ((COPPER_DARK, 0, edge), (COPPER_RIM, 0, 0), (COPPER, 4, 0))
        for colour, inset, down in layers:
            box = (inset, top + inset // 2 + down, STACK - inset, top + oval - inset // 2 + down)
            draw.ellipse([part * SCALE for part in box], (*colour, 255))
    return sprite_of(big.reduce(SCALE))
