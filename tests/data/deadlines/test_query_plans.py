"""Tests that queries on a long-time player read the games in play alone, not all earlier seats."""

from contextlib import closing
from pathlib import Path

from data.deadlines.open_decisions import WAITING
from data.migrations import NEWEST
from tests.data.builders import plain
from tests.data.release_0_1_0 import every_table


def test_the_tables_that_wait_for_a_member_are_found_by_the_hands_they_hold(tmp_path: Path) -> None:
    every_table(tmp_path / "old.db", NEWEST)
    with closing(plain(tmp_path / "old.db")) as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {WAITING}", (1, 2))]
    searches = {step.split()[1]: step for step in plan if step.startswith("SEARCH")}
    assert list(searches)[:3] == ["p", "h", "d"]
    assert "table_id=?" in searches["d"]
    assert not [step for step in plan if step.startswith("SCAN")]
