"""Hints: every reason has a sentence, and the facts for it."""

import pytest

import engine
from engine.players.thinking.thought import Reason
from render.text.catalogue import Catalogue
from tests.engine.players.positions import GAMES, a_round, advice
from tests.support.each import each


@each(Reason)
def test_every_reason_has_a_sentence(reason):
    assert Catalogue.load().has(f"hints.{reason}")


@pytest.mark.parametrize("game, seats", GAMES)
def test_the_facts_of_real_advice_fill_its_sentence(game, seats):
    for table in a_round(game, seats, "normal", seed=6):
        given = advice(table)
        sentence = Catalogue.load().words(f"hints.{given.reason}", **given.facts)
        assert "{" not in sentence


def hinted(game, seats=4, hand="4C 6D JH QD", **position):
    """Return the advice for the first seat at a position."""
    hands = [hand, *["4D 5C 6H JS QC"] * (seats - 1)]
    return advice(engine.from_position({"game": game, "seats": seats, "hands": hands} | position))


@pytest.mark.parametrize("game", ["house-canasta", "classic-canasta"])
def test_a_closed_pile_is_the_reason_to_draw_and_not_the_hand(game):
    told = hinted(game, hand="3S 3C 9D KC", phase="draw", pile="4C 3C")
    assert (told.reason, told.facts["card"]) == (Reason.PILE_CLOSED, "3C")


def test_a_frozen_pile_is_told_as_frozen():
    told = hinted("classic-canasta", hand="9D 2C 4S", phase="draw", pile="2S 9H")
    assert (told.reason, told.facts["rank"]) == (Reason.PILE_FROZEN, "9")


def test_once_the_upcard_was_declined_it_is_no_reason_any_more():
    assert hinted("ten-pennies", phase="draw", offered=False).reason == Reason.NOT_ON_OFFER


def test_a_card_that_has_its_like_in_the_hand_does_not_go_with_nothing():
    melds = [{"side": 0, "owner": 0, "cards": "KS KH KC"}]
    hand = {"hand": "4C 4D 5C 5D", "melds": melds, "down": [True] * 4, "phase": "play"}
    told = hinted("ten-pennies", **hand)
    assert told.reason == Reason.THROW_SPARE


def test_a_pile_that_is_frozen_already_is_not_frozen_once_more():
    hand = {"hand": "2C 2D", "phase": "play", "pile": " ".join(["4C 5D"] * 6 + ["2S 6H"])}
    told = hinted("classic-canasta", **hand)
    assert told.reason in {Reason.THROW_BLOCKER, Reason.LAST_CARD}


def test_a_card_that_the_next_player_takes_for_sure_is_told_to_be_taken():
    lying = [{"side": 1, "owner": 1, "cards": f"{rank}S {rank}H {rank}D"} for rank in "469TJQK"]
    hand = {"hand": "6C 9C", "melds": lying, "down": [True] * 6, "phase": "play", "pile": "3S 4S"}
    told = hinted("ponytail-canasta", seats=6, **hand)
    assert (told.reason, told.facts["percent"]) == (Reason.THROW_TAKEN, 100)
