"""The invitations by name of the current UTC day, in the memory of this process.

The database counts them too, but `/privacy forget` deletes that count. Without this one, a member
could forget and invite without a limit.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from data.models.invitations import MOST_ASKED

DAY: Final = 24 * 3600
KEPT: Final = 10_000
"""Maximum number of counts. The one that changed longest ago is dropped first."""


class DailyInvitations:
    """How often members have invited others today, and whom the bot told. Ids are Discord's.

    `clock` returns UTC epoch seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._day = 0
        self._counts: OrderedDict[tuple[int, ...], int] = OrderedDict()

    def are_spent(self, inviter: int) -> bool:
        """Return whether a member has invited as often as one may on a day."""
        return self._today().get((inviter,), 0) >= MOST_ASKED

    def count(self, inviter: int) -> None:
        """Count an invitation by a member."""
        self._add(inviter)

    def was_told(self, inviter: int, friend: int) -> bool:
        """Return whether the bot told a member today about an invitation by this inviter."""
        return (inviter, friend) in self._today()

    def mark_told(self, inviter: int, friend: int) -> None:
        """Record that the bot told a member about an invitation by this inviter."""
        self._add(inviter, friend)

    def unmark_told(self, inviter: int, friend: int) -> None:
        """Take `mark_told` back, because the bot could not tell the member."""
        self._today().pop((inviter, friend), None)

    def _add(self, *key: int) -> None:
        counts = self._today()
        counts[key] = counts.pop(key, 0) + 1
        if len(counts) > KEPT:
            counts.popitem(last=False)

    def _today(self) -> OrderedDict[tuple[int, ...], int]:
        """Return the counts, after deleting those of an earlier day."""
        day = int(self._clock() // DAY)
        if day != self._day:
            self._day = day
            self._counts.clear()
        return self._counts
