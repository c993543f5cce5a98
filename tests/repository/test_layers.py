"""Tests of imports of the typed bot: pyproject.toml exempts them from import-linter."""

import ast
from collections.abc import Iterator
from pathlib import Path

BOT = Path(__file__).parents[2] / "cogs" / "core" / "bot.py"


def imported_when_it_runs(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a module imports at run time, without those for the type checker
    alone.
    """
    checked = [node for node in tree.body if ast.unparse(node).startswith("if TYPE_CHECKING")]
    assert checked
    skipped = {node for part in checked for node in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in skipped:
            yield node.module or ""
        elif isinstance(node, ast.Import) and node not in skipped:
            yield from (alias.name for alias in node.names)


def test_the_typed_bot_imports_what_is_above_it_for_the_type_checker_only() -> None:
    tree = ast.parse(BOT.read_text())
    found = [each for each in imported_when_it_runs(tree) if each.split(".")[0] == "cogs"]
    assert [each for each in found if not each.startswith("cogs.core.")] == []
