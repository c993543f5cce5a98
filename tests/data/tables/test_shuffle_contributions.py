import pytest

from data.database import Database
from data.models.tables import ShuffleInputs, TableRow
from tests.data.builders import (
    SEED,
    Clock,
    basil,
    changed,
    computer,
    found,
    lobby,
    member,
    press,
    unmixed,
)

ANN, BOB = member(1, "Ann"), member(2, "Bob")


def written(table: TableRow, presses: ShuffleInputs) -> bytes:
    """Return a mix that shows its inputs."""
    seed, start = table.lobby_seed[0], presses.start
    text = f"{seed} {table.id} {presses.joined} {presses.seating} {start}".encode()
    return text.ljust(32, b".")[:32]


async def started(store: Database, table_id: int) -> TableRow:
    """Let Ann press Start."""
    return changed(
        await store.lobbies.start(table_id, mix=written, deadline=None, starter=(ANN, 90))
    )


async def test_the_press_that_starts_is_mixed_in_last_after_all_that_joined(
    store: Database,
) -> None:
    table = await lobby(store, computer(), seats=2)
    changed(await store.lobbies.seat_player(table.id, BOB, press=77))
    row = await started(store, table.id)
    assert row.presses == ShuffleInputs(joined=(77,), seating=(0, 77), start=90)
    assert row.seed == written(row, row.presses)
    assert row.lobby_seed == SEED


async def test_until_the_start_the_file_holds_no_seed_but_the_secret_one(store: Database) -> None:
    table = await lobby(store, seats=2)
    for one, number in ((ANN, 76), (BOB, 77)):
        table = changed(await store.lobbies.seat_player(table.id, one, press=number))
    assert (table.seed, table.presses) == (SEED, None)


async def test_the_table_is_mixed_as_it_will_be_played(store: Database) -> None:
    table = await lobby(store, ANN, seats=1)
    versions = []

    def mix(row: TableRow, _: ShuffleInputs) -> bytes:
        versions.append((row.rules_version, dict(row.options)))
        return bytes(32)

    changed(await store.lobbies.start(table.id, mix=mix, deadline=None, rules_version=9))
    assert versions == [(9, dict(table.options))]


async def test_the_mix_stays_as_it_was_when_its_members_are_forgotten(store: Database) -> None:
    table = await lobby(store, computer(), seats=2)
    changed(await store.lobbies.seat_player(table.id, BOB, press=77))
    before = await started(store, table.id)
    await store.erasure.erase_member(2, basil)
    assert (await found(store, table.id)).presses == before.presses


async def test_who_was_forgotten_in_the_lobby_is_in_the_mix_as_a_number(store: Database) -> None:
    table = await lobby(store, ANN, seats=1)
    changed(await store.lobbies.resize(table.id, 2, table.revision))
    changed(await store.lobbies.seat_player(table.id, BOB, press=77))
    await store.erasure.erase_member(2, basil)
    changed(await store.lobbies.seat_player(table.id, BOB, press=78))
    row = await started(store, table.id)
    assert row.presses == ShuffleInputs(joined=(77, 78), seating=(90, 78), start=90)


async def test_joining_again_does_not_change_what_was_contributed(store: Database) -> None:
    table = await lobby(store, seats=2)
    changed(await store.lobbies.seat_player(table.id, BOB, press=77))
    changed(await store.lobbies.vacate(table.id, 0))
    changed(await store.lobbies.seat_player(table.id, BOB, press=78))
    assert await store.tables.shuffle_contributions(table.id) == ((2, 77),)


async def test_who_left_the_lobby_has_contributed_all_the_same(store: Database) -> None:
    table = await lobby(store, ANN, seats=2)
    changed(await store.lobbies.seat_player(table.id, BOB, press=77))
    changed(await store.lobbies.vacate(table.id, 1))
    changed(await store.lobbies.seat_player(table.id, computer()))
    row = await started(store, table.id)
    assert row.presses == ShuffleInputs(joined=(77,), seating=(90, 0), start=90)


async def test_a_refused_start_contributes_nothing(store: Database) -> None:
    table = await lobby(store, ANN, seats=2)
    await store.lobbies.start(table.id, mix=written, starter=(ANN, 90), deadline=None)
    assert await store.tables.shuffle_contributions(table.id) == ()


