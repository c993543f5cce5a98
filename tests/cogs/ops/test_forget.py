"""Tests of `./run forget ID`, run as operators run it."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from cogs.core import exit_status
from cogs.core.settings import Settings
from cogs.ops.cli import run_command
from cogs.ops.databases import THIS_RELEASE
from data.core.location import DatabaseUrl
from data.database import Database
from data.leases.fencing import table_fence
from data.leases.shards import OwnedShards
from tests.cogs.ops.test_doctor import program
from tests.cogs.support.finished_games import play
from tests.cogs.support.play import start
from tests.data.builders import found, game_of, lobby, member, plain, seated
from tests.support.postgres.server import execute

ANN, BEN = 4711, 4712


async def forget(user_id: int, place: Path | str) -> str:
    """Run the command in a process of its own, which must succeed. Returns what it prints."""
    ended = await asyncio.to_thread(program, "forget", str(user_id), database=place)
    assert (ended.returncode, ended.stderr) == (exit_status.OK, "")
    return ended.stdout


def text_of(path: Path) -> str:
    """Return every row of a file as text."""
    with closing(plain(path)) as connection:
        return "\n".join(connection.iterdump())


async def test_a_stopped_bot_forgets_a_member_and_a_computer_player_plays_on(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben])
    game = await start(simulator, [ann, ben])
    copy = await simulator.bot.database.make_backup()
    await simulator.bot.database.close()
    said = await forget(ann.id, simulator.database)
    assert "The member is forgotten" in said
    assert "Computer players take over" in said
    for path in (simulator.database, copy):
        assert str(ann.id) not in text_of(path)
        assert str(ben.id) in text_of(path)
    await simulator.restart()
    await simulator.wait(600)
    assert [one.kind for one in await game.drivers()][:2] == ["computer", "member"]
    assert await game.turn() == ben
    assert await simulator.bot.database.erasure.pending_count() == 0


async def test_nobody_is_forgotten_under_a_bot_that_runs_on_the_file(simulator):
    ann = simulator.members[0]
    await ann.slash("play", game="house-canasta")
    ended = await asyncio.to_thread(program, "forget", str(ann.id), database=simulator.database)
    assert ended.returncode == exit_status.TRY_AGAIN_LATER
    assert "is already in use by another Tuppence" in ended.stderr
    assert not ended.stdout
    assert (await simulator.bot.database.erasure.export(ann.id))["tables_hosted"]


async def test_with_postgresql_a_member_is_forgotten_while_the_bot_runs(address: str) -> None:
    place, fence = DatabaseUrl(address), table_fence(OwnedShards())
    store = await Database.open(place, program=THIS_RELEASE, fence=fence)
    try:
        game = await game_of(store, member(ANN, "Ann"), member(BEN, "Ben"))
        waiting = await lobby(store, member(BEN, "Ben"), member(ANN, "Ann"))
        execute(address, "UPDATE card_table SET rendered_seq = seq, lobby_due = 0")
        assert "The member is forgotten" in await forget(ANN, address)
        players = [seat.player for seat in (await found(store, game.id)).seats]
        assert [one and one.kind for one in players] == ["computer", "member"]
        assert seated(await found(store, waiting.id)) == ["Ben", ".", ".", "."]
        due = "SELECT rendered_seq < seq, lobby_due FROM card_table ORDER BY id"
        assert execute(address, due) == [(True, 0), (True, 1)]  # the bot shows both again
        assert not any((await store.erasure.export(ANN)).values())
        assert await store.erasure.pending_count() == 0
        assert "nothing about this member" in await forget(ANN, address)
    finally:
        await store.close()


async def test_a_backup_that_cannot_be_changed_is_named(simulator):
    ann = simulator.members[0]
    await ann.slash("play", game="house-canasta")
    copy = await simulator.bot.database.make_backup()
    await simulator.bot.database.close()
    whole = copy.read_bytes()
    copy.write_bytes(b"no database" * 99)
    ended = await asyncio.to_thread(program, "forget", str(ann.id), database=simulator.database)
    assert ended.returncode == exit_status.DOCTOR_FAILED
    assert f"WRONG {copy} could not be changed" in ended.stdout
    copy.write_bytes(whole)
    assert "nothing about this member" in await forget(ann.id, simulator.database)
    assert str(ann.id) not in text_of(copy)


@pytest.mark.parametrize(
    "words", [[], ["Ann"], ["1", "2"], ["0"], ["-5"], ["1.5"], ["٣"], [str(2**63)], ["9" * 5000]]
)
def test_without_an_id_it_is_said_how(words: list[str], tmp_path: Path, capsys) -> None:
    settings = Settings(database=tmp_path / "tuppence.db")
    assert run_command(["forget", *words], settings) == exit_status.USAGE
    assert "./run forget ID" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
