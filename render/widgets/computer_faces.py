"""Computer faces: a different face for each name of a computer player.

A face is as light or dark as the name next to it. An unknown name always gets the same face.
"""

import math
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.canvas import SCALE, Sprite, sprite_of
from render.drawing.themes import INK, MUTED, Colour
from render.text.catalogue import Catalogue

COUNT: Final = 8
"""The number of names in the catalogue, and of seats at the largest table."""
CLEAR: Final = (0, 0, 0, 0)


class FacePen:
    """Draws one face at several times its size. All lengths are shares of its width."""

    def __init__(self, size: int, ink: Colour) -> None:
        self.size = size * SCALE
        self.image = Image.new("RGBA", (self.size, self.size), (*ink, 0))
        self.draw = ImageDraw.Draw(self.image)
        self.ink: tuple[int, ...] = (*ink, 255)

    def disc(self, x: float, y: float, radius: float, *, cut: bool = False) -> None:
        """Draw a disc, or cut one out."""
        box = [self.size * part for part in (x - radius, y - radius, x + radius, y + radius)]
        self.draw.ellipse(box, CLEAR if cut else self.ink)

    def box(
        self, corners: tuple[float, float, float, float], radius: float, *, cut: bool = False
    ) -> None:
        """Draw a box with round corners, or cut one out."""
        box = [self.size * part for part in corners]
        self.draw.rounded_rectangle(box, self.size * radius, CLEAR if cut else self.ink)

    def polygon(self, *points: tuple[float, float]) -> None:
        self.draw.polygon([(x * self.size, y * self.size) for x, y in points], self.ink)

    def line(self, *points: tuple[float, float], width: float = 0.07) -> None:
        scaled = [(x * self.size, y * self.size) for x, y in points]
        self.draw.line(scaled, self.ink, round(self.size * width), "curve")

    def smile(self, y: float, wide: float = 0.17) -> None:
        """Cut out a smiling mouth."""
        x0, x1 = (0.5 - wide) * self.size, (0.5 + wide) * self.size
        tall = 0.14 * self.size
        self.draw.chord((x0, y * self.size - tall, x1, y * self.size + tall), 10, 170, CLEAR)

    def eyes(self, y: float, apart: float = 0.17, radius: float = 0.075) -> None:
        """Cut out two round eyes."""
        for x in (0.5 - apart, 0.5 + apart):
            self.disc(x, y, radius, cut=True)


def basil(face: FacePen) -> None:
    """Draw a round head under two leaves."""
    face.polygon((0.5, 0.30), (0.40, 0.06), (0.16, 0.03), (0.24, 0.22))
    face.polygon((0.5, 0.30), (0.60, 0.06), (0.84, 0.03), (0.76, 0.22))
    face.disc(0.5, 0.62, 0.37)
    face.eyes(0.58)
    face.smile(0.74)


def clover(face: FacePen) -> None:
    """Draw a head of three leaves."""
    for x, y in ((0.5, 0.27), (0.26, 0.62), (0.74, 0.62)):
        face.disc(x, y, 0.255)
    face.box((0.36, 0.40, 0.64, 0.98), 0.10)
    face.eyes(0.56, 0.20)
    face.smile(0.72, 0.12)


def dill(face: FacePen) -> None:
    """Draw a narrow head with a fan of sprigs."""
    for x in (0.16, 0.39, 0.61, 0.84):
        face.line((0.5, 0.46), (x, 0.10), width=0.055)
        face.disc(x, 0.10, 0.085)
    face.box((0.20, 0.38, 0.80, 0.99), 0.20)
    face.eyes(0.60, 0.13)
    face.box((0.36, 0.77, 0.64, 0.84), 0.03, cut=True)


def fennel(face: FacePen) -> None:
    """Draw a square head with an antenna, and knobs as ears."""
    face.line((0.5, 0.30), (0.5, 0.12))
    face.disc(0.5, 0.10, 0.10)
    face.box((0.0, 0.52, 0.16, 0.78), 0.05)
    face.box((0.84, 0.52, 1.0, 0.78), 0.05)
    face.box((0.12, 0.30, 0.88, 0.98), 0.14)
    face.eyes(0.56, 0.18, 0.085)
    face.box((0.30, 0.76, 0.70, 0.84), 0.03, cut=True)


def juniper(face: FacePen) -> None:
    """Draw a broad head with two berries."""
    for x in (0.20, 0.80):
        face.disc(x, 0.24, 0.20)
    face.box((0.08, 0.34, 0.92, 0.96), 0.28)
    face.eyes(0.60, 0.20, 0.09)
    face.disc(0.5, 0.80, 0.075, cut=True)


def marigold(face: FacePen) -> None:
    """Draw a ring of petals."""
    for petal in range(9):
        angle = math.tau * petal / 9
        face.disc(0.5 + 0.36 * math.sin(angle), 0.5 - 0.36 * math.cos(angle), 0.14)
    face.disc(0.5, 0.5, 0.35)
    face.eyes(0.45, 0.14, 0.07)
    face.smile(0.60, 0.16)


def sorrel(face: FacePen) -> None:
    """Draw a fox's head with pointed ears."""
    face.polygon((0.10, 0.62), (0.06, 0.02), (0.46, 0.36))
    face.polygon((0.90, 0.62), (0.94, 0.02), (0.54, 0.36))
    face.polygon((0.08, 0.50), (0.5, 0.28), (0.92, 0.50), (0.72, 0.84), (0.5, 0.99), (0.28, 0.84))
    face.eyes(0.56, 0.18, 0.075)
    face.disc(0.5, 0.85, 0.055, cut=True)


def thyme(face: FacePen) -> None:
    """Draw one large eye under three spikes."""
    face.polygon((0.16, 0.44), (0.12, 0.08), (0.34, 0.26), (0.5, 0.02), (0.66, 0.26), (0.88, 0.08))
    face.polygon((0.16, 0.44), (0.88, 0.08), (0.84, 0.44))
    face.box((0.14, 0.34, 0.86, 0.98), 0.10)
    face.disc(0.5, 0.58, 0.17, cut=True)
    face.disc(0.5, 0.58, 0.075)
    face.box((0.32, 0.82, 0.68, 0.89), 0.03, cut=True)


FACES: Final[tuple[Callable[[FacePen], None], ...]] = (
    *(basil, clover, dill, fennel, juniper, marigold, sorrel, thyme),
)


def face_number(name: str) -> int:
    """Return the number of a computer player's face, 0 to 7.

    An unknown name gets one by checksum, so that it has the same face in every process.
    """
    words = Catalogue.load().words
    known = [words(f"people.computer_{number}") for number in range(1, COUNT + 1)]
    return known.index(name) if name in known else zlib.crc32(name.encode()) % COUNT


def computer_face(name: str, size: int, *, light: bool, muted: Colour = MUTED) -> Sprite:
    """Return a computer player's face, `size` pixels wide.

    `light` is for dark grounds: the face is then as light as `muted`, the text of the theme.
    """
    return draw_face(face_number(name), size, muted if light else INK)


# Eight faces, dark and as light as three themes, in up to three sizes.
@lru_cache(maxsize=96)
def draw_face(number: int, size: int, ink: Colour) -> Sprite:
    """Return the face with this number, `size` pixels wide."""
    face = FacePen(size, ink)
    FACES[number](face)
    return sprite_of(face.image.reduce(SCALE))
