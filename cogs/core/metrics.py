"""The metrics of a running process, and the endpoint from which Prometheus reads them.

The process always counts. The endpoint runs only if `TUPPENCE_METRICS_PORT` is set, and only this
machine can reach it. No metric identifies a member, a server or a table.
"""

import asyncio
import errno
import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, start_http_server
from prometheus_client.parser import text_string_to_metric_families

from cogs.core.settings import VERSION, InvalidSettings
from data.admin.inspection import pending_erasures
from data.core.location import DatabaseLocation
from data.errors import DatabaseUnusable
from data.sqlite import backup_files

log = logging.getLogger(__name__)

Timed = Literal["press", "commit", "loop"]
Counted = Literal["rate_limits", "storms", "hard_moves", "hard_fallbacks", "films_refused"]
LATENCY_BUDGETS: Final[Mapping[Timed, float]] = {"press": 1.0, "commit": 0.1, "loop": 0.02}
"""Seconds that each operation may take. `over_budget` counts the operations that take longer."""
STEPS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
TIMES: Final[Mapping[Timed, str]] = {
    "press": "Time from an interaction to its first answer",
    "commit": "Time of one database commit, of one change or several",
    "loop": "How late the event loop is",
}
COUNTS: Final[Mapping[Counted, str]] = {
    "rate_limits": "Requests that hit Discord's rate limit",
    "storms": "Interactions refused because they came too fast",
    "hard_moves": "Moves that hard computer players should search",
    "hard_fallbacks": "Of these, moves made by weights alone, for lack of time",
    "films_refused": "Films refused because too many were waiting",
}
HERE: Final = "127.0.0.1"
AGAIN: Final = 1.0
"""Seconds between two attempts to open a port that the replaced process is still using."""


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own: dict[str, Any] = {"namespace": "tuppence", "registry": self.registry}
        self._times = {
            what: Histogram(f"{what}_seconds", words, buckets=STEPS, **own)
            for what, words in TIMES.items()
        }
        self._counts = {what: Counter(what, words, **own) for what, words in COUNTS.items()}
        Info("build", "The running release", **own).info({"version": VERSION})
        self._missed = Counter("over_budget", "Operations over their time budget", ["what"], **own)
        for what in TIMES:
            # otherwise Prometheus would see no value before the first slow operation
            self._missed.labels(what)

    def took(self, what: Timed, seconds: float) -> None:
        """Record a duration. If it exceeds its budget, also count it in `over_budget`."""
        self._times[what].observe(seconds)
        if seconds > LATENCY_BUDGETS[what]:
            self._missed.labels(what).inc()

    def count(self, what: Counted) -> None:
        self._counts[what].inc()

    def watch(self, name: str, words: str, look: Callable[[], float]) -> None:
        """Register a gauge. Each request to the endpoint calls `look` for its value."""
        Gauge(name, words, namespace="tuppence", registry=self.registry).set_function(look)

    def watch_database(self, place: DatabaseLocation) -> None:
        """Register gauges for the age of the newest backup and for the number of pending erasures.

        For PostgreSQL the age is NaN, because its operator makes the backups.
        """
        # Resolve a relative path now, because the working directory may change.
        place = place.resolve() if isinstance(place, Path) else place
        self.watch("backup_age_seconds", "Age of the newest backup", lambda: backup_age(place))
        pending = "People and servers still to be erased from a copy"
        self.watch("still_to_forget", pending, lambda: left_to_forget(place))

    @contextmanager
    def serving(self, port: int, *, beside: bool = False) -> Iterator[None]:
        """Serve the metrics in this block, on this machine only. Port 0 serves nothing.

        Args:
            port: The TCP port.
            beside: Whether this process replaces another one, which may still use the port. If so,
                the endpoint starts once the port is free.

        Raises:
            InvalidSettings: Another program uses the port.
        """
        with ExitStack() as stack:
            try:
                self._open(port, stack)
            except OSError as error:
                if not beside or error.errno != errno.EADDRINUSE:
                    raise InvalidSettings(
                        [f"TUPPENCE_METRICS_PORT: {port} is taken: {error}"]
                    ) from error
                log.info("metrics start once port %d is free", port)
                stack.callback(asyncio.create_task(self._open_when_free(port, stack)).cancel)
            yield

    def _open(self, port: int, stack: ExitStack) -> None:
        if not port:
            return
        server, thread = start_http_server(port, HERE, self.registry)
        stack.callback(thread.join)
        stack.callback(server.server_close)
        stack.callback(server.shutdown)
        log.info("metrics are at %s", told_at(port))

    async def _open_when_free(self, port: int, stack: ExitStack) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            try:
                return self._open(port, stack)
            except OSError as error:
                log.debug("port %d is not free yet: %s", port, error)


def told_at(port: int) -> str:
    """Return the URL of the metrics endpoint."""
    return f"http://{HERE}:{port}/metrics"


def read(text: str) -> dict[str, float]:
    """Return the values in a response of the endpoint, by metric name.

    Labels are appended to the name with underscores.
    """
    return {
        "_".join((sample.name.removeprefix("tuppence_"), *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if not sample.name.endswith(("_bucket", "_created"))
    }


def left_to_forget(place: DatabaseLocation) -> float:
    """Return how many erasures are pending; NaN if the database does not answer."""
    try:
        return pending_erasures(place)
    except DatabaseUnusable:
        return math.nan


def backup_age(database: DatabaseLocation) -> float:
    """Return the age of the newest backup in seconds; NaN if the bot has made no backup."""
    if not isinstance(database, Path):
        return math.nan
    newest = next(iter(backup_files.backups(database)), None)
    return math.nan if newest is None else time.time() - newest.stat().st_mtime
