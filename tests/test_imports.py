"""Who may import whom. The tables here are the documentation of the architecture.

browser ──► bot ──► cogs ──┬──► data
                           ├──► render ──► engine
                           └──► engine
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Our packages, and what each may import of ours beside itself.
OURS = {
    "engine": set(),
    "data": set(),
    "render": {"engine"},
    "cogs": {"data", "engine", "render"},
    "bot": {"cogs", "data"},
    "browser": {"bot", "cogs", "data"},
}
# Libraries that each may import. The engine and the store do without Discord and Pillow.
THEIRS = {
    "engine": set(),
    "data": {"aiosqlite", "openskill", "portalocker", "psycopg"},
    "render": {"PIL", "isal"},
    "cogs": {"aiohttp", "discord", "dotenv", "orjson", "prometheus_client", "yarl"},
    "bot": {"discord"},
    "browser": {"discord", "simcord"},
}
# The engine is given chance and time and does nothing but think.
IMPURE = {
    *("asyncio", "concurrent", "datetime", "http", "io", "logging", "multiprocessing", "os"),
    *(
        "pathlib",
        "pickle",
        "random",
        "secrets",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
    ),
    *("sys", "tempfile", "threading", "time", "urllib", "uuid", "weakref", "zoneinfo"),
}
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "__import__", "globals", "breakpoint"}
# The rooms of each package, the ground floor first: a room imports those before it, and itself.
# A package's own files come last where nothing else is said (""). The layers of `cogs` are held by
# import-linter: see `pyproject.toml`.
ROOMS = {
    "engine": (
        *("model", "notation", "canasta.book", "canasta.melds", "canasta.round", "canasta.turn"),
        *("canasta", "rummy", "games", "editions", "record", "players.thinking"),
        *("players.tuned", "players.canasta", "players.rummy", "players.plain", "players.search"),
        *("players", ""),
        "advice",
    ),
    "data": (
        "sql",
        "schema",
        "file",
        "leases",
        "postgres",
        "people",
        "time",
        "ladders",
        "game",
        "learning",
        "consent",
        "forgetting",
        "stores",
        "opening",
        "",
        "upkeep",
    ),
    "render": ("canvas", "text", "felt", "scenes", "samples", ""),
}
# Below every room: what each of them may raise.
BELOW_ALL = {"data.file.errors"}
# What holds cards that somebody may not see, and who never imports it. Pictures get views.
# Computer players get views too; a table that they think on is a world they made up from one.
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
    "cogs._panel": SECRETS,
    "cogs._press": SECRETS,
    "cogs._wishes": SECRETS,
    "cogs._story.typed": SECRETS,
}
# Of `engine` itself everybody may have these: a table with what is hidden face down, what happened.
HARMLESS = {"FaceDown", "Event"}
# What draws a contract; to everybody else it is one more fact that a view may have.
DRAWS_A_CONTRACT = {
    *("render.scenes.table.bands_of", "render.scenes.panel.table_above"),
    "render.text.words.table_parts",
    *("render.text.words.contract_words", "cogs._panel.first_melds.opening"),
    "cogs._panel.about_page.opening_words",
}
# The families of games: nobody outside the engine names one. Views, events and decisions say what
# there is to show and to choose, whatever game they are of.
FAMILIES = ("engine.canasta", "engine.rummy", "engine.players.canasta", "engine.players.rummy")
# Whoever thinks for a seat thinks with what the seat may see: `Live.view` and `Live.seen`. Of the
# real table these ask nothing but whose turn it is in which round.
THINKING = (
    *("cogs._panel", "cogs._press", "cogs._wishes", "cogs._story.typed"),
    *("cogs.panel", "cogs.build", "cogs.plan", "cogs.move"),
)
ASKED_OF_A_TABLE = {"turn", "round"}
# Who answers presses: everybody else asks `cogs._kit.replies`, which knows what to do in trouble.
ANSWERS = {"response", "followup", "original_response", "edit_original_response"}
ANSWERING = {
    "cogs._kit.replies",
    "cogs._kit.controls",  # a form is an answer that has no other way
    "cogs._kit.tree",  # and so is what completes a command
    "cogs._press.opening",  # the lobby is an answer whose message must be known for good
}
# Names that say nothing to whoever looks for a thing by its name.
SAY_NOTHING = {
    *(
        "acts",
        "answers",
        "common",
        "course",
        "helpers",
        "known",
        "mending",
        "mind",
        "misc",
        "parts",
    ),
    *("stepping", "stuff", "turning", "util", "utils", "way_out"),
}
NOT_ON_IMPORT = ("TYPE_CHECKING", "__name__")


@cache
def modules() -> dict[str, Path]:
    """Every module of the product by its dotted name."""
    found = {}
    for place in OURS:
        for path in [ROOT / f"{place}.py", *(ROOT / place).rglob("*.py")]:
            if path.exists():
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                found[name.removesuffix(".__init__")] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text("utf-8"))


def at_run_time(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under `if TYPE_CHECKING` and `if __name__ == "__main__"`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).startswith(NOT_ON_IMPORT):
            continue
        yield child
        yield from at_run_time(child)


def names(node: ast.AST) -> list[str]:
    """What an import statement imports; `from a import b` is a.b where that is a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name in modules() else str(node.module) for name in inner]
    return []


