"""Which test proves which rule.

`@rule("HC-R12")` says that a test proves a rule. `tests/engine/rules/test_rulebook.py` checks that
some test proves every id of `rule_ids.txt`, and that no test names an unknown one.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as proving the rules with these ids."""
    return pytest.mark.rule(*ids)


def known_ids() -> set[str]:
    """Return every rule id: rules (R), decisions (Q) and worked examples (E)."""
    return set((HERE / "rule_ids.txt").read_text().split())


def held_ids() -> set[str]:
    """Return every rule id that some test names."""
    return {rule_id for path in HERE.rglob("test_*.py") for rule_id in _named_in(path)}


def _named_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "rule"
        ):
            yield from (ast.literal_eval(arg) for arg in node.args)
