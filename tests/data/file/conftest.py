"""The store on a file of SQLite's."""

from pathlib import Path

import pytest

from data.sql.address import Place


@pytest.fixture
def place(path: Path) -> Place:
    return path
