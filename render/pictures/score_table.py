"""The table of a score sheet: each side except the best one in a row, item by item."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import LOSS, MARKS, SIDE_INKS, TEXT
from render.pictures.models import ScoreSheet, SheetSide, side_name
from render.pictures.score_panel import ITEMS, PAID, RIGHT, format_change, most_points
from render.text import display_names
from render.text.catalogue import Catalogue, format_number, format_signed
from render.widgets import point_bars
from render.widgets.portrait_coin import SILVER_METAL, draw_coin, portraits

X: Final = 171
COIN: Final = 96
COIN_X: Final = 104
PAIR: Final = 68
"""Width of each coin of a pair."""
ROW: Final = 176
LINE: Final = 84
"""Pixels that a second line of items adds to a row."""
HEAD: Final = 62
IN_A_LINE: Final = 4
"""Most items in a line."""
GAP: Final = 24
TYPE: Final = 44
BAR: Final = 150
"""Pixels of the longest bar. All columns have the same, because all bars have one scale."""
NOTHING: Final = "–"


class Column(NamedTuple):
    """A column of the table: an item, its label, its left end and its room in pixels."""

    key: str
    label: str
    x: int
    room: int


def lines_of(sides: Sequence[SheetSide]) -> list[list[Column]]:
    """Return the columns, line by line: the items that count for any of these sides."""
    keys = [key for key in ITEMS if any(side.items.get(key) for side in sides)]
    lines = -(-len(keys) // IN_A_LINE)
    each = -(-len(keys) // lines) if lines else 0
    return [columns(keys[at : at + each]) for at in range(0, len(keys), each or 1)]


def columns(keys: Sequence[str]) -> list[Column]:
    """Return the columns of one line, each with the room that its label needs."""
    words = Catalogue.load().words
    labels = [words(f"score.column.{key}") for key in keys]
    widths = [max(150, fonts.width(label, TYPE, 600)) for label in labels]
    spare = max(0, RIGHT - X - sum(widths) - GAP * (len(keys) - 1))
    found, x = [], X
    for key, label, wide in zip(keys, labels, widths, strict=True):
        # Columns share the room evenly, but a table of two columns does not fill the whole width.
        room = wide + min(60, spare // len(keys))
        found.append(Column(key, label, x, room))
        x += room + GAP
    return found


def height_of(sides: Sequence[SheetSide]) -> int:
    """Return the height in pixels that the table needs."""
    lines = max(1, len(lines_of(sides)))
    return HEAD * lines + 14 + (ROW + LINE * (lines - 1)) * len(sides)


def draw(canvas: Canvas, box: Box, sheet: ScoreSheet, sides: Sequence[SheetSide]) -> None:
    """Draw the table of some sides."""
    canvas.plate(box, 24, canvas.theme.panel)
    lines = lines_of(sides)
    for at, line in enumerate(lines):
        for column in line:
            y = box.y + HEAD * at + 44
            label = display_names.fit_width(column.label, column.room, TYPE, 600)
            canvas.text(column.x, y, label, TYPE, 600, canvas.theme.muted)
    top, row = box.y + HEAD * max(1, len(lines)) + 10, ROW + LINE * max(0, len(lines) - 1)
    for at, side in enumerate(sides):
        y = top + row * at
        canvas.rectangle(Box(box.x + 30, y, box.width - 60, 2), canvas.theme.line)
        draw_row(canvas, y, side, lines, most_points(sheet))


def draw_row(
    canvas: Canvas, y: int, side: SheetSide, lines: Sequence[Sequence[Column]], most: int
) -> None:
    """Draw one side's row: coin and mark, name, score and result, and its items below."""
    ink = SIDE_INKS[side.side]
    draw_coins(canvas, y + 62, side)
    canvas.shape(MARKS[side.side], centred(COIN_X, y + 140, 30, 30), ink)
    total = LOSS if side.total < 0 else TEXT
    wide = canvas.text(RIGHT, y + 46, format_change(side.total), 64, 800, total, "right")
    now = format_number(side.score)
    end = min(RIGHT - wide - 28, 848)
    end -= canvas.text(end, y + 46, now, 46, 600, canvas.theme.muted, "right") + 28
    words = display_names.left_to_right(side_name(side.members))
    name, size = display_names.fit_size(words, end - X, (54, 48, 43), 800)
    canvas.text(X, y + 46, name, size, 800, ink)
    for at, line in enumerate(lines):
        for column in line:
            draw_figure(canvas, y + 116 + LINE * at, side, column, most)


def draw_coins(canvas: Canvas, y: int, side: SheetSide) -> None:
    """Draw the coins of a side: one, or several that overlap."""
    found = portraits(side.members, side.computers)
    size = COIN if len(found) == 1 else PAIR
    pitch = 0 if len(found) == 1 else (COIN + 16 - PAIR) // (len(found) - 1)
    left = COIN_X - pitch * (len(found) - 1) // 2
    for at, portrait in enumerate(found):
        ink = SIDE_INKS[side.side]
        draw_coin(canvas, left + pitch * at, y, size, portrait, SILVER_METAL, ink)


def draw_figure(canvas: Canvas, y: int, side: SheetSide, column: Column, most: int) -> None:
    """Draw a side's figure for one item, with a bar below. A dash if the item does not count."""
    points = side.items.get(column.key, 0)
    points = -points if column.key == PAID else points
    if not points:
        canvas.text(column.x, y + 14, NOTHING, TYPE, 700, canvas.theme.muted)
        return
    canvas.text(column.x, y, format_signed(points), TYPE, 700, LOSS if points < 0 else TEXT)
    bar = Box(column.x, y + 30, BAR, 16)
    point_bars.draw_bar(canvas, bar, points, most, SIDE_INKS[side.side])
