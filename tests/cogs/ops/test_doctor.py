"""Tests of `./run doctor`: what is right, what is wrong, and what to do about it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.core import exit_status
from cogs.core.settings import Settings
from cogs.ops.cli import rebuild, rebuild_database, run_command
from cogs.ops.doctor import (
    NAMED,
    OLD,
    SILENT,
    CheckResult,
    check_database,
    check_sqlite_file,
    doctor,
    permission_results,
    role_permissions,
    token_results,
    versions,
)
from cogs.ui.permissions import PERMISSIONS
from data.database import Database
from data.errors import DatabaseLocked
from data.sqlite.lock import lock_path
from tests.cogs.support.finished_games import dealt, play, play_on
from tests.data.builders import opened
from tests.data.leaderboards.test_months_and_partners import everything
from tests.simulator import Simulator

ROOT = Path(__file__).parents[3]


def wrong(lines: list[CheckResult]) -> list[str]:
    return [line.words for line in lines if not line.well]


async def used(simulator: Simulator) -> Path:
    """A database with a finished game, one in play, and a backup."""
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben])
    await play_on(simulator, await dealt(simulator, [ann, ben]), moves=20)
    await simulator.bot.database.make_backup()
    return simulator.database


async def test_a_database_in_use_is_looked_over_beside_the_running_bot(simulator):
    lines = list(check_sqlite_file(await used(simulator)))
    assert wrong(lines) == []
    assert sum("sound; 1 open games, 1 finished, 2 members" in str(one) for one in lines) == 2
    assert sum("one open game was replayed" in str(one) for one in lines) == 2


async def test_every_backup_made_is_restored_and_its_games_go_on(simulator):
    ann, ben, *_ = simulator.members
    table_id, made = await dealt(simulator, [ann, ben]), {}
    for seed in range(4):
        live = await play_on(simulator, table_id, seed=seed, moves=12)
        await simulator.wait(60)
        made[await simulator.bot.database.make_backup()] = live.row.seq
    assert len(made) == 4
    log = await simulator.bot.database.tables.move_log(table_id)
    for copy, seq in made.items():
        assert wrong(list(check_database(copy))) == []
        async with opened(copy) as restored:
            assert await restored.tables.move_log(table_id) == log[:seq]
            assert wrong(list(check_database(copy))) == []
            assert (await restored.tables.get(table_id)).seq == seq


async def test_a_game_that_cannot_be_replayed_is_named(simulator):
    path = await used(simulator)
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE card_table SET seed = zeroblob(32)").rowcount
    )
    found = wrong(list(check_sqlite_file(path)))
    assert len(found) == 1
    assert "table 2" in found[0]


async def test_a_damaged_backup_is_found(simulator):
    path = await used(simulator)
    (copy, *_) = simulator.bot.database.backups()
    whole = copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
    assert len(wrong(list(check_sqlite_file(path)))) == 1


async def test_an_old_backup_is_warned_of(simulator):
    path = await used(simulator)
    before = time.time() - OLD - 3600
    os.utime(simulator.bot.database.backups()[0], (before, before))
    (words,) = wrong(list(check_sqlite_file(path)))
    assert "25 hours old" in words


async def test_a_file_others_can_read_is_warned_of(simulator):
    path = await used(simulator)
    path.chmod(0o644)
    (words,) = wrong(list(check_sqlite_file(path)))
    assert f"chmod 600 {path}" in words


async def test_a_bot_that_shows_no_life_is_warned_of(simulator):
    path = await used(simulator)
    assert any("alive" in line.words for line in check_sqlite_file(path) if line.well)
    before = time.time() - SILENT - 60
    os.utime(lock_path(path), (before, before))
    (words,) = wrong(list(check_sqlite_file(path)))
    assert "no bot has reported that it is alive for 120 s" in words


def test_doctor_asks_discord_by_the_proxy(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.com/api/v10")
    doctor(Settings(database=tmp_path / "tuppence.db", proxy="http://10.0.0.1:8080"))
    assert discord.http.Route.BASE == "http://10.0.0.1:8080/api/v10"
    assert capsys.readouterr().out


def test_no_database_yet_is_well(tmp_path):
    assert wrong(list(check_sqlite_file(tmp_path / "tuppence.db"))) == []


def test_a_file_that_is_no_database_is_told(tmp_path):
    path = tmp_path / "tuppence.db"
    path.write_text("shopping list")
    path.chmod(0o600)
    assert any("not a database" in words for words in wrong(list(check_sqlite_file(path))))


def test_the_versions_are_told():
    assert wrong(list(versions())) == []


async def test_results_and_ladders_are_made_again_from_the_logs_alone(simulator):
    ann, ben, cleo, _ = simulator.members
    await play(simulator, [ann, ben])
    await play(simulator, [ann, cleo], game="ten-pennies-online", computers=1)
    await play(simulator, [cleo, ben], seed=3)
    assert await simulator.bot.database.tables.archive_finished(simulator.now() + 1) > 0
    before = await everything(simulator.bot.database), await results(simulator.bot.database)
    for wrong_one in (
        "UPDATE result SET rounds = '[]', reason = '', lowest_wins = 0",
        "UPDATE result_seat SET place = 1, score = 0, side = seat, feats = '{}', rating = 9",
        "DELETE FROM ladder",
        "DELETE FROM fame",
    ):
        await simulator.bot.database.tables.backend.transaction(partial(spoilt, wrong_one))
    assert (
        await everything(simulator.bot.database),
        await results(simulator.bot.database),
    ) != before
    await simulator.bot.database.close()
    assert await rebuild_database(simulator.database) == (3, [])
    async with opened(simulator.database) as store:
        assert (await everything(store), await results(store)) == before


def spoilt(sql: str, connection: sqlite3.Connection, now: int) -> int:
    """Damage the database, and count the rows."""
    del now
    return connection.execute(sql).rowcount


async def results(store: Database) -> list[tuple[object, ...]]:
    """Return all rows of results and records."""
    queries = ("SELECT * FROM result", "SELECT * FROM result_seat", "SELECT * FROM fame")
    return [
        row for query in queries for row in await store.tables.backend.query(partial(rows, query))
    ]


def rows(sql: str, connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return all rows of a query."""
    return [tuple(row) for row in connection.execute(sql)]


