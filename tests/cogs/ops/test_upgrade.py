"""Tests of upgrades: a release opens a database only if it can continue every game in it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot import main
from cogs.core.settings import VERSION, Settings
from cogs.ops.cli import upgrade
from cogs.ops.databases import THIS_RELEASE, first_impossible_entry
from cogs.ops.doctor import check_database, check_sqlite_file
from data.bootstrap.compatibility import LiveGame, ReleaseCheck, UnplayableGame
from data.database import Database
from data.errors import ForeignDatabase, SchemaTooOld, UnplayableGames
from data.migrations import BASELINE, NEWEST, v23_leases
from data.models.tables import TableStatus
from tests.cogs.ops.test_doctor import wrong
from tests.cogs.support.finished_games import dealt, play_on
from tests.data.builders import basil, plain
from tests.data.release_0_1_0 import PLAYING, every_table
from tests.process.test_exit_statuses import ending
from tests.simulator import Simulator

ANOTHER_GAME = "UPDATE card_table SET game = 'ponytail-canasta'"
ANOTHER_MOVE = "UPDATE entry SET body = 'draw' WHERE seq = 2"
A_LESSON = f"{ANOTHER_GAME}, purpose = 'lesson'"
UNKNOWN_RULES = "UPDATE card_table SET rules_version = 99"
ANOTHER_RELEASE = "UPDATE setting SET value = '0.0.9' WHERE key = 'release'"


def words_of(path: Path) -> list[str]:
    """Return the contents of a file."""
    with closing(plain(path)) as connection:
        return [*connection.iterdump(), str(connection.execute("PRAGMA user_version").fetchone())]


def told(path: Path, *statements: str) -> None:
    """Change a file while no process has it open."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


async def left(simulator: Simulator, *statements: str) -> Path:
    """A database with a game in play, as another release and these changes have left it."""
    await play_on(simulator, await dealt(simulator, list(simulator.members[:2])), moves=20)
    await simulator.bot.database.close()
    async with taken_over(simulator.database):
        pass
    told(simulator.database, ANOTHER_RELEASE, *statements)
    return simulator.database


def impossible_games(path: Path, number: int = BASELINE) -> None:
    """Write a file of a schema version with a game that this release cannot continue."""
    every_table(path, number)
    told(path, f"{UNKNOWN_RULES} WHERE id = {PLAYING}")


@asynccontextmanager
async def taken_over(path: Path, program: ReleaseCheck = THIS_RELEASE) -> AsyncIterator[Database]:
    """Open the file with this release."""
    store = await Database.open(path, program=program)
    try:
        yield store
    finally:
        await store.close()


async def test_games_go_on_and_the_file_notes_whose_it_is(simulator):
    path = await left(simulator)
    async with taken_over(path) as store:
        assert await store.program_state.get("release") == VERSION
        assert await store.tables.playing_ids() == (1,)


@pytest.mark.parametrize("harm", [ANOTHER_GAME, UNKNOWN_RULES])
async def test_a_game_that_cannot_be_played_on_stops_it_before_anything_is_changed(simulator, harm):
    path = await left(simulator, harm)
    before, files = words_of(path), sorted(path.parent.iterdir())
    with pytest.raises(UnplayableGames, match=r"table 1 \([a-z-]+\)\. Nothing was changed"):
        await Database.open(path, program=THIS_RELEASE)
    assert words_of(path) == before
    assert sorted(path.parent.iterdir()) == files


@pytest.mark.parametrize("number", range(BASELINE, NEWEST))
async def test_a_file_of_an_older_schema_is_left_as_it_is_when_a_game_cannot_go_on(
    tmp_path, number
):
    path = tmp_path / "t.db"
    impossible_games(path, number)
    before = words_of(path)
    with pytest.raises(UnplayableGames, match=f"table {PLAYING}"):
        await Database.open(path, program=THIS_RELEASE)
    assert words_of(path) == before
    assert {one.name for one in tmp_path.iterdir()} <= {"t.db", "t.db.lock"}


@pytest.mark.parametrize("number", [BASELINE, NEWEST - 1])
def test_the_doctor_says_of_an_older_file_what_the_next_start_would_say(tmp_path, number):
    path = tmp_path / "t.db"
    impossible_games(path, number)
    before = words_of(path)
    (words,) = wrong(list(check_database(path)))
    assert f"cannot continue table {PLAYING}" in words
    assert words_of(path) == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["t.db"]


async def test_a_schema_that_no_release_had_is_refused_and_left_as_it_was(tmp_path):
    """During development a version number may briefly have had another meaning."""
    path = tmp_path / "t.db"
    every_table(path, BASELINE)
    with closing(plain(path)) as connection:
        v23_leases.make(connection)
    before = words_of(path)
    with pytest.raises(
        ForeignDatabase, match=r"t\.db says that its schema is version 22, .* Nothing was"
    ):
        await Database.open(path, program=THIS_RELEASE)
    assert words_of(path) == before
    assert any("none that a release had" in one for one in wrong(list(check_database(path))))


