"""The sentences that a press with a saved move must not be answered with, in every language."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Final

from render.text.catalogue import LANGUAGES, Catalogue

KEYS: Final = (
    "room.*", "limits.*", "table.gone", "table.not_started", "table.not_seated", "place.*",
    "panel.stale", "panel.nothing_to_undo", "clock.too_late", "clock.not_back", "clock.held",
    "clock.held_alone", "lobby.refused.*", "refused.*",
)  # fmt: skip
NOTICE: Final = "> "
TRUE: Final = ("room.leaving_midway", "room.leaving_done", "room.done", "room.table_unshown")
"""Prefixes of sentences that say that a press counts, or may count."""
FAULTS: Final = ("room.error", "room.not_saved")
"""Sentences with an error number, which are wrong unless our own code fails."""


@cache
def sentences() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return key and pattern of each sentence."""
    return tuple(
        (key, pattern(catalogue.texts[key]))
        for catalogue in map(Catalogue.load, LANGUAGES)
        for key in _keys(catalogue)
        if not key.startswith(TRUE)
    )


def _keys(catalogue: Catalogue) -> Iterator[str]:
    for key in KEYS:
        if key.endswith(".*"):
            yield from catalogue.under(key[:-2])
        else:
            yield key


def pattern(template: str) -> re.Pattern[str]:
    """Return the pattern of a catalogue text with its placeholders filled."""
    parts = [
        re.escape(words) + (".*?" if field is not None else "")
        for words, field, _, _ in Formatter().parse(template)
    ]
    return re.compile("".join(parts), re.DOTALL)


def told(text: str) -> tuple[str, ...]:
    """Return the keys of the sentences in a text; a notice may explain why a move is refused."""
    notices = "\n".join(line for line in text.splitlines() if line.startswith(NOTICE))
    return tuple(
        key
        for key, found in sentences()
        if found.search(notices if key.startswith("refused.") else text)
    )


def is_fault(keys: tuple[str, ...]) -> bool:
    """Whether a text gives an error number."""
    return any(key in FAULTS for key in keys)
