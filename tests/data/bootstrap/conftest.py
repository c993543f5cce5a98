"""The database on a SQLite file that does not exist yet."""

from pathlib import Path

import pytest

from data.core.location import DatabaseLocation


@pytest.fixture
def place(path: Path) -> DatabaseLocation:
    return path
