"""README, .env.example and the program say the same."""

import re
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from cogs._kit.permissions import PERMISSIONS
from cogs._process.settings import VARIABLES, Settings
from tests.simulator import Simulator

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLE = (ROOT / ".env.example").read_text("utf-8")


def commands(simulator: Simulator) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Every slash command by what is typed: `privacy export`."""
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
    packages = ("cogs", "data", "engine", "render")
    modules = [path for package in packages for path in all_of(ROOT / package)]
    reading = {
        str(path.relative_to(ROOT))
        for path in [*ROOT.glob("*.py"), *modules]
        if re.search(r"getenv|environ\b", path.read_text("utf-8"))
    }
    assert reading == {"bot.py", "browser.py"}


def all_of(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def test_every_command_of_the_readme_exists(simulator):
    mentioned = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)", README))
    known = set(commands(simulator))
    unknown = {name for name in mentioned if name not in known and name.split()[0] not in known}
    assert mentioned
    assert unknown == set()


def test_every_command_and_option_has_a_description(simulator):
    for name, command in commands(simulator).items():
        assert len(command.description) > 3, name
        for parameter in command.parameters:
            assert parameter.description not in {"", "…"}, f"{name} {parameter.name}"


def test_the_invitation_asks_for_what_the_bot_needs():
    assert f"permissions={PERMISSIONS.value}`" in README


def test_every_command_is_in_the_readme(simulator):
    assert {name for name in commands(simulator) if f"/{name}" not in README} == set()


PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    "tests/soak/README.md",
)


@pytest.mark.parametrize("name", PAGES)
def test_every_local_link_leads_somewhere(name):
    page = ROOT / name
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (page.parent / target).exists(), target


def test_every_place_that_contributing_names_is_there():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:benchmarks|cogs|data|engine|render|tests)/[\w./]*)`", text)
    assert len(named) > 20
    assert {place for place in named if not (ROOT / place).exists()} == set()


def test_every_file_that_a_package_names_is_there():
    for place in ("cogs", "data", "engine", "render"):
        for init in (ROOT / place).rglob("__init__.py"):
            for name in re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)`", init.read_text("utf-8")):
                assert leads_somewhere(init.parent, name), f"{init.relative_to(ROOT)}: {name}"


def leads_somewhere(folder: Path, name: str) -> bool:
    """Whether a dotted name, from a package or from the top, is a file or folder."""
    path = Path(*name.split("."))
    places = (folder / path, ROOT / path)
    return any(place.is_dir() or place.with_suffix(".py").is_file() for place in places)
