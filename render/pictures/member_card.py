"""The picture of a member's card: place, rating and its history, wins, and the latest games."""

from typing import Final

from PIL import Image

from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import TEXT, TURN_RING, WIDTH, Theme
from render.pictures import rating_graph
from render.pictures.leaderboard import draw_dot
from render.pictures.models import MemberCard, member_name
from render.text import display_names
from render.text.catalogue import Catalogue, format_number
from render.widgets.certainty_bar import draw_certainty
from render.widgets.portrait_coin import draw_coin, metal_of, portraits

__all__ = ["MemberCard", "alt_text", "draw"]

MARGIN: Final = 20
GAP: Final = 14
COIN: Final = 100
FULL: Final = WIDTH - 2 * MARGIN
RATING: Final = Box(MARGIN, 148, FULL, 150)
TILES: Final = Box(MARGIN, RATING.bottom + GAP, FULL, 150)
LATEST: Final = Box(MARGIN, TILES.bottom + GAP, FULL, 178)
"""Boxes of the panels that every card has. The graph of the rating is below them."""
RECENT: Final = 10
DOT: Final = 56
SURE: Final = 320
"""Pixels of the bar that shows how certain the rating is."""
BELOW_THIRD: Final = 4
"""A place that has no metal of its own."""


def draw(member: MemberCard, theme: Theme) -> Image.Image:
    """Draw a member's card."""
    drawn = len(member.course) > 1
    below = rating_graph.HEIGHT + GAP if drawn else 0
    canvas = Canvas(theme, LATEST.bottom + below + MARGIN)
    draw_title(canvas, member)
    draw_rating(canvas, RATING, member)
    figures = (
        ("games", format_number(member.games)),
        ("wins", format_number(member.wins)),
        ("share", win_percentage(member)),
        ("streak", format_number(member.streak)),
    )
    for (key, text), box in zip(figures, TILES.columns(len(figures), 12), strict=True):
        draw_tile(canvas, box, key, text)
    draw_recent(canvas, LATEST, member)
    if drawn:
        box = Box(MARGIN, LATEST.bottom + GAP, FULL, rating_graph.HEIGHT)
        rating_graph.draw(canvas, box, member)
    return canvas.image


def win_percentage(member: MemberCard) -> str:
    """Return the percentage of games won."""
    won = round(100 * member.wins / member.games) if member.games else 0
    return Catalogue.load().words("ladder.share", n=won)


def place_text(member: MemberCard) -> str:
    """Return the place on the leaderboard in words."""
    words = Catalogue.load().words
    return (
        words("member.unplaced") if member.place is None else words("member.place", n=member.place)
    )


def draw_title(canvas: Canvas, member: MemberCard) -> None:
    """Draw the name and the place, with the member's coin in the metal of that place."""
    shown = member_name(member.name)
    place = member.place or BELOW_THIRD
    metal = metal_of(place, canvas.theme.line)
    field = metal.body if place < BELOW_THIRD else TEXT
    (portrait,) = portraits([shown])
    draw_coin(canvas, 28 + COIN // 2, 26 + COIN // 2, COIN, portrait, metal, field)
    name, size = display_names.fit_size(shown, WIDTH - 150 - 28, (56, 48, 44), 800)
    canvas.text(150, 54, name, size, 800, TEXT)
    canvas.text(150, 110, place_text(member), 44, 600, canvas.theme.muted)


def draw_rating(canvas: Canvas, box: Box, member: MemberCard) -> None:
    """Draw the rating, and a bar for its certainty."""
    words = Catalogue.load().words
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.text(box.x + 28, box.y + 38, words("member.rating"), 44, 600, canvas.theme.muted)
    if member.rating is None:
        canvas.text(box.x + 28, box.y + 94, words("member.unrated"), 44, 700, TEXT)
        return
    canvas.text(box.x + 28, box.y + 102, format_number(member.rating), 66, 800, TEXT)
    bar = Box(box.right - 28 - SURE, box.y + 90, SURE, 24)
    canvas.text(bar.x, box.y + 38, words("ladder.how_sure"), 44, 600, canvas.theme.muted)
    draw_certainty(canvas, bar, member.certainty)


def draw_tile(canvas: Canvas, box: Box, key: str, text: str) -> None:
    """Draw one figure with its label."""
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.text(box.middle, box.y + 54, text, 58, 800, TEXT, "middle")
    label = Catalogue.load().words(f"member.{key}")
    canvas.text(box.middle, box.y + 112, label, 44, 600, canvas.theme.muted, "middle")


def draw_recent(canvas: Canvas, box: Box, member: MemberCard) -> None:
    """Draw the latest games as dots, the newest last and in a ring. A full dot is a win."""
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.text(box.x + 28, box.y + 40, Catalogue.load().words("member.recent"), 44, 700, TEXT)
    recent, y = member.recent[-RECENT:], box.y + 118
    for i, won in enumerate(recent):
        x = box.x + 66 + 100 * i
        if i == len(recent) - 1:
            canvas.frame(centred(x, y, DOT + 28, DOT + 28), DOT // 2 + 14, 5, TURN_RING)
        draw_dot(canvas, x, y, DOT, won=won)


def alt_text(member: MemberCard) -> str:
    """Return the alt text of a member's card."""
    return " ".join(
        filter(None, (title_words(member), recent_words(member), rating_graph.alt_text(member)))
    )


def title_words(member: MemberCard) -> str:
    """Return the name, the place, the rating, games and wins in words."""
    words = Catalogue.load().words
    rating = words("member.unrated")
    if member.rating is not None:
        sure = format_number(round(100 * member.certainty))
        rating = words("alt.member.rating", rating=format_number(member.rating), sure=sure)
    name, place = member_name(member.name), place_text(member)
    facts = {"name": name, "place": place, "rating": rating, "streak": format_number(member.streak)}
    return words("alt.member.title", **facts, wins=member.wins, games=member.games)


def recent_words(member: MemberCard) -> str:
    """Return the results of the latest games in words, the newest last."""
    words = Catalogue.load().words
    each = [words("alt.member.won" if won else "alt.member.lost") for won in member.recent]
    told = words("list.comma").join(each[-RECENT:])
    return words("alt.member.recent", list=told) if told else ""
