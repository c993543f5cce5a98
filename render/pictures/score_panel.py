"""The panel of one side on a score sheet: its players, its result, and a bar for each item."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, LOSS, MARKS, SIDE_INKS, TEXT, Colour
from render.pictures.models import ScoreSheet, SheetSide, side_name
from render.text import display_names
from render.text.catalogue import Catalogue, format_number, format_signed
from render.widgets import canasta_icons, point_bars
from render.widgets.portrait_coin import (
    GOLD_METAL,
    SILVER_METAL,
    Metal,
    draw_coin,
    draw_crown,
    portraits,
)

PAID: Final = "paid"
"""The only item in pennies. A side pays them, and they are not part of the total."""
ITEMS: Final = (
    *("canastas", "red_threes", "cards", "out", "grab", "cut", "split", "hands", "feet"),
    *("ponies", "caught", PAID),
)
"""The items of a score, in the order of pictures and texts."""
KINDS: Final = ("natural", "mixed", "wild", "sevens")
LEFT: Final = 60
RIGHT: Final = 1035
BARS: Final = 388
LONGEST_BAR: Final = 400
HEAD_ROOM: Final = 32
"""Pixels between the left part of a panel's head and the result on its right."""


class PanelStyle(NamedTuple):
    """The sizes of a panel. Rows are in pixels from its upper edge.

    Attributes:
        coin: Width of each coin if there are several players.
        alone: Width of the coin of a single player.
        pitch: Pixels between the middles of two coins.
        coin_y: Row of the middle of several coins.
        alone_y: Row of the middle of a single coin.
        result: Type size and row of the result.
        name: Type size and row of the names of several players.
        icon: Height of the canastas.
        item: Type size of an item, pixels between two items, and height of a bar.
        metal: Metal of the coins.
        ink: Colour of the result, unless it is a loss.
    """

    coin: int
    alone: int
    pitch: int
    coin_y: int
    alone_y: int
    result: tuple[int, int]
    name: tuple[int, int]
    icon: int
    item: tuple[int, int, int]
    metal: Metal
    ink: Colour


FIRST: Final = PanelStyle(
    *(136, 160, 114, 127, 140), (116, 92), (60, 252), 80, (50, 78, 40), GOLD_METAL, GOLD
)
OTHER: Final = PanelStyle(
    *(98, 112, 80, 74, 84), (80, 74), (50, 166), 64, (44, 66, 30), SILVER_METAL, TEXT
)


class SheetItem(NamedTuple):
    """One item of a side: its label, its figure, and the points of its bar."""

    label: str
    figure: str
    points: int


def items_of(side: SheetSide) -> Iterator[SheetItem]:
    """Yield the items that count in a side's round. Paid pennies are always shown as a loss."""
    words = Catalogue.load().words
    for key in ITEMS:
        if points := side.items.get(key, 0):
            points = -points if key == PAID else points
            yield SheetItem(words(f"score.item.{key}"), format_signed(points), points)


def format_change(points: int) -> str:
    """Return points with their sign. Zero has none."""
    return format_signed(points) if points else format_number(0)


def most_points(sheet: ScoreSheet) -> int:
    """Return the points of the longest bar. All bars of a sheet have the same scale."""
    return (
        max((abs(points) for side in sheet.sides for points in side.items.values()), default=1) or 1
    )


def head_of(side: SheetSide, style: PanelStyle) -> int:
    """Return the height of the part of a panel above its canastas or items."""
    if len(side.members) > 1:
        return style.name[1] + (48 if style is FIRST else 46)
    return style.alone_y + style.alone // 2 + 28


def height_of(side: SheetSide, style: PanelStyle) -> int:
    """Return the height in pixels that a side's panel needs."""
    _, pitch, _ = style.item
    icons = style.icon + 20 if side.canastas else 0
    return head_of(side, style) + icons + pitch * len([*items_of(side)]) + 24


