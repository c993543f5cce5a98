"""The result of opening a database, for both engines."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.file.writer import Writer

Clock = Callable[[], Millis]


@dataclass(frozen=True, slots=True)
class Opened:
    """An open database. Close `everything` to close it. `beat` sends a heartbeat."""

    file: OpenDatabase
    writer: Writer
    safety_note: str
    everything: AsyncExitStack
    beat: Callable[[], Awaitable[None]]
