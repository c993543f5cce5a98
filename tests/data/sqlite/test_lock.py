"""Tests of the lock file: one process per database, and no harm to other files."""

from pathlib import Path

import pytest

from data.database import Database
from data.errors import DatabaseUnusable
from data.sqlite.lock import lock_path


async def test_a_lock_that_is_a_link_is_refused_and_its_target_stays(tmp_path: Path) -> None:
    target, database = tmp_path / "diary.txt", tmp_path / "t.db"
    target.write_text("dear diary")
    lock_path(database).symlink_to(target)
    with pytest.raises(DatabaseUnusable, match="symbolic link"):
        await Database.open(database)
    assert target.read_text() == "dear diary"


async def test_a_lock_that_is_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    target, database = tmp_path / "diary.txt", tmp_path / "t.db"
    lock_path(database).symlink_to(target)
    with pytest.raises(DatabaseUnusable, match="symbolic link"):
        await Database.open(database)
    assert not target.exists()
