"""Tests of pseudonyms: each lasts until its game is over, and leads to nothing but that game."""

import hashlib

from data.core.location import DatabaseLocation
from data.database import Database
from tests.data.builders import (
    GUILD,
    basil,
    finish,
    found,
    game_of,
    member,
    places,
    press,
    rows_of,
    seated,
)

ANN, BOB = member(1, "Ann"), member(2, "Bob")


def players_of(place: DatabaseLocation, user_id: int) -> set[int]:
    """Return a member's games, worked out from the whole database as an attacker could."""
    ((key,),) = rows_of(place, "SELECT key FROM mark_key")
    who = f"{GUILD}:{user_id}".encode()
    mark = hashlib.blake2b(who, key=bytes(key), digest_size=16).digest()
    rows = rows_of(place, "SELECT mark, player_id FROM holding")
    return {player for found_mark, player in rows if bytes(found_mark) == mark}


def results_of(place: DatabaseLocation, players: set[int]) -> list[tuple[int]]:
    rows = rows_of(place, "SELECT player_id, number FROM result_seat ORDER BY number")
    return [(number,) for player, number in rows if player in players]


async def test_the_mark_of_who_was_forgotten_leads_to_no_result_from_before(
    store: Database, place: DatabaseLocation
) -> None:
    await finish(store, places(1, 2), ANN, BOB)
    await game_of(store, ANN, BOB)
    assert results_of(place, players_of(place, 1)) == [(1,)]
    await store.erasure.erase_member(1, basil)
    assert players_of(place, 1), "a hand that was seen may be taken again"
    assert results_of(place, players_of(place, 1)) == []


async def test_nothing_at_the_table_leads_there_either(
    store: Database, place: DatabaseLocation
) -> None:
    await finish(store, places(1, 2), ANN, BOB)
    ((before,),) = rows_of(place, "SELECT id FROM player WHERE user_id = 1")
    table = await game_of(store, ANN, BOB)
    rows_of(place, f"INSERT INTO contribution VALUES ({table.id}, {before}, 44, 0) RETURNING press")
    await store.erasure.erase_member(1, basil)
    for name in ("seat_driver", "contribution", "holding"):
        rows = rows_of(place, f"SELECT player_id FROM {name} WHERE table_id = {table.id}")
        assert rows
        assert (before,) not in rows


async def test_a_game_in_which_somebody_was_erased_ends_without_their_seat(
    store: Database, place: DatabaseLocation
) -> None:
    table = await game_of(store, ANN, BOB)
    for seat in (0, 1):
        await press(store, table.id, seat, seat=seat)
    await store.erasure.erase_member(1, basil)
    assert seated(await found(store, table.id)) == ["Basil", "Bob"]
    await press(store, table.id, 2, seat=1, outcome=places(1, 2))
    names = "SELECT p.user_id FROM result_seat AS s JOIN player AS p ON p.id = s.player_id"
    assert rows_of(place, f"{names} ORDER BY s.seat") == [(2,)]
    assert rows_of(place, "SELECT count(*) FROM holding") == [(0,)]


async def test_which_hands_somebody_holds_is_handed_out(store: Database) -> None:
    table = await game_of(store, ANN, BOB)
    about = await store.erasure.export(1)
    assert about["hands_held"] == [{"table_id": table.id, "seat": 0, "until_seq": None}]
