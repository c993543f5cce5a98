"""The picture of a leaderboard page.

Each row has one number, by which the rows are sorted. Below the name are the latest results as
dots, a bar for the certainty of the rating, and the places gained or lost this week.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image

from render.drawing import card_faces, fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    COPPER_RIM,
    GAIN,
    GOLD,
    INK,
    LOSS,
    SILVER,
    TEXT,
    TURN_RING,
    WIDTH,
    Colour,
    Theme,
)
from render.pictures.models import LeaderboardPage, LeaderboardRow, member_name
from render.text import display_names
from render.text.catalogue import Catalogue
from render.widgets.certainty_bar import draw_certainty
from render.widgets.portrait_coin import METALS, draw_coin, draw_crown, plain_metal, portraits

__all__ = ["LeaderboardPage", "LeaderboardRow", "alt_text", "draw"]

MARGIN: Final = 16
TITLE: Final = 160
TITLE_X: Final = 147
ROW: Final = 142
PAD: Final = 11
KEY: Final = 210
COIN: Final = 100
PLACE_X: Final = 74
PLACE_ROOM: Final = 68
"""Room for a place in pixels. If a place is wider, all columns after it move right."""
COIN_X: Final = 164
NAME_X: Final = 237
BAR_X: Final = 284
"""Pixels from the names to the bars of certainty."""
RIGHT: Final = 1050
DOT: Final = 32
DOT_PITCH: Final = 44
INKS: Final = (GOLD, SILVER, COPPER_RIM)
YOU: Final = 46
RECENT: Final = 5
LONGEST_ALT: Final = 1024


def draw(ladder: LeaderboardPage, theme: Theme) -> Image.Image:
    """Draw a page of a leaderboard."""
    bottom = TITLE + 2 * PAD + ROW * max(1, len(ladder.rows))
    canvas = Canvas(theme, bottom + (KEY if ladder.rows else MARGIN))
    draw_title(canvas, ladder)
    canvas.plate(Box(MARGIN, TITLE, WIDTH - 2 * MARGIN, bottom - TITLE), 24, theme.panel)
    if not ladder.rows:
        text = Catalogue.load().words("ladder.nobody")
        canvas.text(WIDTH // 2, (TITLE + bottom) // 2, text, 44, 600, canvas.theme.muted, "middle")
        return canvas.image
    draw_rows(canvas, ladder.rows)
    draw_key(canvas, bottom, ladder)
    return canvas.image


def draw_title(canvas: Canvas, ladder: LeaderboardPage) -> None:
    """Draw the title, the month, and the meaning of the number in each row."""
    title = display_names.drawable_name(ladder.title) or Catalogue.load().words("ladder.title")
    canvas.sprite(card_faces.coin(82), 41, 39)
    room = RIGHT - TITLE_X
    text, size = display_names.fit_size(title, room, (66, 58, 50), 800)
    canvas.text(TITLE_X, 62, text, size, 800, TEXT)
    sorted_by = display_names.fit_width(ladder.sorted_by, room // 2, 44, 600)
    taken = canvas.text(RIGHT, 124, sorted_by, 44, 600, canvas.theme.muted, "right") + 28
    about = display_names.fit_width(ladder.about, room - taken, 46, 600)
    canvas.text(TITLE_X, 124, about, 46, 600, canvas.theme.muted)


def draw_rows(canvas: Canvas, rows: Sequence[LeaderboardRow]) -> None:
    """Draw all rows, with a line between them."""
    boxes = [Box(MARGIN, TITLE + PAD + ROW * i, WIDTH - 2 * MARGIN, ROW) for i in range(len(rows))]
    for box in boxes[1:]:
        canvas.rectangle(Box(46, box.y - 1, WIDTH - 92, 2), canvas.theme.line)
    wide = extra_place_width(rows)
    for box, row in zip(boxes, rows, strict=True):
        draw_row(canvas, box, row, wide)


def extra_place_width(rows: Sequence[LeaderboardRow]) -> int:
    """Return how many pixels wider than usual the column of places is.

    The column is wider from place 100 on.
    """
    widest = max((fonts.width(str(row.place), 52, 800) for row in rows), default=0)
    return max(0, ceil(widest) - PLACE_ROOM)


def draw_row(canvas: Canvas, box: Box, row: LeaderboardRow, wide: int) -> None:
    """Draw one member's row."""
    if row.own:
        own = Box(24, box.y - 2, WIDTH - 48, box.height + 4)
        canvas.plate(own, 20, canvas.theme.lit)
        canvas.frame(own, 20, 5, TURN_RING)
    draw_place(canvas, box.centre, row, wide)
    draw_name(canvas, box.y + 50, row, NAME_X + wide)
    y = box.y + 105
    draw_results(canvas, NAME_X + wide, y, row.recent)
    draw_certainty(canvas, Box(NAME_X + wide + BAR_X, y - 12, 250, 24), row.certainty)
    draw_week(canvas, y, row)


