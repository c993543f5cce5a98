"""The normal canasta player, one heuristic per test."""

import pytest

from engine.players.thinking.thought import Reason
from tests.engine.players.positions import advice, wish
from tests.engine.positions import at, meld, own


def house(hand, seats=2, melds=(), phase="play", **keys):
    """House Canasta with seat 0 to play."""
    others = ["4C 5D 6H 8S 9D"] * (seats - 1)
    melds = [own(cards, owner, 2) for cards, owner in melds]
    return at("house-canasta", seats, hands=[hand, *others], melds=melds, phase=phase, **keys)


def long_stock(cards=40):
    return " ".join(["8C 8D 9H 9S TC TD JH JS"] * (cards // 8))


def test_a_canasta_is_completed_as_soon_as_it_can_be():
    table = house("KS KD 4S 5S 6S", melds=[("KH KH KC KC KD", 0)], stock=long_stock())
    assert advice(table).reason == Reason.COMPLETE
    assert wish(table) == "add 1: KS KD"


def test_a_pair_is_held_back_for_the_pile_in_house_canasta():
    table = house("KS KD 4S 6S 9S", melds=[("KH KH KC", 0)], stock=long_stock())
    assert wish(table).startswith("discard")
    assert not wish(table).startswith("discard K")


def test_everything_is_laid_when_the_stock_runs_out():
    table = house("KS KD 4S 6S 9S", melds=[("KH KH KC", 0)], stock="8C")
    assert advice(table).reason == Reason.LAY_BEFORE_END
    assert wish(table) == "add 1: KS KD"


def test_a_wild_card_is_not_thrown_while_anything_else_can_be():
    table = house("2S Jo 9D 4C", melds=[("KH KH KC", 0)], stock=long_stock())
    assert wish(table) in ("discard 9D", "discard 4C")


def test_a_card_the_next_player_was_seen_to_pair_is_not_thrown():
    table = house(
        "9D JD 6S",
        melds=[("KH KH KC", 0), ("AH AH AC", 1)],
        known=["", "JS JH"],
        pile="5S 6D 7D 8D TD QD 4D",
        stock=long_stock(),
    )
    assert wish(table) != "discard JD"


def test_a_black_three_closes_a_dear_pile():
    table = house(
        "3S 9D JD QD",
        melds=[("KH KH KC", 0), ("AH AH AC", 1)],
        known=["", "9S 9H JS JH QS QH"],
        pile="5S 6D 7D 8D TD AD AD AD 8S 8S",
        stock=long_stock(),
    )
    assert wish(table) == "discard 3S"
    assert advice(table).reason == Reason.THROW_BLOCKER


def test_the_opening_that_spends_no_wild_card_is_preferred():
    table = house("QS QD QH JS JD JH 2S 4C 5C", stock=long_stock())
    move = advice(table)
    assert move.reason == Reason.OPEN
    assert "2S" not in wish(table)


def test_a_won_game_is_not_refused():
    two = [("KS KS KD KD KH KH KC", 0), ("QS QS QD QD QH QH QC", 0)]
    table = house("4C", melds=two, scores=[7400, 0], stock=long_stock())
    assert wish(table) == "discard 4C"
    table = house("JS JD JH 4C", melds=two, scores=[7400, 0], stock=long_stock())
    assert advice(table).reason == Reason.GO_OUT
    assert wish(table) == "meld JS JH JD"


def test_nothing_is_taken_that_cannot_be_taken():
    table = house("KS 4C 5C", phase="draw", pile="9D")
    assert wish(table) == "draw"
    assert advice(table).reason == Reason.NOTHING_TO_TAKE


def test_a_fat_pile_is_taken_with_a_pair():
    table = house(
        "9S 9H 4C 5C 8C",
        phase="draw",
        melds=[("KH KH KC", 0)],
        pile="KS KD QH QD 9D",
        stock=long_stock(),
    )
    assert wish(table) == "take 9S 9H"


@pytest.mark.parametrize("stock, wanted", [("8C 8D", "draw"), ("8C 8D 7C", "take 9S 9H")])
def test_the_pile_is_left_lying_once_the_others_draw_all_the_stock(stock, wanted):
    table = house(
        "9S 9H 4C 5C 8C",
        phase="draw",
        melds=[("KH KH KC", 0)],
        pile="KS KD AH AD QS QD 9D",
        stock=stock,
    )
    assert wish(table) == wanted


def test_a_wild_card_is_not_spent_to_guard_a_pile_that_comes_too_late():
    melds = [("KH KH KC", 0), ("AH AH AC", 1)]
    open_to_all = {"melds": melds, "pile": "4S 5S 6D 7D 8D", "known": ["", "JS JH"]}
    early = house("JD 2S", **open_to_all, stock=long_stock())
    late = house("JD 2S", **open_to_all, stock="8C 8D 9H 9S")
    assert wish(early) == "discard 2S"
    assert wish(late) == "discard JD"


def test_with_a_wild_canasta_worth_having_wild_cards_are_kept_together():
    melds = [meld("KS KD KH")]
    hand = ["2S 2D Jo 4C 5D 6H 8S 9D JD"] + ["4C 5D 6H"] * 5
    table = at(
        "pennies-from-heaven", 6, hands=hand, melds=melds, phase="play", stock=long_stock(80)
    )
    assert advice(table).reason == Reason.WILD_MELD


def test_an_upcard_that_goes_on_an_own_meld_brings_the_pile():
    melds = [meld("KS KD KH")]
    hands = ["4C 5D 6H 8S"] + ["4C 5D 6H"] * 5
    pile = "8D 8H 9D 9H KC"
    table = at("pennies-from-heaven", 6, hands=hands, melds=melds, pile=pile, stock=long_stock(80))
    assert wish(table) == "take"


def asked(hand):
    """Seat 2 of Pennies From Heaven, which seat 0 asks whether it may go out."""
    kinds = ("AS AS AD AD AH AH AC", "KS KS KD KD KH KH 2C", "2S 2S 2D 2D Jo Jo Jo")
    melds = [meld(cards) for cards in (*kinds, "7S 7S 7D 7D 7H 7H 7C")]
    hands = ["4C 5D", "4C 5D 6H", hand, *["4C 5D 6H"] * 3]
    question = {"asker": 0, "asked": 2, "plan": "meld 4C 4C 4C; discard 5D"}
    return at(
        "pennies-from-heaven",
        6,
        hands=hands,
        melds=melds,
        phase="answer",
        question=question,
        stock=long_stock(80),
    )


def test_leave_is_given_when_waiting_would_win_little():
    assert wish(asked("4S 9D JH")) == "yes"


def test_leave_is_refused_while_much_could_still_be_laid():
    assert wish(asked("QS QD QH QC JS JD JH JC TS TD TH TC")) == "no"


@pytest.mark.parametrize("hand", ["7S 7D 9H 4C", "7S 9H JC 4C"])
def test_a_seven_is_a_treasure_in_ponytail(hand):
    table = at(
        "ponytail-canasta",
        4,
        hands=[hand, *["4C 5D 6H"] * 3],
        phase="play",
        melds=[meld("KS KD KH")],
        stock=long_stock(80),
    )
    assert not wish(table).startswith("discard 7")


def test_of_two_openings_that_spend_as_much_the_one_of_fewer_points_is_laid():
    hand = "5C 7C 8C 9D TC JS JD AS AH 2C Jo"
    table = at("house-canasta", 4, hands=[hand, *["4C 5D 6H"] * 3], phase="play")
    assert wish(table) == "meld AS AH 2C"