async def test_a_log_that_leads_nowhere_leaves_its_result_as_it_was(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE card_table SET seed = zeroblob(32)").rowcount
    )
    before = await results(simulator.bot.database)
    await simulator.bot.database.close()
    assert await rebuild_database(simulator.database) == (1, [live.row.id])
    async with opened(simulator.database) as store:
        assert await results(store) == before


async def test_ladders_are_not_rebuilt_under_a_running_bot(simulator):
    with pytest.raises(DatabaseLocked):
        await asyncio.to_thread(rebuild, Settings(database=simulator.database))


def program(*arguments: str, database: Path | str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"DISCORD_TOKEN": "", "TUPPENCE_DATABASE": str(database)}
    line = [sys.executable, str(ROOT / "bot.py"), *arguments]
    return subprocess.run(
        line, env=environment, capture_output=True, text=True, check=False, timeout=30
    )


def test_the_commands_run_as_people_run_them(tmp_path):
    path = tmp_path / "tuppence.db"
    assert "Rebuilt the results" in program("rebuild", database=path).stdout
    done = program("doctor", database=path)
    assert done.returncode == 1
    assert "there is no backup yet" in done.stdout
    assert len(done.stdout.splitlines()) < 24  # One screen.


def test_a_command_there_is_none_of_is_told_in_a_sentence(tmp_path):
    done = program("dcotor", database=tmp_path / "tuppence.db")
    assert done.returncode == os.EX_USAGE
    assert "no such command" in done.stderr


@pytest.mark.parametrize(
    "words",
    [["doctor", "--stoer"], ["doctor", "--store", "1"], ["rebuild", "1"], ["health", "-v"]],
)
def test_an_argument_there_is_none_of_runs_nothing(words, capsys):
    assert run_command(words, Settings()) == exit_status.USAGE
    captured = capsys.readouterr()
    assert "no such command or argument" in captured.err
    assert not captured.out


# ---- what Discord says


def rights(**granted: bool) -> discord.Permissions:
    """Return all permissions that are needed, except these."""
    needed = discord.Permissions(PERMISSIONS.value)
    needed.update(**granted)
    return needed


def test_servers_that_allow_everything_take_one_line():
    (line,) = permission_results(
        {"A (1)": rights(), "B (2)": discord.Permissions(administrator=True)}
    )
    assert line.well
    assert "all 2 servers" in line.words


def test_a_server_that_does_not_allow_pictures_is_named():
    (line,) = permission_results({"A (1)": rights(), "B (2)": rights(attach_files=False)})
    assert not line.well
    assert "on B (2) the bot's roles do not allow: Attach Files" in line.words


def test_without_threads_all_is_well_and_told():
    (line,) = permission_results({"A (1)": rights(create_public_threads=False)})
    assert line.well
    assert "Create Public Threads" in line.words


def test_many_servers_without_permissions_still_fit_one_screen():
    lines = list(permission_results({f"S{n}": rights(send_messages=False) for n in range(99)}))
    assert len(lines) == NAMED + 1
    assert f"{99 - NAMED} more" in lines[-1].words


async def test_without_a_token_it_says_that_permissions_were_not_looked_at():
    assert any("were not checked" in line.words for line in await token_results(None))


async def test_discord_lists_its_servers_page_by_page():
    pages = iter(([{"id": "5", "name": "A", "permissions": "8"}], []))

    async def get_guilds(limit, *, after, with_counts):
        del limit, after, with_counts
        return next(pages)

    client: Any = SimpleNamespace(http=SimpleNamespace(get_guilds=get_guilds))
    assert await role_permissions(client) == {"A (5)": discord.Permissions(administrator=True)}
