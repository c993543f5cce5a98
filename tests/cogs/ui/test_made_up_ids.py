"""A short run of made-up custom ids: `tests/soak/made_up_ids.py` has the long run."""

import pytest

from cogs.game import visibility
from tests.soak import made_up_ids


async def test_made_up_presses_are_no_faults_and_tell_nothing_hidden():
    assert await made_up_ids.run(150, seed=1) == []


async def test_the_run_finds_a_table_that_is_told_from_an_unknown_number(
    monkeypatch: pytest.MonkeyPatch,
):
    async def everything(*_):
        return True

    monkeypatch.setattr(visibility, "may_see", everything)
    assert await made_up_ids.run(400, seed=1, stop_at=1)
