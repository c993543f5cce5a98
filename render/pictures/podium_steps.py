"""The places of players without partners: three steps with coins, and the others in rows below."""

from collections.abc import Sequence
from typing import Final

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import COPPER_RIM, GOLD, INK, SIDE_INKS, SILVER, TEXT, WIDTH
from render.pictures import podium_words
from render.pictures.models import FinalPlace, FinishedGame
from render.text import display_names
from render.text.catalogue import format_number
from render.widgets.portrait_coin import (
    METALS,
    draw_coin,
    draw_crown,
    metal_of,
    portraits,
)
from render.widgets.poster_parts import LEFT, RIGHT, draw_ribbon

RIBBON_DOWN: Final = 63
RIBBON: Final = (520, 96)
COIN_DOWN: Final = 367
COIN_DOWN_BARE: Final = 262
"""Pixels from the headline to the highest coin, with a ribbon and without one."""
COINS: Final = (268, 200, 184)
MEDALS: Final = (96, 88, 88)
DROPS: Final = (0, 76, 122)
"""Pixels by which the step of each place is lower than the first."""
INKS: Final = (GOLD, SILVER, COPPER_RIM)
FLOOR: Final = 305
"""Pixels from the highest step to the floor."""
WIDE: Final = 350
NARROW: Final = 330
"""Widths of the middle step and of the others."""
STEP_GAP: Final = 4
EDGE: Final = 16
ROW: Final = 104
ROWS_DOWN: Final = 20


def bottom(final: FinishedGame, top: int) -> int:
    """Return the row at which the last place ends."""
    rest = final.places[3:]
    return floor_of(final, top) + (ROWS_DOWN + ROW * len(rest) if rest else 8)


def floor_of(final: FinishedGame, top: int) -> int:
    """Return the row on which all steps end."""
    down = COIN_DOWN if podium_words.ribbon(final) else COIN_DOWN_BARE
    return top + down + COINS[0] // 2 - 4 + FLOOR


def draw(canvas: Canvas, final: FinishedGame, top: int) -> None:
    """Draw the ribbon, the steps and the rows below them."""
    if ribbon := podium_words.ribbon(final):
        draw_ribbon(canvas, top + RIBBON_DOWN, *RIBBON, ribbon, GOLD)
    floor = floor_of(final, top)
    best = final.places[:3]
    for box, place in zip(step_boxes(best, floor), best, strict=True):
        draw_step(canvas, box, place)
    canvas.rectangle(Box(41, floor - 2, WIDTH - 82, 4), GOLD)
    for at, place in enumerate(final.places[3:]):
        row = Box(LEFT, floor + ROWS_DOWN + ROW * at, RIGHT - LEFT, ROW)
        score = format_number(place.score)
        canvas.text(row.right, row.centre, score, 52, 800, TEXT, "right")
        draw_row_start(canvas, row, place, fonts.width(score, 52, 800))


def step_boxes(places: Sequence[FinalPlace], floor: int) -> list[Box]:
    """Return the box of each step. The first place is in the middle, the second to its left."""
    widths = [WIDE, NARROW, NARROW][: len(places)]
    left = (WIDTH - sum(widths) - STEP_GAP * (len(widths) - 1)) // 2
    first = left + (NARROW + STEP_GAP if len(places) > 1 else 0)
    lefts = (first, left, first + WIDE + STEP_GAP)
    boxes = []
    for x, width, place in zip(lefts, widths, places, strict=False):
        y = floor - FLOOR + DROPS[min(place.place, 3) - 1]
        boxes.append(Box(x, y, width, floor - y))
    return boxes


def draw_step(canvas: Canvas, box: Box, place: FinalPlace) -> None:
    """Draw one step: coin, place, name and score."""
    rank = min(place.place, 3) - 1
    metal = METALS[rank]
    canvas.rectangle(Box(box.x, box.y, box.width, box.height), canvas.theme.panel)
    canvas.rectangle(Box(box.x, box.y, box.width, EDGE), metal.body)
    size, (portrait,) = COINS[rank], portraits(place.members, place.computers)
    y = box.y + 4 - size // 2
    draw_coin(canvas, box.middle, y, size, portrait, metal, SIDE_INKS[place.side])
    draw_medal(
        canvas, box.middle + size * 48 // 100, y + size * 28 // 100, place.place, MEDALS[rank]
    )
    if place.place == 1:
        draw_crown(canvas, box.middle, y - size // 2 - 46, 124)
    draw_step_texts(canvas, box, place, INKS[rank])


def draw_medal(canvas: Canvas, x: int, y: int, place: int, size: int) -> None:
    """Draw the number of one of the first three places at the lower right of a coin."""
    metal = METALS[place - 1]
    for share, colour in ((1, metal.dark), (0.94, metal.light), (0.8, metal.body)):
        side = round(size * share)
        canvas.shape("disc", centred(x, y, side, side), colour)
    ink = TEXT if place == 3 else INK
    canvas.text(x, y, str(place), 46, 800, ink, "middle")


def draw_step_texts(canvas: Canvas, box: Box, place: FinalPlace, ink: tuple[int, int, int]) -> None:
    """Write name and score on a step. The highest also has the number of rounds won."""
    first = place.place == 1
    sizes, number = ((58, 52, 46, 43), 76) if first else ((54, 48, 43), 62)
    room = box.width - 24
    words = display_names.left_to_right(place.members[0])
    name, size = display_names.fit_size(words, room, sizes, 800)
    canvas.text(box.middle, box.y + 66, name, size, 800, TEXT, "middle")
    score, size = display_names.fit_size(format_number(place.score), room, (number, 56, 46), 800)
    canvas.text(box.middle, box.y + 136, score, size, 800, ink, "middle")
    if first:
        note, size = display_names.fit_size(podium_words.rounds_won(place), room, (44, 43), 600)
        canvas.text(box.middle, box.y + 202, note, size, 600, canvas.theme.muted, "middle")


def draw_row_start(canvas: Canvas, row: Box, place: FinalPlace, taken: int) -> None:
    """Draw place, coin and name of a row, whose right end has so many pixels of other content."""
    canvas.text(row.x + 24, row.centre, str(place.place), 52, 700, canvas.theme.muted, "middle")
    (portrait,) = portraits(place.members, place.computers)
    field = SIDE_INKS[place.side]
    draw_coin(canvas, row.x + 112, row.centre, 84, portrait, metal_of(4, field), field)
    room = row.width - 182 - taken - 32
    words = display_names.left_to_right(place.members[0])
    name, size = display_names.fit_size(words, room, (54, 48, 43), 700)
    canvas.text(row.x + 182, row.centre, name, size, 700, TEXT)