def draw_place(canvas: Canvas, y: int, row: LeaderboardRow, wide: int) -> None:
    """Draw the place and the coin of a member."""
    first = row.place <= len(METALS)
    ink, size = (INKS[row.place - 1], 60) if first else (canvas.theme.muted, 52)
    canvas.text(PLACE_X + wide // 2, y, str(row.place), size, 800, ink, "middle")
    metal = METALS[row.place - 1] if first else plain_metal(canvas.theme.line)
    field: Colour = metal.body if first else TEXT
    (portrait,) = portraits([member_name(row.name)])
    draw_coin(canvas, COIN_X + wide, y, COIN, portrait, metal, field)


def draw_name(canvas: Canvas, y: int, row: LeaderboardRow, x: int) -> None:
    """Draw the number of a row at the right, and the name in the remaining space."""
    number, size = display_names.fit_size(row.value, (RIGHT - x) // 2, (66, 56, 46), 800)
    room = RIGHT - canvas.text(RIGHT, y + 2, number, size, 800, TEXT, "right") - 28 - x
    if row.champion:
        draw_crown(canvas, x + 26, y - 8, 56)
        x, room = x + 64, room - 64
    you = Catalogue.load().words("seat.you_after")
    label = fonts.width(you, YOU, 800) + 24
    if row.own:
        room -= label + 22
    words = display_names.left_to_right(member_name(row.name))
    name, size = display_names.fit_size(words, room, (54, 50, 46), 700)
    x += canvas.text(x, y, name, size, 700, TEXT) + 22
    if row.own:
        canvas.plate(Box(x, y - 28, label, 56), 14, TURN_RING)
        canvas.text(x + 12, y, you, YOU, 800, INK)


def draw_results(canvas: Canvas, x: int, y: int, recent: Sequence[bool]) -> None:
    """Draw the latest results, the newest last. A full dot is a win, a hollow dot is not."""
    for at, won in enumerate(recent[-RECENT:]):
        draw_dot(canvas, x + DOT_PITCH * at + DOT // 2, y, DOT, won=won)


def draw_dot(canvas: Canvas, x: int, y: int, size: int, *, won: bool) -> None:
    """Draw one result."""
    box = centred(x, y, size, size)
    if won:
        canvas.shape("disc", box, GOLD)
    else:
        canvas.frame(box, size // 2, 5, canvas.theme.muted)


def draw_week(canvas: Canvas, y: int, row: LeaderboardRow) -> None:
    """Draw the places gained or lost this week: an arrow with a number, a dash, or "new"."""
    if row.is_new:
        new = Catalogue.load().words("ladder.new")
        canvas.text(RIGHT, y, new, 46, 600, canvas.theme.muted, "right")
    elif row.climb == 0:
        canvas.plate(Box(RIGHT - 40, y - 4, 40, 8), 4, canvas.theme.muted)
    elif row.climb is not None:
        shape, ink = ("triangle", GAIN) if row.climb > 0 else ("wedge", LOSS)
        wide = canvas.text(RIGHT, y, str(abs(row.climb)), 46, 700, ink, "right")
        canvas.shape(shape, centred(RIGHT - wide - 34, y, 36, 32), ink)


def draw_key(canvas: Canvas, top: int, ladder: LeaderboardPage) -> None:
    """Draw the meaning of the signs, and the number of the page."""
    words, y, end = Catalogue.load().words, top + 58, RIGHT
    if ladder.pages > 1:
        page = words("ladder.page", page=ladder.page, pages=ladder.pages)
        end -= canvas.text(RIGHT, y, page, 44, 600, canvas.theme.muted, "right") + 24
    draw_dot(canvas, 62, y, DOT, won=True)
    x = key_text(canvas, 94, y, words("ladder.won_dot"), end)
    draw_dot(canvas, x + 42, y, DOT, won=False)
    key_text(canvas, x + 68, y, words("ladder.lost_dot"), end)
    y += 66
    draw_certainty(canvas, Box(46, y - 12, 76, 24), 0.7)
    x = key_text(canvas, 140, y, words("ladder.how_sure"), RIGHT)
    if any(row.climb is not None or row.is_new for row in ladder.rows):
        canvas.shape("triangle", centred(x + 60, y, 36, 32), GAIN)
        x = key_text(canvas, x + 90, y, words("ladder.this_week"), RIGHT)
    if any(row.champion for row in ladder.rows):
        draw_crown(canvas, x + 70, y - 4, 52)
        key_text(canvas, x + 106, y, words("ladder.champion", month=ladder.last_month), RIGHT)


def key_text(canvas: Canvas, x: int, y: int, text: str, end: int) -> int:
    """Write the meaning of a sign, up to the column `end`. Returns the column after it."""
    return x + canvas.text(
        x, y, display_names.fit_width(text, end - x, 44, 600), 44, 600, canvas.theme.muted
    )


def alt_text(ladder: LeaderboardPage) -> str:
    """Return the alt text of a leaderboard page, at most 1,024 characters."""
    words = Catalogue.load().words
    title = display_names.cut_end(
        display_names.drawable_name(ladder.title) or words("ladder.title"), 80
    )
    told = (ladder.about, ladder.sorted_by and words("alt.ladder.by", by=ladder.sorted_by))
    about = "".join(words("alt.ladder.about", about=one) for one in told if one)
    pages = {"page": ladder.page, "pages": ladder.pages}
    head = words("alt.ladder.title", title=title, about=about, **pages)
    if not ladder.rows:
        return f"{head} {words('ladder.nobody')}."
    rows = (row_words(ladder, row) for row in ladder.rows)
    return display_names.cut_end(" ".join((head, *rows)), LONGEST_ALT)


def row_words(ladder: LeaderboardPage, row: LeaderboardRow) -> str:
    """Return the alt text of one row."""
    words = Catalogue.load().words
    recent = row.recent[-RECENT:]
    facts = (
        row.value,
        words("alt.ladder.recent", n=len(recent), wins=sum(recent)) if recent else "",
        words("alt.ladder.sure", n=round(100 * row.certainty)),
        week_words(row),
        words("ladder.champion", month=ladder.last_month) if row.champion else "",
    )
    name = display_names.cut_end(member_name(row.name), 24)
    told = words("list.comma").join(filter(None, facts))
    return words("alt.ladder.row", place=row.place, name=name, facts=told)


def week_words(row: LeaderboardRow) -> str:
    """Return the places gained or lost this week in words. "" for none."""
    words = Catalogue.load().words
    if row.is_new:
        return words("ladder.new")
    if not row.climb:
        return ""
    return words("alt.ladder.up" if row.climb > 0 else "alt.ladder.down", n=abs(row.climb))
