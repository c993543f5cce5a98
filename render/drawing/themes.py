"""Named colours and the three themes.

Every colour that carries information has a name here and is exact in the palette. Suit and side
colours were chosen for the largest difference in four types of colour vision. Colour is never the
only sign: a shape, a letter or a place always has the same meaning.

`tests/render/test_colours.py` computes the contrasts and differences that we promise.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

Colour = tuple[int, int, int]
DeckName = Literal["four", "two", "large"]

WIDTH: Final = 1100

TEXT: Final = (246, 242, 232)
MUTED: Final = (176, 200, 188)
INK: Final = (18, 22, 20)

FACE: Final = (252, 249, 242)
FACE_EDGE: Final = (196, 188, 172)
WILD_FACE: Final = (236, 224, 255)
DEAD_FACE: Final = (188, 186, 180)
LOCKED_FACE: Final = (222, 217, 205)
SPADE: Final = (16, 18, 28)
HEART: Final = (197, 15, 0)
DIAMOND: Final = (8, 60, 190)
CLUB: Final = (9, 130, 99)

VIOLET: Final = (92, 45, 145)
JOKER_GROUND: Final = (74, 34, 122)
LILAC: Final = (196, 158, 255)
GOLD: Final = (255, 200, 61)
SILVER: Final = (206, 212, 218)
WHITE: Final = (255, 255, 255)

NATURAL: Final = (206, 30, 24)
MIXED: Final = (24, 26, 34)
SEVENS_INK: Final = (44, 30, 4)

ICE: Final = (150, 220, 255)
SNOW: Final = (10, 40, 90)
TURN_RING: Final = (255, 244, 214)
GAIN: Final = (140, 235, 170)
LOSS: Final = (255, 150, 140)
PILL: Final = (255, 214, 90)
COPPER: Final = (200, 109, 51)
COPPER_RIM: Final = (240, 168, 104)
COPPER_DARK: Final = (120, 58, 24)
BACK: Final = (132, 46, 28)
PLATE: Final = (8, 14, 12)

SIDES: Final[tuple[Colour, ...]] = (
    (255, 178, 102),
    (122, 200, 255),
    WHITE,
    (255, 63, 159),
    (160, 228, 96),
    (196, 158, 255),
    (255, 214, 90),
    (120, 220, 208),
)
"""Colour of each side, by number.

The first four were searched; further sides differ by mark and name.
"""

MARKS: Final = (
    "disc",
    "square",
    "triangle",
    "diamond_mark",
    "hexagon",
    "cross",
    "ring",
    "wedge",
)
"""The mark of each side: the name of an icon."""

SIDE_INKS: Final[tuple[Colour, ...]] = (*SIDES[:3], (255, 132, 194), *SIDES[4:])
"""Colour of each side for text.

The fourth is lighter than the side's own: some eyes could not read that.
"""

DECKS: Final[Mapping[DeckName, tuple[Colour, ...]]] = MappingProxyType(
    {
        "four": (SPADE, HEART, DIAMOND, CLUB),
        "two": (SPADE, HEART, HEART, SPADE),
        "large": (SPADE, HEART, DIAMOND, CLUB),
    }
)
"""Suit colours by deck, in the order of the engine's `SUITS`. "large" also has larger indices."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours that differ between themes: the background and the panels on it."""

    name: str
    felt: Colour
    edge: Colour
    panel: Colour
    line: Colour
    seat: Colour
    muted: Colour
    """Text that matters less. Green-grey would look dirty on blue and red."""

    def __hash__(self) -> int:
        """Hash the name only: every cached band is looked up by its theme, and names are unique."""
        return hash(self.name)

    @property
    def lit(self) -> Colour:
        """The background's brightest colour, in the middle of a lit band."""
        red, green, blue = (min(255, round(part * 1.22) + 6) for part in self.felt)
        return (red, green, blue)


THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {
        theme.name: theme
        for theme in (
            Theme(
                "emerald",
                felt=(15, 66, 50),
                edge=(10, 46, 36),
                panel=(9, 40, 31),
                line=(66, 136, 112),
                seat=(8, 30, 24),
                muted=MUTED,
            ),
            Theme(
                "midnight",
                felt=(27, 38, 66),
                edge=(17, 24, 44),
                panel=(15, 21, 39),
                line=(92, 112, 164),
                seat=(12, 17, 31),
                muted=(178, 190, 216),
            ),
            Theme(
                "claret",
                felt=(74, 22, 36),
                edge=(48, 13, 24),
                panel=(42, 11, 21),
                line=(160, 88, 106),
                seat=(34, 8, 16),
                muted=(214, 184, 188),
            ),
        )
    }
)
DEFAULT_THEME: Final = "emerald"


MIN_CONTRAST: Final = (
    4.6  # WCAG asks for 4.5 for text; a mixed colour becomes the palette's nearest one.
)


# Pictures ask for the same few pairs hundreds of times, and the search takes 20 contrasts.
@lru_cache(maxsize=128)
def readable_ink(ink: Colour, ground: Colour) -> Colour:
    """Return an ink, darkened until its contrast on a light ground is `MIN_CONTRAST` or more."""
    darker = (mix(ink, INK, step / 20) for step in range(21))
    return next(one for one in darker if contrast(one, ground) >= MIN_CONTRAST)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21. Source: WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: Colour) -> float:
    """Return the relative luminance, 0 to 1. Source: WCAG 2."""
    linear = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in colour)
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour `share` (0 to 1) of the way from `one` to `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (red, green, blue)
