"""What can be seen of a running process, in numbers: how fast it answers, what it refuses.

They are counted always and told to nobody, unless `TUPPENCE_METRICS_PORT` opens a door on this
machine alone. No number names a person, a server or a table.
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
"""Seconds that each may take; what misses them is counted."""
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
"""Seconds between two looks whether whoever is relieved has let go of the port."""


class Metrics:
    """The numbers of one process."""

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
            self._missed.labels(what)  # so that a nought is told, too

    def took(self, what: Timed, seconds: float) -> None:
        """Something took so many seconds."""
        self._times[what].observe(seconds)
        if seconds > LATENCY_BUDGETS[what]:
            self._missed.labels(what).inc()

    def count(self, what: Counted) -> None:
        """Something has happened once more."""
        self._counts[what].inc()

    def watch(self, name: str, words: str, look: Callable[[], float]) -> None:
        """A number that is looked up whenever somebody asks."""
        Gauge(name, words, namespace="tuppence", registry=self.registry).set_function(look)

    def watch_database(self, place: DatabaseLocation) -> None:
        """The age of the newest backup, and what is still to be forgotten, of a database.

        The backups of a server's are its operator's, and their age is known there.
        """
        place = place.resolve() if isinstance(place, Path) else place
        self.watch("backup_age_seconds", "Age of the newest backup", lambda: backup_age(place))
        pending = "People and servers still to be erased from a copy"
        self.watch("still_to_forget", pending, lambda: left_to_forget(place))

    @contextmanager
    def told(self, port: int, *, beside: bool = False) -> Iterator[None]:
        """While this lasts, answer whoever asks on this machine; nobody for port 0.

        `beside` another that has the port, and is to be relieved: as soon as that one has gone.

        Raises `InvalidSettings` when another program has the port.
        """
        with ExitStack() as doors:
            try:
                self._open(port, doors)
            except OSError as error:
                if not beside or error.errno != errno.EADDRINUSE:
                    raise InvalidSettings(
                        [f"TUPPENCE_METRICS_PORT: {port} is taken: {error}"]
                    ) from error
                log.info("metrics start once port %d is free", port)
                doors.callback(asyncio.create_task(self._open_when_free(port, doors)).cancel)
            yield

    def _open(self, port: int, doors: ExitStack) -> None:
        if not port:
            return
        server, thread = start_http_server(port, HERE, self.registry)
        doors.callback(thread.join)
        doors.callback(server.server_close)
        doors.callback(server.shutdown)
        log.info("metrics are at %s", told_at(port))

    async def _open_when_free(self, port: int, doors: ExitStack) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            try:
                return self._open(port, doors)
            except OSError as error:
                log.debug("port %d is not free yet: %s", port, error)


def told_at(port: int) -> str:
    """Where they are told."""
    return f"http://{HERE}:{port}/metrics"


def read(text: str) -> dict[str, float]:
    """The numbers that a process has told, by name; of a number of several kinds, each with it."""
    return {
        "_".join((sample.name.removeprefix("tuppence_"), *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if not sample.name.endswith(("_bucket", "_created"))
    }


def left_to_forget(place: DatabaseLocation) -> float:
    """How many are still to be forgotten; not a number while a server does not answer."""
    try:
        return pending_erasures(place)
    except DatabaseUnusable:
        return math.nan


def backup_age(database: DatabaseLocation) -> float:
    """Seconds since the newest backup of a database; not a number where there is none of ours."""
    if not isinstance(database, Path):
        return math.nan
    newest = next(iter(backup_files.backups(database)), None)
    return math.nan if newest is None else time.time() - newest.stat().st_mtime
