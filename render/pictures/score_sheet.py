"""The picture of a score sheet: each side's round, item by item, and the graph of the game.

Each side's panel is as wide as the picture, so that every figure is large enough on a phone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from PIL import Image

from render.drawing import card_faces, fonts
from render.drawing.canvas import Canvas, Sprite
from render.drawing.geometry import Box, centred
from render.drawing.themes import GAIN, LOSS, MARKS, MUTED, SIDE_INKS, TEXT, WIDTH, Colour, Theme
from render.pictures.models import ScoreSheet, SheetSide, side_name
from render.pictures.score_graph import draw_graph
from render.text import display_names
from render.text.catalogue import Catalogue, format_number, format_signed
from render.widgets import canasta_icons

__all__ = ["ScoreSheet", "SheetSide", "alt_text", "draw"]

MARGIN: Final = 20
GAP: Final = 12
TITLE: Final = 142
HEAD: Final = 128
ROW: Final = 56
MEMBERS: Final = 56
FOOT: Final = 16
COLUMNS: Final = 2
GRAPH: Final = 560
TYPE: Final = 42
ICON: Final = 58
"""Pixels for the icon of a kind of canasta."""
LONGEST_ALT: Final = 1024
KINDS: Final = ("natural", "mixed", "wild", "sevens")
PAID: Final = "paid"
"""The only item in pennies, which a side pays. It is not part of the sum."""
ITEMS: Final = (
    *("canastas", "red_threes", "cards", "out", "grab", "cut", "split", "hands", "feet"),
    *("ponies", "caught", PAID),
)


class SheetEntry(NamedTuple):
    """One figure of a side with its label and, if there is one, an icon before it."""

    label: str
    figure: str
    colour: Colour
    sign: Sprite | None = None


def draw(sheet: ScoreSheet, theme: Theme) -> Image.Image:
    """Draw a score sheet."""
    plates = [entries(sheet, side) for side in sheet.sides]
    heights = [height_of(side, plate) for side, plate in zip(sheet.sides, plates, strict=True)]
    below = TITLE + sum(heights) + GAP * len(heights)
    canvas = Canvas(theme, below + GRAPH + MARGIN)
    draw_title(canvas, sheet)
    top = TITLE
    for side, plate, height in zip(sheet.sides, plates, heights, strict=True):
        draw_side(canvas, Box(MARGIN, top, WIDTH - 2 * MARGIN, height), sheet, side, plate)
        top += height + GAP
    draw_history(canvas, Box(MARGIN, below, WIDTH - 2 * MARGIN, GRAPH), sheet)
    return canvas.image


def height_of(side: SheetSide, plate: Sequence[SheetEntry]) -> int:
    """Return the height in pixels that a side's panel needs."""
    return head_of(side) + ROW * -(-len(plate) // COLUMNS) + FOOT * bool(plate)


def head_of(side: SheetSide) -> int:
    """Return the height above the items: a side of several members has a line for their names."""
    return HEAD + (MEMBERS if len(side.members) > 1 else 0)


def draw_title(canvas: Canvas, sheet: ScoreSheet) -> None:
    """Draw the number of the round, and what the game is played to."""
    words = Catalogue.load().words
    canvas.sprite(card_faces.coin(56), 26, 20)
    title = words("score.final") if sheet.final else words("score.title", round=sheet.round)
    canvas.text(98, 48, title, 52, 800, TEXT)
    canvas.text(98, 106, target_text(sheet), TYPE, 600, MUTED)


def target_text(sheet: ScoreSheet) -> str:
    """Return what the game is played to, in words."""
    words = Catalogue.load().words
    if sheet.target:
        return words("score.target", target=sheet.target)
    rounds = ""
    if sheet.last_round:
        rounds = words("score.rounds", round=sheet.round, last=sheet.last_round)
    lowest = words("score.lowest") if sheet.lowest_wins else ""
    return words("list.comma").join(filter(None, (rounds, lowest)))


def entries(sheet: ScoreSheet, side: SheetSide) -> list[SheetEntry]:
    """Return all figures of a side, kinds of canastas first."""
    return [*canasta_counts(side), *item_entries(sheet, side)]


def canasta_counts(side: SheetSide) -> Iterator[SheetEntry]:
    """Yield the number of canastas of each kind that occurred."""
    words = Catalogue.load().words
    for kind in KINDS:
        if count := side.canastas.get(kind, 0):
            times = words("table.times", n=count)
            yield SheetEntry(words(f"score.kind.{kind}"), times, TEXT, canasta_icons.icon(kind))


def item_entries(sheet: ScoreSheet, side: SheetSide) -> Iterator[SheetEntry]:
    """Yield the points, item by item. Pennies paid are always shown as a loss."""
    words = Catalogue.load().words
    for key in ITEMS:
        points = side.items.get(key, 0)
        if points:
            bad = key == PAID or (points > 0) == sheet.lowest_wins
            figure = format_signed(-points if key == PAID else points)
            yield SheetEntry(words(f"score.item.{key}"), figure, LOSS if bad else TEXT)


def draw_side(
    canvas: Canvas, box: Box, sheet: ScoreSheet, side: SheetSide, plate: Sequence[SheetEntry]
) -> None:
    """Draw one side's panel: name, members, score, points of the round, and its items."""
    ink = SIDE_INKS[side.side]
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, 14, box.height), 7, ink)
    right, words = box.right - 28, Catalogue.load().words
    now = words("score.now", score=format_number(side.score))
    good = side.total <= 0 if sheet.lowest_wins else side.total >= 0
    change = words("score.change", change=format_signed(side.total))
    wide = canvas.text(right, box.y + 42, now, 50, 800, TEXT, "right")
    canvas.text(right, box.y + 98, change, 44, 800, GAIN if good else LOSS, "right")
    canvas.shape(MARKS[side.side], centred(box.x + 50, box.y + 42, 32, 32), ink)
    room = right - box.x - 82 - wide - 24
    name, size = display_names.fit_size(side_name(side.side, side.members), room, (50, 46, 42), 800)
    canvas.text(box.x + 82, box.y + 42, name, size, 800, ink)
    if len(side.members) > 1:
        draw_members(canvas, box.x + 34, box.y + HEAD + 22, side.members, right - box.x - 34)
    for at, entry in enumerate(plate):
        column, y = box.columns(COLUMNS, 0)[at % COLUMNS], box.y + head_of(side) + 24
        draw_entry(canvas, column, y + ROW * (at // COLUMNS), entry)


def draw_members(canvas: Canvas, x: int, y: int, members: Sequence[str], room: int) -> None:
    """Draw the names of a side's members, each cut to its share of the room."""
    dot = " \N{MIDDLE DOT} "
    dots = fonts.width(dot, TYPE, 600) * (len(members) - 1)
    rooms = share_width([fonts.width(name, TYPE, 600) for name in members], room - dots)
    short = [
        display_names.fit_width(name, most, TYPE, 600)
        for name, most in zip(members, rooms, strict=True)
    ]
    canvas.text(x, y, display_names.left_to_right(dot.join(short)), TYPE, 600, MUTED)


def share_width(wanted: Sequence[int], room: int) -> list[int]:
    """Return room in pixels for each text: what short ones do not need goes to the long ones."""
    rooms = [0] * len(wanted)
    left = len(wanted)
    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        rooms[i] = min(wanted[i], room // left)
        room -= rooms[i]
        left -= 1
    return rooms


def draw_entry(canvas: Canvas, box: Box, y: int, entry: SheetEntry) -> None:
    """Draw one figure at the right of its label."""
    x = box.x + 34
    if entry.sign:
        canvas.sprite(entry.sign, x, y - entry.sign.size[1] // 2)
        x += ICON
    wide = canvas.text(box.right - 28, y, entry.figure, 44, 700, entry.colour, "right")
    room = box.right - 28 - wide - 16 - x
    canvas.text(x, y, display_names.fit_width(entry.label, room, TYPE, 600), TYPE, 600, MUTED)


def draw_history(canvas: Canvas, box: Box, sheet: ScoreSheet) -> None:
    """Draw the graph of the game so far."""
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.text(box.x + 28, box.y + 42, Catalogue.load().words("score.graph"), TYPE, 700, TEXT)
    history = sheet.history or (tuple(side.score for side in sheet.sides),)
    plot = Box(box.x + 18, box.y + 100, box.width - 36, box.height - 116)
    draw_graph(canvas, plot, history, sheet.target)


def alt_text(sheet: ScoreSheet) -> str:
    """Return the alt text of a score sheet. If it is too long, the items are left out."""
    words = Catalogue.load().words
    to = words("alt.aim", target=sheet.target) if sheet.target else ""
    head = words("alt.score.final" if sheet.final else "alt.score.title", round=sheet.round, aim=to)
    full = " ".join((head, *(side_words(side, side.items) for side in sheet.sides)))
    brief = " ".join((head, *(side_words(side, {}) for side in sheet.sides)))
    return full if len(full) <= LONGEST_ALT else display_names.cut_end(brief, LONGEST_ALT)


def side_words(side: SheetSide, told: Mapping[str, int]) -> str:
    """Return the alt text of one side's round, with the items in `told`."""
    words, parts = Catalogue.load().words, [*item_words(told)]
    return words(
        "alt.score.side" if parts else "alt.score.brief",
        title=display_names.cut_end(side_name(side.side, side.members), 32),
        change=format_signed(side.total),
        score=format_number(side.score),
        items=words("list.comma").join(parts),
    )


def item_words(told: Mapping[str, int]) -> Iterator[str]:
    """Yield the alt text of each item. Pennies have a text of their own, as they are paid."""
    words = Catalogue.load().words
    for key in (key for key in ITEMS if told.get(key)):
        if key == PAID:
            yield words("alt.score.paid", n=told[key])
        else:
            name = words(f"alt.score.name.{key}")
            yield words("alt.score.item", item=name, points=format_number(told[key]))
