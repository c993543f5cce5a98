"""The result of one check of the doctor, and checks that are given to it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cogs._kit.texts import say


@dataclass(frozen=True, slots=True)
class Observation:
    """The result of one check, and its line in the operator's language."""

    well: bool
    words: str

    def __str__(self) -> str:
        return f"{say('doctor.well' if self.well else 'doctor.ill')} {self.words}"


def well(key: str, **facts: object) -> Observation:
    """Return the result of a check that has passed."""
    return Observation(well=True, words=say(f"doctor.{key}", **facts))


def ill(key: str, **facts: object) -> Observation:
    """Return the result of a check that has failed."""
    return Observation(well=False, words=say(f"doctor.{key}", **facts))


def no_checks() -> tuple[Observation, ...]:
    """Return no results."""
    return ()


def one_port(port: int) -> tuple[int, ...]:
    """Return the port of the only process."""
    return (port,)


@dataclass(frozen=True, slots=True)
class DoctorChecks:
    """What several processes add to the doctor's checks. By default nothing."""

    database: Callable[[], Iterable[Observation]] = no_checks
    """Checks of the database. Raises `StoreError`."""
    metrics_ports: Callable[[int], Sequence[int]] = one_port
    """The metrics ports of all processes, from the one in the settings, which is not 0."""


ONE_PROCESS: Final = DoctorChecks()
"""Adds nothing."""