async def test_whoever_upgrades_all_the_same_ends_these_games_and_no_other(simulator, capsys):
    await play_on(simulator, await dealt(simulator, list(simulator.members[:2])), moves=5)
    path = await left(simulator, f"{ANOTHER_GAME} WHERE id = 1")
    with pytest.raises(UnplayableGames):
        await Database.open(path, program=THIS_RELEASE)
    assert await asyncio.to_thread(upgrade, Settings(database=path)) == 0
    assert "one game continues" in capsys.readouterr().out
    async with taken_over(path) as store:
        assert await store.tables.playing_ids() == (2,)
        assert (await store.tables.get(1)).status is TableStatus.CLOSED
    assert not any("cannot" in line for line in wrong(list(check_sqlite_file(path))))


async def test_a_lesson_that_has_changed_is_begun_again_and_stops_nobody(simulator):
    path = await left(simulator, A_LESSON)
    async with taken_over(path) as store:
        assert await store.tables.playing_ids() == ()


async def test_a_log_that_was_altered_is_frozen_whoever_opens_it_and_stops_nobody(simulator):
    path = await left(simulator, ANOTHER_MOVE)
    async with taken_over(path) as store:
        assert await store.tables.playing_ids() == (1,)
    assert ["entry 2 in the log of table" in one for one in wrong(list(check_database(path)))] == [
        True
    ]


async def test_the_release_that_has_the_file_asks_once(simulator):
    path = await left(simulator)
    asked: list[int] = []

    def lost(games: Iterable[LiveGame]) -> Iterator[UnplayableGame]:
        asked.extend(row.id for row, _ in games)
        return iter(())

    for _ in range(3):
        async with taken_over(path, replace(THIS_RELEASE, lost=lost)):
            pass
    assert asked == [1]


async def test_the_doctor_counts_no_game_as_well_that_it_calls_wrong(simulator):
    await play_on(simulator, await dealt(simulator, list(simulator.members[:2])), moves=5)
    path = await left(simulator, f"{ANOTHER_GAME} WHERE id = 1")
    said = [str(one) for one in check_database(path)]
    assert sum("cannot continue table 1" in line for line in said) == 1
    assert sum("one open game was replayed" in line for line in said) == 1


async def test_74_games_in_play_that_this_program_cannot_play_on(tmp_path):
    impossible_games(tmp_path / "t.db")
    said = await ending(TUPPENCE_DATABASE=str(tmp_path / "t.db"))
    assert said.status == 74
    assert f"table {PLAYING} (pennies-from-heaven). Nothing was changed." in said.sentence
    assert "./run upgrade" in said.sentence


async def test_74_a_file_from_before_the_first_release(tmp_path):
    too_old(tmp_path / "t.db")
    said = await ending(TUPPENCE_DATABASE=str(tmp_path / "t.db"))
    assert said.status == 74
    assert "t.db was last used by a version before 0.1.0. Start 0.1.0 on it once" in said.sentence


def too_old(path: Path) -> None:
    every_table(path)
    told(path, f"PRAGMA user_version={BASELINE - 1}")


async def test_the_doctor_says_of_a_file_from_before_the_first_release_what_to_do(tmp_path):
    path = tmp_path / "t.db"
    too_old(path)
    (words,) = wrong(list(check_database(path)))
    assert "Start 0.1.0 on it once" in words
    with pytest.raises(SchemaTooOld):
        await Database.open(path, program=THIS_RELEASE)


async def test_a_copy_from_before_the_first_release_is_named_while_it_has_to_forget(
    simulator, caplog
):
    await play_on(simulator, await dealt(simulator, list(simulator.members[:2])), moves=5)
    copy = simulator.database.with_name(f"{simulator.database.name}.v12")
    too_old(copy)
    forgotten = await simulator.bot.database.erasure.erase_member(
        simulator.members[0].id, lambda _: basil(("Ann",))
    )
    assert forgotten.left
    assert await simulator.bot.database.erasure.propagate() == (copy,)
    assert f"still in {copy.name}: " in caplog.text
    assert "remove it, if it is a copy" in caplog.text
    await simulator.bot.database.close()
    assert any(
        str(copy) in one and "remove it" in one
        for one in wrong(list(check_sqlite_file(simulator.database)))
    )


async def test_0_whoever_ends_them_can_start(tmp_path):
    impossible_games(tmp_path / "t.db")
    how = {"TUPPENCE_DATABASE": str(tmp_path / "t.db")}
    assert (await ending("upgrade", **how)).status == 0
    assert (await ending("upgrade", **how)).status == 0


def test_without_a_token_the_browsers_games_are_ended_too(tmp_path, capsys):
    settings = Settings(database=tmp_path / "t.db")
    for path in (settings.database, settings.pretended):
        impossible_games(path)
    assert upgrade(settings) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == [str(tmp_path / "t.db"), str(settings.pretended)]


@pytest.mark.parametrize("asked", ["--version", "--help", "-h", "help"])
def test_0_what_is_told_is_told_whatever_the_settings_are(asked, monkeypatch, capsys):
    monkeypatch.setenv("TUPPENCE_PORT", "many")
    assert main([asked]) == 0
    (sentence,) = capsys.readouterr().out.splitlines()
    assert VERSION in sentence


async def test_an_entry_that_cannot_be_is_named(simulator):
    live = await play_on(simulator, await dealt(simulator, list(simulator.members[:2])), moves=8)
    entries = list(await simulator.bot.database.tables.move_log(live.row.id))
    assert first_impossible_entry(live.row, entries) is None
    entries[4] = replace(entries[4], body="meld 3H 3H 3H")
    assert first_impossible_entry(live.row, entries) == 5
