"""The two digests that a game publishes beside its fingerprint, so that no part can be exchanged.

The fingerprint binds the secret seed alone. Whoever has it, once the game is over, could write a
receipt of other presses or other moves that agrees with itself. So the message of a game shows,
once it has begun, the digest of all that was settled then (`at_start`), and its result the digest
of every move and the scores (`at_end`). Both are SHA-256, 64 hexadecimal digits.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from engine.record.shuffle import AtStart, Terms, settled

NO_MOVES: Final = b""
"""The trail of a game before its first move."""


def at_start(fingerprint: str, terms: Terms, presses: AtStart) -> str:
    """The digest of the presses, the seats, the options and the rules version of a game."""
    lines = ("tuppence start 1", f"fingerprint {fingerprint}", *settled(terms, presses))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def longer(trail: bytes, seat: int, text: str) -> bytes:
    """The trail with one more entry of the log: a move in notation, or `undo`."""
    return hashlib.sha256(trail + f"{seat} {text}".encode()).digest()


def trail_of(moves: Iterable[tuple[int, str]]) -> bytes:
    """The trail of a whole log."""
    trail = NO_MOVES
    for seat, text in moves:
        trail = longer(trail, seat, text)
    return trail


def at_end(fingerprint: str, table: int, trail: bytes, scores: Sequence[int]) -> str:
    """The digest of all moves of a game, and of its scores by side."""
    lines = (
        *("tuppence end 1", f"fingerprint {fingerprint}", f"table {table}"),
        *(f"moves {trail.hex()}", f"scores {' '.join(map(str, scores))}"),
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
