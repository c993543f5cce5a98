"""Tests of file modes: who may read a database besides its owner."""

import pytest

from data.sqlite.os_files import OWNER_ONLY, TELLS_BY_MODE, account_name, is_readable_by_others


@pytest.mark.skipif(not TELLS_BY_MODE, reason="no mode says here who may read")
@pytest.mark.parametrize("mode, is_open", [(OWNER_ONLY, False), (0o640, True), (0o604, True)])
def test_a_file_is_open_to_others_where_its_group_or_anybody_may_read_it(tmp_path, mode, is_open):
    path = tmp_path / "t.db"
    path.touch()
    path.chmod(mode)
    assert is_readable_by_others(path) == is_open


def test_an_account_has_a_name():
    assert account_name().removeprefix("uid ")
