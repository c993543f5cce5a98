"""Storms of presses: whoever presses faster than anybody plays is asked to wait, cheaply.

A bucket fills by one token a second and holds a few; a press takes one of the member's and one of
the message's, a command one of the member's and one of the channel's. Without a token nothing is
read, drawn or written. What completes a command while it is typed has a larger bucket of its own.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MEMBER: Final = 5.0
"""Presses a member may make at once; one more each second."""
MESSAGE: Final = 20.0
"""The same for all who press one message or type in one channel; four more each second."""
PER_SECOND: Final = {MEMBER: 1.0, MESSAGE: 4.0}
KEPT: Final = 10_000
"""Buckets remembered; the one touched longest ago is forgotten first, full by then."""
WARNED: Final = 60.0
"""Seconds between two requests to wait."""


class RateLimiter:
    """The buckets of one bot. `member` and `message` are how many presses a bucket holds.

    `now` gives seconds of a clock that never goes back.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.member = MEMBER
        self.message = MESSAGE
        self._now = now
        self._buckets: OrderedDict[tuple[str, int], tuple[float, float]] = OrderedDict()
        self._warned: OrderedDict[int, float] = OrderedDict()

    def admits(self, user_id: int, place_id: int) -> bool:
        """Whether a press on a message, or a command in a channel, may be worked on."""
        member = self._take(("member", user_id), self.member, PER_SECOND[MEMBER])
        return member and self._take(("place", place_id), self.message, PER_SECOND[MESSAGE])

    def admits_typing(self, user_id: int) -> bool:
        """Whether what a member is typing may be completed: each letter asks."""
        return self._take(("typing", user_id), self.message, PER_SECOND[MESSAGE])

    def warns(self, user_id: int) -> bool:
        """Whether the member is to be asked to wait: once a minute."""
        now, last = self._now(), self._warned.get(user_id, -WARNED)
        if now - last < WARNED:
            return False
        self._warned[user_id] = now
        self._warned.move_to_end(user_id)
        if len(self._warned) > KEPT:
            self._warned.popitem(last=False)
        return True

    def _take(self, key: tuple[str, int], holds: float, per_second: float) -> bool:
        now = self._now()
        left, at = self._buckets.get(key, (holds, now))
        # Filled when it is looked at: nothing runs between two presses.
        left = min(holds, left + (now - at) * per_second)
        taken = left >= 1
        self._buckets[key] = (left - taken, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return taken
