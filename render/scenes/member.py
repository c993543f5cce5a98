"""A member's record: place on the ladder, rating and its course, wins, and the latest games."""

from typing import Final

from PIL import Image

from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.theme import GAIN, INK, LOSS, MUTED, TEXT, WIDTH, Theme
from render.scenes import rating_graph
from render.scenes.leaderboard import medal
from render.scenes.sheets import Member, member_name
from render.text import names
from render.text.catalogue import Catalogue, number

__all__ = ["Member", "alt", "draw"]

MARGIN: Final = 20
HEIGHT: Final = 430
TILE_TOP: Final = 124
TILE_HEIGHT: Final = 128
RECENT: Final = 10
PLATES: Final = 400
"""Where the plates end that are always there."""
GAP: Final = 14


def draw(member: Member, theme: Theme) -> Image.Image:
    """The picture of a member's card."""
    drawn = len(member.course) > 1
    canvas = Canvas(theme, HEIGHT + (rating_graph.HEIGHT + GAP if drawn else 0))
    draw_title(canvas, member)
    share = round(100 * member.wins / member.games) if member.games else 0
    figures = (
        ("rating", number(member.rating)),
        ("games", number(member.games)),
        ("wins", number(member.wins)),
        ("share", Catalogue.load().words("ladder.share", n=share)),
        ("streak", number(member.streak)),
    )
    row = Box(MARGIN, TILE_TOP, WIDTH - 2 * MARGIN, TILE_HEIGHT)
    for (key, text), box in zip(figures, row.columns(len(figures), 12), strict=True):
        draw_tile(canvas, box, key, text)
    draw_recent(canvas, member)
    if drawn:
        box = Box(MARGIN, PLATES + GAP, WIDTH - 2 * MARGIN, rating_graph.HEIGHT)
        rating_graph.draw(canvas, box, member)
    return canvas.image


def place_of(member: Member) -> str:
    """The place on the ladder, in words."""
    words = Catalogue.load().words
    return (
        words("member.unplaced") if member.place is None else words("member.place", n=member.place)
    )


def draw_title(canvas: Canvas, member: Member) -> None:
    """Name and place, with the coin that the place earns."""
    metal = medal(member.place) if member.place else None
    label = str(member.place) if metal else "¢"
    canvas.sprite(faces.coin(76, metal or faces.PENNY, label), 28, 24)
    place = place_of(member)
    room = WIDTH - 126 - 56 - fonts.width(place, 30, 600)
    name = member_name(member.name)
    canvas.text(126, 62, names.fitted(name, room, 44, 800), 44, 800, TEXT)
    canvas.text(WIDTH - 28, 63, place, 30, 600, MUTED, "right")


def draw_tile(canvas: Canvas, box: Box, key: str, text: str) -> None:
    """One figure and what it counts."""
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.text(box.middle, box.y + 50, text, 46, 800, TEXT, "middle")
    label = Catalogue.load().words(f"member.{key}")
    canvas.text(box.middle, box.y + 98, label, 26, 600, MUTED, "middle")


def draw_recent(canvas: Canvas, member: Member) -> None:
    """The latest games as discs: a check for a win, a cross for a loss."""
    box = Box(MARGIN, TILE_TOP + TILE_HEIGHT + 14, WIDTH - 2 * MARGIN, 134)
    canvas.plate(box, 18, canvas.theme.panel)
    words = Catalogue.load().words
    canvas.text(box.x + 28, box.y + 36, words("member.recent"), 28, 700, TEXT)
    best = words("member.best") + " " + number(member.best)
    canvas.text(box.right - 28, box.y + 36, best, 26, 600, MUTED, "right")
    for i, won in enumerate(member.recent[-RECENT:]):
        x = box.x + 56 + 74 * i
        canvas.shape("disc", centred(x, box.y + 90, 50, 50), GAIN if won else LOSS)
        sign = "check" if won else "cross"
        canvas.shape(sign, centred(x, box.y + 90, 28 if won else 22, 28 if won else 22), INK)


def alt(member: Member) -> str:
    """A member's card in words."""
    title = Catalogue.load().words(
        "alt.member.title",
        name=member_name(member.name),
        place=place_of(member),
        rating=number(member.rating),
        wins=member.wins,
        games=member.games,
    )
    return " ".join(filter(None, (title, rating_graph.alt(member))))
