"""Tests of installed files: packages by their hashes, images and actions by digest."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cogs.ops.cli import COMMANDS
from tests.support.locked_packages import LOCKED, PIN, ROOT, pins

CONTAINER = (ROOT / "Containerfile").read_text("utf-8")
INSTALL = (ROOT / "docs/operating/install.md").read_text("utf-8")
BACKUP = (ROOT / "docs/operating/backup.md").read_text("utf-8")


@pytest.mark.parametrize(
    "written, locked",
    [
        ("requirements.txt", "requirements.txt"),
        ("requirements.txt", "requirements-dev.txt"),
        ("requirements-dev.txt", "requirements-dev.txt"),
        ("requirements-postgres.txt", "requirements-dev.txt"),
        ("requirements-postgres.txt", "requirements-postgres.txt"),
    ],
)
def test_what_people_wrote_is_what_is_locked(written, locked):
    missing = pins(ROOT / written).items() - pins(LOCKED / locked).items()
    assert not missing, "run .ci/lock"


def test_a_server_has_all_of_it_but_the_simulated_discord():
    server, whole = pins(LOCKED / "requirements-server.txt"), pins(LOCKED / "requirements.txt")
    assert pins(ROOT / "requirements.txt").keys() - server.keys() == {"simcord"}
    assert server.items() <= whole.items()


@pytest.mark.parametrize("locked", ["requirements.txt", "requirements-server.txt"])
def test_what_is_locked_for_the_bot_is_all_that_it_imports(locked, tmp_path):
    program = (sys.executable, "-m", "tests.support.locked_packages", locked, "bot", "doctor")
    where = {**os.environ, "TUPPENCE_DATABASE": str(tmp_path / "t.db")}
    ended = subprocess.run(
        program, cwd=ROOT, env=where, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ended.stderr
    assert ended.returncode in {0, 1}


@pytest.mark.parametrize("path", sorted(LOCKED.glob("*.txt")), ids=lambda path: path.name)
def test_every_locked_package_is_pinned_and_has_its_hashes(path):
    entries = re.split(r"(?m)^(?=[A-Za-z])", path.read_text("utf-8"))[1:]
    assert len(entries) > 10
    for entry in entries:
        assert PIN.match(entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_only_what_is_locked_is_installed():
    for text in ((ROOT / ".ci/python").read_text("utf-8"), CONTAINER):
        (line,) = [line for line in re.split(r"(?<!\\)\n", text) if "pip install" in line]
        assert "--require-hashes" in line
    assert "ARG REQUIREMENTS=requirements-server.txt" in CONTAINER
    assert "COPY .ci/locked/requirements-server.txt" in CONTAINER


def test_the_base_image_and_every_action_is_named_by_its_digest():
    (base,) = re.findall(r"(?m)^FROM (.*)$", CONTAINER)
    assert re.search(r"@sha256:[0-9a-f]{64}$", base)
    for workflow in (ROOT / ".github/workflows").glob("*.yml"):
        for action in re.findall(r"uses: (\S+)", workflow.read_text("utf-8")):
            assert re.search(r"@[0-9a-f]{40}$", action), action


def test_ci_starts_the_bot_where_nothing_but_its_own_packages_is_installed():
    text = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    _, *jobs = re.split(r"(?m)^  (?=\w+:$)", text.partition("jobs:\n")[2])
    does = {job.partition(":")[0]: re.findall(r"- run: (.+)", job) for job in jobs}
    assert does["run"] == ["./run --version"]  # An environment is new for each job.
    *others, last = does
    assert f"needs: [{', '.join(others)}]" in jobs[-1]
    assert " ".join(["success"] * len(others)) in does[last][0]


def test_the_image_asks_whether_it_is_healthy():
    assert 'CMD ["python", "bot.py", "health"]' in CONTAINER
    assert "health" in COMMANDS


def image(folder: Path) -> Path:
    """Return our files in the image, by the list of what may go into it."""
    kept = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for name in (line[1:] for line in kept if line.startswith("!")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def test_the_image_without_a_token_ends_with_78_and_one_sentence(tmp_path):
    environment = {**os.environ, "DISCORD_TOKEN": "", "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(
        [sys.executable, "bot.py"],
        cwd=image(tmp_path),
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ended.returncode == 78
    (sentence,) = ended.stderr.splitlines()
    assert "DISCORD_TOKEN is not set" in sentence


def test_the_image_holds_what_it_copies_and_can_ask_for_its_health(tmp_path):
    place = image(tmp_path)
    copied = re.findall(r"(?m)^COPY (\S+) ", CONTAINER)
    assert [source for source in copied if not (place / source).exists()] == []
    asked = subprocess.run(
        [sys.executable, "bot.py", "health"],
        cwd=place,
        env={**os.environ, "TUPPENCE_DATABASE": str(tmp_path / "var/tuppence.db")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert asked.stderr == ""
    assert asked.returncode == 1  # Nobody runs it there.


def units() -> dict[str, str]:
    """Return the unit files in the operators' instructions, by name."""
    found = re.findall(
        r"`/etc/systemd/system/([\w.-]+)`:?\n\n((?:    .*\n|\n(?=    ))+)", INSTALL + BACKUP
    )
    return {name: re.sub(r"(?m)^    ", "", text) for name, text in found}


def test_every_unit_file_is_there_to_be_copied():
    assert set(units()) == {"tuppence.service", "tuppence-away.service", "tuppence-away.timer"}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_takes_the_unit_files_as_they_stand(tmp_path):
    for name, text in units().items():
        # The program is not installed here; whether it can run is checked, too.
        there = re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={ROOT / 'run'}", text)
        (tmp_path / name).write_text(there.replace("/opt/tuppence", str(ROOT)))
    asked = subprocess.run(
        ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in asked.stderr.splitlines() if str(tmp_path) in line]
    assert (asked.returncode, complaints) == (0, [])


def test_the_service_is_allowed_all_that_the_bot_writes():
    service = units()["tuppence.service"]
    assert "ProtectSystem=strict" in service
    assert "ReadWritePaths" not in service  # A missing path keeps a service from starting.
    (folder,) = re.findall(r"StateDirectory=(\w+)", service)
    assert f"TUPPENCE_DATABASE=/var/lib/{folder}/" in INSTALL


def test_the_service_comes_back_where_that_helps_and_never_gives_up():
    (never,) = re.findall(r"RestartPreventExitStatus=([\d ]+)", INSTALL)
    assert set(never.split()) == {"64", "73", "74", "77", "78"}
    assert "Restart=on-failure" in INSTALL
    assert "StartLimitIntervalSec=0" in INSTALL
    (pause,) = re.findall(r"RestartSec=(\d+)", INSTALL)
    assert 24 * 3600 / int(pause) < 1000  # Logins a day, after which Discord resets the token.
