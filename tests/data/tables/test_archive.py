"""Tests of archived logs: the same moves in a fraction of the space."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.database import Database
from data.errors import MoveLogCorrupt
from data.tables.archive import BLOCK, _read, _written
from tests.data.builders import (
    Clock,
    game_of,
    in_a_file,
    member,
    opened,
    places,
    press,
    two_players,
)


async def finished(store: Database, clock: Clock, bodies: list[str]) -> int:
    """Return a finished game of these moves, whose message is up to date."""
    table = await game_of(store, member(1), member(2))
    for seq, body in enumerate(bodies):
        last = seq + 1 == len(bodies)
        await press(store, table.id, seq, body=body, outcome=places(1, 2) if last else None)
    await store.tables.mark_rendered(table.id, len(bodies))
    clock.now += 100
    return table.id


MOVES = ["draw", "meld KS KD KH / QS QH 2D", "undo", "discard 5S", "take 7C 7D / 3: Jo", "pass"]


async def test_a_packed_game_has_the_same_moves(store: Database, clock: Clock) -> None:
    table_id = await finished(store, clock, MOVES)
    before = await store.tables.move_log(table_id)
    assert await store.tables.archive_finished(clock.now) == 1
    after = await store.tables.move_log(table_id)
    assert [(e.seq, e.seat, e.body) for e in after] == [(e.seq, e.seat, e.body) for e in before]
    assert await store.tables.move_log(table_id, after=4) == after[4:]


async def test_a_packed_game_is_not_packed_again(store: Database, clock: Clock) -> None:
    await finished(store, clock, MOVES)
    assert [await store.tables.archive_finished(clock.now) for _ in range(2)] == [1, 0]


async def test_a_game_in_play_or_just_ended_is_left_alone(store: Database, clock: Clock) -> None:
    await press(store, await two_players(store), 0)
    await finished(store, clock, MOVES)
    assert await store.tables.archive_finished(clock.now - 200) == 0


async def test_a_game_whose_end_was_not_shown_yet_is_left_alone(
    store: Database, clock: Clock
) -> None:
    table = await game_of(store, member(1), member(2))
    await press(store, table.id, 0, outcome=places(1, 2))
    clock.now += 100
    assert await store.tables.archive_finished(clock.now) == 0


async def test_many_games_are_packed_whatever_their_number(store: Database, clock: Clock) -> None:
    for _ in range(53):
        await finished(store, clock, ["draw"])
    assert await store.tables.archive_finished(clock.now) == 53


@pytest.mark.parametrize("seed", range(20))
async def test_whatever_was_flipped_in_a_packed_game_is_found(
    store: Database, clock: Clock, seed: int
) -> None:
    table_id = await finished(store, clock, MOVES)
    await store.tables.archive_finished(clock.now)
    packed = await store.tables.backend.query(
        lambda c: c.execute("SELECT entries FROM block").fetchone()[0]
    )
    flipped = bytearray(packed)
    flipped[random.Random(seed).randrange(len(packed))] ^= 1 << seed % 8
    await store.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE block SET entries = ?", (bytes(flipped),)).rowcount
    )
    with pytest.raises(MoveLogCorrupt):
        await store.tables.move_log(table_id)


# ---- games of a kind share blocks


async def blocks(store: Database) -> list[int]:
    """Return the number of games in each block, oldest first."""
    return await store.tables.backend.query(
        lambda c: [row["games"] for row in c.execute("SELECT games FROM block ORDER BY id")]
    )


async def test_games_of_a_kind_share_a_block_until_it_is_full(
    store: Database, clock: Clock
) -> None:
    for _ in range(BLOCK + 1):
        await finished(store, clock, ["draw"])
    await store.tables.archive_finished(clock.now)
    assert await blocks(store) == [BLOCK, 1]


async def test_a_block_with_room_takes_the_next_games(store: Database, clock: Clock) -> None:
    first = await finished(store, clock, MOVES)
    await store.tables.archive_finished(clock.now)
    second = await finished(store, clock, ["draw", "discard 4H"])
    await store.tables.archive_finished(clock.now)
    assert await blocks(store) == [2]
    assert [entry.body for entry in await store.tables.move_log(first)] == MOVES
    assert [entry.body for entry in await store.tables.move_log(second)] == ["draw", "discard 4H"]


@in_a_file
async def test_a_backup_that_is_put_back_has_the_packed_games(
    store: Database, clock: Clock
) -> None:
    first = await finished(store, clock, MOVES)
    await store.tables.archive_finished(clock.now)
    async with opened(await store.make_backup()) as restored:
        assert await restored.tables.move_log(first) == await store.tables.move_log(first)


async def test_an_altered_block_takes_no_further_game(store: Database, clock: Clock) -> None:
    first = await finished(store, clock, MOVES)
    await store.tables.archive_finished(clock.now)
    await store.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE block SET entries = ?", (bytes(1),)).rowcount
    )
    second = await finished(store, clock, MOVES)
    await store.tables.archive_finished(clock.now)
    assert [entry.body for entry in await store.tables.move_log(second)] == MOVES
    with pytest.raises(MoveLogCorrupt):
        await store.tables.move_log(first)


async def test_the_log_of_one_game_does_not_pass_for_anothers(
    store: Database, clock: Clock
) -> None:
    first = await finished(store, clock, MOVES)
    await finished(store, clock, ["draw"])
    await store.tables.archive_finished(clock.now)
    await store.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE archive SET place = 1 - place").rowcount
    )
    with pytest.raises(MoveLogCorrupt):
        await store.tables.move_log(first)


@given(st.lists(st.tuples(st.integers(0, 7), st.sampled_from(MOVES)), min_size=1))
def test_whoever_moves_is_read_as_it_was_written(moves: list[tuple[int, str]]) -> None:
    assert list(_read(list(_written(moves)))) == moves
