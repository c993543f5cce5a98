"""Text as stencils: the font of each character, the width of a line, and its pixels.

Inter comes first, then the bundled fallbacks. A character without a glyph is never drawn, so no
picture shows a box for a missing one.

Pillow's raqm layout needs fribidi from the system. Without it right-to-left runs are simply
reversed: Hebrew is readable, Arabic letters are not joined.
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
"""Height of a capital letter of Inter, as a share of the type size."""
ASCENT: Final = 1.06
DESCENT: Final = 0.34
"""Room above and below the baseline, as shares of the type size. Ink beyond it is cut off."""
THIN_FONT: Final = "Droid Sans Fallback"
# Share of the type size: this font has one weight only, and appears next to bold text.
THIN_FONT_STROKE: Final = 0.026
PROBE_SIZE: Final = 24
NO_CHARACTER: Final = "\uffff"
"""A code point that is never a character: every font draws its missing-glyph box for it."""


class FontRun(NamedTuple):
    """Consecutive characters that one font file draws."""

    file: str
    text: str


class TextStencil(NamedTuple):
    """A line of text as a stencil (mode L), cut to its ink.

    `width` is the advance of the line, in pixels. The stencil begins `left` pixels right of the
    start and `top` pixels below the baseline; both may be negative.
    """

    mask: Image.Image
    width: int
    left: int
    top: int


def font_candidates(weight: Weight) -> tuple[str, ...]:
    """Return the font files to try for a character, best first."""
    return (*(f"inter-{part}-{weight}.woff2" for part in INTER_PARTS), *FALLBACKS)


# Some twenty files, each in the sizes that pictures use. Opening a font reads its file.
@lru_cache(maxsize=160)
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a bundled font. `size` is the type size in pixels."""
    return ImageFont.truetype(FONTS / file, size, layout_engine=LAYOUT)


# The basic layout maps each character to one glyph; raqm may combine or replace them.
@lru_cache(maxsize=16)
def probe(file: str) -> tuple[ImageFont.FreeTypeFont, bytes]:
    """Return a font for coverage checks, and the pixels of its missing-glyph box."""
    basic = ImageFont.truetype(FONTS / file, PROBE_SIZE, layout_engine=ImageFont.Layout.BASIC)
    return basic, bytes(basic.getmask(NO_CHARACTER))


# Each of these questions draws a glyph. 4,096 characters are far more than the names at all tables
# of a process.
@lru_cache(maxsize=4096)
def has_glyph(file: str, character: str) -> bool:
    """Whether a font file draws the character as something other than its missing-glyph box."""
    basic, missing = probe(file)
    return bytes(basic.getmask(character)) != missing


@lru_cache(maxsize=4096)
def is_covered(character: str) -> bool:
    """Whether any bundled font draws this character."""
    return any(has_glyph(file, character) for file in font_candidates(700))


def is_blank(character: str) -> bool:
    """Whether a character leaves no ink at all, like a Hangul filler."""
    file = next((file for file in font_candidates(700) if has_glyph(file, character)), FALLBACKS[0])
    return not any(bytes(probe(file)[0].getmask(character)))


# Width and drawing need the same runs, and fitting a name asks for the width of many cuts of it.
@lru_cache(maxsize=2048)
def runs(text: str, weight: Weight) -> tuple[FontRun, ...]:
    """Split a text where its font changes. Runs are in visual order, from left to right.

    Characters without a glyph are left out; callers that can say more drop them earlier. Direction
    marks are left out too: they have no ink, and have already decided the direction.
    """
    cut: list[FontRun] = []
    for character in text:
        if unicodedata.category(character) == "Cf" or not is_covered(character):
            continue
        file = font_for(character, weight, cut[-1].file if cut else None)
        if cut and cut[-1].file == file:
            cut[-1] = FontRun(file, cut[-1].text + character)
        else:
            cut.append(FontRun(file, character))
    leftwards = is_right_to_left(text)
    spaced = space_runs(cut, leftwards=leftwards)
    return tuple(reversed(spaced)) if leftwards else tuple(spaced)


def space_runs(cut: list[FontRun], *, leftwards: bool) -> list[FontRun]:
    """Move the space at the end of a run that goes against the text's direction into the next run.

    Otherwise the space would be drawn at the far side of its run.
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
    """Return the font file for a character.

    Spaces and combining marks stay in the font of the character `before` them, if that font has a
    glyph.
    """
    # A mark must come from the font of its letter. Otherwise it would not be placed on the letter.
    stays = character == " " or unicodedata.combining(character)
    if before and stays and has_glyph(before, character):
        return before
    for file in font_candidates(weight):
        if has_glyph(file, character):
            return file
    return font_candidates(weight)[0]


def is_right_to_left(text: str) -> bool:
    """Whether the first character with a direction runs from right to left."""
    for character in text:
        match unicodedata.bidirectional(character):
            case "R" | "AL":
                return True
            case "L":
                return False
    return False


def visual_order(text: str) -> str:
    """Return a run as the layout engine needs it, reversed if the engine cannot reverse text."""
    # Pillow's basic layout draws from left to right in every script.
    return text[::-1] if not RAQM and is_right_to_left(text) else text


# Fitting a name to its room asks again for the same few widths in every picture.
@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight) -> int:
    """Return the advance of a line, in whole pixels."""
    return round(sum(length for _, _, length in measured_runs(text, size, weight)))


def stroke_width(drawn: ImageFont.FreeTypeFont) -> float:
    """Return how many pixels to thicken a font by.

    Only the CJK font needs that, because it has no bold weight.
    """
    return drawn.size * THIN_FONT_STROKE if drawn.getname()[0] == THIN_FONT else 0


def measured_runs(
    text: str, size: int, weight: Weight
) -> Iterator[tuple[ImageFont.FreeTypeFont, str, float]]:
    """Yield the runs of a text, each with its font and length in pixels."""
    for run in runs(text, weight):
        drawn, shown = font(run.file, size), visual_order(run.text)
        yield drawn, shown, drawn.getlength(shown)


# The names and numbers of the tables that are played now. Names are text of members, so this cache
# must stay bounded.
@lru_cache(maxsize=1024)
def text_stencil(text: str, size: int, weight: Weight) -> TextStencil:
    """Return a line of text as a stencil.

    Two spare pixels at both ends leave room for overhanging letters. The stencil is cut to its ink,
    because most of a picture's time goes into pixels of stencils.
    """
    baseline, long = round(size * ASCENT), width(text, size, weight)
    mask = Image.new("L", (long + 4, baseline + round(size * DESCENT)), 0)
    draw, pen = ImageDraw.Draw(mask), 2.0
    for drawn, shown, length in measured_runs(text, size, weight):
        draw.text((pen, baseline), shown, 255, drawn, "ls", stroke_width=stroke_width(drawn))
        pen += length
    ink = mask.getbbox() or (0, 0, 1, 1)
    return TextStencil(mask.crop(ink), long, ink[0] - 2, ink[1] - baseline)
