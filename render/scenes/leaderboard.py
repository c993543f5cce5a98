"""The picture of a leaderboard page: place, name, rating, games and wins.

Each member takes two lines, so that the text is large enough on a phone.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image

from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box
from render.canvas.theme import (
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

__all__ = ["LadderRow", "LadderSheet", "alt_text", "draw"]

MARGIN: Final = 20
TITLE: Final = 104
TITLE_X: Final = 104
ABOUT: Final = 48
PAGE: Final = 76
ROW: Final = 130
COIN: Final = 62
PLACE_X: Final = 76
PLACE_SIZE: Final = 44
PLACE_ROOM: Final = 64
"""Room for a place in pixels. If a place is wider, all columns after it move right."""
NAME_X: Final = 128
RIGHT: Final = WIDTH - MARGIN - 28
LONGEST_ALT: Final = 1024


def medal(place: int) -> faces.Metal | None:
    """Return the metal of a place: gold, silver or copper; None below the third."""
    metals = (metal_of(GOLD), metal_of(SILVER), faces.PENNY)
    return metals[place - 1] if 1 <= place <= len(metals) else None


def metal_of(colour: tuple[int, int, int]) -> faces.Metal:
    """Return a coin's body, rim and shade, all from one colour."""
    return (colour, mixed_colour(colour, TURN_RING, 0.6), mixed_colour(colour, INK, 0.5))


def draw(ladder: LadderSheet, theme: Theme) -> Image.Image:
    """Draw a page of a leaderboard."""
    top = TITLE + (ABOUT if ladder.about else 0)
    bottom = top + ROW * max(1, len(ladder.rows)) + 12
    canvas = Canvas(theme, bottom + (PAGE if ladder.pages > 1 else MARGIN))
    draw_title(canvas, ladder)
    canvas.plate(Box(MARGIN, top, WIDTH - 2 * MARGIN, bottom - top), 18, theme.panel)
    if not ladder.rows:
        text = Catalogue.load().words("ladder.nobody")
        canvas.text(WIDTH // 2, (top + bottom) // 2, text, 42, 600, MUTED, "middle")
    draw_rows(canvas, top, ladder.rows)
    if ladder.pages > 1:
        pages = Catalogue.load().words("ladder.page", page=ladder.page, pages=ladder.pages)
        canvas.text(WIDTH // 2, bottom + PAGE // 2, pages, 42, 600, MUTED, "middle")
    return canvas.image


def draw_title(canvas: Canvas, ladder: LadderSheet) -> None:
    """Draw what is ranked; below it how, and of which month."""
    title = names.plain(ladder.title) or Catalogue.load().words("ladder.title")
    canvas.sprite(faces.coin(COIN), 26, 20)
    text, size = names.sized(title, WIDTH - TITLE_X - 28, (52, 46, 42), 800)
    canvas.text(TITLE_X, 52, text, size, 800, TEXT)
    about = names.fitted(ladder.about, WIDTH - TITLE_X - 28, 42, 600)
    canvas.text(TITLE_X, 110, about, 42, 600, MUTED)


def draw_rows(canvas: Canvas, top: int, rows: Sequence[LadderRow]) -> None:
    """Draw all rows, with a line between them."""
    boxes = [
        Box(MARGIN + 12, top + 6 + ROW * i, WIDTH - 2 * MARGIN - 24, ROW) for i in range(len(rows))
    ]
    for box in boxes[1:]:
        canvas.rectangle(Box(box.x + 12, box.y, box.width - 24, 1), canvas.theme.line)
    wide = widened(rows)
    for box, row in zip(boxes, rows, strict=True):
        draw_row(canvas, box, row, wide)


def widened(rows: Sequence[LadderRow]) -> int:
    """Return by how many pixels the column of places exceeds its usual width, from place 100 on."""
    widest = max((fonts.width(str(row.place), PLACE_SIZE, 800) for row in rows), default=0)
    return max(0, ceil(widest) - PLACE_ROOM)


def draw_row(canvas: Canvas, box: Box, row: LadderRow, wide: int) -> None:
    """Draw one member's row: name and value above, details below."""
    name_x = NAME_X + wide
    if row.own:
        canvas.plate(box.grown(-3), 14, canvas.theme.felt)
        canvas.frame(box.grown(-3), 14, 3, TURN_RING)
    draw_place(canvas, PLACE_X + wide // 2, box.centre, row.place)
    name, figure = member_name(row.name), row.value or rated(row)
    text, size = names.sized(figure, (RIGHT - name_x) // 2, (46, 44, 42), 800)
    canvas.text(RIGHT, box.y + 42, text, size, 800, TEXT, "right")
    # The name gets what the value leaves, because a cut value would be wrong and a cut name is not.
    room = RIGHT - name_x - fonts.width(text, size, 800) - 28
    short = names.fitted(names.sentence(name), room, 46, 700)
    canvas.text(name_x, box.y + 42, short, 46, 700, TEXT)
    below = names.fitted(details(row), RIGHT - name_x, 42, 600)
    canvas.text(name_x, box.y + 94, below, 42, 600, MUTED)


def rated(row: LadderRow) -> str:
    """Return the rating with its uncertainty."""
    words = Catalogue.load().words
    return words("ladder.rated", rating=number(row.rating), spread=number(row.spread))


def details(row: LadderRow) -> str:
    """Return the text below the name: the rating's lower bound, games and wins."""
    words = Catalogue.load().words
    first = rated(row) if row.value else words("ladder.sure", sure=number(row.sure))
    played, won = words("ladder.played", n=row.games), words("ladder.won", n=row.wins)
    return words("ladder.details", first=first, played=played, won=won)


def draw_place(canvas: Canvas, x: int, y: int, place: int) -> None:
    """Draw a place: a coin for the first three, a number for the others."""
    metal = medal(place)
    if metal:
        canvas.sprite(faces.coin(COIN, metal, str(place)), x - COIN // 2, y - COIN // 2)
    else:
        canvas.text(x, y, str(place), PLACE_SIZE, 800, MUTED, "middle")


def alt_text(ladder: LadderSheet) -> str:
    """Return the alt text of a leaderboard page, at most 1,024 characters."""
    words = Catalogue.load().words
    title = names.shortened(names.plain(ladder.title) or words("ladder.title"), 80)
    about = ladder.about and words("alt.ladder.about", about=ladder.about)
    pages = {"page": ladder.page, "pages": ladder.pages}
    head = words("alt.ladder.title", title=title, about=about, **pages)
    if not ladder.rows:
        return f"{head} {words('ladder.nobody')}."
    return names.shortened(" ".join((head, *map(row_words, ladder.rows))), LONGEST_ALT)


def row_words(row: LadderRow) -> str:
    """Return the alt text of one row."""
    name = names.shortened(member_name(row.name), 32)
    facts = {"rating": number(row.rating), "spread": number(row.spread), "sure": number(row.sure)}
    key = "alt.ladder.valued" if row.value else "alt.ladder.row"
    counts = {"wins": row.wins, "games": row.games}
    return Catalogue.load().words(
        key, place=row.place, name=name, value=row.value, **facts, **counts
    )
