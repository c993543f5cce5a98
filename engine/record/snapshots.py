"""Snapshots: a table in a few hundred bytes. A cache only; the move log is the truth.

A snapshot is the table's position as compressed JSON, with one letter per card. Keys that have
their default are left out. Any program and any Python version can read it.
"""

import json
import zlib
from collections.abc import Callable
from functools import lru_cache
from string import ascii_letters
from typing import Any

from engine.model.cards import NAMES
from engine.model.table import Table
from engine.record.positions import Position, from_position, position

_ALWAYS = frozenset({"game", "version", "seats"})
_CARDS = frozenset(
    ("stock", "pile", "locked", "fresh", "taken", "hands", "feet", "red_threes", "known", "cards")
)
# There are 53 faces: the small and the capital letters, and 0 for the joker.
_LETTERS = dict(zip(NAMES, ascii_letters + "0", strict=True))
_NAMES = {letter: name for name, letter in _LETTERS.items()}


def dump(table: Table) -> bytes:
    """Return the snapshot of a table. Equal tables have equal snapshots."""
    full = position(table)
    plain = _defaults(full["game"], full["version"], full["seats"], full["turn"], full["phase"])
    kept = {key: full[key] for key in full if key in _ALWAYS or full[key] != plain[key]}
    # Its default depends on `offer_yes`, which the cached defaults do not have.
    if full["offer_yes"]:
        kept["offer_to"] = full["offer_to"]
    kept = _each_card_list(kept, lambda text: "".join(_LETTERS[name] for name in text.split()))
    # Sorted, so that equal tables have equal snapshots.
    text = json.dumps(kept, separators=(",", ":"), sort_keys=True)
    return zlib.compress(text.encode(), 9)


def load(snapshot: bytes) -> Table:
    """Return the table of a snapshot.

    Raises:
        ValueError: the bytes are not a snapshot.

    """
    try:
        # Snapshots written under version 1 of the rules do not name the version.
        kept: Position = {"version": 1, **json.loads(_unpacked(snapshot))}
        return from_position(
            _each_card_list(kept, lambda text: " ".join(_NAMES[letter] for letter in text))
        )
    except (zlib.error, LookupError, TypeError) as error:
        raise ValueError("not a snapshot") from error


def _unpacked(snapshot: bytes) -> bytes:
    """Return the decompressed text; bytes after the end of the snapshot are an error."""
    packed = zlib.decompressobj()
    text = packed.decompress(snapshot)
    if packed.unused_data or not packed.eof:
        raise ValueError("not a snapshot")
    return text


def _each_card_list(kept: Position, change: Callable[[str], str]) -> Position:
    """Return a position with `change` applied to every list of cards."""
    changed = {
        key: _changed(value, change) if key in _CARDS else value for key, value in kept.items()
    }
    if "melds" in kept:
        changed["melds"] = [_each_card_list(meld, change) for meld in kept["melds"]]
    return changed


def _changed(value: str | list[str], change: Callable[[str], str]) -> str | list[str]:
    return change(value) if isinstance(value, str) else [change(text) for text in value]


# Cached: building a whole table for its defaults takes far longer than the rest of `dump`.
@lru_cache(maxsize=64)
def _defaults(game: str, version: int, seats: int, turn: int, phase: str) -> dict[str, Any]:
    """Return the values that `from_position` fills in for such a table."""
    asked = {"game": game, "version": version, "seats": seats, "turn": turn, "phase": phase}
    if phase == "answer":
        asked["question"] = {"asker": turn, "asked": turn, "plan": ""}
    plain = position(from_position(asked))
    # These four depend on the arguments above, so they have no default that `dump` could leave out.
    return plain | {"turn": 0, "phase": "draw", "result": None, "question": None}
