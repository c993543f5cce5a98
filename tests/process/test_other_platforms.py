"""Tests without Unix: everything that other systems lack is hidden, and the real program runs."""

import ast
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cogs.core.settings import VERSION
from tests.simulator.browser_page import Page
from tests.support.other_platforms import MODULES, NAMES, ROOT, SIGNALS

WITH_A_GUARD = {
    ("data/sqlite/os_files.py", "getuid"),
    ("render/animation.py", "nice"),
    ("cogs/clusters/supervisor.py", "SIGHUP"),
}
"""Names that the code tests with `hasattr` first."""
QUIETLY = ("-W", "ignore::DeprecationWarning")  # discord.py's warning about audioop.


def product() -> Iterator[Path]:
    yield from ROOT.glob("*.py")
    for package in ("cogs", "data", "engine", "render"):
        yield from (ROOT / package).rglob("*.py")


def of_unix(tree: ast.AST) -> Iterator[str]:
    """Yield the names of modules, functions and signals in a file that only Unix has."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name in MODULES)
            case ast.ImportFrom(module=str(module)) if module in MODULES:
                yield module
            case ast.Attribute(value=ast.Name(id="os"), attr=name) if name in NAMES:
                yield name
            case ast.Attribute(value=ast.Name(id="signal"), attr=name) if name in SIGNALS:
                yield name


def test_no_file_names_what_unix_alone_has_but_behind_a_question():
    found = {
        (str(path.relative_to(ROOT)), name)
        for path in product()
        for name in of_unix(ast.parse(path.read_text("utf-8")))
    }
    assert found == {(file, name) for file, name in WITH_A_GUARD if (ROOT / file).exists()}


@contextmanager
def program(*arguments: str, database: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the bot as on a system that is no Unix."""
    process = subprocess.Popen(
        [sys.executable, *QUIETLY, "-m", "tests.support.other_platforms", "bot.py", *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": "",
            "TUPPENCE_DATABASE": str(database),
            "TUPPENCE_PORT": "0",
            "TUPPENCE_LOG_LEVEL": "ERROR",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ended(*arguments: str, database: Path) -> tuple[int, str, str]:
    """Return the status of a run and its output."""
    with program(*arguments, database=database) as process:
        said, complained = process.communicate(timeout=60)
        return process.returncode, said, complained


def test_what_is_hidden_is_missed_by_whoever_needs_it(tmp_path):
    """Otherwise the other tests here could not fail."""
    script = ROOT / "tests" / "needs_unix.py"
    assert not script.exists()
    for line in ("import fcntl", "import os; os.getuid()", "import os; os.EX_OK"):
        asked = (
            "from tests.support.other_platforms import hide; hide()\n"
            f"__file__ = {str(script)!r}\n{line}"
        )
        done = subprocess.run(
            [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, line
        assert "Error" in done.stderr


def test_the_version_is_told(tmp_path):
    assert ended("--version", database=tmp_path / "t.db") == (0, f"Tuppence {VERSION}\n", "")


def test_a_table_is_played_the_lock_holds_and_a_signal_ends_it(tmp_path):
    database = tmp_path / "t.db"
    with program(database=database) as process:
        assert process.stdout is not None
        page = Page(process.stdout.readline().split()[-1])
        page.command("play", game="house-canasta")
        page.press("fill")
        status, _, complained = ended(database=database)
        assert (status, "already in use" in complained) == (75, True)
        process.send_signal(signal.SIGTERM)
        said, complained = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in said + complained


def test_the_doctor_finds_all_well_but_the_backup_there_is_none_of(tmp_path):
    database = tmp_path / "t.db"
    assert ended("rebuild", database=database)[0] == 0
    status, said, complained = ended("doctor", database=database)
    assert (status, complained) == (1, "")
    assert [line for line in said.splitlines() if line.startswith("WRONG")] == [
        "WRONG there is no backup yet. The bot makes one as soon as it is connected to Discord"
    ]


@pytest.mark.parametrize("name", ["run.ps1", "test.ps1"])
def test_the_scripts_for_windows_do_what_those_for_unix_do(name):
    windows = (ROOT / name).read_text("utf-8")
    unix = (ROOT / name.removesuffix(".ps1")).read_text("utf-8")
    assert "not tried" in windows
    for part in ("requirements-dev.txt", "ruff check", "ruff format", "mypy", "pytest", "bot.py"):
        assert (part in windows) == (part in unix), part
    assert "--require-hashes" in (ROOT / ".ci/python.ps1").read_text("utf-8")


@pytest.mark.skipif(not shutil.which("pwsh"), reason="there is no PowerShell here")
@pytest.mark.parametrize("name", ["run.ps1", "test.ps1", ".ci/python.ps1"])
def test_the_scripts_for_windows_can_be_read(name):
    parsed = (
        "$e = $null; [void][System.Management.Automation.Language.Parser]::ParseFile("
        f"'{ROOT / name}', [ref]$null, [ref]$e); exit $e.Count"
    )
    subprocess.run(["pwsh", "-NoProfile", "-Command", parsed], check=True)
