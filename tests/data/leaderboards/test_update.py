import random
from dataclasses import replace
from itertools import pairwise

import pytest

from data.database import Database
from data.errors import StorageError
from data.leaderboards import rebuild
from data.leaderboards.records import record_values
from data.models.leaderboards import LeaderboardEntry, UnratedGames
from data.models.outcome import GameOutcome
from data.models.tables import Player
from data.tables import results
from tests.data.builders import (
    GUILD,
    basil,
    changed,
    computer,
    finish,
    game_of,
    member,
    places,
    press,
)

ANN, BOB, CAT, DAN = (member(n, name) for n, name in enumerate(["Ann", "Bob", "Cat", "Dan"], 1))
PARTNERS = GameOutcome(sides=((0, 2), (1, 3)), ranks=(1, 2), scores=(5000, 3000), reason="target")


async def board(store: Database, game: str | None = None) -> tuple[LeaderboardEntry, ...]:
    return await store.leaderboards.page(GUILD, game, limit=100, offset=0)


async def names(store: Database, game: str | None = None) -> list[tuple[int, str]]:
    return [(line.place, line.name) for line in await board(store, game)]


async def test_the_winner_stands_above_the_loser(store: Database) -> None:
    await finish(store, places(2, 1), ANN, BOB)
    assert await names(store) == [(1, "Bob"), (2, "Ann")]
    first, second = await board(store)
    assert (first.games, first.wins, second.games, second.wins) == (1, 1, 1, 0)


async def test_the_rating_shown_is_mu_less_three_sigma(store: Database) -> None:
    await finish(store, places(1, 2), ANN, BOB)
    line = (await board(store))[0]
    assert line.rating == pytest.approx(line.mu - 3 * line.sigma)
    assert line.mu > 25 > line.sigma


async def test_partners_win_and_lose_together(store: Database) -> None:
    await finish(store, PARTNERS, ANN, BOB, CAT, DAN)
    lines = await board(store)
    assert [(line.place, line.name) for line in lines] == [
        *[(1, "Ann"), (1, "Cat"), (3, "Bob"), (3, "Dan")]
    ]
    assert lines[0].mu == lines[1].mu


async def test_six_players_stand_in_the_order_they_finished(store: Database) -> None:
    order = [3, 1, 6, 2, 5, 4]
    await finish(store, places(*order), *(member(n) for n in order))
    lines = await board(store)
    assert [line.user_id for line in lines] == [1, 2, 3, 4, 5, 6]
    assert all(above.rating > below.rating for above, below in pairwise(lines))


async def test_a_tie_leaves_both_where_they_were(store: Database) -> None:
    await finish(store, places(1, 1), ANN, BOB)
    first, second = await board(store)
    assert first.mu == second.mu == pytest.approx(25)
    assert first.wins == second.wins == 1


async def test_every_game_has_a_ladder_and_all_games_have_one(store: Database) -> None:
    await finish(store, places(1, 2), ANN, BOB, game="house")
    await finish(store, places(1, 2), BOB, CAT, game="rummy")
    assert [name for _, name in await names(store, "house")] == ["Ann", "Bob"]
    assert [name for _, name in await names(store, "rummy")] == ["Bob", "Cat"]
    assert {name for _, name in await names(store)} == {"Ann", "Bob", "Cat"}
    assert await store.leaderboards.count(GUILD, None) == 3
    assert await store.leaderboards.count(GUILD, "house") == 2


async def test_every_server_has_a_ladder_of_its_own(store: Database) -> None:
    await finish(store, places(1, 2), ANN, BOB)
    assert await store.leaderboards.page(GUILD + 1, None, limit=9, offset=0) == ()
    assert await store.leaderboards.entry(GUILD + 1, None, 1) is None


async def test_a_leaderboard_is_read_page_by_page(store: Database) -> None:
    await finish(store, places(*range(1, 8)), *(member(n) for n in range(1, 8)))
    pages = [await store.leaderboards.page(GUILD, None, limit=3, offset=o) for o in (0, 3, 6, 9)]
    assert [[line.place for line in page] for page in pages] == [[1, 2, 3], [4, 5, 6], [7], []]


async def test_a_members_standing_is_their_line_of_the_leaderboard(store: Database) -> None:
    await finish(store, places(2, 1, 3), ANN, BOB, CAT)
    for line in await board(store, "house"):
        assert await store.leaderboards.entry(GUILD, "house", line.user_id) == line
    assert await store.leaderboards.entry(GUILD, "house", 99) is None


async def test_a_game_against_computers_is_practice(store: Database) -> None:
    await finish(store, places(1, 2), ANN, computer())
    assert await names(store) == []
    assert await store.leaderboards.unrated_games(GUILD, None, 1) == UnratedGames(games=1, wins=1)
    assert await store.leaderboards.unrated_games(GUILD, None, 2) == UnratedGames(games=0, wins=0)


