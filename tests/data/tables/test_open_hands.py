"""Tests of hands in the replay: shown only if every member seated at the start agrees."""

from data.database import Database
from data.models.tables import NotChanged, TableRow
from tests.data.builders import changed, computer, found, lobby, member, places, press, unmixed

ANN, BEN = member(1, "Ann"), member(2, "Ben")


async def started(store: Database, table: TableRow, *agreed: int) -> bool:
    """Whether the game has open hands after these members have pressed."""
    for user_id in agreed:
        changed(await store.lobbies.set_open_hands(table.id, user_id, wants=True))
    return changed(await store.lobbies.start(table.id, mix=unmixed, deadline=None)).open_hands


async def test_nobody_agrees_unasked(store: Database) -> None:
    assert not await started(store, await lobby(store, ANN, BEN, seats=2))


async def test_hands_are_shown_where_everybody_agrees(store: Database) -> None:
    assert await started(store, await lobby(store, ANN, BEN, seats=2), 1, 2)


async def test_one_who_does_not_agree_is_enough(store: Database) -> None:
    assert not await started(store, await lobby(store, ANN, BEN, seats=2), 1)


async def test_an_agreement_can_be_taken_back(store: Database) -> None:
    table = await lobby(store, ANN, BEN, seats=2)
    changed(await store.lobbies.set_open_hands(table.id, 1, wants=True))
    changed(await store.lobbies.set_open_hands(table.id, 1, wants=False))
    assert not await started(store, table, 2)


async def test_who_agrees_twice_has_agreed_once(store: Database) -> None:
    table = await lobby(store, ANN, BEN, seats=2)
    once = changed(await store.lobbies.set_open_hands(table.id, 1, wants=True))
    assert changed(await store.lobbies.set_open_hands(table.id, 1, wants=True)) == once


async def test_who_takes_back_what_they_never_said_changes_nothing(store: Database) -> None:
    table = await lobby(store, ANN, BEN, seats=2)
    assert changed(await store.lobbies.set_open_hands(table.id, 1, wants=False)) == table


async def test_computer_players_are_not_asked(store: Database) -> None:
    assert await started(store, await lobby(store, ANN, computer(), seats=2), 1)


async def test_computers_alone_agree_on_nothing(store: Database) -> None:
    assert not await started(store, await lobby(store, computer(), computer("Bo"), seats=2))


async def test_who_has_left_is_not_asked(store: Database) -> None:
    table = await lobby(store, ANN, BEN, seats=2)
    changed(await store.lobbies.vacate(table.id, 1))
    changed(await store.lobbies.seat_player(table.id, computer()))
    assert await started(store, table, 1)


async def test_only_who_sits_may_agree(store: Database) -> None:
    table = await lobby(store, ANN, seats=2)
    assert await store.lobbies.set_open_hands(table.id, 2, wants=True) == NotChanged("not_seated")


async def test_what_was_agreed_on_holds_for_good(store: Database) -> None:
    table = await lobby(store, ANN, BEN, seats=2)
    assert await started(store, table, 1, 2)
    assert await store.lobbies.set_open_hands(table.id, 1, wants=True) == NotChanged("started")
    await press(store, table.id, 0, outcome=places(1, 2))
    assert (await found(store, table.id)).open_hands


async def test_the_lobby_knows_who_has_agreed(store: Database) -> None:
    table = await lobby(store, ANN, BEN, seats=2)
    assert changed(await store.lobbies.set_open_hands(table.id, 2, wants=True)).agreed == {2}


async def test_who_left_and_joined_again_has_to_agree_again(store: Database) -> None:
    table = await lobby(store, ANN, BEN, seats=2)
    for user_id in (1, 2):
        changed(await store.lobbies.set_open_hands(table.id, user_id, wants=True))
    changed(await store.lobbies.vacate(table.id, 1))
    changed(await store.lobbies.seat_player(table.id, BEN))
    assert not await started(store, table)
