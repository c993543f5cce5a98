"""Tests of the commands that people type, run as real processes with nothing prepared."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import bot
from browser import LOADING_OLD, SHOWN_ON_FOCUS, drop_unused_pictures
from render.drawing.themes import WIDTH
from tests.cogs.support.play import start
from tests.process.test_exit_statuses import as_others
from tests.repository.test_documents import commands
from tests.simulator.browser_page import Page

ROOT = Path(__file__).parents[2]
TOOLS = ("basename", "cat", "chmod", "cksum", "dirname", "id", "mkdir", "rm", "sh", "tail")
# A Python whose packages come from a folder that may be missing.
PRETENDED = r"""
case "$*" in
*venv\ .venv) mkdir -p .venv/bin && cat "$0" >.venv/bin/python && chmod +x .venv/bin/python ;;
*pip\ install*) [ -e network ] || { echo "no route to the index" >&2; exit 1; } ;;
bot.py*) echo "plays" ;;
esac
"""
# The packages that `./run` has installed, and nothing else.
AS_INSTALLED = (sys.executable, "-m", "tests.support.locked_packages", "requirements.txt")
QUIET = {"DISCORD_TOKEN": "", "TUPPENCE_LOG_LEVEL": "WARNING"}


def python_program(name, **environment):
    """Run one of our programs to its end."""
    return subprocess.run(
        [*AS_INSTALLED, name],
        cwd=ROOT,
        env={**os.environ, **QUIET, **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.fixture
def empty_machine(tmp_path):
    """A checkout on a machine without Python; `python` puts a fake one on the PATH."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool))
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    for name in ("run", "test"):
        shutil.copy(ROOT / name, tmp_path)

    def run(command, python=None, under=()):
        if python is not None:
            (tools / "python3").write_text(f"#!/bin/sh\n{python}\n")
            (tools / "python3").chmod(0o755)
        return subprocess.run(
            [*(shutil.which(one) or one for one in under), tmp_path / command],
            env={"PATH": str(tools)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize("script", ["run", "test", ".ci/run", ".ci/cover", ".ci/python"])
def test_every_script_is_plain_sh_and_may_be_run(script):
    assert (ROOT / script).read_text().startswith("#!/bin/sh\n")
    assert os.access(ROOT / script, os.X_OK)
    subprocess.run(["sh", "-n", ROOT / script], check=True)


@pytest.mark.parametrize("script", ["run", "test", ".ci/run"])
def test_without_python_it_is_said_what_to_install(empty_machine, script):
    ended = empty_machine(script)
    assert ended.returncode == 69
    assert "needs Python 3.11 or newer" in ended.stderr


def test_a_python_that_is_too_old_does_not_count(empty_machine):
    ended = empty_machine("run", python="exit 1")
    assert "needs Python 3.11 or newer" in ended.stderr
    assert "python3.11 python3.11-venv" in ended.stderr


def test_without_the_venv_module_its_package_is_named(empty_machine):
    only_the_version = 'case "$2" in *version_info*) exit 0;; *) exit 1;; esac'
    ended = empty_machine("run", python=only_the_version)
    assert ended.returncode == 69
    assert "sudo apt install python3-venv" in ended.stderr


def test_without_a_network_at_the_first_start_it_is_said_and_another_start_finds_it(
    empty_machine, tmp_path
):
    ended = empty_machine("run", python=PRETENDED)
    assert (ended.returncode, ended.stdout) == (69, "")
    assert "is there a network" in ended.stderr
    assert ended.stderr.splitlines()[-1] == "no route to the index"
    (tmp_path / "network").touch()
    ended = empty_machine("run", python=PRETENDED)
    assert (ended.returncode, ended.stdout) == (0, "plays\n")


@pytest.mark.parametrize("is_installed", [False, True], ids=["nothing", "older packages"])
def test_where_nothing_may_be_written_it_is_said_who_has_to_install(
    empty_machine, tmp_path, is_installed
):
    (tmp_path / "network").touch()
    if is_installed:
        assert empty_machine("run", python=PRETENDED).returncode == 0
        (tmp_path / ".ci/locked/requirements.txt").write_text("something newer")
        (tmp_path / ".venv").chmod(0o500)
    tmp_path.chmod(0o500)
    ended = empty_machine("run", python=None if is_installed else PRETENDED, under=as_others())
    tmp_path.chmod(0o700)
    assert ended.returncode == 73
    (sentence,) = ended.stderr.splitlines()
    assert f"may not write {tmp_path}/.venv" in sentence
    assert f"run {tmp_path}/run --version once as its owner" in sentence


def test_what_is_installed_runs_where_nothing_may_be_written(empty_machine, tmp_path):
    (tmp_path / "network").touch()
    assert empty_machine("run", python=PRETENDED).returncode == 0
    for path in (tmp_path / ".venv", tmp_path):
        path.chmod(0o500)
    ended = empty_machine("run", under=as_others())
    tmp_path.chmod(0o700)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "plays\n", "")


def test_ci_runs_what_people_run(tmp_path):
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / "test").write_text("#!/bin/sh\necho tested\n")
    (tmp_path / "test").chmod(0o755)
    ended = subprocess.run([tmp_path / ".ci/run"], capture_output=True, text=True, check=True)
    assert ended.stdout == "tested\n"


