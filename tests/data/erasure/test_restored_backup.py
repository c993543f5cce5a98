"""A restored backup: who was forgotten in it has left every place, as in the database."""

from data.game.rows import Driver, Status
from data.people import people
from data.store import Store
from data.time.rows import Hold
from tests.data.builders import (
    GUILD,
    basil,
    changed,
    computer,
    found,
    game_of,
    lobby,
    seated,
)
from tests.data.erasure.test_personal_data import BOB, USER, ZOE


async def as_in_a_copy(store: Store) -> None:
    """A copy lets go of an id and a name: nobody else in it could play on."""
    await store.tables.backend.transaction(lambda c, _: people.forget(c, USER))


async def test_a_computer_takes_the_seat_and_time_runs_for_it(store: Store) -> None:
    table = await game_of(store, ZOE, BOB)
    await store.time.hold(table.id, Hold(0, "member", 0.0, 2e9))
    await as_in_a_copy(store)
    assert await store.people.stand_in_for_nobody(basil) == {table.id: (0,)}
    assert seated(await found(store, table.id)) == ["Basil", "Bob"]
    assert await store.time.holds(table.id) == ()
    assert await store.people.stand_in_for_nobody(basil) == {}


async def test_a_computer_that_kept_their_seat_gives_it_to_one_with_a_name(store: Store) -> None:
    table = await game_of(store, ZOE, BOB)
    kept = Driver("computer", USER, ZOE.name, "normal")
    changed(await store.tables.change_driver(table.id, 0, kept, from_seq=0))
    await as_in_a_copy(store)
    await store.people.stand_in_for_nobody(basil)
    assert seated(await found(store, table.id)) == ["Basil", "Bob"]


async def test_a_game_in_which_nobody_else_played_is_over(store: Store) -> None:
    table = await game_of(store, ZOE, computer("Ada"))
    await as_in_a_copy(store)
    await store.people.stand_in_for_nobody(basil)
    assert (await found(store, table.id)).status is Status.CLOSED


async def test_their_seat_in_a_lobby_is_free(store: Store) -> None:
    table = await lobby(store, ZOE, BOB)
    await as_in_a_copy(store)
    await store.people.stand_in_for_nobody(basil)
    assert seated(await found(store, table.id)) == [".", "Bob", ".", "."]


async def test_a_lobby_that_they_hosted_is_closed(store: Store) -> None:
    theirs = await store.lobbies.open(
        guild_id=GUILD, channel_id=1, host_id=USER, game="house", rules_version=1, options={},
        seat_count=2, pace="day", seed=bytes(32),
    )  # fmt: skip
    await as_in_a_copy(store)
    assert await store.people.stand_in_for_nobody(basil) == {theirs.id: ()}
    assert (await found(store, theirs.id)).status is Status.CLOSED
