"""The end of a game: who won, on three steps, and where everybody else came in."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.theme import GOLD, MARKS, MUTED, SIDES, TEXT, WIDTH, Theme
from render.scenes.leaderboard import medal
from render.scenes.sheets import FinalPlace, Finished, member_name, side_name
from render.text import names
from render.text.catalogue import Catalogue, number

__all__ = ["FinalPlace", "Finished", "alt", "draw"]

MARGIN: Final = 20
TITLE: Final = 92
STEP_WIDTH: Final = 336
STEP_GAP: Final = 16
# Pixels from the top of the picture, by place.
STEP_TOPS: Final = {1: 190, 2: 270, 3: 320}
STEPS_END: Final = 560
STEPS_END_SOLO: Final = 510
STEP_PLACES: Final = {1: 1, 2: 0, 3: 2}
"""Columns: the winner stands in the middle, the second at the left."""
ROW: Final = 56


def draw(final: Finished, theme: Theme) -> Image.Image:
    """The picture of a finished game."""
    rest = final.places[3:]
    solo = all(len(place.members) == 1 for place in final.places)
    end = STEPS_END_SOLO if solo else STEPS_END
    canvas = Canvas(theme, end + MARGIN + (ROW * len(rest) + 28 if rest else 0))
    draw_title(canvas, final)
    for place, box in zip(final.places, step_boxes(final, end), strict=False):
        draw_step(canvas, box, place)
    if rest:
        draw_rest(canvas, rest, end)
    return canvas.image


def title_of(place: FinalPlace) -> str:
    """What a side is called."""
    return side_name(place.side, place.members)


def winners(final: Finished) -> tuple[FinalPlace, ...]:
    """The sides on the first place."""
    return tuple(place for place in final.places if place.place == 1)


def headline(final: Finished) -> str:
    """Who won, in words."""
    catalogue = Catalogue.load()
    best = winners(final)
    if len(best) > 1:
        shared = catalogue.listing([title_of(place) for place in best])
        return catalogue.words("podium.shared", names=shared)
    return catalogue.words("podium.winner", names=title_of(best[0]), n=len(best[0].members))


def draw_title(canvas: Canvas, final: Finished) -> None:
    """Who won, of what, after how many rounds."""
    words = Catalogue.load().words
    after = words("podium.after", n=final.rounds)
    canvas.shape("crown", Box(28, 22, 50, 46), GOLD)
    room = WIDTH - 96 - 56 - fonts.width(after, 29, 600)
    title = names.fitted(names.sentence(headline(final)), room, 40, 800)
    canvas.text(96, 46, title, 40, 800, TEXT)
    canvas.text(WIDTH - 28, 47, after, 29, 600, MUTED, "right")


def step_boxes(final: Finished, end: int) -> list[Box]:
    """The steps of the first three sides, higher for a better place; two stand in the middle."""
    best = final.places[:3]
    shift = (3 - len(best)) * (STEP_WIDTH + STEP_GAP) // 2
    boxes = []
    for step, place in enumerate(best, 1):
        left = MARGIN + 10 + STEP_PLACES[step] * (STEP_WIDTH + STEP_GAP) + shift
        top = STEP_TOPS[min(place.place, 3)]
        boxes.append(Box(left, top, STEP_WIDTH, end - top))
    return boxes


def draw_step(canvas: Canvas, box: Box, place: FinalPlace) -> None:
    """One step: coin, name, members, score."""
    top, ink = box.y, SIDES[place.side]
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, box.width, 10), 5, ink)
    if place.place == 1:
        canvas.shape("crown", centred(box.middle, top - 74, 76, 62), GOLD)
    metal = medal(place.place) or faces.PENNY
    canvas.sprite(faces.coin(76, metal, str(place.place)), box.middle - 38, top - 38)
    y = top + 72
    draw_name(canvas, box, y, place)
    canvas.text(box.middle, y + 58, number(place.score), 50, 800, TEXT, "middle")
    if len(place.members) > 1:
        draw_members(canvas, box, y + 112, place.members, box.bottom - y - 100)


def draw_name(canvas: Canvas, box: Box, y: int, place: FinalPlace) -> None:
    """A side's mark and name, centred."""
    name = names.fitted(title_of(place), box.width - 76, 32, 800)
    wide = fonts.width(name, 32, 800) + 34
    left = box.middle - wide // 2
    canvas.shape(MARKS[place.side], centred(left + 11, y, 22, 22), SIDES[place.side])
    canvas.text(left + 34, y, name, 32, 800, SIDES[place.side])


def draw_members(canvas: Canvas, box: Box, y: int, members: Sequence[str], room: int) -> None:
    """The players of a side, a line each, as many as fit."""
    for i, name in enumerate(members[: max(0, room // 32)]):
        short = names.fitted(member_name(name), box.width - 40, 26, 600)
        canvas.text(box.middle, y + 32 * i, short, 26, 600, MUTED, "middle")


def draw_rest(canvas: Canvas, rest: Sequence[FinalPlace], top: int) -> None:
    """Everybody below the third place."""
    words = Catalogue.load().words
    box = Box(MARGIN + 10, top + 14, WIDTH - 2 * MARGIN - 20, ROW * len(rest) + 12)
    canvas.plate(box, 18, canvas.theme.panel)
    for i, place in enumerate(rest):
        y = box.y + 6 + ROW * i + ROW // 2
        canvas.text(box.x + 28, y, words("podium.place", n=place.place), 29, 800, MUTED)
        canvas.shape(MARKS[place.side], centred(box.x + 92, y, 22, 22), SIDES[place.side])
        name = names.fitted(title_of(place), 640, 29, 700)
        canvas.text(box.x + 118, y, name, 29, 700, TEXT)
        canvas.text(box.right - 28, y, number(place.score), 29, 800, TEXT, "right")


def alt(final: Finished) -> str:
    """The end of a game in words."""
    words = Catalogue.load().words
    rows = " ".join(
        words(
            "alt.podium.row",
            place=place.place,
            names=names.shortened(", ".join(map(member_name, place.members)), 90),
            score=number(place.score),
        )
        for place in final.places
    )
    return words("alt.podium.title", winner=headline(final)) + " " + rows
