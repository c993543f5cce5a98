"""Tests of messages that a server gets only once, and of saving all its settings."""

import asyncio

from data.database import Database
from data.models.members import GuildSettings
from data.models.messages import Notice
from tests.data.builders import GUILD, Clock

WELCOME = "welcome"


async def notice(store: Database) -> Notice:
    found = await store.guilds.notice(GUILD, WELCOME)
    assert found is not None
    return found


async def test_a_notice_is_created_once_for_each_server_and_kind(store: Database) -> None:
    created = [await store.guilds.create_notice(GUILD, WELCOME, place) for place in (7, 8)]
    assert created == [True, False]
    assert (await notice(store)).place == 7
    assert await store.guilds.create_notice(GUILD, "month:2026-11", 7)
    assert await store.guilds.create_notice(GUILD + 1, WELCOME, 7)


async def test_one_of_many_processes_may_try_to_send_it(store: Database) -> None:
    await store.guilds.create_notice(GUILD, WELCOME, 7)
    seen = await notice(store)
    tried = await asyncio.gather(*(store.guilds.mark_notice_tried(seen) for _ in range(5)))
    assert sorted(tried) == [False] * 4 + [True]


async def test_each_attempt_is_dated_and_one_process_alone_makes_it(
    store: Database, clock: Clock
) -> None:
    await store.guilds.create_notice(GUILD, WELCOME, 7)
    for _ in range(2):
        seen, clock.now = await notice(store), clock.now + 60.0
        tried = [await store.guilds.mark_notice_tried(seen) for _ in range(2)]
        assert tried == [True, False]
        assert (await notice(store)).tried == clock.now


async def test_a_refused_notice_may_be_tried_and_moved_again(store: Database) -> None:
    await store.guilds.create_notice(GUILD, WELCOME, 7)
    seen = await notice(store)
    await store.guilds.mark_notice_tried(seen)
    assert not await store.guilds.move_notice(seen, 9)
    await store.guilds.mark_notice_refused(seen)
    assert await store.guilds.move_notice(seen, 9)
    assert not await store.guilds.move_notice(seen, 10)
    assert await store.guilds.mark_notice_tried(await notice(store))


async def test_a_sent_notice_is_never_tried_or_moved_again(store: Database) -> None:
    await store.guilds.create_notice(GUILD, WELCOME, 7)
    seen = await notice(store)
    await store.guilds.mark_notice_sent(seen, 55)
    await store.guilds.mark_notice_sent(seen, 66)
    assert (await notice(store)).message_id == 55
    assert not await store.guilds.mark_notice_tried(seen)
    assert not await store.guilds.move_notice(seen, 9)


async def test_all_settings_of_a_server_are_saved_and_read_together(store: Database) -> None:
    await store.guilds.set_language(GUILD, "de")
    chosen = GuildSettings("en", True, 5, "Asia/Tokyo", False, True, 6, False)
    await store.guilds.save_settings(GUILD, chosen)
    assert await store.guilds.settings(GUILD) == chosen
    await store.guilds.save_settings(GUILD, GuildSettings())
    assert await store.guilds.settings(GUILD) == GuildSettings()
