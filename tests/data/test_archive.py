"""Packed logs: the same moves, in a fraction of the room."""

import random

import pytest

from data.errors import BrokenLog
from data.store import Store
from tests.data.builders import Clock, game_of, member, places, press, two_players


async def finished(store: Store, clock: Clock, bodies: list[str]) -> int:
    """A game of these moves, ended and painted."""
    table = await game_of(store, member(1), member(2))
    for seq, body in enumerate(bodies):
        last = seq + 1 == len(bodies)
        await press(store, table.id, seq, body=body, outcome=places(1, 2) if last else None)
    await store.painted(table.id, len(bodies))
    clock.now += 100
    return table.id


MOVES = ["draw", "meld KS KD KH / QS QH 2D", "undo", "discard 5S", "take 7C 7D / 3: Jo", "pass"]


async def test_a_packed_game_has_the_same_moves(store: Store, clock: Clock) -> None:
    table_id = await finished(store, clock, MOVES)
    before = await store.log(table_id)
    assert await store.pack(clock.now) == 1
    after = await store.log(table_id)
    assert [(e.seq, e.seat, e.body) for e in after] == [(e.seq, e.seat, e.body) for e in before]
    assert await store.log(table_id, after=4) == after[4:]


async def test_a_packed_game_is_not_packed_again(store: Store, clock: Clock) -> None:
    await finished(store, clock, MOVES)
    assert [await store.pack(clock.now) for _ in range(2)] == [1, 0]


async def test_a_game_in_play_or_just_ended_is_left_alone(store: Store, clock: Clock) -> None:
    await press(store, await two_players(store), 0)
    await finished(store, clock, MOVES)
    assert await store.pack(clock.now - 200) == 0


async def test_a_game_whose_end_was_not_shown_yet_is_left_alone(store: Store, clock: Clock) -> None:
    table = await game_of(store, member(1), member(2))
    await press(store, table.id, 0, outcome=places(1, 2))
    clock.now += 100
    assert await store.pack(clock.now) == 0


async def test_many_games_are_packed_whatever_their_number(store: Store, clock: Clock) -> None:
    for _ in range(53):
        await finished(store, clock, ["draw"])
    assert await store.pack(clock.now) == 53


@pytest.mark.parametrize("seed", range(20))
async def test_whatever_was_flipped_in_a_packed_game_is_found(
    store: Store, clock: Clock, seed: int
) -> None:
    table_id = await finished(store, clock, MOVES)
    await store.pack(clock.now)
    packed = await store._look(lambda c: c.execute("SELECT entries FROM archive").fetchone()[0])
    flipped = bytearray(packed)
    flipped[random.Random(seed).randrange(len(packed))] ^= 1 << seed % 8
    await store._submit(
        lambda c, _: c.execute("UPDATE archive SET entries = ?", (bytes(flipped),)).rowcount
    )
    with pytest.raises(BrokenLog):
        await store.log(table_id)
