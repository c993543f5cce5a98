"""Tests of results: how a game can end, and how a log's result replaces an earlier one."""

import json
from dataclasses import replace

import pytest

from data.core.connection import Connection
from data.database import Database
from data.models.outcome import GameOutcome
from tests.data.builders import computer, finish, game_of, lobby, member, places, press

ANN, BEN = member(1, "Ann"), member(2, "Ben")
WRONG = replace(
    places(1, 2), lowest_wins=True, rounds=((1, 2),), feats={0: {"melds": 1}, 1: {"melds": 2}}
)
RIGHT = GameOutcome(
    sides=((1,), (0,)),
    ranks=(1, 2),
    scores=(777, 55),
    reason="resigned",
    rounds=((500, 5), (277, 50)),
    feats={0: {"melds": 3}},
)


async def kept(store: Database, table_id: int) -> tuple[dict[str, object], list[dict[str, object]]]:
    """Return the row of a result, and those of its seats."""

    def look(connection: Connection) -> tuple[dict[str, object], list[dict[str, object]]]:
        row = connection.execute("SELECT * FROM result WHERE table_id = ?", (table_id,)).fetchone()
        seats = connection.execute(
            "SELECT * FROM result_seat WHERE number = ? ORDER BY seat", (row["number"],)
        )
        return dict(row), [dict(seat) for seat in seats]

    return await store._opened.file.query(look)


async def test_games_are_counted_in_the_order_they_ended(store: Database) -> None:
    early, late = [await game_of(store, ANN, BEN) for _ in range(2)]
    await game_of(store, ANN, BEN)
    for table in (late, early):
        await press(store, table.id, 0, outcome=places(1, 2))
    assert await store.leaderboards.tables_with_result() == (late.id, early.id)


async def test_a_recount_writes_what_the_log_says_over_the_result(store: Database) -> None:
    table_id = await finish(store, WRONG, ANN, BEN)
    await store.leaderboards.replace_result(table_id, RIGHT)
    row, seats = await kept(store, table_id)
    assert (row["reason"], row["lowest_wins"]) == ("resigned", 0)
    assert json.loads(str(row["rounds"])) == [[500, 5], [277, 50]]
    assert [(one["side"], one["place"], one["score"]) for one in seats] == [(1, 2, 55), (0, 1, 777)]
    assert [json.loads(str(one["feats"])) for one in seats] == [{"melds": 3}, {}]


async def test_in_a_recount_who_sat_where_and_when_stays(store: Database) -> None:
    table_id = await finish(store, WRONG, ANN, BEN)
    (before, seats), told = await kept(store, table_id), {"reason", "lowest_wins", "rounds"}
    await store.leaderboards.replace_result(table_id, RIGHT)
    after, later = await kept(store, table_id)
    assert {key for key in after if before[key] != after[key]} == told
    assert [one["player_id"] for one in later] == [one["player_id"] for one in seats]


async def test_a_recount_leaves_all_other_results_alone(store: Database) -> None:
    mine, others = [await finish(store, WRONG, ANN, BEN) for _ in range(2)]
    before = await kept(store, others)
    await store.leaderboards.replace_result(mine, RIGHT)
    assert await kept(store, others) == before


async def test_a_game_without_a_result_cannot_be_recounted(store: Database) -> None:
    table = await game_of(store, ANN, BEN)
    with pytest.raises(ValueError, match=f"^table {table.id} has no result$"):
        await store.leaderboards.replace_result(table.id, RIGHT)


@pytest.mark.parametrize("seats", [(0,), (0, 1, 2), (0, 2)])
async def test_an_outcome_names_every_seat_of_its_table_and_no_other(
    store: Database, seats: tuple[int, ...]
) -> None:
    table_id = await finish(store, WRONG, ANN, BEN)
    one = GameOutcome((seats,), (1,), (0,), "target")
    with pytest.raises(
        ValueError, match=r"^an outcome names every seat of its table and no other$"
    ):
        await store.leaderboards.replace_result(table_id, one)
    assert (await kept(store, table_id))[0]["reason"] == "target"


async def test_a_game_is_rated_when_members_sit_on_two_sides(store: Database) -> None:
    partners = GameOutcome(((0, 2), (1, 3)), (1, 2), (9, 8), "target")
    both = await finish(store, partners, ANN, BEN, computer(), computer())
    one = await finish(store, partners, ANN, computer(), BEN, computer())
    assert [(await kept(store, number))[0]["rated"] for number in (both, one)] == [1, 0]


async def test_a_lobby_has_no_result(store: Database) -> None:
    await lobby(store, ANN)
    assert await store.leaderboards.tables_with_result() == ()


async def test_only_a_whole_game_is_rated(store: Database) -> None:
    whole = await finish(store, RIGHT, ANN, BEN)
    short = await finish(store, replace(RIGHT, whole=False), ANN, BEN)
    assert [(await kept(store, table))[0]["rated"] for table in (whole, short)] == [1, 0]
