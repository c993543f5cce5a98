"""The two digests that a game publishes in addition to its fingerprint.

The fingerprint binds the secret seed alone. After the game, anyone with the seed could write a
consistent receipt with other interactions or moves. So the game's message shows the digest of
everything settled at the start (`at_start`). Its result shows the digest of all moves and scores
(`at_end`). Both are SHA-256, as 64 hexadecimal digits.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from engine.record.shuffle import AtStart, Terms, settled

NO_MOVES: Final = b""
"""The running digest of a game before its first move."""


def at_start(fingerprint: str, terms: Terms, presses: AtStart) -> str:
    """Return the digest of a game's interactions, seats, options and version of the rules."""
    lines = ("tuppence start 1", f"fingerprint {fingerprint}", *settled(terms, presses))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def longer(trail: bytes, seat: int, text: str) -> bytes:
    """Return the running digest after one more log entry: a move in notation, or `undo`."""
    return hashlib.sha256(trail + f"{seat} {text}".encode()).digest()


def trail_of(moves: Iterable[tuple[int, str]]) -> bytes:
    """Return the running digest of a whole log."""
    trail = NO_MOVES
    for seat, text in moves:
        trail = longer(trail, seat, text)
    return trail


def at_end(fingerprint: str, table: int, trail: bytes, scores: Sequence[int]) -> str:
    """Return the digest of all moves of a game, and of its scores by side.

    Args:
        fingerprint: the game's published fingerprint.
        table: the number of its table.
        trail: the running digest of its log; see `trail_of`.
        scores: the final scores by side.

    """
    lines = (
        *("tuppence end 1", f"fingerprint {fingerprint}", f"table {table}"),
        *(f"moves {trail.hex()}", f"scores {' '.join(map(str, scores))}"),
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