def draw(canvas: Canvas, box: Box, sheet: ScoreSheet, side: SheetSide, style: PanelStyle) -> None:
    """Draw one side's panel."""
    canvas.plate(box, 28, canvas.theme.panel)
    if style is FIRST:
        canvas.frame(box.grown(4), 30, 5, GOLD)
    won = style is FIRST and sheet.ahead > 0
    taken = draw_result(canvas, box, sheet, side, style)
    draw_players(canvas, box, side, style, taken, won=won)
    y = box.y + head_of(side, style)
    if side.canastas:
        draw_canastas(canvas, y + style.icon // 2, side, style)
        y += style.icon + 20
    _, pitch, _ = style.item
    most = most_points(sheet)
    for at, item in enumerate(items_of(side)):
        draw_item(canvas, y + pitch * at + pitch // 2, item, most, style, SIDE_INKS[side.side])


def draw_result(
    canvas: Canvas, box: Box, sheet: ScoreSheet, side: SheetSide, style: PanelStyle
) -> int:
    """Draw the result of the round. Returns the column of its left end."""
    (size, y), text = style.result, format_change(side.total)
    ink = LOSS if side.total < 0 else style.ink
    wide = canvas.text(RIGHT, box.y + y, text, size, 800, ink, "right")
    if style is FIRST and sheet.ahead:
        ahead = Catalogue.load().words("score.ahead", n=format_number(sheet.ahead))
        wide = max(
            wide, canvas.text(RIGHT, box.y + y + 94, ahead, 46, 600, canvas.theme.muted, "right")
        )
    return RIGHT - wide - HEAD_ROOM


def draw_players(
    canvas: Canvas, box: Box, side: SheetSide, style: PanelStyle, taken: int, *, won: bool
) -> None:
    """Draw coins and names of a side. `taken` is the column where the result starts."""
    several, ink = len(side.members) > 1, SIDE_INKS[side.side]
    size = style.coin if several else style.alone
    y = box.y + (style.coin_y if several else style.alone_y)
    for at, portrait in enumerate(portraits(side.members, side.computers)):
        x = LEFT + size // 2 - 4 + style.pitch * at
        draw_coin(canvas, x, y, size, portrait, style.metal, ink)
        if won:
            draw_crown(canvas, x, y - size // 2 - 18, size * 46 // 100)
    if several:
        draw_side_name(canvas, box.y + style.name[1], side, style.name[0])
    else:
        draw_player_name(canvas, y, side, style, taken)


def draw_side_name(canvas: Canvas, y: int, side: SheetSide, size: int) -> None:
    """Draw a side's mark and the names of its players."""
    ink, mark = SIDE_INKS[side.side], round(size * 0.66)
    canvas.shape(MARKS[side.side], centred(LEFT + mark // 2, y, mark, mark), ink)
    x = LEFT + mark + 16
    room = RIGHT - x
    if side.score != side.total:
        now = Catalogue.load().words("score.now", score=format_number(side.score))
        room -= canvas.text(RIGHT, y, now, 46, 600, canvas.theme.muted, "right") + HEAD_ROOM
    words = display_names.left_to_right(side_name(side.members))
    name, size = display_names.fit_size(words, room, (size, size - 4, 43), 800)
    canvas.text(x, y, name, size, 800, ink)


def draw_player_name(
    canvas: Canvas, y: int, side: SheetSide, style: PanelStyle, taken: int
) -> None:
    """Draw the name of a side's only player. Below it are the mark and the score so far."""
    ink = SIDE_INKS[side.side]
    words = display_names.left_to_right(side.members[0])
    x, sizes = LEFT + style.alone + 20, (style.name[0], 50, 46, 43)
    name, size = display_names.fit_size(words, taken - x, sizes, 800)
    canvas.text(x, y - style.alone // 4, name, size, 800, ink)
    canvas.shape(MARKS[side.side], centred(x + 17, y + 34, 34, 34), ink)
    now = Catalogue.load().words("score.now", score=format_number(side.score))
    canvas.text(x + 50, y + 34, now, 46, 600, canvas.theme.muted)


def draw_canastas(canvas: Canvas, y: int, side: SheetSide, style: PanelStyle) -> None:
    """Draw the canastas of a side as small cards, kind by kind, and their number."""
    words, x = Catalogue.load().words, LEFT
    number = sum(side.canastas.values())
    size = 46 if style is FIRST else 44
    text = words("score.canastas", n=number)
    room = RIGHT - fonts.width(text, size, 600) - HEAD_ROOM
    canvas.text(RIGHT, y, text, size, 600, canvas.theme.muted, "right")
    icons = [canasta_icons.icon(kind, style.icon) for kind in shown_kinds(side)]
    pitch = min(icons[0].size[0] + 8, (room - LEFT) // len(icons)) if icons else 0
    before = ""
    for kind, icon in zip(shown_kinds(side), icons, strict=True):
        x += 10 if before and kind != before and pitch > icon.size[0] else 0
        canvas.sprite(icon, x, y - icon.size[1] // 2)
        x, before = x + pitch, kind


def shown_kinds(side: SheetSide) -> Sequence[str]:
    """Return the kind of each canasta of a side."""
    return [kind for kind in KINDS for _ in range(side.canastas.get(kind, 0))]


def draw_item(
    canvas: Canvas, y: int, item: SheetItem, most: int, style: PanelStyle, ink: Colour
) -> None:
    """Draw one item: its label, its bar, and its figure."""
    size, _, tall = style.item
    canvas.text(RIGHT, y, item.figure, size, 800, LOSS if item.points < 0 else TEXT, "right")
    label = display_names.fit_width(item.label, BARS - 20 - LEFT, size, 600)
    canvas.text(LEFT, y, label, size, 600, canvas.theme.muted)
    point_bars.draw_bar(canvas, Box(BARS, y - tall // 2, LONGEST_BAR, tall), item.points, most, ink)
