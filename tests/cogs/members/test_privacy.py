"""Tests of `/privacy`: show, export and erase; and servers that remove the bot."""

import asyncio
import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from threading import Event
from typing import Any

import pytest

from cogs.members.privacy import PrivacyCog, exported_files, replies
from cogs.ops.doctor import check_sqlite_file
from cogs.ui.texts import has_text
from data.erasure.personal_data import SECTIONS
from data.models.tables import Player
from data.sqlite.backup_files import backups
from tests.cogs.support.finished_games import dealt, play, play_on
from tests.cogs.support.play import open_lobby, start
from tests.simulator import Simulator
from tests.support.each import each


def bytes_of(simulator: Simulator) -> bytes:
    """Return the bytes of every file of the database."""
    folder = simulator.database.parent
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_what_is_kept_is_told_in_numbers(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben])
    answer = await ann.slash("privacy show")
    assert answer.private
    assert "Finished games: **1**" in answer.text
    assert "/privacy forget" in answer.text


@each(list(SECTIONS))
def test_every_kind_of_thing_that_is_kept_has_a_name(kind):
    assert has_text(f"privacy.{kind}")


async def test_wishes_on_reminders_are_counted_as_what_they_are(simulator):
    ann = simulator.members[0]
    await ann.slash("preferences", quiet="22-7")
    text = (await ann.slash("privacy show")).text
    assert "Sets of preferences (time zone, quiet hours, reminders): **1**" in text


async def test_of_a_stranger_nothing_is_kept(simulator):
    assert "The bot keeps nothing" in (await simulator.members[3].slash("privacy show")).text


async def test_everything_is_handed_out_as_a_file(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    answer = await ann.slash("privacy export")
    assert answer.private
    about = json.loads(answer.message.images()["about-me.json"])
    assert about["user_id"] == ann.id
    assert [result["table_id"] for result in about["results"]] == [live.row.id]
    assert ben.name not in json.dumps(about["names"])


def file_of(answer):
    """Return the contents of one compressed file of an answer."""
    ((name, content),) = answer.message.images().items()
    assert name.endswith(".json.gz")
    return json.loads(gzip.decompress(content))


async def test_much_is_handed_out_compressed(simulator, monkeypatch):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben])
    monkeypatch.setattr("cogs.members.privacy.MAX_PLAIN_BYTES", 1000)
    about = file_of(await ann.slash("privacy export"))
    kept = await simulator.bot.database.erasure.export(ann.id)
    assert (about["user_id"], about["moves"]) == (ann.id, kept["moves"])


def test_what_is_more_than_discord_takes_of_one_file_is_handed_out_in_several():
    moves = [{"table_id": 1, "seq": seq, "body": f"{seq * 7919:x}"} for seq in range(5000)]
    about: dict[str, list[dict[str, Any]]] = {
        "names": [{"name": "Ann"}],
        "moves": moves,
        "votes": [],
    }
    files = exported_files(7, about, 10_000)
    assert [name for name, _ in files] == [f"about-me-{n}.json.gz" for n in range(1, 5)]
    assert max(len(content) for _, content in files) <= 10_000
    parts = [json.loads(gzip.decompress(content)) for _, content in files]
    assert [move for part in parts for move in part["moves"]] == moves
    assert [part["names"] for part in parts if part["names"]] == [[{"name": "Ann"}]]
    assert "Parts 1 to 4 of 4; you can read each part alone." in str(next(replies(files)).text)


def test_an_export_of_sixty_files_needs_five_messages_after_the_first():
    sent = list(replies([(f"{n}.gz", b"") for n in range(60)]))
    assert [len(one.files()) for one in sent] == [10] * 6


@pytest.mark.parametrize(
    "files,in_group,messages",
    [(60, True, 6), (70, True, 6), (70, False, 7)],
    ids=["as many as fit", "one too many", "on a server"],
)
async def test_where_only_the_member_has_installed_the_bot_five_messages_follow_the_first(
    simulator, monkeypatch, files, in_group, messages
):
    ann, ben, *_ = simulator.members
    parts = [(f"{n}.gz", b"part") for n in range(files)]
    monkeypatch.setattr("cogs.members.privacy.exported_files", lambda *_: parts)
    place = simulator.group_dm(ann, ben) if in_group else None
    answer = await ann.slash("privacy export", channel=place)
    assert len(answer.told) == messages
    assert answer.private
    assert bool(simulator.take_errors()) == (files > messages * 10)


