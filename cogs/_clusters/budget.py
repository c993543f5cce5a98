"""A process's share of the requests that Discord allows a bot: 50 a second, whoever asks.

Each cluster that lives has the same share. What members are waiting for does not count at Discord
and does not wait here: answers to interactions, and what follows them by their token.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Final

import aiohttp
import yarl

EVERYBODY: Final = 48.0
"""Requests a second of all clusters together: a little less than Discord's 50."""
AT_ONCE: Final = 0.5
"""Seconds of its share that a process may use at once, when it has asked for nothing before."""
FREE: Final = re.compile(r"/(?:interactions|webhooks)/|^/(?:\?|$)")
"""Paths that do not count: what answers interactions, and the gateway."""


class Budget:
    """The requests of one process."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._now = now
        self._sleep = sleep
        self._share = EVERYBODY
        self._next = now()

    def among(self, clusters: int) -> None:
        """So many clusters live."""
        self._share = EVERYBODY / max(1, clusters)

    async def spend(self) -> None:
        """Wait until one more request may be made, after those that wait already."""
        now = self._now()
        begin = max(self._next, now - AT_ONCE)
        self._next = begin + 1.0 / self._share
        if begin > now:
            await self._sleep(begin - now)

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Let each request of a client that counts wait until it may be made."""

        async def asked(
            _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
        ) -> None:
            if counts(request.url):
                await self.spend()

        trace.on_request_start.append(asked)


def counts(url: yarl.URL) -> bool:
    """Whether Discord counts a request among those of the bot."""
    return FREE.search(url.path) is None
