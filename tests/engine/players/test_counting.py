"""Card counting: chances compared with all possible hands."""

from itertools import combinations

import pytest

from engine.players.thinking.counting import at_least, unseen
from tests.engine.positions import at


@pytest.mark.parametrize("wanted", [0, 1, 2, 3])
def test_the_chance_of_a_pair_is_that_of_all_possible_hands(wanted):
    cards = [True] * 3 + [False] * 5
    hands = list(combinations(cards, 4))
    share = sum(sum(hand) >= wanted for hand in hands) / len(hands)
    assert at_least(wanted, 3, 8, 4) == pytest.approx(share)


def test_what_cannot_be_held_has_no_chance():
    assert at_least(2, 1, 40, 10) == 0.0


def test_cards_seen_anywhere_are_not_counted_as_unseen():
    melds = [{"side": 0, "owner": 0, "cards": "KS KD KH"}]
    table = at(
        "house-canasta", 2, hands=["KS 4C", "KD 5C"], known=["", "KD"], melds=melds, pile="KC"
    )
    king = 10
    assert unseen(table, 0)[king] == 8 - 6
    assert unseen(table, 1)[king] == 8 - 5


def test_of_a_rank_that_a_drawn_position_has_too_often_no_card_is_left():
    """A position may hold more cards than the pack; no number of unseen cards may be negative."""
    nine = [
        {"side": 0, "owner": 0, "cards": "KS " * 6},
        {"side": 1, "owner": 1, "cards": "KH " * 5},
    ]
    table = at("house-canasta", 2, melds=nine, hands=["4C 5D", "6C 7D"])
    assert min(unseen(table, 0)) == unseen(table, 0)[10] == 0
