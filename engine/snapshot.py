"""Snapshots: a table in a few hundred bytes. A cache only; the log of moves is the truth.

A snapshot is the table's position without the keys that stand at their defaults, as
compressed JSON: readable by any program and any Python version.
"""

import json
import zlib
from functools import lru_cache
from typing import Any

from engine.position import Position, from_position, position
from engine.table import Table

_ALWAYS = frozenset({"game", "seats"})


def dump(table: Table) -> bytes:
    """The snapshot of a table."""
    full = position(table)
    plain = _defaults(full["game"], full["seats"], full["turn"], full["phase"])
    kept = {key: full[key] for key in full if key in _ALWAYS or full[key] != plain[key]}
    text = json.dumps(kept, separators=(",", ":"), sort_keys=True)
    return zlib.compress(text.encode(), 9)


def load(snapshot: bytes) -> Table:
    """The table of a snapshot.

    Raises:
        ValueError: the bytes are not a snapshot.

    """
    try:
        kept: Position = json.loads(zlib.decompress(snapshot))
    except zlib.error as error:
        raise ValueError("not a snapshot") from error
    return from_position(kept)


@lru_cache(maxsize=64)
def _defaults(game: str, seats: int, turn: int, phase: str) -> dict[str, Any]:
    """What `from_position` fills in by itself for such a table."""
    asked = {"game": game, "seats": seats, "turn": turn, "phase": phase}
    plain = position(from_position(asked))
    # These two are settled by the key itself, not by a default.
    return plain | {"turn": 0, "phase": "draw", "result": None}