async def test_forgetting_asks_once_more(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben])
    answer = await ann.slash("privacy forget")
    assert answer.private
    assert (await simulator.bot.database.erasure.export(ann.id))["results"]


async def test_who_is_forgotten_leaves_no_trace_in_any_file(simulator):
    ann, ben = simulator.invite("Unmistakable"), simulator.members[1]
    await play(simulator, [ann, ben])
    await simulator.bot.database.make_backup()
    number = ann.id.to_bytes(8, "big").lstrip(b"\0")
    assert number in bytes_of(simulator)
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    assert "You are forgotten" in answer.text
    assert number not in bytes_of(simulator)
    assert ann.name.encode() not in bytes_of(simulator)
    assert str(ann.id).encode() not in bytes_of(simulator)


async def test_of_whom_only_preferences_were_kept_is_told_to_be_forgotten(simulator):
    eve = simulator.members[3]
    await eve.slash("preferences", quiet="22-7")
    answer = await eve.slash("privacy forget")
    await eve.press(answer.message, "Yes, forget me")
    assert "You are forgotten" in answer.text
    again = await eve.slash("privacy forget")
    await eve.press(again.message, "Yes, forget me")
    assert "The bot kept nothing about you" in again.text


async def test_others_can_still_replay_the_game(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    shown = await ben.slash("replay", table=live.row.id)
    assert "move 0" in shown.text
    assert "former player" in (await ben.slash("history")).text


async def test_a_computer_takes_the_seat_and_the_game_goes_on(simulator):
    ann, ben, *_ = simulator.members
    simulator.bot.services.computers.pause = 0
    table_id = await dealt(simulator, [ann, ben])
    live = await play_on(simulator, table_id, moves=3)
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    table = await simulator.bot.database.tables.find(table_id)
    assert [seat.player.kind for seat in table.seats] == ["computer", "member"]
    assert table.seq >= live.row.seq


async def test_while_copies_follow_the_others_play_on_and_who_was_forgotten_knows_it(simulator):
    ann, ben, *_ = simulator.members
    simulator.bot.services.computers.pause = 0
    table_id = await dealt(simulator, [ann, ben])
    live = await play_on(simulator, table_id, moves=4)
    goes, stays = (ann, ben) if live.circumstances.open_decisions[0].seat == 0 else (ben, ann)
    answer = await goes.slash("privacy forget")
    made = asyncio.Event()  # A large backup, or one that is being changed.
    making = asyncio.create_task(simulator.bot.database.members.backend.copying.run(made.wait()))
    asked = asyncio.create_task(goes.press(answer.message, "Yes, forget me"))
    async with asyncio.timeout(10):
        while await whose_turn(simulator, table_id) != stays.id:  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.01)
        while "You are forgotten" not in answer.text:  # noqa: ASYNC110 - Discord sends no event
            await asyncio.sleep(0.01)
    assert "The backups are next" in answer.text
    made.set()
    await asyncio.gather(making, asked)
    assert "You are forgotten" in answer.text
    assert "The backups are next" not in answer.text


async def whose_turn(simulator: Simulator, table_id: int) -> int | None:
    live = await simulator.bot.services.sessions.load(table_id)
    return live.player(live.game.table.turn).user_id


async def forgets(person) -> None:
    answer = await person.slash("privacy forget")
    await person.press(answer.message, "Yes, forget me")


async def test_the_table_says_at_once_that_somebody_else_has_the_seat(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    goes = await game.turn()
    await game.take_turn()  # No computer player moves now.
    await simulator.wait(60)
    assert goes.name in game.board.text.casefold()
    await forgets(goes)
    await simulator.wait(60)
    assert goes.name not in game.board.text.casefold()


async def test_where_nobody_who_is_there_is_left_the_table_waits_for_who_is_away(simulator):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben], seats=3, pace="day")
    kept = Player("computer", ben.id, ben.name, "normal")
    seat = (await game.live()).own_seat(ben.id)
    await simulator.bot.database.tables.replace_player(
        game.table_id, seat, kept, from_seq=0, opens=True
    )
    await forgets(ann)
    (hold,) = await simulator.bot.database.pauses.of_table(game.table_id)
    assert hold.reason == "nobody"


