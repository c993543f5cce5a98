"""Text as stencils: which font draws which character, how wide it is, what it looks like.

Inter first; for what it lacks the bundled fallbacks. A character that no font has is never
drawn (`covered` says so beforehand), so no picture shows a tofu box.

Pillow's raqm layout takes fribidi from the system. Where that is missing, right-to-left runs
are simply reversed: readable Hebrew, unjoined Arabic, and no crash.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

FONTS: Final = Path(__file__).parents[1] / "assets" / "fonts"
Weight = Literal[600, 700, 800]

INTER_PARTS: Final = ("latin", "latin-ext", "cyrillic", "greek", "vietnamese")
FALLBACKS: Final = (
    "DejaVuSans-Bold.ttf",
    "DroidSansFallback.ttf",
    "noto-sans-thai-700.woff2",
    "noto-sans-devanagari-700.woff2",
)
RAQM: Final = features.check("raqm")
LAYOUT: Final = ImageFont.Layout.RAQM if RAQM else ImageFont.Layout.BASIC

CAP_HEIGHT: Final = 0.727
"""Height of a capital of Inter, of the type size."""
ASCENT: Final = 1.06
DESCENT: Final = 0.34
"""Room of a written line above and below the baseline, of the type size; ink beyond is cut."""
THIN_FONT: Final = "Droid Sans Fallback"
THIN_FONT_STROKE: Final = 0.026  # of the type size: it has one weight, and stands beside bold ones
PROBE_SIZE: Final = 24
NO_CHARACTER: Final = "\uffff"
"""No character by Unicode's word: every font draws its box for missing ones."""


class FontRun(NamedTuple):
    """Characters that one font file draws."""

    file: str
    text: str


class Written(NamedTuple):
    """A line of text as a stencil (mode L), cut to its ink.

    It begins `left` pixels after the start of the pen, `top` below the baseline: or before, above.
    """

    mask: Image.Image
    width: int
    left: int
    top: int


def chain(weight: Weight) -> tuple[str, ...]:
    """The font files to try for a character, best first."""
    return (*(f"inter-{part}-{weight}.woff2" for part in INTER_PARTS), *FALLBACKS)


@lru_cache(maxsize=160)
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """A bundled font at a type size in pixels."""
    return ImageFont.truetype(FONTS / file, size, layout_engine=LAYOUT)


@lru_cache(maxsize=16)
def probe(file: str) -> tuple[ImageFont.FreeTypeFont, bytes]:
    """A font for coverage checks, and what a character it lacks looks like."""
    basic = ImageFont.truetype(FONTS / file, PROBE_SIZE, layout_engine=ImageFont.Layout.BASIC)
    return basic, bytes(basic.getmask(NO_CHARACTER))


@lru_cache(maxsize=4096)
def has_glyph(file: str, character: str) -> bool:
    """Whether a font file draws a character, as something else than its missing-glyph box."""
    basic, missing = probe(file)
    return bytes(basic.getmask(character)) != missing


@lru_cache(maxsize=4096)
def covered(character: str) -> bool:
    """Whether some bundled font draws this character."""
    return any(has_glyph(file, character) for file in chain(700))


def is_blank(character: str) -> bool:
    """Whether a character leaves no ink at all, like a Hangul filler."""
    file = next((file for file in chain(700) if has_glyph(file, character)), FALLBACKS[0])
    return not any(bytes(probe(file)[0].getmask(character)))


@lru_cache(maxsize=2048)
def runs(text: str, weight: Weight) -> tuple[FontRun, ...]:
    """A text cut where its font changes, in the order in which it stands on the page.

    Characters that no font has are left out: callers drop them first, where they can say more.
    So are marks, which are not seen: they have told which way the text runs.
    """
    cut: list[FontRun] = []
    for character in text:
        if unicodedata.category(character) == "Cf" or not covered(character):
            continue
        file = font_for(character, weight, cut[-1].file if cut else None)
        if cut and cut[-1].file == file:
            cut[-1] = FontRun(file, cut[-1].text + character)
        else:
            cut.append(FontRun(file, character))
    leftwards = is_right_to_left(text)
    spaced = spaced_out(cut, leftwards=leftwards)
    return tuple(reversed(spaced)) if leftwards else tuple(spaced)


def spaced_out(cut: list[FontRun], *, leftwards: bool) -> list[FontRun]:
    """The runs with each space between them where it is seen.

    A space at the end of a run that goes against the text would be drawn at the far side of it.
    """
    spaced = list(cut)
    for i, (one, following) in enumerate(pairwise(cut)):
        if is_right_to_left(one.text) != leftwards:
            words = one.text.rstrip()
            gap = one.text[len(words) :]
            spaced[i] = FontRun(one.file, words)
            spaced[i + 1] = FontRun(following.file, gap + following.text)
    return spaced


def font_for(character: str, weight: Weight, before: str | None) -> str:
    """The file for a character. Spaces and marks stay with the font before them if it can."""
    # A mark is drawn by the font of its letter, or it would not find its place on it.
    stays = character == " " or unicodedata.combining(character)
    if before and stays and has_glyph(before, character):
        return before
    for file in chain(weight):
        if has_glyph(file, character):
            return file
    return chain(weight)[0]


def is_right_to_left(text: str) -> bool:
    """Whether the first character with a direction runs to the left."""
    for character in text:
        match unicodedata.bidirectional(character):
            case "R" | "AL":
                return True
            case "L":
                return False
    return False


def visual(text: str) -> str:
    """A run as the layout engine wants it: reversed by us where it cannot do so itself."""
    # Basic layout draws from left to right whatever the script.
    return text[::-1] if not RAQM and is_right_to_left(text) else text


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight) -> int:
    """How far the pen moves, in whole pixels."""
    return round(sum(length for _, _, length in pieces(text, size, weight)))


def stroke(drawn: ImageFont.FreeTypeFont) -> float:
    """How much to thicken a font: the CJK one comes in a regular weight only."""
    return drawn.size * THIN_FONT_STROKE if drawn.getname()[0] == THIN_FONT else 0


def pieces(
    text: str, size: int, weight: Weight
) -> Iterator[tuple[ImageFont.FreeTypeFont, str, float]]:
    """The runs of a text with their fonts and lengths."""
    for run in runs(text, weight):
        drawn, shown = font(run.file, size), visual(run.text)
        yield drawn, shown, drawn.getlength(shown)


@lru_cache(maxsize=1024)
def written(text: str, size: int, weight: Weight) -> Written:
    """A line of text as a stencil, with two pixels to spare at both ends for overhang.

    Cut to its ink: most of the time that a picture takes goes into pixels of stencils.
    """
    baseline, long = round(size * ASCENT), width(text, size, weight)
    mask = Image.new("L", (long + 4, baseline + round(size * DESCENT)), 0)
    draw, pen = ImageDraw.Draw(mask), 2.0
    for drawn, shown, length in pieces(text, size, weight):
        draw.text((pen, baseline), shown, 255, drawn, "ls", stroke_width=stroke(drawn))
        pen += length
    ink = mask.getbbox() or (0, 0, 1, 1)
    return Written(mask.crop(ink), long, ink[0] - 2, ink[1] - baseline)