async def test_partners_without_opponents_of_flesh_and_blood_are_not_rated(store: Database) -> None:
    await finish(store, PARTNERS, ANN, computer(), BOB, computer())
    assert await names(store) == []
    assert await store.leaderboards.unrated_games(GUILD, "house", 2) == UnratedGames(
        games=1, wins=1
    )


async def test_practice_does_not_move_a_rating(store: Database) -> None:
    await finish(store, places(1, 2), ANN, BOB)
    before = await board(store)
    await finish(store, places(2, 1), ANN, computer())
    assert await board(store) == before


async def test_a_computer_at_a_table_of_members_has_no_place(store: Database) -> None:
    await finish(store, places(2, 1, 3), ANN, computer(), BOB)
    assert await names(store) == [(1, "Ann"), (2, "Bob")]


async def test_a_computer_partner_counts_as_one_who_begins(store: Database) -> None:
    await finish(store, PARTNERS, ANN, BOB, computer(), CAT, game="mixed")
    await finish(store, PARTNERS, ANN, BOB, DAN, CAT, game="members")
    mixed = await store.leaderboards.entry(GUILD, "mixed", 1)
    among_members = await store.leaderboards.entry(GUILD, "members", 1)
    assert mixed is not None
    assert among_members is not None
    assert mixed.mu == pytest.approx(among_members.mu)


async def test_who_leaves_a_losing_game_to_a_computer_still_loses_it(store: Database) -> None:
    table = await game_of(store, ANN, BOB)
    await press(store, table.id, 0)
    await press(store, table.id, 1)
    changed(await store.tables.replace_player(table.id, 1, computer(), from_seq=2))
    await press(store, table.id, 2, outcome=places(1, 2))
    assert await names(store) == [(1, "Ann"), (2, "Bob")]


async def test_who_never_acted_is_not_rated_whatever_the_clock_did_for_them(
    store: Database,
) -> None:
    table = await game_of(store, ANN, BOB)
    await press(store, table.id, 0)
    await press(store, table.id, 1, "clock:1:1:1")
    await press(store, table.id, 2, outcome=places(1, 2))
    assert await names(store) == []


async def test_who_leaves_before_the_first_move_has_not_played(store: Database) -> None:
    table = await game_of(store, ANN, BOB)
    changed(await store.tables.replace_player(table.id, 1, computer(), from_seq=0))
    await press(store, table.id, 0, outcome=places(1, 2))
    assert await names(store) == []
    assert await store.leaderboards.unrated_games(GUILD, None, 1) == UnratedGames(games=1, wins=1)


async def test_a_substitute_answers_for_the_seat_they_took_over(store: Database) -> None:
    table = await game_of(store, ANN, BOB)
    await press(store, table.id, 0)
    changed(await store.tables.replace_player(table.id, 0, CAT, from_seq=1))
    await press(store, table.id, 1)
    await press(store, table.id, 2, outcome=places(1, 2))
    assert await names(store) == [(1, "Cat"), (2, "Bob")]


async def test_for_a_substitute_who_never_acted_whoever_played_before_answers(
    store: Database,
) -> None:
    table = await game_of(store, ANN, BOB)
    await press(store, table.id, 0)
    changed(await store.tables.replace_player(table.id, 0, CAT, from_seq=1))
    await press(store, table.id, 1, outcome=places(1, 2))
    assert await names(store) == [(1, "Ann"), (2, "Bob")]


async def test_one_member_never_counts_on_two_sides(store: Database) -> None:
    table = await game_of(store, ANN, computer(), BOB)
    await press(store, table.id, 0)
    changed(await store.tables.replace_player(table.id, 0, computer("Eve"), from_seq=1))
    changed(await store.tables.replace_player(table.id, 1, ANN, from_seq=1))
    await press(store, table.id, 1, outcome=places(1, 2, 3))
    assert await names(store) == []
    assert await store.leaderboards.unrated_games(GUILD, None, 1) == UnratedGames(games=1, wins=0)


def random_outcome(chance: random.Random, seats: int) -> GameOutcome:
    if seats == 4 and chance.random() < 0.5:
        return PARTNERS
    return places(*(chance.randint(1, seats) for _ in range(seats)))


def random_drivers(chance: random.Random, seats: int) -> list[Player]:
    chosen = chance.sample(range(1, 12), seats)
    return [computer() if chance.random() < 0.2 else member(n) for n in chosen]


