"""Levels: they see a view only, play legal moves, and repeat a decision when asked again."""

import pickle
from itertools import islice
from random import Random
from typing import get_type_hints

import pytest

import engine
from engine.model.view import View
from engine.players import LEVELS, Advice, advise, choose
from render.text.catalogue import Catalogue
from tests.engine.players.positions import GAMES, a_round, seat_view, worlds
from tests.engine.positions import actor, at, own

every_game = pytest.mark.parametrize("game, seats", GAMES)
every_level = pytest.mark.parametrize("level", LEVELS)


def test_there_are_three_levels_with_a_name_and_a_character():
    words = Catalogue.load()
    assert list(LEVELS) == ["easy", "normal", "hard"]
    for level in LEVELS.values():
        assert words.has(level.name)
        assert words.has(level.character)


def test_a_computer_player_is_handed_a_view_and_no_table():
    assert get_type_hints(choose)["view"] is View
    assert get_type_hints(advise)["view"] is View


@every_game
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_whole_round_is_played_with_legal_moves(game, seats, level):
    # `a_round` plays each move by the rules, which would refuse an illegal one.
    tables = list(a_round(game, seats, level))
    assert len(tables) > 10 * seats / 2


@every_game
def test_the_hard_player_plays_legal_moves(game, seats):
    for table in islice(a_round(game, seats, "normal", seed=3), 30, 60, 20):
        move = choose(seat_view(table), "hard", Random(2), more_time=worlds(4))
        assert engine.check(table, actor(table), move) is None


@every_game
@every_level
def test_shuffled_unseen_cards_do_not_change_the_move(game, seats, level):
    table = next(islice(a_round(game, seats, "normal"), 25, None))
    view = seat_view(table)
    other = engine.sample(view, Random(77))
    assert other.stock != table.stock
    moves = {
        choose(engine.view(each, actor(table)), level, Random(5), more_time=worlds(4))
        for each in (table, other)
    }
    assert len(moves) == 1


@every_game
def test_the_normal_player_does_not_depend_on_the_world_it_samples(game, seats):
    for table in islice(a_round(game, seats, "normal", seed=4), 0, None, 7):
        moves = {choose(seat_view(table), "normal", Random(seed)) for seed in range(3)}
        assert len(moves) == 1


@every_level
def test_the_same_view_seed_and_number_of_worlds_give_the_same_move(level):
    table = next(islice(a_round("house-canasta", 2, "normal"), 40, None))
    moves = {choose(seat_view(table), level, Random(8), more_time=worlds(9)) for _ in range(2)}
    assert len(moves) == 1


def test_the_easy_player_overlooks_some_piles_it_could_take():
    table = at(
        "house-canasta",
        2,
        hands=["9S 9H 4C 5C 8C", "4C 5D 6H 8S 9D"],
        melds=[own("KH KH KC", 0, 2)],
        pile="KS KD QH QD 9D",
        phase="draw",
        stock="8C " * 40,
    )
    moves = [engine.write(choose(seat_view(table), "easy", Random(seed))) for seed in range(60)]
    assert 10 < moves.count("draw") < 40
    assert moves.count("take 9S 9H") == 60 - moves.count("draw")


def test_advice_is_the_normal_players_own_move():
    for table in islice(a_round("house-canasta", 4, "normal"), 0, None, 5):
        given = advise(seat_view(table), Random(1))
        assert isinstance(given, Advice)
        assert given.move == choose(seat_view(table), "normal", Random(1))


@every_game
def test_views_and_moves_travel_to_a_worker_process_and_back(game, seats):
    table = next(islice(a_round(game, seats, "normal"), 15, None))
    view = seat_view(table)
    assert pickle.loads(pickle.dumps(view)) == view
    move = choose(view, "normal", Random(1))
    assert pickle.loads(pickle.dumps(move)) == move


@every_level
def test_somebody_who_has_nothing_to_decide_gets_no_move(level):
    table = at("house-canasta", 2)
    with pytest.raises(ValueError, match="nothing to decide"):
        choose(engine.view(table, 1), level, Random(1))


def test_a_level_nobody_has_heard_of_is_refused():
    with pytest.raises(KeyError):
        choose(seat_view(at("house-canasta", 2)), "grandmaster", Random(1))
