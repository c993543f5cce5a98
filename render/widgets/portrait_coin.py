"""Portrait coins: a player as a coin, with the first letter of the name or a computer's face.

The metal of the rim shows a place, the field a side's colour. Every coin also has a letter or a
face.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.drawing.canvas import SCALE, Canvas, Sprite, sprite_of
from render.drawing.geometry import centred
from render.drawing.themes import (
    COPPER,
    COPPER_DARK,
    COPPER_RIM,
    GOLD,
    INK,
    SILVER,
    TURN_RING,
    WHITE,
    Colour,
    mix,
)
from render.text.catalogue import Catalogue
from render.widgets import computer_faces

LETTER: Final = 0.46
"""Type size of one letter, as a share of the coin's width."""
TWO_LETTERS: Final = 0.34
TWO_FROM: Final = 136
"""Width from which a coin has room for two letters."""
LEAST_TYPE: Final = 43
FACE: Final = 0.56
SHADOW: Final = 4
MOST_SEATS: Final = 8


class Metal(NamedTuple):
    """The colours of a coin's rim: its body, its beads, and its dark edge."""

    body: Colour
    light: Colour
    dark: Colour


GOLD_METAL: Final = Metal(GOLD, TURN_RING, (140, 96, 10))
SILVER_METAL: Final = Metal(SILVER, WHITE, (98, 106, 114))
COPPER_METAL: Final = Metal(COPPER, COPPER_RIM, COPPER_DARK)
METALS: Final = (GOLD_METAL, SILVER_METAL, COPPER_METAL)
"""The metal of the first three places."""


class Portrait(NamedTuple):
    """The content of a coin: letters, or the name of a computer player whose face it shows."""

    letters: str
    face: str = ""


def plain_metal(field: Colour) -> Metal:
    """Return the metal of a coin without a place, made from the colour of its field."""
    return Metal(mix(field, INK, 0.42), mix(field, WHITE, 0.25), mix(field, INK, 0.7))


def metal_of(place: int, field: Colour) -> Metal:
    """Return the metal of a place; below the third place it is made from the field's colour."""
    return METALS[place - 1] if place <= len(METALS) else plain_metal(field)


def portraits(names: Sequence[str], computers: frozenset[int] = frozenset()) -> list[Portrait]:
    """Return the portraits of players of one side. `computers` has indexes into `names`.

    Two members with the same first letter get two letters each.
    """
    first = [letters_of(name, 1) for name in names]
    members = [letter for at, letter in enumerate(first) if at not in computers]
    found = []
    for at, name in enumerate(names):
        twice = members.count(first[at]) > 1
        letters = letters_of(name, 2 if twice else 1)
        found.append(Portrait(letters, name if at in computers else ""))
    return found


def letters_of(name: str, count: int) -> str:
    """Return the letters of a name for a coin: "?" for an erased player, or a seat's number."""
    words = Catalogue.load().words
    if name == words("people.nameless"):
        return "?"
    for seat in range(1, MOST_SEATS + 1):
        if name == words("seat.unnamed", seat=seat):
            return str(seat)
    return "".join(drawable_signs(name))[:count] or "?"


def drawable_signs(name: str) -> Iterator[str]:
    """Yield the letters and digits of a name, the first one as a capital.

    If the name has none, yield all its characters.
    """
    letters = [sign for sign in name if sign.isalnum()] or [sign for sign in name if sign != " "]
    for at, sign in enumerate(letters):
        # Only if the capital is one letter: that of "ß" is two.
        yield sign.upper() if not at and len(sign.upper()) == 1 else sign


def draw_coin(
    canvas: Canvas, x: int, y: int, size: int, portrait: Portrait, metal: Metal, field: Colour
) -> None:
    """Draw a portrait coin.

    Args:
        canvas: The picture.
        x: Column of the coin's middle.
        y: Row of the coin's middle.
        size: Its width in pixels.
        portrait: What it shows.
        metal: The metal of its rim.
        field: The colour inside the rim.
    """
    body = blank(size, metal, field)
    canvas.sprite(body, x - body.size[0] // 2, y - body.size[1] // 2)
    if portrait.face:
        side = round(size * FACE)
        face = computer_faces.computer_face(portrait.face, side, light=False)
        canvas.sprite(face, x - side // 2, y - side // 2)
        return
    letters = portrait.letters if size >= TWO_FROM else portrait.letters[:1]
    share = LETTER if len(letters) == 1 else TWO_LETTERS
    canvas.text(x, y, letters, max(LEAST_TYPE, round(size * share)), 800, INK, "middle")


# Eight sides in three metals and a few sizes. The largest takes 300 kB, a usual one 40.
@lru_cache(maxsize=64)
def blank(size: int, metal: Metal, field: Colour) -> Sprite:
    """Return a coin without its letter: a rim with beads, and the field."""
    box = size + 2 * SHADOW
    big = Image.new("RGBA", (box * SCALE, box * SCALE), (*metal.dark, 0))
    draw, middle, radius = ImageDraw.Draw(big), box * SCALE / 2, size * SCALE / 2

    def disc(share: float, colour: Colour, down: int = 0) -> None:
        reach, low = radius * share, middle + down * SCALE
        draw.ellipse((middle - reach, low - reach, middle + reach, low + reach), (*colour, 255))

    disc(1, mix(metal.dark, INK, 0.6), SHADOW)
    disc(1, metal.dark)
    disc(0.965, metal.body)
    beads = beads_of(size)
    for bead in range(beads):
        angle, reach = math.tau * bead / beads, radius * 0.036
        x, y = (middle + radius * 0.885 * part for part in (math.sin(angle), -math.cos(angle)))
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), (*metal.light, 255))
    inside = 0.80 if beads else 0.86
    disc(inside + 0.025, metal.dark)
    disc(inside, field)
    return sprite_of(big.reduce(SCALE))


def beads_of(size: int) -> int:
    """Return the number of beads on the rim of a coin `size` pixels wide."""
    if size > 150:
        return 40
    return 28 if size > 84 else 0


def draw_crown(canvas: Canvas, x: int, y: int, size: int) -> None:
    """Draw a gold crown with a dark edge, the sign of a winner."""
    canvas.shape("crown", centred(x, y + 3, size, size), mix(INK, GOLD, 0.12))
    canvas.shape("crown", centred(x, y, size, size), GOLD)
