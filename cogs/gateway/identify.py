"""Who may identify now: as many shards at once as Discord grants, each group of them every 5 s.

`max_concurrency` of Discord's answer says how many groups there are; a shard is of the group
`shard_id % max_concurrency`. discord.py lets one shard after the other in, whatever is granted.
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
"""Seconds between two shards of a group: Discord's five, and a little for what is late on its way,
as the next one would come too early then."""


class SessionStartLimit(TypedDict):
    """What Discord says about the sessions that may be begun; `reset_after` in milliseconds."""

    total: int
    remaining: int
    reset_after: int
    max_concurrency: int


class IdentifyQueue:
    """Gives each shard its turn to identify. A process that is one of several has another kind.

    `turn` is held by a shard of a group from before it connects, so that no connection grows old
    in waiting; `wait` is asked for right before the IDENTIFY.
    """

    def __init__(
        self,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep = sleep
        self._now = now
        self._at_once = 1
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._next: dict[int, float] = {}

    def granted(self, at_once: int) -> None:
        """Discord says how many groups there are."""
        self._at_once = max(1, at_once)

    def group(self, shard_id: int) -> int:
        """The group of a shard; two of different groups may identify at the same moment."""
        return shard_id % self._at_once

    def groups(self, shard_ids: Sequence[int]) -> list[list[int]]:
        """Shards by their group: what is in one list begins one after the other."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for shard_id in shard_ids:
            found[self.group(shard_id)].append(shard_id)
        return list(found.values())

    def turn(self, shard_id: int) -> AbstractAsyncContextManager[None]:
        """What is held by the one shard of a group that connects to identify."""
        return self._locks[self.group(shard_id)]

    async def wait(self, shard_id: int) -> None:
        """Wait until this shard may identify, and count it as done."""
        group = self.group(shard_id)
        await self._sleep(max(0.0, self._next.get(group, 0.0) - self._now()))
        self._next[group] = self._now() + IDENTIFY_INTERVAL


def too_few(starts: SessionStartLimit, shards: int) -> float | None:
    """Seconds until Discord lets so many shards begin; None where they may now.

    Whoever begins more than `total` in a day has their token taken away.
    """
    return starts["reset_after"] / 1000 if starts["remaining"] < shards else None


async def may_begin(
    starts: SessionStartLimit,
    shards: int,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> bool:
    """Whether so many shards may begin by an answer; if not, waits first until others may."""
    seconds = too_few(starts, shards)
    if seconds is not None:
        log.warning("Discord allows no new sessions for %.0f minutes", seconds / 60)
        await sleep(seconds)
    return seconds is None
