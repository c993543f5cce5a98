"""Tests of secrecy boundaries inside modules: real tables, contracts, answers and slugs.

pyproject.toml says which package may import which, in `[tool.importlinter]`.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "data", "render", "cogs", "bot", "browser")
# Builtins that read, write or import. Import-linter has a contract for modules, and ruff's TID251
# bans imported names only, so builtins are checked here.
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "__import__", "globals", "breakpoint"}
# Objects that contain hidden cards, and the packages that must not import them. Pictures get views.
# Computer players get views too; a search makes up its tables from a view.
SECRETS = {
    "engine.model.table",
    "engine.record.positions",
    "engine.record.replay",
    "engine.model.sampling",
    "engine.record.snapshots",
}
BLIND = {
    "render": SECRETS,
    "engine.players": {"engine.record.replay", "engine.record.snapshots"},
    "engine.advice": SECRETS,
    "cogs.hand": SECRETS,
    "cogs.learning": SECRETS,
    "cogs._wishes": SECRETS,
    "cogs.narration.typed_moves": SECRETS,
}
# Allowed names of `engine`: a table with everything hidden face down, and events.
HARMLESS = {"FaceDown", "Event"}
# Pictures know contracts; for all other modules a contract is one fact that a view may have.
DRAWS_A_CONTRACT = {
    *("render.pictures.table.bands_of", "render.pictures.table_with_hand.table_above"),
    "render.text.alt_text.table_parts",
    *("render.text.alt_text.contract_words", "cogs.hand.opening_requirement.opening_requirement"),
    "cogs.hand.about_page.opening_words",
}
# Advice for a seat may use only what the seat sees: `Live.view` and `Live.seen`. Of the real table
# these modules may ask only whose turn it is in which round.
THINKING = (
    *("cogs.hand", "cogs.learning", "cogs._wishes", "cogs.narration.typed_moves"),
    *("cogs.hand.play_page", "cogs.hand.build_page", "cogs.hand.plan_page", "cogs.hand.cog"),
)
ASKED_OF_A_TABLE = {"turn", "round"}
# Modules that answer interactions. All others use `cogs.ui.replies`, which handles errors.
ANSWERS = {"response", "followup", "original_response", "edit_original_response"}
ANSWERING = {
    "cogs.ui.replies",
    "cogs.ui.first_answer",
    "cogs.direct_messages.dm_hands",  # Edits a hand by the token of an earlier press.
    "cogs.ui.component",  # A modal can only be an answer.
    "cogs.ui.commands",  # Autocomplete can only be an answer.
    "cogs.lobby.opening",  # A lobby is an answer whose message id must be known.
}


@cache
def modules() -> dict[str, Path]:
    """Return every module of the product by its dotted name."""
    found = {}
    for place in PACKAGES:
        for path in [ROOT / f"{place}.py", *(ROOT / place).rglob("*.py")]:
            if path.exists():
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                found[name.removesuffix(".__init__")] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text("utf-8"))


def names(node: ast.AST) -> list[str]:
    """Return what an import statement imports; `from a import b` is a.b if that is a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name in modules() else str(node.module) for name in inner]
    return []


def everything_imported(module: str) -> set[str]:
    """Return everything that a module imports anywhere, for types and as a command included."""
    return {name for node in ast.walk(tree(module)) for name in names(node)}


def package(module: str) -> str:
    return module.partition(".")[0]


def in_package(wanted: str) -> list[str]:
    return [module for module in modules() if package(module) == wanted]


def test_the_engine_calls_no_builtin_that_reads_or_writes():
    for module in in_package("engine"):
        calls = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
        assert not {call.id for call in calls if isinstance(call, ast.Name)} & IMPURE_CALLS, module


@cache
def handed_on() -> dict[str, str]:
    """Return the home of each name that `engine` exports: `engine.play` is in `engine.replay`."""
    taken = (node for node in tree("engine").body if isinstance(node, ast.ImportFrom))
    return {a.asname or a.name: str(node.module) for node in taken for a in node.names}


def homes(module: str) -> Iterator[str]:
    """Yield the home of everything that a module has from `engine`, by whatever name."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module == "engine":
            had = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "engine":
            had = [node.attr]
        else:
            continue
        yield from (handed_on().get(name, "engine") for name in had if name not in HARMLESS)


@pytest.mark.parametrize("place", BLIND)
def test_pictures_words_and_computer_players_cannot_see_a_real_table(place):
    for module in modules():
        if module.startswith(place):
            had = everything_imported(module) | set(homes(module))
            assert not had & BLIND[place], module


def asking_for_a_contract(module: str) -> Iterator[str]:
    """Yield the functions of a module that check whether there is a contract."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = [part for part in ast.walk(node) if isinstance(part, ast.Attribute)]
            if any(part.attr == "contract" for part in parts):
                yield f"{module}.{node.name}"


def test_nobody_outside_the_engine_tells_a_family_by_its_contract():
    outside = set(modules()) - set(in_package("engine"))
    asking = {name for module in outside for name in asking_for_a_contract(module)}
    assert asking == DRAWS_A_CONTRACT


def real_tables(module: str) -> Iterator[str]:
    """Yield where a module takes the real table, without the uses that are open to all."""
    parts = [node for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)]
    asked = {id(part.value) for part in parts if part.attr in ASKED_OF_A_TABLE}
    for part in parts:
        if ast.unparse(part).endswith("game.table") and id(part) not in asked:
            yield f"{module}:{part.lineno}"


def test_whoever_thinks_for_a_seat_never_takes_the_real_table():
    thinking = [module for module in modules() if module.startswith(THINKING)]
    assert {module for module in thinking if "typed" in module}
    assert [place for module in thinking for place in real_tables(module)] == []


def test_presses_are_answered_in_one_place():
    for module in set(in_package("cogs")) - ANSWERING:
        nodes = [node for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)]
        of_requests = {"error.response", "end.response"}  # Not of an interaction.
        used = {ast.unparse(node) for node in nodes if node.attr in ANSWERS} - of_requests
        assert not used, module


def test_shared_code_never_asks_which_variant_it_is():
    variants = {module.rpartition(".")[2] for module in modules() if "engine.games." in module}
    slugs = {slug for variant in variants for slug in (variant, variant.replace("_", "-"))}
    for module in modules():
        if not module.startswith("engine.games"):
            asked = [
                n for n in ast.walk(tree(module)) if isinstance(n, ast.Compare | ast.match_case)
            ]
            literals = {ast.unparse(part).strip("'") for node in asked for part in ast.walk(node)}
            assert not slugs & literals, module
