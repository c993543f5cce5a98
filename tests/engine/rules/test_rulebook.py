"""Every rule has its test, and every test names rules that exist."""

from tests.engine.rulebook import held_ids, known_ids


def test_every_rule_is_held_by_a_test() -> None:
    assert known_ids() - held_ids() == set()


def test_no_test_names_an_unknown_rule() -> None:
    assert held_ids() - known_ids() == set()
