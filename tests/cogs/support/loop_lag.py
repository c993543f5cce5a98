"""The longest time that a single callback blocks the event loop."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

BUDGET = 0.02
"""Most CPU seconds of one callback."""


class Held:
    """The longest callback so far, in CPU seconds, so that other processes do not matter."""

    longest = 0.0


@contextmanager
def holding() -> Iterator[Held]:
    """Measure every callback of the event loop in this block."""
    held, run = Held(), asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        held.longest = max(held.longest, time.thread_time() - begun)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", timed)
        yield held
