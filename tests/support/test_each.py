"""Tests of the decorator that runs one test with many cases."""

import pytest

from tests.support.each import each


def test_every_case_is_run():
    seen: list[int] = []
    each([1, (2,), 3])(seen.append)()
    assert seen == [1, 2, 3]


def test_a_tuple_is_unpacked():
    seen: list[tuple[int, ...]] = []
    each([(1, 2), (3, 4)])(lambda *case: seen.append(case))()
    assert seen == [(1, 2), (3, 4)]


def test_a_failure_names_its_case():
    @each({"one": 1, "two": 2})
    def checked(number):
        assert number == 1

    with pytest.raises(AssertionError) as failure:
        checked()
    assert failure.value.__notes__ == ["the case was two"]


def test_a_test_without_cases_is_refused():
    with pytest.raises(AssertionError, match="proves nothing"):
        each([])
