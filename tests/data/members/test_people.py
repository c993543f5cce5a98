from pathlib import Path

import pytest

from data.database import Database
from data.models.messages import HandPanelRow
from data.models.tables import Player
from tests.data.builders import (
    basil,
    content,
    forgotten_everywhere,
    found,
    game_of,
    member,
    opened,
    places,
    press,
)

ZOE = member(777_000_777_000_777, "Zoe Unmistakable")


async def test_a_forgotten_member_has_neither_id_nor_name(store: Database) -> None:
    table = await game_of(store, ZOE, member(2))
    assert (await store.erasure.erase_member(ZOE.user_id or 0, basil)).servers == 1
    assert (await found(store, table.id)).seats[0].player == Player(
        "computer", None, "Basil", "normal"
    )
    assert await store.tables.tables_of_member(table.guild_id, ZOE.user_id or 0) == ()


async def test_the_log_of_a_forgotten_member_can_still_be_read(store: Database) -> None:
    table = await game_of(store, ZOE, member(2))
    await press(store, table.id, 0)
    await store.erasure.erase_member(ZOE.user_id or 0, basil)
    assert len(await store.tables.move_log(table.id)) == 1


async def test_nothing_of_a_forgotten_member_is_left_in_the_file(path: Path) -> None:
    async with opened(path) as store:
        table = await game_of(store, ZOE, member(2))
        panel = HandPanelRow(table.id, 0, ZOE.user_id or 0, "secret-token", 5, None, 100.0)
        await store.messages.save_hand_panel(panel)
        await press(store, table.id, 0, outcome=places(1, 2))
        await forgotten_everywhere(store, ZOE.user_id or 0)
    left = content(path)
    number = (ZOE.user_id or 0).to_bytes(8, "big").lstrip(b"\0")
    assert not any(text in left for text in (b"Unmistakable", b"secret-token", number))


async def test_the_host_of_a_table_is_forgotten_too(store: Database) -> None:
    table = await game_of(store, member(2))
    await store.erasure.erase_member(table.host_id, basil)
    assert (await found(store, table.id)).host_id == 0


@pytest.mark.parametrize("user_id", [5, 0])
async def test_forgetting_somebody_unknown_changes_nobody(store: Database, user_id: int) -> None:
    table = await game_of(store, ZOE)
    assert (await store.erasure.erase_member(user_id, basil)).servers == 0
    assert (await found(store, table.id)).seats == table.seats


async def test_who_keeps_off_the_ladders_is_hidden_until_they_come_back(store: Database) -> None:
    table = await game_of(store, ZOE)
    guild, zoe = table.guild_id, ZOE.user_id or 0
    hidden = [await store.members.is_hidden(guild, zoe)]
    for wish in (True, False):
        await store.members.set_hidden(guild, zoe, hidden=wish)
        hidden.append(await store.members.is_hidden(guild, zoe))
    assert hidden == [False, True, False]
    assert not await store.members.is_hidden(guild, 5)
