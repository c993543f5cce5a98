"""The retry queue: sends replies later that Discord would not take now.

Without it a member's client would show "thinking…" for ever. Each reply has a key, and a newer one
replaces one that waits. A retry ends with success, when the interaction token expires, or at the
stop of the process. Repaints of a table's messages: `cogs.delivery.repaint_queue`.
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
"""Seconds between attempts: 13 minutes in all, because a token expires after 15."""

Work = Callable[[], Awaitable[object]]
Failed = Callable[[Exception], Awaitable[None]]


class HasSleep(Protocol):
    """The bot. Its `sleep` is read at each use, because a test may replace it at any time."""

    sleep: Callable[[float], Awaitable[None]]


class RetryQueue:
    """All replies of one bot that are still to be sent."""

    def __init__(self, bot: HasSleep) -> None:
        self._bot = bot
        self._numbers = count()
        self._newest: dict[Hashable, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def show(self, key: Hashable, work: Work, failed: Failed) -> None:
        """Run `work` now, and again later if Discord fails.

        Args:
            key: What is shown. A newer call with the same key cancels the retries of an older one.
            work: Sends the reply. Its first error is raised here, unless it is a `TransientError`.
            failed: Called with an error of a later attempt, or a `Refusal` after the last one.
        """
        self._newest.pop(key, None)  # an older reply that still waits would replace this one
        try:
            await work()
        except TransientError as error:
            log.info("to be shown later: %s", error)
            self._begin(key, work, failed, PAUSES)

    def soon(self, key: Hashable, work: Work, failed: Failed) -> None:
        """Run `work` in a task of its own, for which nobody waits. Arguments as for `show`."""
        self._begin(key, work, failed, (AT_ONCE, *PAUSES))

    def close(self) -> None:
        """Cancel all retries. The member's next interaction shows the newest state."""
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
            # "Thinking…" must not outlive the token. A sentence has no picture, so it may pass.
            await failed(Refusal("room.unshown"))
        if self._newest.get(key) == number:
            del self._newest[key]


async def shown(work: Work, failed: Failed) -> bool:
    """Run `work`. Returns False if it is to be tried again."""
    try:
        await work()
    except TransientError:
        return False
    except Exception as error:  # noqa: BLE001 - the caller of `show` decides what it means
        await failed(error)
    return True
