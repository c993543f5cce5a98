"""What an open database gives to the store, wherever it lies."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.file.writer import Writer

Clock = Callable[[], Millis]


@dataclass(frozen=True, slots=True)
class Opened:
    """What an open database gives; close `everything` to let go of it. `beat` shows it alive."""

    file: OpenDatabase
    writer: Writer
    safety_note: str
    everything: AsyncExitStack
    beat: Callable[[], Awaitable[None]]
