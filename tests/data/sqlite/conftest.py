"""The database on a SQLite file."""

from pathlib import Path

import pytest

from data.core.location import DatabaseLocation


@pytest.fixture
def place(path: Path) -> DatabaseLocation:
    return path
