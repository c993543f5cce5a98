"""Tests of erasure in a restored backup, with the commands of `docs/operating/postgresql.md`."""

import asyncio
import re
import subprocess
from pathlib import Path

import pytest

from cogs.ops.databases import copy_and_compare
from data.core.location import DatabaseUrl
from data.database import Database
from data.errors import ForeignDatabase
from tests.data.builders import GUILD, basil, finish, game_of, lobby, member, opened, places, press
from tests.support.postgres.server import EXECUTABLE, execute, programs

POSTGRESQL = Path(__file__).parents[3] / "docs/operating/postgresql.md"
ZOE, BEN = member(70_001, "Zoe Zz"), member(70_002, "Ben")
HERS = "SELECT count(*) FROM player WHERE user_id = 70001 OR name = 'Zoe Zz'"


def said(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs."""
    command = [str(programs() / f"{program}{EXECUTABLE}"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def dumped(address: str, folder: Path, *how: str) -> str:
    """Dump a database and return the file."""
    name = str(folder / "-".join(("dump", *(one.strip("-") for one in how))))
    said("pg_dump", *how, f"--file={name}", address)
    return name


def restored(backup: str, erasure: str, address: str) -> None:
    """Restore a backup into an empty database, with the list of erased members."""
    said("pg_restore", f"--dbname={address}", backup)
    said("psql", "--no-psqlrc", "--set=ON_ERROR_STOP=1", address, "-c", "TRUNCATE erasure")
    said("psql", "--no-psqlrc", "--set=ON_ERROR_STOP=1", address, "-f", erasure)
    said("psql", "--no-psqlrc", "--set=ON_ERROR_STOP=1", address, "-c", gone_on_without_it())


def gone_on_without_it() -> str:
    """Return the page's SQL for psql, after which every table is posted again."""
    given = re.search(r"every table again:\n\n((?: {7}.*\n)+)", POSTGRESQL.read_text("utf-8"))
    assert given is not None
    return given[1]


async def lived(store: Database) -> None:
    """Save a finished game of Zoe and Ben."""
    await finish(store, places(1, 2), ZOE, BEN)


@pytest.fixture
def place(postgres_place: DatabaseUrl) -> DatabaseUrl:
    return postgres_place


@pytest.fixture
async def dumps(place: DatabaseUrl, tmp_path: Path) -> tuple[str, str]:
    """The backup of a day with Zoe, and a later hour's list of erased members."""
    async with opened(place) as store:
        await lived(store)
        backup = dumped(place.whole, tmp_path, "--format=custom")
        assert ZOE.user_id is not None
        await store.erasure.erase_member(ZOE.user_id, basil)
        erasure = dumped(place.whole, tmp_path, "--data-only", "--table=erasure")
    return backup, erasure


async def test_whom_a_restored_backup_brings_back_is_forgotten_again(
    dumps: tuple[str, str], address: str
) -> None:
    restored(*dumps, address)
    assert execute(address, HERS) == [(1,)]
    async with opened(DatabaseUrl(address)) as store:
        assert await store.erasure.pending_count() == 1
        await store.erasure.propagate()
        assert await store.erasure.pending_count() == 0
        assert await store.erasure.propagate() == ()
    assert execute(address, HERS) == [(0,)]


async def test_a_restored_backup_is_whole_for_everybody_else(
    dumps: tuple[str, str], address: str
) -> None:
    restored(*dumps, address)
    async with opened(DatabaseUrl(address)) as store:
        await store.erasure.propagate()
        board = await store.leaderboards.page(GUILD, None, limit=9, offset=0)
        again = await finish(store, places(1, 2), BEN, member(70_003, "Cat"))
        assert await store.tables.move_log(again)
    assert [line.name for line in board] == ["Ben"]


async def test_who_has_come_back_since_the_backup_was_restored_stays(
    dumps: tuple[str, str], address: str
) -> None:
    restored(*dumps, address)
    async with opened(DatabaseUrl(address)) as store:
        await store.erasure.propagate()
        await lived(store)
        await store.erasure.propagate()
    assert execute(address, HERS) == [(1,)]


async def test_a_restored_backup_is_moved_only_once_it_has_forgotten_whom_it_brings_back(
    dumps: tuple[str, str], address: str, tmp_path: Path
) -> None:
    restored(*dumps, address)
    there = tmp_path / "there.db"
    with pytest.raises(ForeignDatabase, match="Start the bot with it once"):
        await asyncio.to_thread(copy_and_compare, DatabaseUrl(address), there)
    async with opened(DatabaseUrl(address)) as store:
        await store.erasure.propagate()
    await asyncio.to_thread(copy_and_compare, DatabaseUrl(address), there)
    async with opened(there) as store:
        assert ZOE.user_id is not None
        assert (await store.erasure.export(ZOE.user_id))["names"] == []


async def test_a_restored_backup_is_shown_anew_and_gives_no_number_again(
    place: DatabaseUrl, tmp_path: Path, address: str
) -> None:
    async with opened(place) as store:
        game = await game_of(store, ZOE, BEN)
        await press(store, game.id, 0)
        await store.tables.mark_rendered(game.id, 1, -1)
        open_one = await lobby(store, ZOE)
        await store.tables.set_message_ids(open_one.id, lobby_message_id=77)
        await store.messages.mark_lobby_rendered(open_one.id, open_one.revision)
        backup = dumped(place.whole, tmp_path, "--format=custom")
        erasure = dumped(place.whole, tmp_path, "--data-only", "--table=erasure")
        lost = (await lobby(store, BEN)).id
    restored(backup, erasure, address)
    async with opened(DatabaseUrl(address)) as store:
        assert (await store.tables.get(game.id)).rendered_seq == -1
        assert (await store.tables.get(open_one.id)).lobby_due
        assert (await lobby(store, BEN)).id > lost
