"""Shared by the tests of pictures: every sample as an image, and comparisons of images."""

import math
from functools import cache, partial

from PIL import Image, ImageChops, ImageStat

from engine.model.view import View
from render.drawing import bands, encode
from render.drawing.bands import Band, DrawContext
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.drawing.themes import THEMES
from render.gallery import contract_rummy, foot_and_ponytail, hands, house_canasta, results
from render.gallery import open_hands as opened
from render.gallery.builders import NAMES
from render.pictures import (
    leaderboard,
    member_card,
    month,
    open_hands,
    podium,
    score_sheet,
    table,
    table_with_hand,
)
from render.widgets.seats import TableNames

EMERALD = THEMES["emerald"]
COMPANY = TableNames(NAMES, ("", "", "Dill", "", "", "", "", "Fennel"), {1: 2, 4: 1}, 0)
TABLES: dict[str, View] = {
    "house two": house_canasta.two(),
    "house three": house_canasta.three(),
    "house four": house_canasta.four(),
    "house five": house_canasta.five(),
    "house six": house_canasta.six(),
    "pennies": foot_and_ponytail.pennies(),
    "ponytail": foot_and_ponytail.ponytail(),
    "ten pennies": contract_rummy.ten_pennies(),
    "ten pennies, two": contract_rummy.ten_pennies(2),
    "ten pennies, eight": contract_rummy.ten_pennies(8),
}
HANDS: dict[str, View] = dict(hands.STATES)
DRAWERS = {
    **{f"table {name}": partial(table.draw, view, COMPANY) for name, view in TABLES.items()},
    **{
        f"panel {name}": partial(table_with_hand.draw, view, COMPANY)
        for name, view in HANDS.items()
    },
    **{
        f"open hands of {len(views)}": partial(open_hands.draw, views, NAMES)
        for views in opened.STATES
    },
    "score teams": partial(score_sheet.draw, results.TEAM_SHEET),
    "score solo": partial(score_sheet.draw, results.SOLO_SHEET),
    "score pennies": partial(score_sheet.draw, results.PENNY_SHEET),
    "podium teams": partial(podium.draw, results.TEAM_FINAL),
    "podium solo": partial(podium.draw, results.SOLO_FINAL),
    "podium pennies": partial(podium.draw, results.PENNY_FINAL),
    "leaderboard": partial(leaderboard.draw, results.LADDER),
    "month": partial(month.draw, results.MONTH),
    "month shared": partial(month.draw, results.SHARED_MONTH),
    "member": partial(member_card.draw, results.MEMBER),
}


@cache
def image(name: str) -> Image.Image:
    """Return a sample, drawn once."""
    return DRAWERS[name](EMERALD)


def in_full_colour(name: str) -> Image.Image:
    """Return a table or a panel as it looks without a palette: its bands drawn in RGB."""
    kind, _, state = name.partition(" ")
    view = TABLES[state] if kind == "table" else HANDS[state]
    stack = (
        table.bands_of(view, COMPANY)
        if kind == "table"
        else table_with_hand.bands_of(view, COMPANY, "four", "rank")
    )
    whole, top = Image.new("RGB", image(name).size), 0
    for band in stack:
        canvas = Canvas(EMERALD, band.height, "four", view.values.wild_ranks, lit=band.lit)
        band.draw(canvas)
        whole.paste(canvas.image, (0, top))
        top += band.height
    return whole


def draw_band(band: Band, paint: DrawContext) -> Image.Image:
    """Return one band as an RGB picture."""
    return bands.image([band], paint)


@cache
def png(name: str) -> bytes:
    """Return a sample as the bytes of its PNG."""
    kind, _, state = name.partition(" ")
    if kind == "table":
        return table.png(TABLES[state], COMPANY, EMERALD)
    if kind == "panel":
        return table_with_hand.png(HANDS[state], COMPANY, EMERALD)
    return encode.png(image(name), EMERALD)


def likeness(one: Image.Image, other: Image.Image) -> float:
    """Return how similar two pictures are: PSNR in dB."""
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    mean = sum(squares) / (3 * one.width * one.height)
    return math.inf if not mean else 10 * math.log10(255**2 / mean)


def differences_outside(one: Image.Image, other: Image.Image, boxes: list[Box]) -> Image.Image:
    """Return the boxes in which two pictures differ, except the given ones."""
    difference = ImageChops.difference(one, other)
    for box in boxes:
        difference.paste((0, 0, 0), box.corners)
    return difference
