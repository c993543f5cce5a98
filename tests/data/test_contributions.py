import pytest

from data.game.contributions import Pressed
from data.store import Store
from tests.data.builders import SEED, Clock, basil, changed, computer, lobby, member

ANN, BOB = member(1, "Ann"), member(2, "Bob")


def written(seed: bytes, table_id: int, pressed: Pressed) -> bytes:
    """A mix that shows what it was given."""
    text = f"{seed[0]} {table_id} {pressed}".encode()
    return text.ljust(32, b".")[:32]


async def test_what_members_pressed_is_mixed_into_the_seed(store: Store) -> None:
    table = await lobby(store, computer(), seats=2)
    changed(await store.tables.sit(table.id, BOB, press=77))
    started = changed(await store.tables.start(table.id, mix=written, deadline=None))
    assert started.seed == written(SEED, table.id, ((2, 77),))
    assert started.lobby_seed == SEED


async def test_joining_again_does_not_change_what_was_contributed(store: Store) -> None:
    table = await lobby(store, seats=2)
    changed(await store.tables.sit(table.id, BOB, press=77))
    changed(await store.tables.stand(table.id, 0))
    changed(await store.tables.sit(table.id, BOB, press=78))
    assert await store.tables.contributions(table.id) == ((2, 77),)


async def test_who_left_the_lobby_has_contributed_all_the_same(store: Store) -> None:
    table = await lobby(store, ANN, seats=2)
    changed(await store.tables.sit(table.id, BOB, press=77))
    changed(await store.tables.stand(table.id, 1))
    assert await store.tables.contributions(table.id) == ((2, 77),)


async def test_the_press_of_start_counts_where_nobody_joined(store: Store) -> None:
    table = await lobby(store, ANN, computer(), seats=2)
    changed(await store.tables.start(table.id, mix=written, starter=(ANN, 90), deadline=None))
    assert await store.tables.contributions(table.id) == ((1, 90),)


async def test_the_press_of_start_does_not_count_where_somebody_joined(store: Store) -> None:
    table = await lobby(store, ANN, seats=2)
    changed(await store.tables.sit(table.id, BOB, press=77))
    changed(await store.tables.start(table.id, mix=written, starter=(ANN, 90), deadline=None))
    assert await store.tables.contributions(table.id) == ((2, 77),)


async def test_a_refused_start_contributes_nothing(store: Store) -> None:
    table = await lobby(store, ANN, seats=2)
    await store.tables.start(table.id, mix=written, starter=(ANN, 90), deadline=None)
    assert await store.tables.contributions(table.id) == ()


async def test_a_forgotten_member_has_no_press_left(store: Store) -> None:
    table = await lobby(store, seats=2)
    changed(await store.tables.sit(table.id, BOB, press=77))
    await store.people.forget(2, basil)
    assert await store.tables.contributions(table.id) == ((None, 0),)


async def test_a_computer_presses_nothing(store: Store) -> None:
    table = await lobby(store, seats=2)
    with pytest.raises(ValueError, match="only a member"):
        await store.tables.sit(table.id, computer(), press=5)


# ---- decks set aside


async def set_aside_by(store: Store, *, press: int | None) -> int:
    """How many decks the receipt of a game counts when Bob's lobby before it was closed."""
    other = await lobby(store, seats=2)
    changed(await store.tables.sit(other.id, BOB, press=press))
    changed(await store.tables.close_lobby(other.id))
    table = await lobby(store, ANN, BOB, seats=2)
    changed(await store.tables.start(table.id, mix=written, deadline=None))
    return await store.tables.set_aside(table.id)


async def test_a_lobby_given_up_after_somebody_had_joined_is_counted(store: Store) -> None:
    assert await set_aside_by(store, press=77) == 1


async def test_a_lobby_that_nobody_had_joined_is_not_counted(store: Store) -> None:
    assert await set_aside_by(store, press=None) == 0


async def test_a_game_that_was_begun_is_not_counted(store: Store) -> None:
    other = await lobby(store, seats=1)
    changed(await store.tables.sit(other.id, BOB, press=77))
    changed(await store.tables.start(other.id, mix=written, deadline=None))
    assert await store.tables.set_aside((await lobby(store, BOB)).id) == 0


async def test_what_others_gave_up_is_not_counted(store: Store) -> None:
    other = await lobby(store, seats=1)
    changed(await store.tables.sit(other.id, BOB, press=77))
    assert await store.tables.set_aside((await lobby(store, ANN)).id) == 0
    assert await store.tables.set_aside((await lobby(store, ANN, BOB)).id) == 1


async def test_what_was_given_up_long_before_is_not_counted(store: Store, clock: Clock) -> None:
    other = await lobby(store, seats=1)
    changed(await store.tables.sit(other.id, BOB, press=77))
    clock.now += 8 * 24 * 3600
    assert await store.tables.set_aside((await lobby(store, BOB)).id) == 0
