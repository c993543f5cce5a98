"""Chance: every random choice of a game follows from its 32-byte seed and a label.

The shuffle is our own: Fisher–Yates over a SHA-256 counter stream with rejection. Python does not
promise that `random.shuffle` keeps its order, and a deal must stay verifiable for ever. A changed
algorithm needs a new `VERSION`.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import Final, Protocol

VERSION: Final = 1
SEED_BYTES: Final = 32
_WORD: Final = 2**32
_SURELY_FAIR: Final = _WORD - 2**16
_EIGHT_WORDS: Final = Struct(">8I").unpack


class Rng(Protocol):
    """A source of randomness that the caller supplies, e.g. `random.Random(seed)`."""

    def randrange(self, stop: int, /) -> int:
        """Return a uniform number in `range(stop)`."""
        ...


def words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the endless stream of 32-bit numbers that `seed` and `label` determine."""
    prefix = seed + label.encode()
    return chain.from_iterable(
        _EIGHT_WORDS(sha256(prefix + counter.to_bytes(8, "big")).digest()) for counter in count()
    )


def below(limit: int, stream: Iterator[int]) -> int:
    """Return a uniform number in `range(limit)`; words that would make it uneven are skipped."""
    ceiling = _WORD - _WORD % limit
    for word in stream:
        if word < ceiling:
            return word % limit
    raise AssertionError("the stream of words never ends")


class Chance:
    """An `Rng` that gives the same numbers for the same label on every machine."""

    def __init__(self, label: str) -> None:
        self._words = words(b"", label)

    def randrange(self, stop: int, /) -> int:
        return below(stop, self._words)


def shuffled(cards: bytes, seed: bytes, label: str) -> bytes:
    """Return `cards` in the order that `seed` and `label` determine; all are equally likely."""
    order = list(cards)
    stream = words(seed, label)
    for last, drawn in zip(range(len(order) - 1, 0, -1), stream, strict=False):
        # `below`, written out for speed: a deal takes hundreds of these numbers. For limits up to
        # 2**16 no word below `_SURELY_FAIR` is ever rejected, so the exact test runs for few words
        # only.
        word = drawn
        while word >= _SURELY_FAIR and word >= _WORD - _WORD % (last + 1):
            word = next(stream)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return bytes(order)


def draw_for_deal(cards: bytes, heights: bytes, seats: int, seed: bytes) -> tuple[bytes, ...]:
    """Draw for first deal. Returns, for each round of the draw, the card that each seat drew.

    Only the seats tied for the highest card draw again; the other seats have 255 in that round. The
    last round has one highest card.

    Args:
        cards: the pack to draw from.
        heights: by face, how high a card is.
        seats: number of seats.
        seed: the game's 32 bytes.

    """
    drawn: list[bytes] = []
    tied = tuple(range(seats))
    while len(tied) > 1:
        # Receipts are verified with this label, and with those of the deals: it must never change.
        order = shuffled(cards, seed, f"draw for deal {len(drawn)}")
        line = bytes(order[seat] if seat in tied else 255 for seat in range(seats))
        best = max(heights[line[seat]] for seat in tied)
        tied = tuple(seat for seat in tied if heights[line[seat]] == best)
        drawn.append(line)
    return tuple(drawn)


def first_dealer(drawn: tuple[bytes, ...], heights: bytes) -> int:
    """Return the seat that drew the highest card in the last round of the draw."""
    last = drawn[-1]
    return max(
        (seat for seat in range(len(last)) if last[seat] != 255),
        key=lambda seat: heights[last[seat]],
    )


def pick(cards: bytes, count: int, rng: Rng) -> tuple[bytes, bytes]:
    """Return `count` cards of `cards` picked by `rng`, and the others, both in random order."""
    pool = bytearray(cards)
    for last in range(len(pool) - 1, 0, -1):
        other = rng.randrange(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    return bytes(pool[:count]), bytes(pool[count:])
