"""Shared by the tests of pictures: every sample as an image, and comparisons of images."""

import math
from functools import cache, partial

from PIL import Image, ImageChops, ImageStat

from engine.model.view import View
from render.drawing import encode
from render.drawing.geometry import Box
from render.drawing.themes import THEMES
from render.gallery import contract_rummy, foot_and_ponytail, hands, house_canasta, results
from render.gallery import open_hands as opened
from render.gallery.builders import NAMES
from render.pictures import (
    leaderboard,
    member_card,
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
    "member": partial(member_card.draw, results.MEMBER),
}


@cache
def image(name: str) -> Image.Image:
    """Return a sample, drawn once."""
    return DRAWERS[name](EMERALD)


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
