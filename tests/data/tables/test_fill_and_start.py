"""Tests of computer players who join at the moment a game starts."""

from data.database import Database
from data.models.tables import NotChanged, TableStatus
from tests.data.builders import changed, computer, found, lobby, member, unmixed

ADA, BASIL = computer("Ada"), computer("Basil")


async def test_a_game_begins_with_computer_players_on_all_seats_that_are_open(
    store: Database,
) -> None:
    table = await lobby(store, member(1), seats=3)
    begun = await store.lobbies.start(
        table.id, mix=unmixed, deadline=None, revision=table.revision, computers={1: ADA, 2: BASIL}
    )
    seats = changed(begun).seats
    assert [seat.player for seat in seats[1:]] == [ADA, BASIL]
    assert changed(begun).status is TableStatus.PLAYING


async def test_who_sits_by_now_is_not_replaced_and_nobody_is_seated_beside_them(
    store: Database,
) -> None:
    table = await lobby(store, member(1), member(2), seats=3)
    computers = {1: ADA, 2: BASIL}
    answer = await store.lobbies.start(table.id, mix=unmixed, deadline=None, computers=computers)
    assert answer == NotChanged("stale")
    assert await found(store, table.id) == table