async def test_of_a_forgotten_member_the_press_is_left_and_no_name(store: Database) -> None:
    table = await lobby(store, seats=2)
    changed(await store.lobbies.seat_player(table.id, BOB, press=77))
    await store.erasure.erase_member(2, basil)
    assert await store.tables.shuffle_contributions(table.id) == ((None, 77),)


async def test_a_computer_presses_nothing(store: Database) -> None:
    table = await lobby(store, seats=2)
    with pytest.raises(ValueError, match="only a member"):
        await store.lobbies.seat_player(table.id, computer(), press=5)


async def test_who_has_played_a_seat_is_remembered_after_handing_it_over(store: Database) -> None:
    table = await lobby(store, ANN, BOB, seats=2)
    changed(await store.lobbies.start(table.id, mix=unmixed, deadline=None))
    await press(store, table.id, 0)
    changed(await store.tables.replace_player(table.id, 0, member(3), from_seq=1))
    assert [await store.tables.has_played(table.id, one) for one in (1, 2, 3, 4)] == [
        *(True, True, True, False)
    ]


# ---- decks set aside


async def given_up(store: Database, *, press: int | None = 77) -> None:
    """Cancel a lobby that Bob joined."""
    other = await lobby(store, seats=2)
    changed(await store.lobbies.seat_player(other.id, BOB, press=press))
    changed(await store.lobbies.close(other.id))


async def set_aside_by(store: Database, *, press: int | None) -> int:
    """Return how many abandoned deals the receipt counts if Bob's lobby was cancelled before."""
    await given_up(store, press=press)
    table = await lobby(store, ANN, BOB, seats=2)
    changed(await store.lobbies.start(table.id, mix=written, deadline=None))
    return await store.tables.count_unplayed_decks(table.id)


async def test_a_lobby_given_up_after_somebody_had_joined_is_counted(store: Database) -> None:
    assert await set_aside_by(store, press=77) == 1


async def test_a_lobby_that_nobody_had_joined_is_not_counted(store: Database) -> None:
    assert await set_aside_by(store, press=None) == 0


async def test_a_lobby_that_still_waits_is_counted_once_it_is_given_up(store: Database) -> None:
    waiting = await lobby(store, seats=2)
    changed(await store.lobbies.seat_player(waiting.id, BOB, press=77))
    table = await lobby(store, BOB)
    assert await store.tables.count_unplayed_decks(table.id) == 0
    changed(await store.lobbies.close(waiting.id))
    assert await store.tables.count_unplayed_decks(table.id) == 1


async def test_a_game_that_was_begun_is_not_counted(store: Database) -> None:
    other = await lobby(store, seats=1)
    changed(await store.lobbies.seat_player(other.id, BOB, press=77))
    changed(await store.lobbies.start(other.id, mix=written, deadline=None))
    assert await store.tables.count_unplayed_decks((await lobby(store, BOB)).id) == 0


async def test_what_others_gave_up_is_not_counted(store: Database) -> None:
    await given_up(store)
    assert await store.tables.count_unplayed_decks((await lobby(store, ANN)).id) == 0
    assert await store.tables.count_unplayed_decks((await lobby(store, ANN, BOB)).id) == 1


async def test_what_was_given_up_long_before_is_not_counted(store: Database, clock: Clock) -> None:
    await given_up(store)
    clock.now += 8 * 24 * 3600
    assert await store.tables.count_unplayed_decks((await lobby(store, BOB)).id) == 0


async def test_forgetting_does_not_hide_a_deck_that_was_set_aside(store: Database) -> None:
    await given_up(store)
    await store.erasure.erase_member(2, basil)
    assert await store.tables.count_unplayed_decks((await lobby(store, BOB)).id) == 1


async def test_a_game_begun_by_a_lone_press_and_not_played_out_is_counted(store: Database) -> None:
    other = await lobby(store, ANN, seats=1)
    await started(store, other.id)
    assert await store.tables.void(other.id)
    assert await store.tables.count_unplayed_decks((await lobby(store, ANN)).id) == 1
