"""The hard level's own weights: where it differs from the normal player before any search."""

from random import Random

import pytest

import engine
from engine.editions import settled_rules
from engine.players import choose
from engine.players.search.tuned import CANASTA, shrewd
from tests.engine.board import at, meld, own
from tests.engine.players.sitting import seat_view, wish, worlds


def hard(table):
    """What the hard level does without time to search."""
    return engine.write(choose(seat_view(table), "hard", Random(1), more_time=worlds(0)))


@pytest.mark.parametrize("slug", CANASTA)
def test_the_weights_are_those_of_a_game_there_is(slug):
    seats = min(CANASTA[slug])
    assert shrewd(settled_rules(slug, seats)).canasta == CANASTA[slug][seats]


def test_a_table_of_another_size_plays_by_the_weights_of_the_nearest():
    three, four = (settled_rules("ponytail-canasta", seats) for seats in (3, 4))
    assert shrewd(three) == shrewd(four)


def test_an_opening_that_costs_wild_cards_waits_while_there_is_time():
    hand = "QS QD 2S 2D KS KD 4C 5C 6C"
    others = ["4C 5D 6H 8S 9D"] * 3
    early = at("house-canasta", 4, hands=[hand, *others], phase="play", stock="8C " * 60)
    late = at("house-canasta", 4, hands=[hand, *others], phase="play", stock="8C " * 10)
    assert wish(early).startswith("meld")
    assert hard(early).startswith("discard")
    assert hard(late).startswith("meld")


def test_pairs_are_kept_for_a_fat_pile_although_somebody_may_be_out_soon():
    table = at(
        "classic-canasta",
        4,
        hands=["KS KD QS QD 2S 5C 6D", "4C 5D", "4C 5D 6H 8S", "4C 5D 6H 8S"],
        melds=[meld("JS JD JH JC", 0), meld("8S 8D 8H 8C 8S 8D 8H", 1)],
        pile="4D 5S 7H TD AC",
        phase="play",
        stock="8C " * 40,
    )
    assert wish(table).startswith("meld")
    assert hard(table).startswith("discard")


def test_what_a_far_contract_would_want_is_thrown_before_it_is_caught():
    melds = [own("QS QD QH", 1, 4), own("8S 8D 8H", 1, 4)]
    table = at(
        "ten-pennies",
        4,
        hands=["AS AD 4C 6D 9H TS KC", "4C", "4C 5D 6H 8S", "4C 5D 6H 8S"],
        melds=melds,
        down=[False, True, False, False],
        round=3,
        phase="play",
    )
    assert wish(table) == "discard TS"
    assert hard(table) in ("discard AS", "discard AD")
