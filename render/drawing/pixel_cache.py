"""A cache of drawn pixels, bounded in bytes."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import count
from random import Random
from threading import Lock
from typing import Final, Generic, TypeVar

T = TypeVar("T")
DEFAULT_MEGABYTES: Final = 32
"""Default size of all caches of pixels together."""
MEGABYTE: Final = 1_000_000
OVERHEAD: Final = 1000
"""Bytes of an entry in addition to its pixels: mostly its key."""
SAMPLE: Final = 4
"""Number of random entries, of which the least recently used one is evicted.

Strict LRU would evict every entry just before its next use if slightly more tables than fit are
played in turns.
"""


@dataclass(slots=True)
class Entry(Generic[T]):
    """A cached value, its size in bytes, and when it was last used."""

    key: Hashable
    value: T
    size: int
    used: int


class PixelCache(Generic[T]):
    """A cache of drawn pixels for several threads. The key identifies what is drawn.

    `limit` is in bytes. A lower limit takes effect at the next insertion.
    """

    def __init__(self, limit: int, size_of: Callable[[T], int]) -> None:
        self.limit = limit
        self.size = 0
        self._size_of = size_of
        self._found: dict[Hashable, Entry[T]] = {}
        self._entries: list[Entry[T]] = []
        self._clock = count()
        self._random = Random(0)  # noqa: S311 - chooses what to evict, not a secret
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[..., T], *given: object) -> T:
        """Return the value of `key`. If it is missing, it becomes `draw(*given)`."""
        found = self._found.get(key)
        if found is None:
            return self._added(key, draw(*given))
        found.used = next(self._clock)
        return found.value

    def clear(self) -> None:
        """Drop all entries."""
        with self._lock:
            self._found.clear()
            self._entries.clear()
            self.size = 0

    def _added(self, key: Hashable, value: T) -> T:
        entry = Entry(key, value, self._size_of(value), next(self._clock))
        # Bots of one process draw in several threads. Two threads may add the same key.
        with self._lock:
            if key not in self._found:
                self._found[key] = entry
                self._entries.append(entry)
                self.size += entry.size
            while self.size > self.limit:
                self._evict()
        return value

    def _evict(self) -> None:
        entries = self._entries
        places = [self._random.randrange(len(entries)) for _ in range(SAMPLE)]
        place = min(places, key=lambda one: entries[one].used)
        # The last entry fills the gap, because the order of the list has no meaning.
        entries[place], entries[-1] = entries[-1], entries[place]
        gone = entries.pop()
        self.size -= gone.size
        del self._found[gone.key]