@pytest.mark.parametrize("program", ["bot", "browser"])
def test_wrong_settings_end_with_78_and_one_message(program):
    ended = python_program(program, TUPPENCE_PORT="many", TUPPENCE_LOG_LEVEL="LOUD")
    assert ended.returncode == 78
    assert "TUPPENCE_PORT" in ended.stderr
    assert "TUPPENCE_LOG_LEVEL" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_several_processes_on_an_sqlite_file_are_refused(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("TUPPENCE_DATABASE", str(tmp_path / "tuppence.db"))
    assert bot.main(["--clusters", "0-1/2"]) == 78
    assert "several need PostgreSQL" in capsys.readouterr().err


def test_a_port_that_is_taken_ends_with_78_and_its_name(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        database = str(tmp_path / "tuppence.db")
        ended = python_program("bot", TUPPENCE_PORT=port, TUPPENCE_DATABASE=database)
    assert ended.returncode == 78
    assert f"TUPPENCE_PORT: {port} cannot be had" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_database_in_use_ends_with_75(tmp_path):
    database = str(tmp_path / "tuppence.db")
    with browsing(database):
        ended = python_program("browser", TUPPENCE_DATABASE=database)
    assert ended.returncode == 75
    assert "Traceback" not in ended.stderr


def test_a_file_that_is_no_database_ends_with_74(tmp_path):
    (tmp_path / "browser.db").write_text("not a database, whatever its name says" * 200)
    ended = python_program("browser", TUPPENCE_DATABASE=str(tmp_path / "tuppence.db"))
    assert ended.returncode == 74
    assert "Traceback" not in ended.stderr


# ------------------------------------------------------------ the browser


@contextmanager
def browsing(database, how=signal.SIGTERM):
    """Yield a process of the browser version, which is ended by the signal `how`."""
    session = subprocess.Popen(
        [*AS_INSTALLED, "bot"],
        cwd=ROOT,
        env={**os.environ, **QUIET, "TUPPENCE_DATABASE": str(database), "TUPPENCE_PORT": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert session.stdout is not None
        said = session.stdout.readline()
        assert "http://127.0.0.1" in said, session.communicate()
        yield Page(said.split()[-1])
    finally:
        session.send_signal(how)
        said, complained = session.communicate(timeout=10)
    assert "Traceback" not in complained + said
    assert session.returncode == (0 if how == signal.SIGTERM else -how)


def until(question, seconds=15.0):
    """Ask until the answer is yes."""
    end = time.monotonic() + seconds
    while not (answer := question()) and time.monotonic() < end:
        time.sleep(0.2)
    return answer


def test_every_command_can_be_typed_in_the_browser(tmp_path, simulator):
    with browsing(tmp_path / "t.db") as page:
        assert set(page.commands()) == set(commands(simulator))
        members = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
        assert page.viewers() == [*members, *(f"{name} (DM)" for name in members)]


def test_a_hand_is_played_in_the_direct_messages_of_the_browser(tmp_path):
    with browsing(tmp_path / "t.db") as room:
        direct = Page(room.address)
        direct.view("Ann (DM)")
        assert (room.channel(), direct.channel()) == ("card-room", "Tuppence")
        room.command("play", game="house-canasta")
        room.press("fill")
        assert until(lambda: room.has("hand"))
        direct.command("tables")
        direct.command("hand")
        assert until(lambda: direct.has("say")), "it is not our turn"
        assert cards(direct)
        direct.press("say")
        assert until(lambda: "Ann\u2069** drew" in room.words())
        (hand,) = (one for one in direct.assets() if one["filename"].startswith("hand"))
        assert hand["displayWidth"] == WIDTH
        assert direct.picture(hand["id"]).startswith(b"\x89PNG")
        assert Page(room.address).channel() == "card-room"


def test_a_tab_changes_between_a_channel_and_direct_messages(tmp_path):
    with browsing(tmp_path / "t.db") as page:
        page.command("play", game="house-canasta")
        for member, shown in ("Ben (DM)", ""), ("Ben", "House Canasta"), ("Ann (DM)", ""):
            page.view(member)
            assert shown in page.words()
            assert bool(page.words()) == bool(shown)
            assert page.state()["viewerId"] in {one["id"] for one in page.state()["viewers"]}


def test_an_option_of_the_page_asks_for_suggestions_before_a_letter_is_typed(tmp_path):
    with browsing(tmp_path / "t.db") as page:
        script = page.script("commands.js")
        assert script.count(f"queryAutocomplete(option, current); }} else {SHOWN_ON_FOCUS}") == 1
        for command in ("play", "practice"):
            assert "house-canasta" in page.offered(command, "game", "")


def test_a_game_in_the_browser_outlives_a_kill(tmp_path):
    with browsing(tmp_path / "t.db", how=signal.SIGKILL) as page:
        page.command("play", game="house-canasta")
        page.press("fill")
        assert until(lambda: page.has("hand"))
    with browsing(tmp_path / "t.db") as page:
        assert until(lambda: page.has("hand")), "the table is not shown again"
        page.press("hand")
        assert "11 cards" in page.words()


def test_a_lobby_in_the_browser_outlives_a_kill(tmp_path):
    with browsing(tmp_path / "t.db", how=signal.SIGKILL) as page:
        page.command("play", game="house-canasta")
        assert until(lambda: page.has("join"))
    with browsing(tmp_path / "t.db") as page:
        assert until(lambda: page.has("join")), "the lobby is not shown again"
        page.press("fill")
        assert until(lambda: page.has("hand"))


def test_a_picture_has_its_place_before_it_is_loaded(tmp_path):
    with browsing(tmp_path / "t.db") as page:
        page.command("play", game="house-canasta")
        page.press("fill")
        assert until(lambda: page.has("hand"))
        tables = [one for one in page.assets() if one["filename"] == "table.png"]
        assert [one["displayReady"] for one in tables] == [False]
        assert tables[0]["displayWidth"] == WIDTH
        assert tables[0]["displayHeight"] > WIDTH / 2
        style = page.fetched("/preview.css")
    assert ".media-lightbox-trigger:disabled > .gallery-image { visibility: hidden; }" in style


def test_a_page_loads_the_picture_that_it_shows_even_if_the_bot_has_replaced_it(tmp_path):
    with browsing(tmp_path / "t.db") as older:
        newer = Page(older.address)
        older.command("play", game="house-canasta")
        older.press("fill")
        assert until(lambda: older.has("hand"))
        older.press("hand")
        assert until(lambda: newer.has("say")), "it is not our turn"
        shown = [one["id"] for one in older.assets() if one["available"]]
        newer.press("say")
        assert until(lambda: {*shown} - {one["id"] for one in older.assets()})
        assert all(older.picture(one).startswith(b"\x89PNG") for one in shown)
        script = older.script("assets.js")
        assert [script.count(new) for new in LOADING_OLD.values()] == [2, 1]


def test_what_an_older_view_shows_is_what_is_pressed(tmp_path):
    with browsing(tmp_path / "t.db") as older:
        newer = Page(older.address)
        older.command("play", game="house-canasta")
        older.press("fill")
        assert until(lambda: older.has("hand"))
        older.press("hand")
        assert until(lambda: older.has("say")), "it is not our turn"
        assert until(lambda: is_quiet(older))
        older.press("hand")  # The last message, as it stays in its last version.
        seen = older.state()
        newer.press("say")
        hand = cards(newer)
        older.press("hint", seen)  # Where the discard is by now.
        assert "You made your move. Here is your hand now." in older.words()
        assert cards(older) == hand


def is_quiet(page):
    """Whether the results of all other players' moves have arrived."""
    before = page.state()["publishedRevision"]
    time.sleep(1.5)
    return page.state()["publishedRevision"] == before


def cards(page):
    """Return the line of the hand that the page shows."""
    (line,) = (line for line in page.words().splitlines() if " cards**: " in line)
    return line


async def test_the_browser_lets_go_of_pictures_that_no_message_has_any_more(simulator):
    game = await start(simulator, simulator.members[:2])
    for _ in range(2):
        await game.take_turn()
    pictures = {one["url"] for one in game.board.stored.attachments}
    drop_unused_pictures(simulator.env)
    assert pictures <= simulator.env.backend.cdn._blobs.keys()
    shown = sum(map(len, simulator.env.backend.messages.values()))
    assert len(simulator.env.backend.cdn._blobs) <= shown


def test_the_page_follows_the_game_by_itself(tmp_path):
    with browsing(tmp_path / "t.db") as first:
        before = Page(first.address)
        first.command("play", game="house-canasta")
        assert until(lambda: before.has("join"))
        after = Page(first.address)
        first.press("fill")
        assert until(lambda: before.has("hand"))
        assert until(lambda: after.has("hand"))
