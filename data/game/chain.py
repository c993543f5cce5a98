"""The chain through a log: each link holds what was written and the link before it.

SQLite's own checks miss most flipped bits inside a text. With the chain, an entry changed after
it was written is found, and so is one that is missing in the middle.
"""

import hashlib

from data.file.clock import to_ms
from data.game.rows import Entry

LINK_BYTES = 8


def first_link(table_id: int, seed: bytes) -> bytes:
    """What the first entry is chained to."""
    return _link(f"{table_id}".encode(), seed)


def next_link(before: bytes, entry: Entry) -> bytes:
    """The link of `entry`, given the one before it."""
    text = f"{entry.seq}\n{entry.seat}\n{entry.key}\n{to_ms(entry.at)}\n{entry.body}"
    return _link(before, text.encode())


def _link(before: bytes, content: bytes) -> bytes:
    return hashlib.sha256(before + content).digest()[:LINK_BYTES]
