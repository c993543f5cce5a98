"""Tests that the named mutants can still be made, and that the tests for them exist."""

from pathlib import Path

import pytest

from tests.mutation.named import NAMED, Named
from tests.mutation.nearest import NEAREST

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("named", NAMED, ids=lambda one: one.harm)
def test_a_change_that_must_not_go_unnoticed_can_still_be_made(named: Named) -> None:
    assert named.mutant().source != (ROOT / named.path).read_text()


def test_the_tests_that_judge_mutants_are_there() -> None:
    named = {test for one in NAMED for test in one.tests}
    nearest = {test for tests in NEAREST.values() for test in tests}
    files = {test.partition("::")[0] for test in named | nearest}
    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []
