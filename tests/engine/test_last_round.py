"""Tests of a last round that a table sets, and of earlier versions without that option."""

from random import Random

import pytest

import engine
from engine.earlier_rules import EDITIONS
from engine.players.heuristic import easy

NEW = {"classic-canasta": 3, "ponytail-canasta": 5, "ten-pennies": 2, "ten-pennies-online": 2}
"""Games whose last round can be set only from a version on."""


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_a_game_ends_after_the_round_that_the_table_has_set(game: str) -> None:
    random, seats = Random(game), engine.GAMES[game].seats[0]
    table = engine.deal(game, seats, random.randbytes(32), {"max_rounds": 1})
    assert engine.view(table, 0).last_round == 1
    while decisions := engine.pending(table):
        seat = decisions[0].seat
        table = engine.play(table, seat, easy.choose(engine.view(table, seat), random))
    assert table.round == 1
    assert table.result is not None


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_a_view_says_whether_a_house_rule_ends_the_game_earlier(game: str) -> None:
    rules = engine.GAMES[game]
    (usual,) = (int(one.default) for one in rules.options if one.name == "max_rounds")

    def is_shortened(last: int) -> bool:
        chosen = {"max_rounds": last}
        return engine.view(engine.deal(game, rules.seats[0], bytes(32), chosen), 0).is_shortened

    assert is_shortened(1)
    assert not is_shortened(usual)


@pytest.mark.parametrize("game", ["house-canasta", "pennies-from-heaven"])
def test_a_game_with_a_later_last_round_than_usual_is_not_shortened(game: str) -> None:
    seats = engine.GAMES[game].seats[0]
    longer = engine.deal(game, seats, bytes(32), {"max_rounds": 100})
    assert not engine.view(longer, 0).is_shortened


@pytest.mark.parametrize("game,version", list(NEW.items()))
def test_an_earlier_version_knows_no_such_house_rule(game: str, version: int) -> None:
    seats = engine.GAMES[game].seats[0]
    with pytest.raises(ValueError, match="no option 'max_rounds'"):
        engine.deal(game, seats, bytes(32), {"max_rounds": 1}, version - 1)
    standard = engine.view(engine.deal(game, seats, bytes(32)), 0).last_round
    before = engine.view(engine.deal(game, seats, bytes(32), {}, version - 1), 0).last_round
    assert before == standard
    assert EDITIONS[game, version].version == version
