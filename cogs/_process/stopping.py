"""Waiting for the wish to stop, beside whatever else may end the process."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any


def asked_to_stop() -> asyncio.Event:
    """Set when SIGTERM or Ctrl-C asks the process to stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # on Windows a loop hears no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop


async def first(*works: Coroutine[Any, Any, Any]) -> None:
    """Wait for the first to end and cancel the rest. Raises what the first raised."""
    tasks = [asyncio.create_task(work) for work in works]
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    for task in done:
        task.result()
