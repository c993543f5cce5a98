"""Tests of maintenance, each part separately: servers that remove the bot, old games, backups."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import pytest_asyncio

from cogs.core.clock import Clock
from cogs.game.state import TableState
from cogs.ops.maintenance import DAY, KEPT_AFTER_LEAVING, MaintenanceCog
from data.models.messages import DmHandRow
from tests.cogs.support.finished_games import play
from tests.cogs.support.play import start
from tests.cogs.support.welcome import announce
from tests.simulator import Simulator, open_simulator


@pytest_asyncio.fixture
async def simulator(tmp_path: Path) -> AsyncIterator[Simulator]:
    """A simulator that makes its own backups."""
    async with open_simulator(tmp_path / "tuppence.db", backs_up=True) as opened:
        yield opened


def door_of(simulator: Simulator) -> MaintenanceCog:
    """Return the service that maintains the database."""
    return cast("MaintenanceCog", simulator.bot.get_cog("MaintenanceCog"))


def later(simulator: Simulator, seconds: float) -> None:
    """Let time pass for the maintenance alone."""
    simulator.bot.clock = Clock(simulator.wall, lambda: simulator.now() + seconds)
    simulator.bot.clock.follow(seconds)


def sent_away(simulator: Simulator) -> None:
    """Remove the bot from the server without an event."""
    del simulator.env.backend.guilds[simulator.guild.id]


async def erased(simulator: Simulator, live: TableState) -> bool:
    """Whether the server is erased after more than a month."""
    later(simulator, KEPT_AFTER_LEAVING + DAY)
    await door_of(simulator).upkeep()
    return await simulator.bot.database.tables.find(live.row.id) is None


async def test_a_server_that_sent_the_bot_away_is_erased_after_a_month(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    simulator.env.backend.remove_guild(simulator.guild.id)
    await simulator.env.settle()
    await door_of(simulator).upkeep()
    assert await simulator.bot.database.tables.find(live.row.id) is not None
    assert await erased(simulator, live)


async def test_a_server_that_sent_the_bot_away_while_it_was_off_is_erased_after_a_month(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    sent_away(simulator)
    await simulator.restart()
    assert await erased(simulator, live)


async def test_a_server_that_invites_the_bot_again_is_kept(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    door = door_of(simulator)
    await door.on_guild_remove(simulator.guild)
    await door.on_guild_join(simulator.guild)
    assert await simulator.bot.database.guilds.departed_before(simulator.now() + 1) == ()
    assert not await erased(simulator, live)


async def test_a_server_that_invites_the_bot_again_while_it_is_off_is_kept(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    await door_of(simulator).on_guild_remove(simulator.guild)
    await simulator.restart()
    assert await simulator.bot.database.guilds.departed_before(simulator.now() + 1) == ()
    assert not await erased(simulator, live)


async def test_before_a_server_is_erased_discord_is_asked_once_more(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    # And no event reports the new invitation.
    await door_of(simulator).on_guild_remove(simulator.guild)
    assert not await erased(simulator, live)
    assert await simulator.bot.database.guilds.departed_before(simulator.now() + 100 * DAY) == ()


@pytest.mark.parametrize("status, code", [(500, 0), (403, 40001), (404, 0)])
async def test_while_discord_does_not_say_nothing_is_erased(simulator, status, code):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    await door_of(simulator).on_guild_remove(simulator.guild)
    simulator.fail("GET", f"/guilds/{simulator.guild.id}", status=status, code=code, times=None)
    assert not await erased(simulator, live)
    assert await simulator.bot.database.guilds.departed_before(simulator.now() + 100 * DAY) != ()


async def test_of_a_server_that_left_unused_the_name_is_erased(simulator):
    guild_id, guilds = simulator.guild.id, simulator.bot.database.guilds
    await announce(simulator)
    await simulator.wait(1)  # names are saved together
    assert guild_id in await guilds.names([guild_id])
    sent_away(simulator)
    await simulator.restart()
    guilds = simulator.bot.database.guilds
    assert await guilds.departed_before(simulator.now() + DAY) == (guild_id,)
    later(simulator, KEPT_AFTER_LEAVING + DAY)
    await door_of(simulator).upkeep()
    assert await guilds.names([guild_id]) == {}


async def test_the_upkeep_deletes_expired_tokens_of_hands_in_direct_messages(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    messages, now = simulator.bot.database.messages, simulator.bot.clock()
    hand = DmHandRow(live.row.id, ann.id, 0, 7, 8, live.row.seq, now, "en", token="secret")
    await messages.save_dm_hand(replace(hand, pressed=now - 20 * 60))
    await door_of(simulator).upkeep()
    assert [row.token for row in await messages.dm_hands(live.row.id)] == [""]


async def test_the_upkeep_packs_old_games_and_makes_a_backup(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    later(simulator, 8 * DAY)
    await door_of(simulator).upkeep()
    entries = await simulator.bot.database.tables.move_log(live.row.id)
    assert {entry.key for entry in entries} == {""}
    assert simulator.bot.database.backups()


async def test_an_upkeep_that_fails_is_logged_and_tried_again(simulator):
    door = door_of(simulator)
    await door.upkeep()
    folder = simulator.bot.database.backups()[0].parent
    shutil.rmtree(folder)
    folder.write_text("in the way")
    await door.upkeep()
    assert "tried again" in simulator.take_errors()[0]
    folder.unlink()
    await door.upkeep()
    assert simulator.bot.database.backups()


async def test_a_part_of_the_upkeep_that_fails_keeps_no_other_from_being_done(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    later(simulator, 8 * DAY)
    await simulator.bot.database.guilds.mark_departed(5)
    simulator.fail("GET", "/guilds/*", status=500, times=None)
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute("DROP TABLE departure") and None
    )
    await door_of(simulator).upkeep()
    (fault,) = simulator.take_errors()
    assert "_erase" in fault
    entries = await simulator.bot.database.tables.move_log(live.row.id)
    assert {entry.key for entry in entries} == {""}
    assert simulator.bot.database.backups()


async def test_a_stop_while_servers_are_compared_ends_that_before_the_connections(simulator):
    simulator.hang("GET", "/users/@me/guilds")
    with simulator.env._bot_scope():
        simulator.bot.dispatch("ready")
    await simulator.wait(0)
    with simulator.env._bot_scope():
        # A shutdown does that before it closes the connections.
        await simulator.bot.remove_cog("MaintenanceCog")
    asked = len(simulator.sent)
    simulator.heal()
    await simulator.wait(0)
    assert simulator.sent[asked:] == []


async def rows(simulator: Simulator, table: str) -> int:
    found: int = await simulator.bot.database.tables.backend.query(
        lambda c: c.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    )
    return found


async def test_panels_whose_token_has_died_and_meetings_of_last_month_are_let_go(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben], options={})
    game = await start(simulator, simulator.members)
    await game.hand(await game.turn())
    await door_of(simulator).upkeep()
    assert await rows(simulator, "panel") == 1
    assert await rows(simulator, "meeting")
    later(simulator, 32 * DAY)
    await door_of(simulator).upkeep()
    assert await rows(simulator, "panel") == 0
    assert await rows(simulator, "meeting") == 0


async def test_a_note_that_was_kept_after_the_end_of_its_game_is_let_go(simulator):
    await play(simulator, simulator.members[:2])
    game = await start(simulator, simulator.members)
    await simulator.bot.database.members.save_table_note(
        game.table_id, simulator.members[0].id, "sevens"
    )
    late = "INSERT INTO memo (table_id, user_id, body) VALUES (1, 7, 'late')"
    await simulator.bot.database.tables.backend.transaction(lambda c, _: c.execute(late) and None)
    assert await rows(simulator, "memo") == 2
    await door_of(simulator).upkeep()
    assert await rows(simulator, "memo") == 1
    assert (
        await simulator.bot.database.members.table_note(game.table_id, simulator.members[0].id)
        == "sevens"
    )
