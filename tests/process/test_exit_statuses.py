"""Tests of every documented exit status in the real process: one sentence, no traceback."""

import asyncio
import os
import re
import shutil
import signal
import sys
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from cogs.core import exit_status
from cogs.ops.doctor import SILENT
from data.database import Database
from tests.fake_discord import CLEAR, FakeDiscord, Fault
from tests.fake_discord.bot_process import ROOT
from tests.fake_discord.rest import TOKEN

NOWHERE = "http://127.0.0.1:9"
# Root may read and write everything, unless it gives up that right.
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--")


@dataclass(frozen=True)
class Ended:
    """An ended process."""

    status: int
    said: str

    @property
    def sentence(self):
        """The one line of output, without the invitation."""
        (line,) = [line for line in self.said.splitlines() if "oauth2" not in line]
        return line


def as_others():
    """Return a command prefix with which file permissions apply to a program."""
    if os.getuid():
        return ()
    if not shutil.which(WITHOUT_RIGHTS[0]):
        pytest.skip("the rights of files do not hold for root, and there is no setpriv")
    return WITHOUT_RIGHTS


@asynccontextmanager
async def running(*arguments, discord=None, under=(), **settings):
    """Run the bot as a process: with a Discord on this machine, or during an outage."""
    program = ("-m", "tests.support.launch", discord.address if discord else NOWHERE)
    child = await asyncio.create_subprocess_exec(
        *(*under, sys.executable, *program, *arguments),
        cwd=ROOT,
        env={**os.environ, "TUPPENCE_LOG_LEVEL": "ERROR", "DISCORD_TOKEN": TOKEN, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.communicate()


async def ending(*arguments, **how):
    """Run the bot to its end."""
    async with running(*arguments, **how) as child:
        return await until_it_ends(child)


async def until_it_ends(child):
    async with asyncio.timeout(30):
        _, said = await child.communicate()
    assert not re.search(r"(?m)^Traceback", said.decode())
    assert child.returncode in exit_status.MEANINGS
    return Ended(child.returncode, said.decode())


@pytest.fixture
def database(tmp_path):
    """Yield the database's path, and make everything writable afterwards."""
    folder = tmp_path / "room"
    folder.mkdir()
    yield folder / "t.db"
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700)


async def is_there(database):
    """Create a database at that place."""
    await (await Database.open(database)).close()


# ------------------------------------------------------------ 0, 1, 64


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_0_asked_to_stop_while_discord_is_away(number, database):
    async with FakeDiscord() as discord:
        asked = asyncio.Event()
        limited = Fault(status=429, retry=0.01)  # discord.py writes one line for each.
        in_turn = iter([Fault(status=503), *[limited] * 5])

        def faults(_method, _path):
            fault = next(in_turn, None)
            if fault is None:
                asked.set()
            return fault or Fault(before=60.0)

        discord.rest.faults = faults
        how = {"discord": discord, "TUPPENCE_LOG_LEVEL": "INFO"}
        async with running(TUPPENCE_DATABASE=str(database), **how) as child:
            await asyncio.wait_for(asked.wait(), 30)
            await asyncio.sleep(0.1)
            began = asyncio.get_running_loop().time()
            child.send_signal(number)
            ended = await until_it_ends(child)
    assert asyncio.get_running_loop().time() - began < 10
    assert ended.status == 0
    store, away = ended.said.splitlines()
    assert "SQLite" in store
    assert "cannot reach Discord" in away


async def test_1_the_doctor_has_found_something_wrong(database):
    database.write_bytes(b"these are not the cards you are looking for " * 500)
    assert (await ending("doctor", TUPPENCE_DATABASE=str(database), DISCORD_TOKEN="")).status == 1


async def test_64_no_such_command(database):
    ended = await ending("doctr", TUPPENCE_DATABASE=str(database))
    assert ended.status == 64
    assert "no such command" in ended.sentence


# ------------------------------------------------------------ 69, 77, 78: Discord will not have us


@pytest.mark.parametrize(
    "code, status, what_to_do",
    [
        (4004, 77, "Reset it"),
        (4011, 69, "Restart the bot"),
        (4013, 69, "Install the newest"),
        (4014, 78, "Privileged Gateway Intents"),
    ],
)
async def test_a_close_code_that_cannot_be_mended_ends_with_what_to_do(
    code, status, what_to_do, database
):
    async with FakeDiscord() as discord:
        discord.gateway.hang_up = code
        ended = await ending(discord=discord, TUPPENCE_DATABASE=str(database))
    assert ended.status == status
    assert what_to_do in ended.sentence


async def test_77_discord_does_not_know_the_token(database):
    async with FakeDiscord() as discord:
        ended = await ending(
            discord=discord, TUPPENCE_DATABASE=str(database), DISCORD_TOKEN="not.our.token"
        )
        assert discord.rest.requests == 1
    assert ended.status == 77
    assert "refuses the token" in ended.sentence
    assert "not.our.token" not in ended.said


async def test_78_the_bot_is_not_on_its_home_server(database):
    async with FakeDiscord() as discord:
        discord.rest.faults = lambda method, _: (
            Fault(status=403, code=50001) if method == "PUT" else CLEAR
        )
        ended = await ending(
            discord=discord, TUPPENCE_DATABASE=str(database), TUPPENCE_HOME_GUILD="4711"
        )
    assert ended.status == 78
    assert "TUPPENCE_HOME_GUILD" in ended.said


# ------------------------------------------------------------ 70


async def test_70_a_fault_of_our_own_is_in_the_log_and_not_on_the_screen(database):
    async with FakeDiscord() as discord:
        # The message does not reveal who we are.
        discord.rest.faults = lambda *_: Fault(status=200)
        ended = await ending(discord=discord, TUPPENCE_DATABASE=str(database))
    assert ended.status == 70
    log, sentence = ended.said.splitlines()
    assert "KeyError" in log
    assert "error in Tuppence" in sentence


# ------------------------------------------------------------ 74, 75: the database


def read_only(path):
    path.chmod(0o500 if path.is_dir() else 0o400)


async def nothing_may_be_written(database):
    read_only(database.parent)
    return database.parent


async def nothing_may_be_written_beside(database):
    await is_there(database)
    read_only(database.parent)
    return database


async def nobody_may_look(database):
    await is_there(database)
    database.parent.chmod(0)
    return database


async def not_this_file(database):
    await is_there(database)
    read_only(database)
    return database


async def not_the_lock(database):
    await is_there(database)
    read_only(database.with_name("t.db.lock"))
    return database.with_name("t.db.lock")


async def not_the_backups(database):
    await is_there(database)
    read_only(database.with_name("t.db.backups"))
    return database.with_name("t.db.backups")


async def not_the_log_of_changes(database):
    store = await Database.open(database)
    await store.program_state.set("a", "change")
    shutil.copytree(database.parent, database.parent / "crashed")
    await store.close()
    crashed = database.parent / "crashed" / "t.db"
    for suffix in ("-wal", "-shm"):
        read_only(crashed.with_name(f"t.db{suffix}"))
    return crashed


@pytest.mark.parametrize(
    "spoil",
    [
        nothing_may_be_written,
        nothing_may_be_written_beside,
        nobody_may_look,
        not_this_file,
        not_the_lock,
        not_the_backups,
        not_the_log_of_changes,
    ],
)
async def test_74_a_place_where_nothing_may_be_written(spoil, database):
    culprit = await spoil(database)
    where = culprit if "crashed" in culprit.parts else database
    ended = await ending(under=as_others(), TUPPENCE_DATABASE=str(where))
    assert ended.status == 74
    assert str(culprit) in ended.sentence
    assert "must be allowed" in ended.sentence


@pytest.mark.parametrize("spoil", [nobody_may_look, not_the_lock])
async def test_1_the_doctor_finds_a_place_where_nothing_may_be_written(spoil, database):
    culprit = await spoil(database)
    how = {"under": as_others(), "DISCORD_TOKEN": "", "TUPPENCE_DATABASE": str(database)}
    async with running("doctor", **how) as child:
        told, said = await child.communicate()
    assert child.returncode == 1
    assert (
        f"WRONG {culprit if culprit != database else database.parent} is closed to this account"
        in told.decode()
    )
    assert said == b""


async def test_74_the_folder_cannot_be_made(database):
    database.parent.joinpath("file").touch()
    ended = await ending(TUPPENCE_DATABASE=str(database.parent / "file" / "t.db"))
    assert ended.status == 74
    assert str(database.parent / "file") in ended.sentence


async def test_75_another_tuppence_has_the_database(database):
    store = await Database.open(database)
    ended = await ending(TUPPENCE_DATABASE=str(database))
    await store.close()
    assert ended.status == 75
    assert f"process {os.getpid()}" in ended.sentence


# The size limit of a file, in blocks of 512 bytes: like a full disk, for one process only.
NO_ROOM = ("sh", "-c", 'ulimit -f 40; exec "$@"', "sh")


async def test_75_the_disk_is_full_and_the_next_start_finds_room(database):
    # Coverage in the tests would need to write, too.
    unmeasured = {"COVERAGE_PROCESS_CONFIG": "", "COVERAGE_PROCESS_START": ""}
    ended = await ending(under=NO_ROOM, TUPPENCE_DATABASE=str(database), **unmeasured)
    assert ended.status == 75
    assert f"Tuppence cannot write {database} now" in ended.sentence
    await is_there(database)


async def test_75_another_tuppence_has_the_database_under_another_name(database):
    store = await Database.open(database)
    link = database.with_name("link.db")
    link.symlink_to(database)
    ended = await ending(TUPPENCE_DATABASE=str(link))
    await store.close()
    assert ended.status == 75
    assert f"process {os.getpid()}" in ended.sentence


# ------------------------------------------------------------ 0, 1: alive or not


async def test_while_discord_is_away_the_bot_shows_itself_alive(database):
    how = {"TUPPENCE_DATABASE": str(database)}
    assert (await ending("health", **how)).status == 1
    async with running(TUPPENCE_LOG_LEVEL="INFO", **how) as child:
        assert b"SQLite" in await asyncio.wait_for(child.stderr.readline(), 30)
        assert (await ending("health", **how)).status == 0
    before = time.time() - SILENT - 1
    os.utime(database.with_name("t.db.lock"), (before, before))
    assert (await ending("health", **how)).status == 1


# ------------------------------------------------------------ 78: settings


async def test_78_settings_that_cannot_be_read_or_understood(database):
    database.parent.chmod(0)
    ended = await ending(
        under=as_others(), TUPPENCE_DATABASE=str(database / "t.db"), TUPPENCE_PORT="many"
    )
    assert ended.status == 78
    assert "TUPPENCE_PORT" in ended.said
