"""The store on a SQLite file that is not there yet."""

from pathlib import Path

import pytest

from data.sql.address import DatabasePlace


@pytest.fixture
def place(path: Path) -> DatabasePlace:
    return path
