"""The upkeep: servers that send the bot away, old games, backups; each part by itself."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
import pytest_asyncio

from cogs._game.live import Live
from cogs._process.timepiece import Timepiece
from cogs.upkeep import DAY, KEPT_AFTER_LEAVING, Upkeep
from tests.cogs.finished import play
from tests.cogs.playing import start
from tests.simulated import Room, open_room


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A room whose backups are its own to make."""
    async with open_room(tmp_path / "tuppence.db", backs_up=True) as opened:
        yield opened


def door_of(room: Room) -> Upkeep:
    """The door, which looks after the database."""
    return cast("Upkeep", room.bot.get_cog("Upkeep"))


def later(room: Room, seconds: float) -> None:
    """For the upkeep, time has gone by; nobody waits for it."""
    room.bot.clock = Timepiece(room.wall, lambda: room.now() + seconds)
    room.bot.clock.follow(seconds)


def sent_away(room: Room) -> None:
    """The server sends the bot away, and there is nobody to tell."""
    del room.env.backend.guilds[room.guild.id]


async def erased(room: Room, live: Live) -> bool:
    """Whether the server is erased once more than a month has gone by."""
    later(room, KEPT_AFTER_LEAVING + DAY)
    await door_of(room).upkeep()
    return await room.bot.store.tables.find(live.row.id) is None


async def test_a_server_that_sent_the_bot_away_is_erased_after_a_month(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    room.env.backend.remove_guild(room.guild.id)
    await room.env.settle()
    await door_of(room).upkeep()
    assert await room.bot.store.tables.find(live.row.id) is not None
    assert await erased(room, live)


async def test_a_server_that_sent_the_bot_away_while_it_was_off_is_erased_after_a_month(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    sent_away(room)
    await room.restart()
    assert await erased(room, live)


async def test_a_server_that_invites_the_bot_again_is_kept(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    door = door_of(room)
    await door.on_guild_remove(room.guild)
    await door.on_guild_join(room.guild)
    assert await room.bot.store.people.departed_servers(room.now() + 1) == ()
    assert not await erased(room, live)


async def test_a_server_that_invites_the_bot_again_while_it_is_off_is_kept(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    await door_of(room).on_guild_remove(room.guild)
    await room.restart()
    assert await room.bot.store.people.departed_servers(room.now() + 1) == ()
    assert not await erased(room, live)


async def test_before_a_server_is_erased_discord_is_asked_once_more(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    await door_of(room).on_guild_remove(room.guild)  # and nothing tells of the new invitation
    assert not await erased(room, live)
    assert await room.bot.store.people.departed_servers(room.now() + 100 * DAY) == ()


@pytest.mark.parametrize("status, code", [(500, 0), (403, 40001), (404, 0)])
async def test_while_discord_does_not_say_nothing_is_erased(room, status, code):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    await door_of(room).on_guild_remove(room.guild)
    room.fail("GET", f"/guilds/{room.guild.id}", status=status, code=code, times=None)
    assert not await erased(room, live)
    assert await room.bot.store.people.departed_servers(room.now() + 100 * DAY) != ()


async def test_a_server_of_which_nothing_is_known_is_not_noted(room):
    sent_away(room)
    await room.restart()
    assert await room.bot.store.people.departed_servers(room.now() + DAY) == ()


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


async def test_a_part_of_the_upkeep_that_fails_keeps_no_other_from_being_done(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    later(room, 8 * DAY)
    await room.bot.store.people.server_left(5)
    room.fail("GET", "/guilds/*", status=500, times=None)
    await room.bot.store.tables._submit(lambda c, _: c.execute("DROP TABLE departure") and None)
    await door_of(room).upkeep()
    (fault,) = room.take_faults()
    assert "_erase" in fault
    entries = await room.bot.store.tables.log(live.row.id)
    assert {entry.key for entry in entries} == {""}
    assert room.bot.store.backups()


async def test_a_stop_while_servers_are_compared_ends_that_before_the_connections(room):
    room.hang("GET", "/users/@me/guilds")
    with room.env._bot_scope():
        room.bot.dispatch("ready")
    await room.wait(0)
    with room.env._bot_scope():
        await room.bot.remove_cog("Upkeep")  # a stop does that before it closes the connections
    asked = len(room.sent)
    room.heal()
    await room.wait(0)
    assert room.sent[asked:] == []


async def rows(room: Room, table: str) -> int:
    found: int = await room.bot.store.tables._look(
        lambda c: c.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    )
    return found


async def test_panels_whose_token_has_died_and_meetings_of_last_month_are_let_go(room):
    ann, ben, *_ = room.people
    await play(room, [ann, ben])
    game = await start(room, room.people)
    await game.hand(await game.turn())
    await door_of(room).upkeep()
    assert await rows(room, "panel") == 1
    assert await rows(room, "meeting")
    later(room, 32 * DAY)
    await door_of(room).upkeep()
    assert await rows(room, "panel") == 0
    assert await rows(room, "meeting") == 0


async def test_a_note_that_was_kept_after_the_end_of_its_game_is_let_go(room):
    await play(room, room.people[:2])
    game = await start(room, room.people)
    await room.bot.store.people.keep_memo(game.table_id, room.people[0].id, "sevens")
    late = "INSERT INTO memo (table_id, user_id, body) VALUES (1, 7, 'late')"
    await room.bot.store.tables._submit(lambda c, _: c.execute(late) and None)
    assert await rows(room, "memo") == 2
    await door_of(room).upkeep()
    assert await rows(room, "memo") == 1
    assert await room.bot.store.people.memo(game.table_id, room.people[0].id) == "sevens"
