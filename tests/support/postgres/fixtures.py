"""Fixtures of the PostgreSQL of a run, for all tests."""

import os
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec

import pytest

from tests.support.postgres import shared
from tests.support.postgres.shared import Shared


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shared.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shared.end()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Shared]:
    """The server that all tests share; see `tests.support.postgres`."""
    if find_spec("data.postgres") is None:
        pytest.skip("data.postgres is an option, and was deleted")
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    with closing(shared.shared(os.getppid() if is_worker else os.getpid())) as server:
        yield server


@pytest.fixture
def address(postgres: Shared) -> Iterator[str]:
    """The address of an empty database for one test."""
    with postgres.database() as found:
        yield found
