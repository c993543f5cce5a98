"""Names of people in messages: what Discord lets people call themselves, made harmless.

A display name may hold mentions, markdown, links, right-to-left overrides, towers of accents and
letters nobody can see. `plain` keeps what is a name of it; the store and the pictures get that.
`clean` makes it fit to stand inside a message; every name in a sentence goes through it.

`discord.utils.escape_markdown` is not enough: it leaves mentions, timestamps, line ends, U+202E,
combining marks and blank letters as they are.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

from cogs._kit.texts import AS_TEXT, say

COLUMNS: Final = 32
MARKS: Final = 2
ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
MARKUP: Final = frozenset("\\`*_~|<>#[]()-.:@&!+=")
# Letters by category, but without ink.
BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def plain(name: str) -> str:
    """The name without what is invisible or reverses text; at most 32 columns, never empty."""
    if not is_plain(name):
        name = "".join(visible(unicodedata.normalize("NFC", name)))
    return cut(" ".join(name.split())) or say("people.nameless")


def is_plain(name: str) -> bool:
    """Whether each character is seen, takes one column and goes from left to right: most names."""
    return name.isascii() and name.isprintable()


def clean(name: str) -> str:
    """The name for a message: no mention, link or markdown survives, nor can its direction."""
    return f"{ISOLATE}{''.join(map(escaped, plain(name)))}{POP}"


def harmless(text: str) -> str:
    """Words that somebody has typed, for a message of one line: as `clean`, and not cut."""
    seen = "".join(visible(unicodedata.normalize("NFC", text)))
    return f"{ISOLATE}{''.join(map(escaped, ' '.join(seen.split())))}{POP}"


def visible(text: str) -> Iterator[str]:
    """The characters of a name, with at most two combining marks on each."""
    marks = MARKS
    for character in text:
        kind = unicodedata.category(character)
        if kind.startswith("M"):
            marks += 1
            if marks <= MARKS:
                yield character
        elif kind.startswith("Z") or character in BLANK:
            marks = MARKS
            yield " "
        elif not kind.startswith("C"):
            marks = 0
            yield character


def cut(text: str) -> str:
    """As much of a text as fits the columns; wide characters take two."""
    if is_plain(text):
        return text[:COLUMNS].rstrip()
    room, kept = COLUMNS, []
    for character in text:
        if not unicodedata.combining(character):
            room -= 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip()


def escaped(character: str) -> str:
    """One character made unable to begin or end any markup."""
    if character == "@":
        # A character between, as in `discord.utils.escape_mentions`: it holds where a backslash may
        # not.
        return "@\N{ZERO WIDTH SPACE}"
    if character == ":":
        return "\\:\N{ZERO WIDTH SPACE}"
    return f"\\{character}" if character in MARKUP else character


IN_MESSAGES: Final = str.maketrans(dict.fromkeys(f"*\\{ISOLATE}{POP}{AS_TEXT}", ""))


def unmarked(words: str) -> str:
    """Words without what only messages turn into looks; pictures and labels show it as it is."""
    return words.translate(IN_MESSAGES)