TABLES = {
    "ladder": "guild_id, game, period, player_id",
    "partnership": "guild_id, game, player_1, player_2, player_3",
    "fame": "guild_id, game, kind, value",
    "result_seat": "number, seat",
}
EMPTIED = ("UPDATE ladder SET mu = 0", "DELETE FROM fame", "UPDATE result_seat SET rating = 1")


async def everything(store: Database) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows that follow from the results, and the ratings after each."""
    return {
        name: await store.tables.backend.query(
            lambda c, name=name, key=key: [  # type: ignore[misc]
                tuple(row) for row in c.execute(f"SELECT * FROM {name} ORDER BY {key}")
            ]
        )
        for name, key in TABLES.items()
    }


async def some_games(store: Database, number: int) -> None:
    """Save games of all kinds, the same each time."""
    chance = random.Random(5)
    for _ in range(number):
        seats = chance.randint(2, 6)
        drivers = random_drivers(chance, seats)
        outcome = random_outcome(chance, seats)
        feats = {seat: {"pile": chance.randint(0, 40)} for seat in range(seats)}
        rounds = tuple(tuple(chance.randint(-50, 900) for _ in outcome.sides) for _ in range(2))
        game = chance.choice(["house", "rummy"])
        await finish(store, replace(outcome, feats=feats, rounds=rounds), *drivers, game=game)


async def test_ladders_made_again_from_their_results_are_the_same_to_the_last_bit(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await some_games(store, 60)
    before = await everything(store)
    for statement in EMPTIED:
        await store._opened.writer.submit(lambda c, _, said=statement: c.execute(said))  # type: ignore[misc]
    monkeypatch.setattr(rebuild, "GAMES_AT_ONCE", 7)
    await store.leaderboards.rebuild()
    assert await everything(store) == before
    assert len(before["ladder"]) > 60
    assert len(before["partnership"]) > 8
    assert len(before["fame"]) > 8


async def test_every_server_gets_its_own_ladders_again_however_its_games_fall_into_pages(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for guild, games in enumerate((14, 1, 7, 8)):
        for number in range(games):
            ranks = (1, 2) if number % 3 else (2, 1)
            await finish(store, places(*ranks), ANN, BOB, guild=GUILD + guild)
    before = await everything(store)
    for statement in EMPTIED:
        await store._opened.writer.submit(lambda c, _, said=statement: c.execute(said))  # type: ignore[misc]
    monkeypatch.setattr(rebuild, "GAMES_AT_ONCE", 7)
    await store.leaderboards.rebuild()
    assert await everything(store) == before
    assert len({row[0] for row in before["ladder"]}) == 4


async def test_without_a_game_there_is_nothing_to_make_again(store: Database) -> None:
    await store.leaderboards.rebuild()
    assert not any((await everything(store)).values())


async def test_whoever_is_better_rises(store: Database) -> None:
    chance = random.Random(2)
    for _ in range(40):
        better = 1 if chance.random() < 0.8 else 2
        await finish(store, places(better, 3 - better), ANN, BOB)
    assert await names(store) == [(1, "Ann"), (2, "Bob")]


async def test_a_forgotten_member_leaves_no_gap_and_others_keep_their_rating(
    store: Database,
) -> None:
    await finish(store, places(1, 2, 3), ANN, BOB, CAT)
    before = {line.user_id: line.rating for line in await board(store)}
    assert (await store.erasure.erase_member(1, basil)).servers == 1
    await store.leaderboards.rebuild()
    assert await names(store) == [(1, "Bob"), (2, "Cat")]
    assert {line.user_id: line.rating for line in await board(store)} == {
        user: rating for user, rating in before.items() if user != 1
    }


@pytest.mark.parametrize(
    "fields",
    [
        {"ranks": (1,)},
        {"scores": (1, 2, 3)},
        {"sides": ((0, 1), (1, 2))},
    ],
)
def test_an_outcome_that_does_not_add_up_cannot_be_made(fields: dict[str, tuple[int]]) -> None:
    sound = {"sides": ((0,), (1,)), "ranks": (1, 2), "scores": (0, 0), "reason": "target"}
    with pytest.raises(ValueError, match="an outcome"):
        GameOutcome(**sound | fields)  # type: ignore[arg-type]


async def test_a_finished_game_cannot_be_counted_twice(store: Database) -> None:
    table_id = await finish(store, places(1, 2), ANN, BOB)
    with pytest.raises(StorageError, match=r"(?i)unique"):
        await store._opened.writer.submit(
            lambda c, at: results.save_result(c, at, table_id, places(1, 2))
        )


def test_a_game_without_a_round_sets_no_record_of_one() -> None:
    row = {"feats": "{}", "lowest_wins": 0, "rounds": "[]", "side": 0}
    assert dict(record_values(row)) == {"pile": 0, "canastas": 0, "round": 0}