async def test_in_a_restored_game_a_computer_plays_for_who_was_forgotten_since(
    simulator, monkeypatch
):
    game = await start(simulator, simulator.members[:2], seats=2, pace="day")
    goes = await game.turn()
    await simulator.bot.database.make_backup()
    await forgets(goes)
    from_the_start = simulator._new_bot

    async def from_the_backup():
        for rest in simulator.database.parent.glob(f"{simulator.database.name}-*"):
            rest.unlink()
        shutil.copy(backups(simulator.database)[0], simulator.database)
        return await from_the_start()

    monkeypatch.setattr(simulator, "_new_bot", from_the_backup)
    await simulator.restart()
    simulator.bot.services.computers.pause = 0
    await simulator.wait(60)
    assert {driver.kind for driver in await game.drivers()} == {"computer", "member"}
    assert await game.seq() > 0
    assert "a former player" not in game.board.text


async def test_lobbies_no_longer_show_who_was_forgotten(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ben)
    await ann.press(lobby, "Join")
    own = await open_lobby(simulator, ann)
    assert ann.name in lobby.text.casefold()
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    assert ann.name not in lobby.text.casefold()
    assert "cancelled" in own.text


async def test_a_member_can_leave_the_ladders_and_come_back(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben], options={})
    assert "no longer appear" in (await ann.slash("privacy ladder", show=False)).text
    assert await simulator.bot.database.leaderboards.entry(simulator.guild.id, None, ann.id) is None
    assert "You now appear" in (await ann.slash("privacy ladder", show=True)).text
    assert (
        await simulator.bot.database.leaderboards.entry(simulator.guild.id, None, ann.id)
        is not None
    )


async def test_who_is_still_in_a_torn_backup_is_told_so_and_so_is_the_operator(simulator):
    ann, ben = simulator.invite("Unmistakable"), simulator.members[1]
    await play(simulator, [ann, ben])
    copy = await simulator.bot.database.make_backup()
    whole = copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    assert "One backup could not be read" in answer.text
    wrong = [line.words for line in check_sqlite_file(simulator.database) if not line.well]
    assert any("still in a backup" in words for words in wrong)
    assert any(f"{copy} is damaged" in words for words in wrong)
    copy.write_bytes(whole)
    await simulator.bot.database.erasure.propagate()
    assert b"Unmistakable" not in bytes_of(simulator)
    assert not [line for line in check_sqlite_file(simulator.database) if not line.well]


async def test_whom_only_the_database_has_still_to_let_go_hears_of_no_backup(simulator):
    ann, ben = simulator.members[:2]
    await play(simulator, [ann, ben])
    await simulator.bot.database.make_backup()
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute("PRAGMA busy_timeout=20") and None
    )
    with closing(sqlite3.connect(simulator.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM player").fetchone()
        answer = await ann.slash("privacy forget")
        await ann.press(answer.message, "Yes, forget me")
    assert "The backups no longer hold your data" in answer.text
    assert "could not be read" not in answer.text


async def test_a_seat_taken_just_before_forgetting_is_forgotten_too(simulator):
    ann, ben = simulator.invite("Unmistakable"), simulator.members[1]
    lobby = await open_lobby(simulator, ben)
    answer = await ann.slash("privacy forget")
    for _ in range(3):
        sitting = ann.pressing(lobby, "Join")
        await simulator.together(sitting, ann.pressing(answer.message, "Yes, forget me"))
        assert b"Unmistakable" not in bytes_of(simulator)
        answer = await ann.slash("privacy forget")


async def test_a_stranger_who_asks_to_be_forgotten_costs_no_backup(simulator):
    stranger = simulator.invite("Stranger")
    copy = await simulator.bot.database.make_backup()
    before = copy.stat()
    answer = await stranger.slash("privacy forget")
    sure = answer.message.find("forgetme", "button").custom_id
    for _ in range(5):
        told = await stranger.press_stale(answer.message, sure)
    assert "kept nothing about you" in told.text
    after = copy.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


async def test_an_export_does_not_wait_for_games_that_are_replayed_nor_they_for_it(simulator):
    ann, ben = simulator.members[:2]
    await play(simulator, [ann, ben])
    go, cog = (
        Event(),
        next(one for one in simulator.bot.cogs.values() if isinstance(one, PrivacyCog)),
    )
    exporting = asyncio.create_task(cog.background(partial(go.wait, 10)))
    await asyncio.sleep(0.05)
    assert await simulator.bot.services.sessions.background(lambda: 7) == 7
    go.set()
    await exporting


async def test_an_export_is_written_by_a_worker_of_its_own(simulator, monkeypatch):
    async def replays_only(_work):
        raise AssertionError("replays wait for this one")

    ann, ben = simulator.members[:2]
    await play(simulator, [ann, ben])
    monkeypatch.setattr(simulator.bot.services.sessions, "background", replays_only)
    assert (await ann.slash("privacy export")).message.images()
