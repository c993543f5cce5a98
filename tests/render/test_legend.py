"""Tests that the legend explains every sign that a picture of a game can have, and no other."""

import pytest

import engine
from render.text.catalogue import LANGUAGES, use_language
from render.text.legend import SIGNS, legend
from tests.support.strategies import SEATINGS


def explained(game, seats, **more):
    table = engine.from_position({"game": game, "seats": seats, **more})
    return " ".join(legend(engine.view(table, 0)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game,seats", SEATINGS)
def test_every_game_has_a_legend_in_every_language(game, seats, language):
    with use_language(language):
        text = explained(game, seats)
    assert 300 < len(text) < 2000


@pytest.mark.parametrize(
    "game,seats,shown,hidden",
    [
        ("pennies-from-heaven", 6, ("Footprint", "Golden 7", "Tokens"), ("Bow", "bowl", "0/2")),
        ("ponytail-canasta", 4, ("Bow", "Golden 7", "Tokens"), ("Footprint", "bowl")),
        ("house-canasta", 4, ("0/2", "Snowflake"), ("Tokens", "Footprint", "Golden 7")),
        ("classic-canasta", 4, ("Heads and Tails", "to open"), ("Footprint", "Golden rim")),
        ("house-canasta", 2, ("0/2", "Snowflake", "Red number"), ("Heads",)),
        ("ten-pennies", 4, ("bowl", "Golden rim"), ("Snowflake", "Red 3", "Heads", "to open")),
    ],
)
def test_a_legend_has_the_signs_of_its_game_alone(game, seats, shown, hidden):
    text = explained(game, seats)
    assert [sign for sign in shown if sign not in text] == []
    assert [sign for sign in hidden if sign in text] == []


@pytest.mark.parametrize(
    "game,light", [("classic-canasta", "drawn on"), ("ten-pennies", "drawn, taken or bought on")]
)
def test_the_light_is_explained_by_what_is_in_it(game, light):
    assert f"**White light around a higher card**: {light} your turn" in explained(game, 4)


def test_no_sign_is_explained_twice():
    keys = [key for key, _ in SIGNS]
    assert len(set(keys)) == len(keys)
