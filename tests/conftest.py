"""What every test shares: Hypothesis profiles, and the fixtures of the simulated Discord."""

import gc
import os
import shutil
from collections.abc import MutableSequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.support.postgres.fixtures", "tests.simulator.fixtures")

# A simulator is thousands of objects, which live for one test: to look for garbage among all of
# them as often as Python does by itself costs a tenth of the time.
gc.set_threshold(50_000, 20, 20)

# A database of a test is synced after every move. Where it can lie in memory, nobody waits for a
# disk; but a container may have too little of it, or allow no script to run there.
MEMORY = Path("/dev/shm")
ENOUGH = 1 << 30
if (
    MEMORY.is_dir()
    and shutil.disk_usage(MEMORY).free > ENOUGH
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# The same examples on every run: a red test is red for everybody. Set HYPOTHESIS_PROFILE=search to
# look for new counterexamples; what it finds becomes an @example.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=60)
settings.register_profile(
    "search", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


PROCESS = Path(__file__).with_name("process")


def pytest_collection_modifyitems(items: MutableSequence[pytest.Item]) -> None:
    """Begin with the tests of whole processes: they wait much, and others can work meanwhile."""
    items[:] = sorted(items, key=lambda item: item.path.parent != PROCESS)
