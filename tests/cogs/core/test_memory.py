"""Tests that the process returns free memory to the system."""

import os
import time
from pathlib import Path
from threading import Thread

import pytest

from cogs.core import concurrency
from cogs.core.concurrency import WorkerProcess, trimmer

PIECE = 100_000
"""Bytes: large enough that Python uses the C library, small enough that the C library uses its
heap.
"""
MEGABYTES = 80


def resident() -> float:
    """Return the resident memory of this process, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def leave_gaps() -> list[bytes]:
    """Allocate pieces, free nine of ten, and return the rest."""
    return [bytes(PIECE) for _ in range(MEGABYTES * 1_000_000 // PIECE)][::10]


trims = pytest.mark.skipif(
    trimmer() is None, reason="this C library keeps nothing back, or gives no way"
)


@trims
def test_what_is_free_between_pieces_that_are_not_is_given_back():
    trim = trimmer()
    assert trim is not None
    kept = leave_gaps()
    before = resident()
    trim(0)
    assert before - resident() > MEGABYTES / 2
    assert len(kept) == MEGABYTES


def grown() -> float:
    """In a worker process: return the MB that free memory still takes after at most 20 seconds."""
    concurrency.TRIM_INTERVAL = 0.05
    Thread(target=concurrency.end_with_parent, daemon=True).start()
    before, until = resident(), time.monotonic() + 20
    kept = leave_gaps()
    while resident() - before > MEGABYTES / 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert kept
    return resident() - before


@trims
def test_a_worker_process_gives_back_what_is_free_too():
    worker = WorkerProcess()
    assert worker.submit(grown).result() < MEGABYTES / 2
    worker.shutdown()
