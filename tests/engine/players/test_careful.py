"""The normal level's own weights, in the games that have them."""

import pytest

from engine.earlier_rules import settled_rules
from engine.players.thinking.thought import CAREFUL
from engine.players.tuned.normal import CANASTA, normal_style
from tests.engine.players.positions import GAMES


@pytest.mark.parametrize("slug", CANASTA)
def test_normals_weights_are_those_of_a_game_there_is(slug):
    assert normal_style(settled_rules(slug, 4)).canasta == CANASTA[slug]


@pytest.mark.parametrize("game, seats", [each for each in GAMES if each[0] not in CANASTA])
def test_in_any_other_game_normal_plays_by_the_same_weights(game, seats):
    assert normal_style(settled_rules(game, seats)) is CAREFUL
