"""What Discord would not take now is shown later: nobody is left with "thinking…".

Each thing to show has a key; a newer one of the same key takes the place of one that waits.
It ends with what it shows, with the life of the press's token, or with the process.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from itertools import count
from typing import Final, Protocol

from cogs.delivery.request import TransientError

log = logging.getLogger(__name__)

AT_ONCE: Final = 0.0
PAUSES: Final = (2.0, 4.0, 8.0, 16.0, *[30.0] * 25)
"""Seconds between attempts: 13 minutes together, for a token dies after 15."""

Work = Callable[[], Awaitable[object]]
Failed = Callable[[Exception], Awaitable[None]]


class HasSleep(Protocol):
    """Whoever lets seconds go by: the bot, whose way of it a test may change at any time."""

    sleep: Callable[[float], Awaitable[None]]


class RetryQueue:
    """Everything that is still to be shown, for one bot."""

    def __init__(self, bot: HasSleep) -> None:
        self._bot = bot
        self._numbers = count()
        self._newest: dict[Hashable, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def show(self, key: Hashable, work: Work, failed: Failed) -> None:
        """Show something now; later where Discord is in trouble now.

        Raises what else `work` raises; `failed` hears of that when it happens later.
        """
        self._newest.pop(key, None)  # what waits is older, and would be shown over this
        try:
            await work()
        except TransientError as trouble:
            log.info("to be shown later: %s", trouble)
            self._begin(key, work, failed, PAUSES)

    def soon(self, key: Hashable, work: Work, failed: Failed) -> None:
        """Show something beside everything else, so that nothing waits for it."""
        self._begin(key, work, failed, (AT_ONCE, *PAUSES))

    def close(self) -> None:
        """Show nothing more: the next press does."""
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
            if self._newest.get(key) != number or await shown(work, failed):
                break
        if self._newest.get(key) == number:
            del self._newest[key]


async def shown(work: Work, failed: Failed) -> bool:
    """Try to show something; False when it is to be tried again."""
    try:
        await work()
    except TransientError:
        return False
    except Exception as error:  # noqa: BLE001 - whoever asked for it decides what it means
        await failed(error)
    return True
