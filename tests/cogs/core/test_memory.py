"""Tests that the process returns free memory to the system."""

import os
from pathlib import Path

import pytest

from cogs.core.lifecycle import trimmer

PIECE = 100_000
"""Bytes: large enough that Python uses the C library, small enough that the C library uses its
heap.
"""
MEGABYTES = 80


def resident() -> float:
    """Return the resident memory of this process, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(trimmer() is None, reason="this C library keeps nothing back, or gives no way")
def test_what_is_free_between_pieces_that_are_not_is_given_back():
    trim = trimmer()
    assert trim is not None
    pieces = [bytes(PIECE) for _ in range(MEGABYTES * 1_000_000 // PIECE)]
    kept = pieces[::10]
    del pieces
    before = resident()
    trim(0)
    assert before - resident() > MEGABYTES / 2
    assert len(kept) == MEGABYTES
