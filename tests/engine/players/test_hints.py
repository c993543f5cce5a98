"""Hints: every reason has a sentence, and the facts to fill it."""

import pytest

from engine.players.thinking.thought import Reason
from render.text.catalogue import Catalogue
from tests.engine.players.sitting import GAMES, a_round, advice


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason):
    assert Catalogue.load().has(f"hints.{reason}")


@pytest.mark.parametrize("game, seats", GAMES)
def test_the_facts_of_real_advice_fill_its_sentence(game, seats):
    for table in a_round(game, seats, "normal", seed=6):
        given = advice(table)
        sentence = Catalogue.load().words(f"hints.{given.reason}", **given.facts)
        assert "{" not in sentence
