"""The ladder of a server: who stands where, by rating, with games, wins and the share of wins."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box
from render.canvas.theme import (
    GAIN,
    GOLD,
    INK,
    MUTED,
    SILVER,
    TEXT,
    TURN_RING,
    WIDTH,
    Theme,
    mixed_colour,
)
from render.scenes.sheets import LadderRow, LadderSheet, member_name
from render.text import names
from render.text.catalogue import Catalogue, number

__all__ = ["LadderRow", "LadderSheet", "alt", "draw"]

MARGIN: Final = 20
TITLE: Final = 80
HEAD: Final = 50
ROW: Final = 60
PER_PAGE: Final = 10
NAME_X: Final = 112
RATING_RIGHT: Final = 600
GAMES_RIGHT: Final = 718
WINS_RIGHT: Final = 830
BAR_X: Final = 862
BAR_WIDTH: Final = 116


def medal(place: int) -> faces.Metal | None:
    """The metal of a place: gold, silver, copper, or none."""
    metals = (metal_of(GOLD), metal_of(SILVER), faces.PENNY)
    return metals[place - 1] if 1 <= place <= len(metals) else None


def metal_of(colour: tuple[int, int, int]) -> faces.Metal:
    """A coin's body, rim and shade from one colour."""
    return (colour, mixed_colour(colour, TURN_RING, 0.6), mixed_colour(colour, INK, 0.5))


def draw(ladder: LadderSheet, theme: Theme) -> Image.Image:
    """The picture of a page of the ladder."""
    height = TITLE + HEAD + ROW * max(1, len(ladder.rows)) + MARGIN + 12
    canvas = Canvas(theme, height)
    draw_title(canvas, ladder)
    box = Box(MARGIN, TITLE, WIDTH - 2 * MARGIN, height - TITLE - MARGIN)
    canvas.plate(box, 18, theme.panel)
    draw_heads(canvas, TITLE + 28)
    if not ladder.rows:
        text = Catalogue.load().words("ladder.nobody")
        canvas.text(WIDTH // 2, TITLE + HEAD + 30, text, 29, 600, MUTED, "middle")
    draw_rows(canvas, ladder.rows)
    return canvas.image


def draw_title(canvas: Canvas, ladder: LadderSheet) -> None:
    """What is ranked, and which page this is."""
    words = Catalogue.load().words
    canvas.sprite(faces.coin(46), 26, 18)
    pages = words("ladder.page", page=ladder.page, pages=ladder.pages) if ladder.pages > 1 else ""
    room = WIDTH - 86 - 60 - fonts.width(pages, 29, 600)
    title = names.fitted(names.plain(ladder.title) or words("ladder.title"), room, 36, 800)
    canvas.text(86, 42, title, 36, 800, TEXT)
    canvas.text(WIDTH - 28, 43, pages, 29, 600, MUTED, "right")


def draw_heads(canvas: Canvas, y: int) -> None:
    """The names of the columns."""
    words = Catalogue.load().words
    canvas.text(NAME_X, y, words("ladder.name"), 26, 600, MUTED)
    for key, right in (("rating", RATING_RIGHT), ("games", GAMES_RIGHT), ("wins", WINS_RIGHT)):
        canvas.text(right, y, words(f"ladder.{key}"), 26, 600, MUTED, "right")


def draw_rows(canvas: Canvas, rows: Sequence[LadderRow]) -> None:
    """All rows, with a line between them."""
    boxes = [
        Box(MARGIN + 12, TITLE + HEAD + ROW * i, WIDTH - 2 * MARGIN - 24, ROW)
        for i in range(len(rows))
    ]
    for box in boxes[1:]:
        canvas.rectangle(Box(box.x + 12, box.y, box.width - 24, 1), canvas.theme.line)
    for box, row in zip(boxes, rows, strict=True):
        draw_row(canvas, box, row)


def draw_row(canvas: Canvas, box: Box, row: LadderRow) -> None:
    """One member's row."""
    y = box.centre
    if row.own:
        canvas.plate(box.grown(-2), 14, canvas.theme.felt)
        canvas.frame(box.grown(-2), 14, 3, TURN_RING)
    draw_place(canvas, 66, y, row.place)
    name = member_name(row.name, row.place - 1)
    room = RATING_RIGHT - NAME_X - fonts.width(number(row.rating), 29, 800) - 24
    canvas.text(NAME_X, y, names.fitted(name, room, 30, 700), 30, 700, TEXT)
    canvas.text(RATING_RIGHT, y, number(row.rating), 29, 800, TEXT, "right")
    canvas.text(GAMES_RIGHT, y, number(row.games), 29, 600, TEXT, "right")
    canvas.text(WINS_RIGHT, y, number(row.wins), 29, 600, TEXT, "right")
    draw_bar(canvas, y, row.share)


def draw_place(canvas: Canvas, x: int, y: int, place: int) -> None:
    """The place: a coin for the first three, a number for the others."""
    metal = medal(place)
    if metal:
        canvas.sprite(faces.coin(42, metal, str(place)), x - 21, y - 21)
    else:
        canvas.text(x, y, str(place), 29, 800, MUTED, "middle")


def draw_bar(canvas: Canvas, y: int, share: float) -> None:
    """The share of wins as a bar and in figures."""
    bar = Box(BAR_X, y - 5, BAR_WIDTH, 10)
    canvas.plate(bar, 5, canvas.theme.line)
    filled = round(BAR_WIDTH * share)
    if filled:
        canvas.plate(Box(bar.x, bar.y, max(10, filled), 10), 5, GAIN)
    text = Catalogue.load().words("ladder.share", n=round(share * 100))
    canvas.text(WIDTH - MARGIN - 24, y, text, 25, 600, MUTED, "right")


def alt(ladder: LadderSheet) -> str:
    """A page of the ladder in words."""
    words = Catalogue.load().words
    title = names.shortened(names.plain(ladder.title) or words("ladder.title"), 80)
    rows = (
        words(
            "alt.ladder.row",
            place=row.place,
            name=names.shortened(member_name(row.name, row.place - 1), 32),
            rating=number(row.rating),
            wins=row.wins,
            games=row.games,
        )
        for row in ladder.rows
    )
    head = words("alt.ladder.title", title=title, page=ladder.page, pages=ladder.pages)
    return " ".join((head, *rows)) if ladder.rows else f"{head} {words('ladder.nobody')}."
