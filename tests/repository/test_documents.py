"""Tests that the documents, .env.example and the program agree."""

import re
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from cogs.core.settings import VARIABLES, Settings
from cogs.ops.cli import COMMANDS, PRINT_COMMANDS
from cogs.ui.permissions import PERMISSIONS
from tests.simulator import Simulator

ROOT = Path(__file__).parents[2]
# Commands of `cogs.clusters`, which is optional: its own tests check them.
CLUSTER_COMMANDS = frozenset({"--clusters", "cluster"})
DOCUMENTS = sorted(
    [*ROOT.glob("*.md")]
    + [page for folder in ("docs", "benchmarks", "tests") for page in (ROOT / folder).rglob("*.md")]
)
NAMES = [str(page.relative_to(ROOT)) for page in DOCUMENTS]
ALL = {name: page.read_text("utf-8") for name, page in zip(NAMES, DOCUMENTS, strict=True)}
PLAYING = ALL["docs/playing.md"]
MOST_WORDS = 30
"""Most words of a bullet in the changelog."""
MOST_BULLETS = 25
"""Most bullets between two releases."""
EXAMPLE = (ROOT / ".env.example").read_text("utf-8")


def commands(simulator: Simulator) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Return every slash command as it is typed: `privacy export`."""
    walked = simulator.bot.tree.walk_commands()
    return {one.qualified_name: one for one in walked if isinstance(one, app_commands.Command)}


def test_every_setting_is_in_the_example_and_the_reverse():
    assert re.findall(r"^#?\s*([A-Z_]+)=", EXAMPLE, re.MULTILINE) == list(VARIABLES)


def test_every_setting_of_the_example_has_a_comment():
    for paragraph in EXAMPLE.strip().split("\n\n")[1:]:
        *comment, assignment = paragraph.splitlines()
        assert comment, assignment
        assert all(line.startswith("# ") for line in comment)


def test_the_example_is_valid_as_it_stands(tmp_path):
    copy = tmp_path / ".env"
    copy.write_text(EXAMPLE)
    copy.chmod(0o600)
    assert Settings.read({}, copy) == Settings()


def test_no_product_code_reads_the_environment_behind_the_settings():
    packages = [
        path for package in ("cogs", "data", "engine", "render") for path in all_of(ROOT / package)
    ]
    reading = {
        str(path.relative_to(ROOT))
        for path in [*ROOT.glob("*.py"), *packages]
        if re.search(r"getenv|environ\b", path.read_text("utf-8"))
    }
    assert reading == {"bot.py", "browser.py"}


def all_of(simulator: Path) -> list[Path]:
    return sorted(simulator.rglob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_every_slash_command_that_is_named_exists(name, simulator):
    mentioned = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)(?=[`: ])", ALL[name]))
    known = set(commands(simulator))
    known |= {one.split()[0] for one in known}  # `/privacy` alone names all of its commands.
    assert {one for one in mentioned if not {one, one.split()[0]} & known} == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_command_of_the_shell_that_is_named_exists(name):
    text = ALL[name]
    asked = set(re.findall(r"(?:\./run|/opt/tuppence/run|bot\.py) (--?[a-z]+|[a-z]+)", text))
    known = {*COMMANDS, *PRINT_COMMANDS, *CLUSTER_COMMANDS, "doctor", "forget", "move"}
    assert asked - known == set()
    modules = set(re.findall(r"-m ((?:engine|render|tests|benchmarks)(?:\.[a-z_]+)*)", text))
    assert {one for one in modules if not is_module(one)} == set()
    scripts = set(re.findall(r"(?<![\w/])(?:\./)?(\.ci/\w+|\./run|\./test)\b", text))
    assert {one for one in scripts if not (ROOT / one).exists()} == set()


def is_module(name: str) -> bool:
    """Whether `python -m` finds a module of this repository."""
    path = ROOT / Path(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def test_every_command_and_option_has_a_description(simulator):
    for name, command in commands(simulator).items():
        assert len(command.description) > 3, name
        for parameter in command.parameters:
            assert parameter.description not in {"", "…"}, f"{name} {parameter.name}"


def test_the_invitation_asks_for_what_the_bot_needs():
    assert f"permissions={PERMISSIONS.value}`" in ALL["docs/self-hosting.md"]


def test_every_command_is_on_the_page_for_players(simulator):
    assert {name for name in commands(simulator) if f"`/{name}" not in PLAYING} == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_local_link_leads_somewhere(name):
    for target in re.findall(r"(?:\]\(|src=\")(?!https?:)([^)\"]+)", ALL[name]):
        path, _, anchor = target.partition("#")
        page = (ROOT / name).parent / path if path else ROOT / name
        assert page.exists(), target
        if anchor:
            assert anchor in anchors(page.read_text("utf-8")), target


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a page."""
    heads = re.findall(r"(?m)^#+ (.*)$", text)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", NAMES)
def test_every_place_that_is_named_is_there(name):
    named = re.findall(r"`((?:cogs|data|engine|render|tests|benchmarks|docs)/[\w./-]*)`", ALL[name])
    assert {place for place in named if not (ROOT / place).exists()} == set()


def test_a_bullet_of_the_changelog_is_one_fact():
    bullets = re.findall(r"(?m)^- (.*)$", ALL["CHANGELOG.md"])
    said = [re.sub(r"\]\([^)]*\)", "]", bullet) for bullet in bullets]
    assert [bullet for bullet in said if len(bullet.split()) > MOST_WORDS] == []


def test_what_is_not_released_yet_is_a_short_list():
    coming = ALL["CHANGELOG.md"].partition("## Unreleased\n")[2].partition("\n## ")[0]
    assert len(re.findall(r"(?m)^- ", coming)) <= MOST_BULLETS


def test_every_file_that_a_package_tells_to_begin_with_is_there():
    for place in ("cogs", "data", "engine", "render"):
        for init in (ROOT / place).rglob("__init__.py"):
            for name in re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)`", init.read_text("utf-8")):
                assert leads_somewhere(init.parent, name), f"{init.relative_to(ROOT)}: {name}"


def leads_somewhere(folder: Path, name: str) -> bool:
    """Whether a dotted name, from a simulator or from the top, is a file or folder."""
    path = Path(*name.split("."))
    places = (folder / path, ROOT / path)
    return any(place.is_dir() or place.with_suffix(".py").is_file() for place in places)
