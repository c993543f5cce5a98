"""Tests of a restored backup: an erased member leaves every place in it, as in the database."""

from data.database import Database
from data.members import identity
from data.models.deadlines import Pause
from data.models.tables import Player, TableStatus
from tests.data.builders import GUILD, basil, changed, computer, found, game_of, lobby, seated
from tests.data.erasure.test_personal_data import BOB, USER, ZOE


async def as_in_a_copy(store: Database) -> None:
    """Erase an id and a name as in a copy, where nobody else could have continued to play."""
    await store.tables.backend.transaction(lambda c, _: identity.erase_identity(c, USER))


async def test_a_computer_takes_the_seat_and_time_runs_for_it(store: Database) -> None:
    table = await game_of(store, ZOE, BOB)
    await store.pauses.begin(table.id, Pause(0, "member", 0.0, 2e9))
    await as_in_a_copy(store)
    assert await store.erasure.vacate_restored_seats(basil) == {table.id: (0,)}
    assert seated(await found(store, table.id)) == ["Basil", "Bob"]
    assert await store.pauses.of_table(table.id) == ()
    assert await store.erasure.vacate_restored_seats(basil) == {}


async def test_a_computer_that_kept_their_seat_gives_it_to_one_with_a_name(store: Database) -> None:
    table = await game_of(store, ZOE, BOB)
    kept = Player("computer", USER, ZOE.name, "normal")
    changed(await store.tables.replace_player(table.id, 0, kept, from_seq=0))
    await as_in_a_copy(store)
    await store.erasure.vacate_restored_seats(basil)
    assert seated(await found(store, table.id)) == ["Basil", "Bob"]


async def test_a_game_in_which_nobody_else_played_is_over(store: Database) -> None:
    table = await game_of(store, ZOE, computer("Ada"))
    await as_in_a_copy(store)
    await store.erasure.vacate_restored_seats(basil)
    assert (await found(store, table.id)).status is TableStatus.CLOSED


async def test_their_seat_in_a_lobby_is_free(store: Database) -> None:
    table = await lobby(store, ZOE, BOB)
    await as_in_a_copy(store)
    await store.erasure.vacate_restored_seats(basil)
    assert seated(await found(store, table.id)) == [".", "Bob", ".", "."]


async def test_a_lobby_that_they_hosted_is_closed(store: Database) -> None:
    theirs = await store.lobbies.create(
        guild_id=GUILD, channel_id=1, host_id=USER, game="house", rules_version=1, options={},
        seat_count=2, pace="day", seed=bytes(32),
    )  # fmt: skip
    await as_in_a_copy(store)
    assert await store.erasure.vacate_restored_seats(basil) == {theirs.id: ()}
    assert (await found(store, theirs.id)).status is TableStatus.CLOSED
