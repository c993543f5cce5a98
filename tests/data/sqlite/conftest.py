"""The store on a file of SQLite's."""

from pathlib import Path

import pytest

from data.sql.address import DatabasePlace


@pytest.fixture
def place(path: Path) -> DatabasePlace:
    return path
