"""The identify queue: limits how many shards identify at once.

Discord's `max_concurrency` is the number of groups of shards. Shard `n` is in group `n %
max_concurrency`. One shard of each group may identify every 5 seconds. discord.py ignores the
number, and identifies one shard at a time.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, TypedDict

log = logging.getLogger(__name__)

IDENTIFY_INTERVAL: Final = 5.25
"""Seconds between two IDENTIFY commands of a group: Discord's five, and a margin.

Without the margin a delayed IDENTIFY could reach Discord less than five seconds before the next.
"""


class SessionStartLimit(TypedDict):
    """Discord's limit of session starts. `reset_after` is in milliseconds."""

    total: int
    remaining: int
    reset_after: int
    max_concurrency: int


class IdentifyQueue:
    """Gives each shard its turn to identify, in a single process.

    A shard takes its `turn` before it connects. Otherwise the connection could time out while the
    shard waits. The shard awaits `wait` right before it sends IDENTIFY.
    """

    def __init__(
        self,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep = sleep
        self._now = now
        self._group_count = 1
        # One lock per group: the shards of a group must connect and identify one at a time.
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._next: dict[int, float] = {}

    def granted(self, max_concurrency: int) -> None:
        """Set the number of groups to `max_concurrency`, which Discord has told us."""
        self._group_count = max(1, max_concurrency)

    def group(self, shard_id: int) -> int:
        """Return the group of a shard. Shards of different groups may identify at the same time."""
        return shard_id % self._group_count

    def groups(self, shard_ids: Sequence[int]) -> list[list[int]]:
        """Return the shards as one list per group.

        The shards of one group must identify one by one.
        """
        found: defaultdict[int, list[int]] = defaultdict(list)
        for shard_id in shard_ids:
            found[self.group(shard_id)].append(shard_id)
        return list(found.values())

    def turn(self, shard_id: int) -> AbstractAsyncContextManager[None]:
        """Return the lock of a shard's group. The shard must hold the lock while it connects."""
        return self._locks[self.group(shard_id)]

    async def wait(self, shard_id: int) -> None:
        """Wait until this shard may identify, and start the group's next interval."""
        group = self.group(shard_id)
        await self._sleep(max(0.0, self._next.get(group, 0.0) - self._now()))
        self._next[group] = self._now() + IDENTIFY_INTERVAL


def too_few(starts: SessionStartLimit, shards: int) -> float | None:
    """Return the seconds to wait for `shards` session starts. None if Discord allows them now.

    Discord resets the token of a bot that starts more than `total` sessions in a day.
    """
    return starts["reset_after"] / 1000 if starts["remaining"] < shards else None


async def may_begin(
    starts: SessionStartLimit,
    shards: int,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> bool:
    """Return whether `shards` session starts are allowed.

    If not, first wait until the limit resets.
    """
    seconds = too_few(starts, shards)
    if seconds is not None:
        log.warning("Discord allows no new sessions for %.0f minutes", seconds / 60)
        await sleep(seconds)
    return seconds is None
