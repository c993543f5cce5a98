"""Settings of all tests: Hypothesis profiles, and the fixtures of the simulated Discord."""

import gc
import os
import shutil
import sys
from collections.abc import MutableSequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.support.postgres.fixtures", "tests.simulator.fixtures")

# Compiled modules are kept, whatever the shell says. Otherwise each worker compiles all tests, and
# each process that a test starts compiles the bot, which is 1 of its 2.4 s.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A simulator has thousands of objects, which live for one test. Python's default garbage collection
# of all of them would take a tenth of the time.
gc.set_threshold(50_000, 20, 20)

# A test's database is synced after every move. In memory nobody waits for a disk; but a container
# may have too little of it, or forbid scripts there.
MEMORY = Path("/dev/shm")
ENOUGH = 1 << 30
if (
    MEMORY.is_dir()
    and shutil.disk_usage(MEMORY).free > ENOUGH
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# The same examples on every run, so that a failing test fails for everybody. Set
# HYPOTHESIS_PROFILE=search to look for new counterexamples, and add each one as an @example.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=60)
settings.register_profile(
    "search", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


PROCESS = Path(__file__).with_name("process")


def pytest_collection_modifyitems(items: MutableSequence[pytest.Item]) -> None:
    """Start with the tests of whole processes: they mostly wait, so other tests can run too."""
    items[:] = sorted(items, key=lambda item: item.path.parent != PROCESS)


def pytest_collection_finish() -> None:
    """Exclude modules and collected tests from garbage collection: they live to the end.

    Otherwise the two collections with which pytest ends take 2.6 s in every worker.
    """
    gc.freeze()
