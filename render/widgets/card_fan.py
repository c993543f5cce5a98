"""A fan of cards, for posters. Suits are under the ranks, where the next card does not cover them.

A card is turned at twice its size and then reduced. At four times its size this takes four times as
long, without a visible difference.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.model.cards import JOKER, RANK
from render.drawing import card_faces, stencils
from render.drawing.canvas import Canvas, Sprite, sprite_of
from render.drawing.card_pen import RATIO, CardPen
from render.drawing.geometry import Box
from render.drawing.themes import (
    DECKS,
    FACE,
    FACE_EDGE,
    GOLD,
    JOKER_GROUND,
    VIOLET,
    WILD_FACE,
)

WIDTH: Final = 192
TURN: Final = 4.0
"""Degrees between two neighbouring cards, for up to eight cards."""
WIDEST_TURN: Final = 32
"""Degrees between the first and the last card."""
SAG: Final = 0.0096
"""How much lower a card lies than the middle one, per degree between neighbours."""
PITCH: Final = 128
SPREAD: Final = 756
"""Most pixels between the middles of the first and the last card."""
SHADE: Final = 0.35
SHADE_COLOUR: Final = (6, 14, 12)


def draw_fan(canvas: Canvas, box: Box, cards: Sequence[int], wild: Sequence[int]) -> None:
    """Draw cards in a fan whose lower part is cut off, as if it were in a rack.

    Args:
        canvas: The picture.
        box: The fan's box. Its middle column is that of the fan, its top that of the middle
        card, and the fan is cut off at its bottom.
        cards: The cards, from left to right.
        wild: Ranks that are drawn as wild.
    """
    gaps = max(1, len(cards) - 1)
    turn, pitch = min(TURN, WIDEST_TURN / gaps), min(PITCH, SPREAD / gaps)
    for place, face in enumerate(cards):
        off = place - (len(cards) - 1) / 2
        card = turned(face, round(-turn * off, 2), wild=RANK[face] in wild)
        width, height = card.sprite.size
        left = round(box.middle + off * pitch) - width // 2
        top = box.y + round(WIDTH * RATIO / 2 + off * off * pitch * turn * SAG) - height // 2
        seen = box.bottom - top
        shade = card.shade.crop((0, 0, width, min(height, seen - 3)))
        canvas.stencil(shade, left - 5, top + 3, SHADE_COLOUR)
        canvas.sprite(card.sprite, left, top, seen)


class Turned:
    """A turned card, with the stencil of its shadow."""

    def __init__(self, image: Image.Image) -> None:
        self.sprite: Sprite = sprite_of(image)
        self.shade = image.getchannel("A").point(lambda ink: round(ink * SHADE))


# The melds of some ten games. A card takes 250 kB.
@lru_cache(maxsize=64)
def turned(face: int, angle: float, *, wild: bool) -> Turned:
    """Return a card of a fan, turned by `angle` degrees."""
    large = upright(face, wild=wild).rotate(angle, Image.Resampling.BICUBIC, expand=True)
    even = large.crop((0, 0, large.width // 2 * 2, large.height // 2 * 2))
    return Turned(even.reduce(2))


# Equal cards of a meld are turned by different angles. A card takes 850 kB.
@lru_cache(maxsize=8)
def upright(face: int, *, wild: bool) -> Image.Image:
    """Return a card of a fan at twice its size, before it is turned."""
    return pen_of(face, wild=wild).image.reduce(2)


def pen_of(face: int, *, wild: bool) -> CardPen:
    """Draw a card for a fan."""
    if face == JOKER:
        pen = CardPen(WIDTH, JOKER_GROUND, VIOLET, clear=True)
        pen.frame(0.05, 0.022, GOLD)
        sign = "star" if wild else "cap"
        pen.sign(sign, 0.22, 0.24, 0.28, GOLD)
        pen.sign(sign, 0.56, 0.82, 0.64, GOLD)
        return pen
    ground, edge = (WILD_FACE, VIOLET) if wild else (FACE, FACE_EDGE)
    pen = CardPen(WIDTH, ground, edge, clear=True)
    if wild:
        pen.frame(0.03, 0.02, VIOLET)
        pen.sign("star", 0.80, 0.24, 0.24, VIOLET)
    suit = card_faces.suit_of(face)
    sign, colour = stencils.SUIT_SHAPES[suit], DECKS["four"][suit]
    pen.tight(card_faces.LABELS[RANK[face]], 0.20, 0.21, 0.38, colour)
    pen.sign(sign, 0.20, 0.50, 0.25, colour)
    pen.sign(sign, 0.60, 0.90, 0.60, colour)
    return pen
