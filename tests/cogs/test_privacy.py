"""`/privacy`: shown, handed out, forgotten; servers that send the bot away."""

import json
import shutil
from typing import cast

import pytest

from cogs._kit.texts import known
from cogs._process.timepiece import Timepiece
from cogs._work.services import Parlour
from cogs.privacy import DAY, KEPT_AFTER_LEAVING, Privacy
from data.forgetting.privacy import SECTIONS
from tests.cogs.finished import dealt, play, play_on
from tests.cogs.playing import open_lobby
from tests.simulated import Room


def bytes_of(room: Room) -> bytes:
    """Every file of the database."""
    folder = room.database.parent
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def door_of(room: Room) -> Privacy:
    """The door, which looks after the database."""
    return cast("Privacy", room.bot.get_cog("Privacy"))


def later(room: Room, seconds: float) -> None:
    """For the upkeep, time has gone by; nobody waits for it."""
    room.bot.clock = Timepiece(room.wall, lambda: room.now() + seconds)
    room.bot.clock.follow(seconds)


async def test_what_is_kept_is_told_in_numbers(room):
    ann, ben, *_ = room.people
    await play(room, [ann, ben])
    answer = await ann.slash("privacy show")
    assert answer.private
    assert "Finished games: **1**" in answer.text
    assert "/privacy forget" in answer.text


@pytest.mark.parametrize("kind", SECTIONS)
def test_every_kind_of_thing_that_is_kept_has_a_name(kind):
    assert known(f"privacy.{kind}")


async def test_of_a_stranger_nothing_is_kept(room):
    assert "Nothing is kept" in (await room.people[3].slash("privacy show")).text


async def test_everything_is_handed_out_as_a_file(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    answer = await ann.slash("privacy export")
    assert answer.private
    about = json.loads(answer.message.images()["about-me.json"])
    assert about["user_id"] == ann.id
    assert [result["table_id"] for result in about["results"]] == [live.row.id]
    assert ben.name not in json.dumps(about["names"])


async def test_forgetting_asks_once_more(room):
    ann, ben, *_ = room.people
    await play(room, [ann, ben])
    answer = await ann.slash("privacy forget")
    assert answer.private
    assert (await room.bot.store.people.about(ann.id))["results"]


async def test_who_is_forgotten_leaves_no_trace_in_any_file(room):
    ann, ben = room.invite("Unmistakable"), room.people[1]
    await play(room, [ann, ben])
    await room.bot.store.back_up()
    number = ann.id.to_bytes(8, "big").lstrip(b"\0")
    assert number in bytes_of(room)
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    assert "You are forgotten" in answer.text
    assert number not in bytes_of(room)
    assert ann.name.encode() not in bytes_of(room)
    assert str(ann.id).encode() not in bytes_of(room)


async def test_others_can_still_replay_the_game(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    shown = await ben.slash("replay", table=live.row.id)
    assert "move 0" in shown.text
    assert "former player" in (await ben.slash("history")).text


async def test_a_computer_takes_the_seat_and_the_game_goes_on(room):
    ann, ben, *_ = room.people
    Parlour.of(room.bot).computers.pause = 0
    table_id = await dealt(room, [ann, ben])
    live = await play_on(room, table_id, moves=3)
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    table = await room.bot.store.tables.find(table_id)
    assert [seat.driver.kind for seat in table.seats] == ["computer", "member"]
    assert table.seq >= live.row.seq


async def test_lobbies_no_longer_show_who_was_forgotten(room):
    ann, ben, *_ = room.people
    lobby = await open_lobby(room, ben)
    await ann.press(lobby, "Join")
    own = await open_lobby(room, ann)
    assert ann.name in lobby.text.casefold()
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    assert ann.name not in lobby.text.casefold()
    assert "given up" in own.text


async def test_a_member_can_leave_the_ladders_and_come_back(room):
    ann, ben, *_ = room.people
    await play(room, [ann, ben])
    assert "no longer shown" in (await ann.slash("privacy ladder", show=False)).text
    assert await room.bot.store.ladders.standing(room.guild.id, None, ann.id) is None
    assert "You are shown" in (await ann.slash("privacy ladder", show=True)).text
    assert await room.bot.store.ladders.standing(room.guild.id, None, ann.id) is not None


async def test_a_server_that_sent_the_bot_away_is_erased_after_a_month(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    door = door_of(room)
    await door.on_guild_remove(room.guild)
    await door.upkeep()
    assert await room.bot.store.tables.find(live.row.id) is not None
    later(room, KEPT_AFTER_LEAVING + DAY)
    await door.upkeep()
    assert await room.bot.store.tables.find(live.row.id) is None


async def test_a_server_that_invites_the_bot_again_is_kept(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    door = door_of(room)
    await door.on_guild_remove(room.guild)
    await door.on_guild_join(room.guild)
    later(room, KEPT_AFTER_LEAVING + DAY)
    await door.upkeep()
    assert await room.bot.store.tables.find(live.row.id) is not None


async def test_the_upkeep_packs_old_games_and_makes_a_backup(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    later(room, 8 * DAY)
    await door_of(room).upkeep()
    entries = await room.bot.store.tables.log(live.row.id)
    assert {entry.key for entry in entries} == {""}
    assert room.bot.store.backups()


async def test_an_upkeep_that_fails_is_logged_and_tried_again(room):
    door = door_of(room)
    await door.upkeep()
    folder = room.bot.store.backups()[0].parent
    shutil.rmtree(folder)
    folder.write_text("in the way")
    await door.upkeep()
    assert "tried again" in room.take_faults()[0]
    folder.unlink()
    await door.upkeep()
    assert room.bot.store.backups()
