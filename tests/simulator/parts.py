"""Parts of the simulator: its random bytes, its log, its environment and its database."""

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from simcord.env import Env

from data.database import Database


class Entropy:
    """Random bytes that are the same on each run; another `seed` gives another run."""

    def __init__(self, seed: str = "room") -> None:
        self.seed = seed
        self.calls = 0

    def __call__(self, count: int) -> bytes:
        self.calls += 1
        return hashlib.shake_256(f"{self.seed}/{self.calls}".encode()).digest(count)


class Keeping(logging.Handler):
    """A log handler that keeps every record."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class Brisk(Env):
    """SimCord's environment, which polls more often than every 50 ms; that was most of a test's
    time.
    """

    async def _settle_internal(
        self,
        *,
        idle: float = 0.002,
        timeout: float | None = None,  # noqa: ASYNC109 - SimCord's signature
        **how: Any,
    ) -> None:
        # SimCord allows five seconds for a restart, and a busy machine may need more.
        patience = max(timeout or 0.0, self.settle_timeout)
        await super()._settle_internal(idle=min(idle, 0.002), timeout=patience, **how)


class Uncopied(Database):
    """A database that makes no backups by itself, as on a server; a test makes its own, if any."""

    @property
    def makes_backups(self) -> bool:
        return False


@contextmanager
def keeping_log() -> Iterator[list[logging.LogRecord]]:
    """Record every log entry, DEBUG and up, in this block."""
    keeper, root = Keeping(), logging.getLogger()
    before = root.level
    root.addHandler(keeper)
    root.setLevel(logging.DEBUG)
    try:
        yield keeper.records
    finally:
        root.removeHandler(keeper)
        root.setLevel(before)
