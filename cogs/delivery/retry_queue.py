"""The retry queue: sends replies later that Discord did not accept at first.

Without these retries a member's client would show "thinking…" for ever. Each reply has a key. A
newer reply replaces an older one with the same key. Retries end when one succeeds, when the
interaction token expires, or when the process stops. `cogs.delivery.repaint_queue` is for the
messages of tables.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from itertools import count
from typing import Final, Protocol

from cogs.core.refusals import Refusal
from cogs.delivery.request import TransientError

log = logging.getLogger(__name__)

AT_ONCE: Final = 0.0
PAUSES: Final = (2.0, 4.0, 8.0, 16.0, *[30.0] * 25)
"""Seconds between attempts: 13 minutes in all, because an interaction token expires after 15."""

Work = Callable[[], Awaitable[object]]
Failed = Callable[[Exception], Awaitable[None]]


class HasSleep(Protocol):
    """The bot. The queue reads `sleep` at each use, because a test may replace it at any time."""

    sleep: Callable[[float], Awaitable[None]]


class RetryQueue:
    """All replies that one bot still has to send."""

    def __init__(self, bot: HasSleep) -> None:
        self._bot = bot
        self._numbers = count()
        self._newest: dict[Hashable, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def show(self, key: Hashable, work: Work, failed: Failed) -> None:
        """Run `work` now, and again later if Discord fails.

        Args:
            key: What the reply shows. A newer call with the same key cancels the older call's
                retries.
            work: Sends the reply. If the first attempt fails, `show` raises the error, unless it is
                a `TransientError`.
            failed: Called with the error of a later attempt, or with a `Refusal` after the last
                one.
        """
        self._newest.pop(key, None)  # a waiting retry of an older reply would overwrite this reply
        try:
            await work()
        except TransientError as error:
            log.info("to be shown later: %s", error)
            self._begin(key, work, failed, PAUSES)

    def soon(self, key: Hashable, work: Work, failed: Failed) -> None:
        """Run `work` in a background task. The arguments are those of `show`."""
        self._begin(key, work, failed, (AT_ONCE, *PAUSES))

    def close(self) -> None:
        """Cancel all retries. The member's next interaction will show the newest state."""
        for task in self._tasks:
            task.cancel()

    def _begin(self, key: Hashable, work: Work, failed: Failed, pauses: Sequence[float]) -> None:
        number = self._newest[key] = next(self._numbers)
        task = asyncio.create_task(self._run(key, number, work, failed, pauses))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(
        self, key: Hashable, number: int, work: Work, failed: Failed, pauses: Sequence[float]
    ) -> None:
        for pause in pauses:
            if pause:
                await self._bot.sleep(pause)
            # A newer reply with this key makes this one stale.
            if self._newest.get(key) != number or await shown(work, failed):
                break
        else:
            # "Thinking…" must not outlive the token. A text needs no upload, so it may still
            # succeed.
            await failed(Refusal("room.unshown"))
        if self._newest.get(key) == number:
            del self._newest[key]


async def shown(work: Work, failed: Failed) -> bool:
    """Run `work`. Returns False if it must be retried."""
    try:
        await work()
    except TransientError:
        return False
    except Exception as error:  # noqa: BLE001 - the caller of `show` decides what it means
        await failed(error)
    return True
