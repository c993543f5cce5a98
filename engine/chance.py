"""Chance: every random choice of a game comes from its 32-byte seed and a label.

Our own Fisher–Yates over a SHA-256 counter stream with rejection, because the order that
`random.shuffle` makes is not promised from one Python to the next and a deal must be
verifiable for ever. A changed algorithm is a new `VERSION`, never an edit.

Source: `safety.md`, decision 5.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, Protocol

VERSION: Final = 1
SEED_BYTES: Final = 32
_WORD: Final = 2**32


class Rng(Protocol):
    """A source of randomness a caller brings along, e.g. `random.Random(seed)`."""

    def randrange(self, stop: int, /) -> int:
        """A uniform number in `range(stop)`."""
        ...


def words(seed: bytes, label: str) -> Iterator[int]:
    """The endless stream of 32-bit numbers that `seed` and `label` name."""
    prefix = seed + label.encode()
    counter = 0
    while True:
        block = sha256(prefix + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(limit: int, stream: Iterator[int]) -> int:
    """A uniform number in `range(limit)`; the words that would bias it are thrown away."""
    ceiling = _WORD - _WORD % limit
    for word in stream:
        if word < ceiling:
            return word % limit
    raise AssertionError("the stream of words never ends")


def shuffled(cards: bytes, seed: bytes, label: str) -> bytes:
    """`cards` in the order that `seed` and `label` give, each order equally likely."""
    order = bytearray(cards)
    stream = words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return bytes(order)
