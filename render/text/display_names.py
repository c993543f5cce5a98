"""Display names: names in any script, made drawable and cut to fit.

Discord names can contain mathematical letters, emoji, stacked accents, invisible and right-to-left
characters. A picture shows the letters that the bundled fonts can draw. If none is left, it names
the seat.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from engine.model.view import SideView
from render.drawing.fonts import Weight, font_for, has_glyph, is_blank, is_covered, width
from render.text.catalogue import Catalogue

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT MARK}"
MARKS_PER_LETTER: Final = 2
MAX_LENGTH: Final = 64
"""Characters of a name that are read. Discord allows 32, but other callers may pass more."""


# Every picture and alt text asks for the names of its table. Bounded, because members choose them.
@lru_cache(maxsize=1024)
def drawable_name(name: str) -> str:
    """Return the characters of a name that can be drawn; "" if there are none."""
    # NFKC turns mathematical letters into plain ones, which the fonts have.
    kept = "".join(drawable_characters(unicodedata.normalize("NFKC", name[:MAX_LENGTH])))
    return " ".join(kept.split())


def drawable_characters(text: str) -> Iterator[str]:
    """Yield letters, digits, punctuation and spaces, with at most two marks per letter."""
    marks, letter = MARKS_PER_LETTER, " "
    for character in text:
        kind = unicodedata.category(character)
        if kind.startswith("M"):
            marks += 1
            if marks <= MARKS_PER_LETTER and stands_on(character, letter):
                yield character
        elif kind.startswith("Z"):
            marks = MARKS_PER_LETTER
            yield " "
        # Emoji have the category So, their skin tones Sk.
        elif kind[0] != "C" and kind not in ("So", "Sk") and is_seen(character):
            marks, letter = 0, character
            yield character


# The next two functions depend only on the pixels of a font, so their answers are cached.
@lru_cache(maxsize=1024)
def stands_on(mark: str, letter: str) -> bool:
    """Whether the letter's font has the mark. Another font would draw a dotted circle."""
    return has_glyph(font_for(letter, 700, None), mark)


@lru_cache(maxsize=4096)
def is_seen(character: str) -> bool:
    """Whether a character is drawn and leaves ink."""
    return is_covered(character) and not is_blank(character)


def display_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a drawable name for each seat; "Seat 4" if a name is missing or not drawable."""
    words = Catalogue.load().words
    given = [drawable_name(name) for name in names[:seats]] + [""] * (seats - len(names))
    return tuple(name or words("seat.unnamed", seat=seat) for seat, name in enumerate(given, 1))


def left_to_right(words: str) -> str:
    """Make a text run from left to right, even if it begins with a right-to-left name."""
    return LEFT_TO_RIGHT + words


def fit_width(name: str, room: int, size: int, weight: Weight) -> str:
    """Return a text, cut with an ellipsis at its end if it is wider than `room` pixels."""
    if width(name, size, weight) <= room:
        return name
    return longest_that_fits(end_cuts(name), room, size, weight)


def fit_size(name: str, room: int, sizes: Sequence[int], weight: Weight) -> tuple[str, int]:
    """Return a text and the largest of `sizes` at which it fits `room`; cut at the last one."""
    for size in sizes:
        if width(name, size, weight) <= room:
            return name, size
    return fit_width(name, room, sizes[-1], weight), sizes[-1]


def distinct_names(names: Sequence[str], room: int, size: int, weight: Weight) -> tuple[str, ...]:
    """Return names that stay different when cut to `room` pixels.

    A name that would look like another one loses its middle instead of its end.
    """
    cut = [fit_width(name, room, size, weight) for name in names]
    return tuple(
        longest_that_fits(middle_cuts(name), room, size, weight)
        if short != name and cut.count(short) > 1
        else name
        for name, short in zip(names, cut, strict=True)
    )


def longest_that_fits(cuts: Iterable[str], room: int, size: int, weight: Weight) -> str:
    """Return the first of ever shorter texts that fits `room` pixels; "" if none fits."""
    return next((cut for cut in cuts if width(cut, size, weight) <= room), "")


def end_cuts(name: str) -> Iterator[str]:
    """Yield ever shorter beginnings of a name, each with an ellipsis."""
    letters = grapheme_clusters(name)
    for kept in range(len(letters) - 1, -1, -1):
        yield "".join(letters[:kept]).rstrip() + ELLIPSIS


def middle_cuts(name: str) -> Iterator[str]:
    """Yield a name with ever more of its middle replaced by an ellipsis."""
    letters = grapheme_clusters(name)
    for kept in range(len(letters) - 1, -1, -1):
        tail = kept // 2
        yield "".join(letters[: kept - tail]) + ELLIPSIS + "".join(letters[len(letters) - tail :])


def grapheme_clusters(name: str) -> list[str]:
    """Split a name into letters, each with the combining marks on it."""
    letters: list[str] = []
    for character in name:
        if letters and unicodedata.combining(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def cut_end(text: str, most: int) -> str:
    """Return a text cut to `most` characters, for texts that are not drawn."""
    return text if len(text) <= most else text[: most - 1].rstrip() + ELLIPSIS


def cut_middle(text: str, most: int) -> str:
    """Return a text whose middle is cut, so that it has at most `most` characters."""
    return next((cut for cut in middle_cuts(text) if len(cut) <= most), "")


def short_names(names: Sequence[str], seats: int, most: int) -> tuple[str, ...]:
    """Return display names of at most `most` characters.

    Names that would be equal lose their middle.
    """
    full, unnamed = display_names(names, seats), display_names((), seats)
    # "Seat 4" is never cut: only its end tells it from the others.
    cut = [
        name if name == seat else cut_end(name, most)
        for name, seat in zip(full, unnamed, strict=True)
    ]
    return tuple(
        cut_middle(name, most) if short != name and cut.count(short) > 1 else short
        for name, short in zip(full, cut, strict=True)
    )


def side_title(side: SideView, shown: Sequence[str]) -> str:
    """Return a side's title: the name of its only player, or the title of its number."""
    if len(side.seats) == 1:
        return shown[side.seats[0]]
    return Catalogue.load().words(f"side.{side.side}")
