"""The picture of a month's end, as a poster: a podium of all games, and the first of each game."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.drawing.poster_cloth import poster
from render.drawing.themes import COPPER_RIM, GOLD, SILVER, TEXT, WIDTH, Theme
from render.pictures.models import GameFirst, MonthPlace, MonthPoster, member_name, side_name
from render.pictures.podium_steps import draw_medal
from render.text import display_names
from render.text.catalogue import Catalogue, format_number
from render.widgets import poster_parts
from render.widgets.portrait_coin import GOLD_METAL, METALS, draw_coin, draw_crown, portraits
from render.widgets.poster_parts import LEFT, MIDDLE, RIGHT

__all__ = ["GameFirst", "MonthPlace", "MonthPoster", "alt_text", "draw"]

LAMP: Final = 560
MONTH_Y: Final = 205
ABOUT_Y: Final = 297
STEP_TOP: Final = 718
"""The row of the highest step. The others are lower by `DROPS`."""
CROWDED_TOP: Final = 580
"""The row of the highest step if the coins are small."""
DROPS: Final = (0, 76, 122)
STEP: Final = 305
"""Pixels from the highest step to the floor."""
MOST_STEPS: Final = 5
INKS: Final = (GOLD, SILVER, COPPER_RIM)
NAME_SIZES: Final = (58, 52, 48, 43)
EDGE: Final = 16
GAP: Final = 4
INSET: Final = 41
"""Pixels from the edge of the picture to the floor below the steps."""
CROWDED: Final = 4
"""Number of steps from which the steps and their coins are small."""
MORE: Final = 64
"""Height of the line about members who have no step."""
TITLE: Final = 72
"""Pixels from the floor to the title of the rows."""
ROWS: Final = 112
"""Pixels from the floor to the first row."""
ROW: Final = 124
COIN: Final = 96
NAME_X: Final = LEFT + 124
LONGEST_ALT: Final = 1024
LONGEST_NAME: Final = 40


def draw(month: MonthPoster, theme: Theme) -> Image.Image:
    """Draw the poster of a month."""
    steps = floor_of(month.places)
    floor = steps + (MORE if len(month.places) > MOST_STEPS else 0)
    bottom = floor + (ROWS + ROW * len(month.firsts) - 24 if month.firsts else 8)
    canvas = poster(theme, poster_parts.height_below(bottom, None), LAMP)
    draw_heading(canvas, month)
    draw_steps(canvas, month.places, steps)
    draw_firsts(canvas, floor, month.firsts)
    poster_parts.draw_below(canvas, None, month.server, month.days)
    return canvas.image


def draw_heading(canvas: Canvas, month: MonthPoster) -> None:
    """Draw the server, the month, and how much was played."""
    server = display_names.drawable_name(month.server) or Catalogue.load().words("poster.ours")
    poster_parts.draw_kicker(canvas, display_names.left_to_right(server))
    title, size = display_names.fit_size(month.month, 940, (112, 100, 88), 800)
    canvas.text(MIDDLE, MONTH_Y, title, size, 800, TEXT, "middle")
    canvas.text(MIDDLE, ABOUT_Y, about(month), 46, 600, canvas.theme.muted, "middle")


def about(month: MonthPoster) -> str:
    """Return how many games were played, and by how many members."""
    words = Catalogue.load().words
    games = words("month_end.games", n=month.games, count=format_number(month.games))
    members = words("month_end.members", n=month.members, count=format_number(month.members))
    return words("list.comma").join((games, members))


# ---- the steps


def floor_of(places: Sequence[MonthPlace]) -> int:
    """Return the row on which all steps end."""
    return STEP + (STEP_TOP if len(places) < CROWDED else CROWDED_TOP)


def draw_steps(canvas: Canvas, places: Sequence[MonthPlace], floor: int) -> None:
    """Draw the steps on their floor, and a line about those for whom there is no step."""
    best, rest = places[:MOST_STEPS], len(places) - MOST_STEPS
    for box, place in zip(step_boxes(best, floor), best, strict=True):
        draw_step(canvas, box, place, crowded=len(best) >= CROWDED)
    canvas.rectangle(Box(INSET, floor - 2, WIDTH - 2 * INSET, 4), GOLD)
    if rest > 0:
        more = Catalogue.load().words("month_end.more", n=rest)
        canvas.text(MIDDLE, floor + MORE // 2 + 6, more, 44, 600, canvas.theme.muted, "middle")


def step_boxes(places: Sequence[MonthPlace], floor: int) -> list[Box]:
    """Return the box of each step: the best in the middle, the others alternately left and right.

    Two or three steps are as wide as three, so that a step never spans the picture.
    """
    count = len(places)
    wide = (WIDTH - 2 * INSET - GAP * (max(3, count) - 1)) // max(3, count)
    left = (WIDTH - count * wide - (count - 1) * GAP) // 2
    boxes = []
    for at, place in enumerate(places):
        column = count // 2 + (at + 1) // 2 * (-1 if at % 2 else 1)
        tall = STEP - DROPS[place.place - 1]
        boxes.append(Box(left + column * (wide + GAP), floor - tall, wide, tall))
    return boxes


def draw_step(canvas: Canvas, box: Box, place: MonthPlace, *, crowded: bool) -> None:
    """Draw one step: coin, place, name and rating."""
    rank = place.place - 1
    metal = METALS[rank]
    canvas.rectangle(box, canvas.theme.panel)
    canvas.rectangle(Box(box.x, box.y, box.width, EDGE), metal.body)
    size = ((156, 144, 136) if crowded else (268, 200, 184))[rank]
    y = box.y + 4 - size // 2
    (portrait,) = portraits([member_name(place.name)])
    draw_coin(canvas, box.middle, y, size, portrait, metal, metal.body)
    medal = 76 if crowded else (96, 88, 88)[rank]
    draw_medal(canvas, box.middle + size * 48 // 100, y + size * 28 // 100, place.place, medal)
    if not rank:
        crown = 84 if crowded else 124
        draw_crown(canvas, box.middle, y - size // 2 - crown * 3 // 8, crown)
    draw_step_words(canvas, box, place, crowded=crowded)


def draw_step_words(canvas: Canvas, box: Box, place: MonthPlace, *, crowded: bool) -> None:
    """Write name and rating on a step. The highest also has the word "champion", if it fits."""
    rank, room = place.place - 1, box.width - 20
    words = display_names.left_to_right(member_name(place.name))
    name, size = display_names.fit_size(words, room, NAME_SIZES[(0, 1, 1)[rank] :], 800)
    canvas.text(box.middle, box.y + 66, name, size, 800, TEXT, "middle")
    number = (76 if not rank else 62) if not crowded else 56
    rating, size = display_names.fit_size(format_number(place.rating), room, (number, 46), 800)
    canvas.text(box.middle, box.y + 136, rating, size, 800, INKS[rank], "middle")
    champion = Catalogue.load().words("month_end.champion")
    if not rank and fonts.width(champion, 44, 600) <= room:
        canvas.text(box.middle, box.y + 202, champion, 44, 600, canvas.theme.muted, "middle")


# ---- the first of each game


def draw_firsts(canvas: Canvas, floor: int, firsts: Sequence[GameFirst]) -> None:
    """Draw a row for each game below the row `floor`, with a line between the rows."""
    if not firsts:
        return
    title = Catalogue.load().words("month_end.firsts")
    canvas.text(LEFT, floor + TITLE, title, 52, 700, GOLD)
    for at, first in enumerate(firsts):
        row = Box(LEFT, floor + ROWS + ROW * at, RIGHT - LEFT, ROW)
        if at:
            canvas.rectangle(Box(row.x, row.y - 1, row.width, 2), canvas.theme.line)
        draw_first(canvas, row, first)


def draw_first(canvas: Canvas, row: Box, first: GameFirst) -> None:
    """Draw the row of one game: coin, names, game and rating."""
    (portrait, *_) = portraits([member_name(name) for name in first.names])
    draw_coin(canvas, LEFT + COIN // 2 + 4, row.centre, COIN, portrait, GOLD_METAL, TEXT)
    rating = format_number(first.rating)
    room = RIGHT - NAME_X - canvas.text(RIGHT, row.centre, rating, 58, 800, TEXT, "right") - 28
    words = display_names.left_to_right(names_of(first))
    name, size = display_names.fit_size(words, room, (54, 48, 43), 700)
    canvas.text(NAME_X, row.y + 40, name, size, 700, TEXT)
    game = display_names.fit_width(first.game, room, 44, 600)
    canvas.text(NAME_X, row.y + 92, game, 44, 600, canvas.theme.muted)


def names_of(first: GameFirst) -> str:
    return side_name(tuple(member_name(name) for name in first.names))


# ---- words


def alt_text(month: MonthPoster) -> str:
    """Return the alt text of a month's end, at most 1,024 characters."""
    words = Catalogue.load().words
    server = display_names.drawable_name(month.server) or words("poster.ours")
    facts = {"month": month.month, "server": display_names.cut_end(server, 80)}
    places = (place_words(place) for place in month.places)
    title = words("alt.month_end.title", **facts, about=about(month))
    told = (title, *places, *map(first_words, month.firsts))
    return display_names.cut_end(" ".join(told), LONGEST_ALT)


def place_words(place: MonthPlace) -> str:
    """Return the alt text of one place."""
    name = display_names.cut_end(member_name(place.name), LONGEST_NAME)
    facts = {"place": place.place, "name": name, "rating": format_number(place.rating)}
    return Catalogue.load().words("alt.month_end.place", **facts)


def first_words(first: GameFirst) -> str:
    """Return the alt text of the first of one game."""
    names = display_names.cut_end(names_of(first), LONGEST_NAME)
    facts = {"game": first.game, "names": names, "rating": format_number(first.rating)}
    return Catalogue.load().words("alt.month_end.first", **facts)
