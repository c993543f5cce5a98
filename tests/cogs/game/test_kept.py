"""Tests of the cache of replayed games: its limit is a size, not a number."""

from dataclasses import replace

import pytest

from cogs.game.move_log import BYTES_PER_GAME, BYTES_PER_MOVE, GameCache, GameState
from tests.cogs.support.positions import row

FINISHED = 683
"""Log entries of a whole game of House Canasta for four."""
CAPACITY = GameCache().capacity


@pytest.fixture
def dealt() -> GameState:
    """Return a game without a move."""
    return GameState.begun(row(4, "house-canasta"))


def held(games: GameCache) -> set[int]:
    """Return the tables whose games are in memory."""
    return {number for number in range(2000) if games.get(number) is not None}


def test_weeks_of_finished_games_and_replays_take_no_more_memory_than_one_day_s(dealt):
    games = GameCache(CAPACITY)
    for number in range(1000):
        games.put(number, replace(dealt, seq=FINISHED))
    assert sum(FINISHED * BYTES_PER_MOVE for _ in held(games)) <= CAPACITY
    assert 999 in held(games)


def test_a_hundred_tables_in_play_are_all_kept_to_their_end(dealt):
    games = GameCache(CAPACITY)
    for seq in (0, FINISHED):
        for number in range(100):
            games.put(number, replace(dealt, seq=seq))
    assert held(games) == set(range(100))


def test_a_game_that_is_played_on_makes_room_by_those_asked_for_longest_ago(dealt):
    games = GameCache(3 * BYTES_PER_GAME + 9 * BYTES_PER_MOVE)
    for number in (1, 2, 3):
        games.put(number, dealt)
    games.put(1, replace(dealt, seq=9))
    assert held(games) == {1, 2, 3}
    games.put(1, replace(dealt, seq=10))
    assert held(games) == {1, 3}


def test_an_older_fold_does_not_take_the_place_of_a_newer_one_and_weighs_nothing(dealt):
    games = GameCache(2 * BYTES_PER_GAME + 20 * BYTES_PER_MOVE)
    games.put(1, replace(dealt, seq=20))
    for seq in range(20):
        games.put(1, replace(dealt, seq=seq))
    games.put(2, dealt)
    assert held(games) == {1, 2}
    newest = games.get(1)
    assert newest is not None
    assert newest.seq == 20


def test_one_game_is_kept_however_long_it_is(dealt):
    games = GameCache(BYTES_PER_GAME)
    games.put(1, dealt)
    games.put(2, replace(dealt, seq=1000))
    assert held(games) == {2}