@cache
def imported(module: str) -> frozenset[str]:
    return frozenset(name for node in at_run_time(tree(module)) for name in names(node))


def package(module: str) -> str:
    return module.partition(".")[0]


def in_package(wanted: str) -> list[str]:
    return [module for module in modules() if package(module) == wanted]


@pytest.mark.parametrize("place", OURS)
def test_imports_flow_one_way(place):
    for module in in_package(place):
        ours = {package(name) for name in everything_imported(module)} & set(OURS)
        assert ours <= {place, *OURS[place]}, module


@pytest.mark.parametrize("place", THEIRS)
def test_each_package_uses_only_its_libraries(place):
    for module in in_package(place):
        outside = {package(name) for name in imported(module)} - set(OURS)
        assert outside - set(sys.stdlib_module_names) <= THEIRS[place], module


def test_the_engine_has_no_chance_no_clock_and_no_files():
    for module in in_package("engine"):
        assert not {package(name) for name in imported(module)} & IMPURE, module
        calls = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
        assert not {call.id for call in calls if isinstance(call, ast.Name)} & IMPURE_CALLS, module


@cache
def handed_on() -> dict[str, str]:
    """Where the names are at home that `engine` hands on: `engine.play` is a replay's."""
    taken = (node for node in tree("engine").body if isinstance(node, ast.ImportFrom))
    return {a.asname or a.name: str(node.module) for node in taken for a in node.names}


def homes(module: str) -> Iterator[str]:
    """Where everything is at home that a module has of `engine`, by whatever name."""
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


def test_no_family_of_games_is_named_outside_the_engine():
    for module in set(modules()) - set(in_package("engine")):
        assert not [name for name in everything_imported(module) if name.startswith(FAMILIES)]


def asking_for_a_contract(module: str) -> Iterator[str]:
    """The functions of a module that look whether there is a contract."""
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
    """Where a module takes the real table, but for what everybody may ask of one."""
    parts = [node for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)]
    asked = {id(part.value) for part in parts if part.attr in ASKED_OF_A_TABLE}
    for part in parts:
        if ast.unparse(part).endswith("game.table") and id(part) not in asked:
            yield f"{module}:{part.lineno}"


def test_whoever_thinks_for_a_seat_never_takes_the_real_table():
    thinking = [module for module in modules() if module.startswith(THINKING)]
    assert {module for module in thinking if "typed" in module}
    assert [place for module in thinking for place in real_tables(module)] == []


def test_no_module_imports_in_a_circle():
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join([*path, module])
        if module not in done:
            for name in sorted(imported(module) & modules().keys()):
                visit(name, (*path, module))
            done.add(module)

    for module in modules():
        visit(module, ())
    assert done == modules().keys()


def room(module: str) -> str:
    """The room that a module stands in, without its package; "" for the package's own files."""
    place = module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]
    return place.partition(".")[2]


@pytest.mark.parametrize("place", ROOMS)
def test_rooms_are_imported_from_above_only(place):
    floors = {name: floor for floor, name in enumerate(ROOMS[place])}
    for module in in_package(place):
        for name in sorted(everything_imported(module) & modules().keys()):
            if package(name) == place and name not in BELOW_ALL:
                assert floors[room(name)] <= floors[room(module)], f"{module} imports {name}"


def everything_imported(module: str) -> set[str]:
    """What a module imports anywhere, for types and as a command included."""
    return {name for node in ast.walk(tree(module)) for name in names(node)}


@pytest.mark.parametrize("place", OURS)
def test_no_folder_is_a_hall(place):
    files = [path for path in (ROOT / place).rglob("*.py") if path.name != "__init__.py"]
    rooms = {path.parent for path in files} - {ROOT / place}
    entries = Counter(path.parent for path in (*files, *rooms))
    for folder, found in entries.items():
        assert found <= (37 if folder == ROOT / "cogs" else 16), folder


def test_no_function_imports():
    for module in modules():
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inside = [ast.unparse(part) for part in ast.walk(node) if names(part)]
                assert not inside, f"{module}.{node.name}"


def test_no_exception_is_swallowed():
    for module in modules():
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.ExceptHandler):
                assert node.type is not None, f"{module}:{node.lineno} a bare except"
                bodies = [ast.unparse(part) for part in node.body]
                assert bodies not in (["pass"], ["..."]), f"{module}:{node.lineno}"


def test_presses_are_answered_in_one_place():
    for module in set(in_package("cogs")) - ANSWERING:
        nodes = [node for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)]
        of_requests = {"error.response", "end.response"}  # not of a press
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


def test_no_name_of_a_class_is_used_twice():
    found: dict[str, list[str]] = {}
    for module in modules():
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(module)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_no_module_has_a_name_that_says_nothing():
    stems = {module: module.rpartition(".")[2].strip("_") for module in modules()}
    assert {module for module, stem in stems.items() if stem in SAY_NOTHING} == set()


def test_every_module_says_what_it_is():
    silent = [module for module in modules() if not ast.get_docstring(tree(module))]
    assert silent == []


def test_no_file_is_longer_than_500_lines():
    long = {name: path.read_text("utf-8").count("\n") for name, path in modules().items()}
    assert {name: lines for name, lines in long.items() if lines > 500} == {}


def test_the_order_of_packages_holds_no_circle():
    order = list(OURS)
    for lower, higher in pairwise(order):
        assert higher not in OURS[lower]
