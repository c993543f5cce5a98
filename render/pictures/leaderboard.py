"""The picture of a leaderboard page: place, name, rating, games and wins.

Each member takes two lines, so that the text is large enough on a phone.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image

from render.drawing import card_faces, fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.drawing.themes import GOLD, INK, MUTED, SILVER, TEXT, TURN_RING, WIDTH, Theme, mix
from render.pictures.models import LeaderboardPage, LeaderboardRow, member_name
from render.text import display_names
from render.text.catalogue import Catalogue, format_number

__all__ = ["LeaderboardPage", "LeaderboardRow", "alt_text", "draw"]

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


def medal(place: int) -> card_faces.Metal | None:
    """Return the metal of a place: gold, silver or copper; None below the third."""
    metals = (coin_colours(GOLD), coin_colours(SILVER), card_faces.PENNY)
    return metals[place - 1] if 1 <= place <= len(metals) else None


def coin_colours(colour: tuple[int, int, int]) -> card_faces.Metal:
    """Return a coin's body, rim and shade, all from one colour."""
    return (colour, mix(colour, TURN_RING, 0.6), mix(colour, INK, 0.5))


def draw(ladder: LeaderboardPage, theme: Theme) -> Image.Image:
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


def draw_title(canvas: Canvas, ladder: LeaderboardPage) -> None:
    """Draw what is ranked; below it how, and of which month."""
    title = display_names.drawable_name(ladder.title) or Catalogue.load().words("ladder.title")
    canvas.sprite(card_faces.coin(COIN), 26, 20)
    text, size = display_names.fit_size(title, WIDTH - TITLE_X - 28, (52, 46, 42), 800)
    canvas.text(TITLE_X, 52, text, size, 800, TEXT)
    about = display_names.fit_width(ladder.about, WIDTH - TITLE_X - 28, 42, 600)
    canvas.text(TITLE_X, 110, about, 42, 600, MUTED)


def draw_rows(canvas: Canvas, top: int, rows: Sequence[LeaderboardRow]) -> None:
    """Draw all rows, with a line between them."""
    boxes = [
        Box(MARGIN + 12, top + 6 + ROW * i, WIDTH - 2 * MARGIN - 24, ROW) for i in range(len(rows))
    ]
    for box in boxes[1:]:
        canvas.rectangle(Box(box.x + 12, box.y, box.width - 24, 1), canvas.theme.line)
    wide = extra_place_width(rows)
    for box, row in zip(boxes, rows, strict=True):
        draw_row(canvas, box, row, wide)


def extra_place_width(rows: Sequence[LeaderboardRow]) -> int:
    """Return by how many pixels the column of places exceeds its usual width, from place 100 on."""
    widest = max((fonts.width(str(row.place), PLACE_SIZE, 800) for row in rows), default=0)
    return max(0, ceil(widest) - PLACE_ROOM)


def draw_row(canvas: Canvas, box: Box, row: LeaderboardRow, wide: int) -> None:
    """Draw one member's row: name and value above, details below."""
    name_x = NAME_X + wide
    if row.own:
        canvas.plate(box.grown(-3), 14, canvas.theme.felt)
        canvas.frame(box.grown(-3), 14, 3, TURN_RING)
    draw_place(canvas, PLACE_X + wide // 2, box.centre, row.place)
    name, figure = member_name(row.name), row.value or rating_text(row)
    text, size = display_names.fit_size(figure, (RIGHT - name_x) // 2, (46, 44, 42), 800)
    canvas.text(RIGHT, box.y + 42, text, size, 800, TEXT, "right")
    # The name gets what the value leaves, because a cut value would be wrong and a cut name is not.
    room = RIGHT - name_x - fonts.width(text, size, 800) - 28
    short = display_names.fit_width(display_names.left_to_right(name), room, 46, 700)
    canvas.text(name_x, box.y + 42, short, 46, 700, TEXT)
    below = display_names.fit_width(detail_text(row), RIGHT - name_x, 42, 600)
    canvas.text(name_x, box.y + 94, below, 42, 600, MUTED)


def rating_text(row: LeaderboardRow) -> str:
    """Return the rating with its uncertainty."""
    words = Catalogue.load().words
    return words("ladder.rated", rating=format_number(row.rating), spread=format_number(row.spread))


def detail_text(row: LeaderboardRow) -> str:
    """Return the text below the name: the rating's lower bound, games and wins."""
    words = Catalogue.load().words
    first = rating_text(row) if row.value else words("ladder.sure", sure=format_number(row.sure))
    played, won = words("ladder.played", n=row.games), words("ladder.won", n=row.wins)
    return words("ladder.details", first=first, played=played, won=won)


def draw_place(canvas: Canvas, x: int, y: int, place: int) -> None:
    """Draw a place: a coin for the first three, a number for the others."""
    metal = medal(place)
    if metal:
        canvas.sprite(card_faces.coin(COIN, metal, str(place)), x - COIN // 2, y - COIN // 2)
    else:
        canvas.text(x, y, str(place), PLACE_SIZE, 800, MUTED, "middle")


def alt_text(ladder: LeaderboardPage) -> str:
    """Return the alt text of a leaderboard page, at most 1,024 characters."""
    words = Catalogue.load().words
    title = display_names.cut_end(
        display_names.drawable_name(ladder.title) or words("ladder.title"), 80
    )
    about = ladder.about and words("alt.ladder.about", about=ladder.about)
    pages = {"page": ladder.page, "pages": ladder.pages}
    head = words("alt.ladder.title", title=title, about=about, **pages)
    if not ladder.rows:
        return f"{head} {words('ladder.nobody')}."
    return display_names.cut_end(" ".join((head, *map(row_words, ladder.rows))), LONGEST_ALT)


def row_words(row: LeaderboardRow) -> str:
    """Return the alt text of one row."""
    name = display_names.cut_end(member_name(row.name), 32)
    facts = {
        "rating": format_number(row.rating),
        "spread": format_number(row.spread),
        "sure": format_number(row.sure),
    }
    key = "alt.ladder.valued" if row.value else "alt.ladder.row"
    counts = {"wins": row.wins, "games": row.games}
    return Catalogue.load().words(
        key, place=row.place, name=name, value=row.value, **facts, **counts
    )
