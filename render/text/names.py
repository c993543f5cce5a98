"""Names of people, in any script: made plain, made to fit, never a tofu box.

What Discord lets people call themselves holds fancy mathematical letters, emoji, stacked
accents, invisible and right-to-left characters. A picture shows the letters of it that the
bundled fonts can draw; if nothing is left, the seat.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from engine.model.view import SideView
from render.canvas.fonts import Weight, covered, font_for, has_glyph, is_blank, width
from render.text.catalogue import Catalogue

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT MARK}"
MARKS_PER_LETTER: Final = 2
LONGEST: Final = 64
"""Characters looked at; Discord allows 32, a caller might not."""


@lru_cache(maxsize=1024)
def plain(name: str) -> str:
    """The characters of a name that can be drawn; empty if there are none."""
    # NFKC turns fancy mathematical letters into those that fonts have.
    kept = "".join(drawable(unicodedata.normalize("NFKC", name[:LONGEST])))
    return " ".join(kept.split())


def drawable(text: str) -> Iterator[str]:
    """Letters, digits, punctuation, and at most two combining marks on each of them."""
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
        # So are the emoji, Sk their shades of skin.
        elif kind[0] != "C" and kind not in ("So", "Sk") and is_seen(character):
            marks, letter = 0, character
            yield character


@lru_cache(maxsize=1024)
def stands_on(mark: str, letter: str) -> bool:
    """Whether the letter's font has the mark: a mark of another font stands on a dotted circle."""
    return has_glyph(font_for(letter, 700, None), mark)


@lru_cache(maxsize=4096)
def is_seen(character: str) -> bool:
    """Whether a character is drawn, and leaves ink."""
    return covered(character) and not is_blank(character)


def shown(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """A drawable name for each seat; "Seat 4" where nothing drawable is left or given."""
    words = Catalogue.load().words
    given = [plain(name) for name in names[:seats]] + [""] * (seats - len(names))
    return tuple(name or words("seat.unnamed", seat=seat) for seat, name in enumerate(given, 1))


def sentence(words: str) -> str:
    """Words of ours, which run to the right although a name that runs to the left begins them."""
    return LEFT_TO_RIGHT + words


def fitted(name: str, room: int, size: int, weight: Weight) -> str:
    """A text, cut with an ellipsis at the end if it is wider than `room` pixels."""
    if width(name, size, weight) <= room:
        return name
    return longest_that_fits(end_cuts(name), room, size, weight)


def sized(name: str, room: int, sizes: Sequence[int], weight: Weight) -> tuple[str, int]:
    """A text with the largest of some sizes at which it fits; cut at the smallest."""
    for size in sizes:
        if width(name, size, weight) <= room:
            return name, size
    return fitted(name, room, sizes[-1], weight), sizes[-1]


def told_apart(names: Sequence[str], room: int, size: int, weight: Weight) -> tuple[str, ...]:
    """Names as they are, but that those which would look alike cut at the end lose their middle."""
    cut = [fitted(name, room, size, weight) for name in names]
    return tuple(
        longest_that_fits(middle_cuts(name), room, size, weight)
        if short != name and cut.count(short) > 1
        else name
        for name, short in zip(names, cut, strict=True)
    )


def longest_that_fits(cuts: Iterable[str], room: int, size: int, weight: Weight) -> str:
    """The first of some ever shorter texts that fits; empty if none does."""
    return next((cut for cut in cuts if width(cut, size, weight) <= room), "")


def end_cuts(name: str) -> Iterator[str]:
    """Ever shorter beginnings of a name, with an ellipsis."""
    letters = clusters(name)
    for kept in range(len(letters) - 1, -1, -1):
        yield "".join(letters[:kept]).rstrip() + ELLIPSIS


def middle_cuts(name: str) -> Iterator[str]:
    """Ever shorter outsides of a name, with an ellipsis where the middle was."""
    letters = clusters(name)
    for kept in range(len(letters) - 1, -1, -1):
        tail = kept // 2
        yield "".join(letters[: kept - tail]) + ELLIPSIS + "".join(letters[len(letters) - tail :])


def clusters(name: str) -> list[str]:
    """Letters with the marks that stand on them."""
    letters: list[str] = []
    for character in name:
        if letters and unicodedata.combining(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def shortened(text: str, most: int) -> str:
    """A text cut to a number of characters, for words that nobody measures in pixels."""
    return text if len(text) <= most else text[: most - 1].rstrip() + ELLIPSIS


def shortened_inside(text: str, most: int) -> str:
    """A text cut to a number of characters in its middle."""
    return next((cut for cut in middle_cuts(text) if len(cut) <= most), "")


def brief(names: Sequence[str], seats: int, most: int) -> tuple[str, ...]:
    """As `shown`, in so many characters; those that would be alike then lose their middle."""
    full, unnamed = shown(names, seats), shown((), seats)
    # All that tells "Seat 4" from the others is its end.
    cut = [
        name if name == seat else shortened(name, most)
        for name, seat in zip(full, unnamed, strict=True)
    ]
    return tuple(
        shortened_inside(name, most) if short != name and cut.count(short) > 1 else short
        for name, short in zip(full, cut, strict=True)
    )


def side_title(side: SideView, shown: Sequence[str]) -> str:
    """What a side is called: its only player, or the name of its number."""
    if len(side.seats) == 1:
        return shown[side.seats[0]]
    return Catalogue.load().words(f"side.{side.side}")
