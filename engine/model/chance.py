"""Chance: every random choice of a game comes from its 32-byte seed and a label.

Our own Fisher–Yates over a SHA-256 counter stream with rejection, because the order that
`random.shuffle` makes is not promised from one Python to the next and a deal must be
verifiable for ever. A changed algorithm is a new `VERSION`, never an edit.
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
    """A source of randomness a caller brings along, e.g. `random.Random(seed)`."""

    def randrange(self, stop: int, /) -> int:
        """A uniform number in `range(stop)`."""
        ...


def words(seed: bytes, label: str) -> Iterator[int]:
    """The endless stream of 32-bit numbers that `seed` and `label` name."""
    prefix = seed + label.encode()
    return chain.from_iterable(
        _EIGHT_WORDS(sha256(prefix + counter.to_bytes(8, "big")).digest()) for counter in count()
    )


def below(limit: int, stream: Iterator[int]) -> int:
    """A uniform number in `range(limit)`; the words that would bias it are thrown away."""
    ceiling = _WORD - _WORD % limit
    for word in stream:
        if word < ceiling:
            return word % limit
    raise AssertionError("the stream of words never ends")


class Chance:
    """An `Rng` of the engine's own: the same numbers for the same label, on every machine."""

    def __init__(self, label: str) -> None:
        self._words = words(b"", label)

    def randrange(self, stop: int, /) -> int:
        """A uniform number in `range(stop)`."""
        return below(stop, self._words)


def shuffled(cards: bytes, seed: bytes, label: str) -> bytes:
    """`cards` in the order that `seed` and `label` give, each order equally likely."""
    order = list(cards)
    stream = words(seed, label)
    for last, drawn in zip(range(len(order) - 1, 0, -1), stream, strict=False):
        # `below`, written out: a deal takes hundreds of these numbers, and of no limit up to
        # 2**16 are words below `_SURELY_FAIR` thrown away.
        word = drawn
        while word >= _SURELY_FAIR and word >= _WORD - _WORD % (last + 1):
            word = next(stream)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return bytes(order)


def draw_for_deal(cards: bytes, heights: bytes, seats: int, seed: bytes) -> tuple[bytes, ...]:
    """The draw for first deal, round by round: the card each seat drew, by seat.

    `heights[face]` says which card is higher. Only those tied for the highest draw again;
    in their rounds the other seats keep a 255. The last round has one highest card.
    """
    drawn: list[bytes] = []
    tied = tuple(range(seats))
    while len(tied) > 1:
        # Receipts are verified by this label, as by those of the deals: it must never change.
        order = shuffled(cards, seed, f"draw for deal {len(drawn)}")
        line = bytes(order[seat] if seat in tied else 255 for seat in range(seats))
        best = max(heights[line[seat]] for seat in tied)
        tied = tuple(seat for seat in tied if heights[line[seat]] == best)
        drawn.append(line)
    return tuple(drawn)


def first_dealer(drawn: tuple[bytes, ...], heights: bytes) -> int:
    """The seat that drew the highest card in the last round of the draw."""
    last = drawn[-1]
    return max(
        (seat for seat in range(len(last)) if last[seat] != 255),
        key=lambda seat: heights[last[seat]],
    )


def pick(cards: bytes, count: int, rng: Rng) -> tuple[bytes, bytes]:
    """`count` cards of `cards` picked by `rng`, and the others, both in random order."""
    pool = bytearray(cards)
    for last in range(len(pool) - 1, 0, -1):
        other = rng.randrange(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    return bytes(pool[:count]), bytes(pool[count:])
