"""The hard level's own weights: moves that differ from the normal level's without a search."""

from dataclasses import replace
from random import Random

import pytest

import engine
from engine.canasta.book.variant import CanastaAnswers
from engine.earlier_rules import settled_rules
from engine.players import choose, format_level, reason_for
from engine.players.canasta.going_out import wants_out
from engine.players.canasta.observation import CanastaObservation
from engine.players.heuristic.normal import decided
from engine.players.rummy.buying import penny_worth
from engine.players.thinking.thought import CAREFUL, Reason
from engine.players.tuned.hard import CANASTA, hard_style
from engine.rummy.variant import ROUNDS
from tests.engine.players.positions import seat_view, wish, worlds
from tests.engine.positions import actor, at, meld, own


def hard(table):
    """The hard level's move without time for a search."""
    return engine.write(choose(seat_view(table), "hard", Random(1), more_time=worlds(0)))


@pytest.mark.parametrize(
    "slug, seats", [(slug, seats) for slug, by_seats in CANASTA.items() for seats in by_seats]
)
def test_the_weights_are_those_of_a_table_there_is(slug, seats):
    assert hard_style(settled_rules(slug, seats)).canasta == CANASTA[slug][seats]


def test_a_table_of_another_size_plays_by_the_weights_of_the_nearest():
    three, four = (settled_rules("ponytail-canasta", seats) for seats in (3, 4))
    assert hard_style(three) == hard_style(four)


def test_an_opening_that_costs_wild_cards_waits_while_there_is_time():
    hand = "QS QD 2S 2D KS KD 4C 5C 6C"
    others = ["4C 5D 6H 8S 9D"] * 3
    early = at("house-canasta", 4, hands=[hand, *others], phase="play", stock="8C " * 60)
    late = at("house-canasta", 4, hands=[hand, *others], phase="play", stock="8C " * 6)
    assert wish(early).startswith("meld")
    assert hard(early).startswith("discard")
    assert hard(late).startswith("meld")


def test_pairs_are_kept_for_a_fat_pile_although_somebody_may_be_out_soon():
    table = at(
        "classic-canasta",
        4,
        hands=["KS KD QS QD 2S 5C 6D", "4C 5D", "4C 5D 6H 8S", "4C 5D 6H 8S"],
        melds=[meld("JS JD JH JC", 0), meld("8S 8D 8H 8C 8S 8D 8H", 1)],
        pile="4D 5S 7H TD 9C 9H 6S AC",
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


def weighed(table, **numbers):
    """Return what the normal player would do with these weights changed."""
    style = CAREFUL
    family = "canasta" if isinstance(table.rules, CanastaAnswers) else "rummy"
    weights = replace(getattr(style, family), **numbers)
    style = replace(style, **{family: weights})
    return engine.write(decided(table.rules, table, actor(table), style)[0].move)


RICH = "6C 7D 8D TD"
MELDS = [own("4S 4D 4H", 0, 2), own("9S 9D 9H", 1, 2)]
OTHERS = ["4C 5D 6H 8S 9D"] * 3


def test_a_wild_card_freezes_a_pile_that_the_others_would_take():
    keys = {"hands": ["KS KD QS QD 2S 2D 2H 5C", *OTHERS], "melds": MELDS, "phase": "play"}
    rich = at("classic-canasta", 4, **keys, pile=RICH, stock="8C " * 40)
    poor = at("classic-canasta", 4, **keys, pile="6C", stock="8C " * 40)
    assert weighed(rich) == "discard 5C"
    assert weighed(rich, freeze=1.0).startswith("discard 2")
    assert weighed(poor, freeze=1.0) == "discard 5C"


def test_pairs_for_the_pile_make_freezing_it_worth_more():
    keys = {"melds": MELDS, "pile": RICH, "phase": "play", "stock": "8C " * 40}
    pairs = at("classic-canasta", 4, hands=["JS JD QS QD 2S 2D 2H 5C", *OTHERS], **keys)
    singles = at("classic-canasta", 4, hands=["JS 7D 8S QD 2S 2D 2H 5C", *OTHERS], **keys)
    assert weighed(pairs, freeze_pairs=0.35).startswith("discard 2")
    assert not weighed(singles, freeze_pairs=0.35).startswith("discard 2")


def test_what_a_hand_holds_back_can_be_limited():
    table = at(
        "house-canasta",
        4,
        hands=["KS KD KC 7H QS QD JS JD 5C 6D", *OTHERS],
        melds=[own("KH KH KC", 0, 2)],
        phase="play",
        stock="8C " * 60,
    )
    assert weighed(table).startswith("discard")
    assert weighed(table, held=2).startswith("add")
    assert weighed(table, big_hand=10).startswith("add")


def test_going_out_waits_while_many_rounds_of_turns_are_left():
    table = at(
        "house-canasta",
        4,
        hands=["KC", *OTHERS],
        melds=[own("8S 8D 8H 8C 8S 8D 8H", 0, 2), own("9S 9D 9H 9C 9S 9D 9H", 0, 2)],
        phase="play",
        stock="8C " * 60,
    )
    assert [wants_out(seen(table, linger=linger)) for linger in (0.0, 3.0)] == [True, False]


def seen(table, **numbers):
    """Return what a player with these weights observes."""
    style = replace(CAREFUL, canasta=replace(CAREFUL.canasta, **numbers))
    return CanastaObservation(table.rules, table, actor(table), style)


def test_a_penny_is_dearer_the_fewer_there_are_for_the_rounds_to_come():
    def asked(pennies):
        return at(
            "ten-pennies",
            4,
            hands=["KS KD QS 4C 5C 6D 7H 8S 9D TH AC", *["4C 5D 6H"] * 3],
            pile="KC",
            pennies=[pennies] * 4,
            round=1,
            turn=3,
            phase="offer",
            offer_to=[0],
        )

    assert weighed(asked(10), price=1.0) == "buy"
    assert weighed(asked(2), price=1.0) == "pass"


def offered(pennies, hand, number=1, **keys):
    """Ten Pennies for four: seat 0 is offered a discard before seat 3's draw."""
    return at(
        "ten-pennies",
        4,
        hands=[hand, *["4C 5D 6H"] * 3],
        pennies=[pennies] * 4,
        round=number,
        turn=3,
        phase="offer",
        offer_to=[0],
        **keys,
    )


TWO_LACK = "KS KD QS QC 4C 5C 6D 7H 8S 9D TH"


def test_a_card_of_the_contract_is_bought_while_pennies_are_many():
    assert hard(offered(10, TWO_LACK, pile="KC")) == "buy"
    assert hard(offered(1, TWO_LACK, pile="9C")) == "pass"


def test_in_the_last_round_a_penny_is_worth_nothing_any_more():
    weights = hard_style(settled_rules("ten-pennies", 4)).rummy.buying
    assert weights is not None
    assert penny_worth(weights, ROUNDS, 5) == 0
    assert penny_worth(weights, ROUNDS - 1, 5) > 0


def test_a_penny_is_worth_more_the_fewer_there_are():
    weights = hard_style(settled_rules("ten-pennies", 4)).rummy.buying
    assert weights is not None
    worths = [penny_worth(weights, 3, pennies) for pennies in (1, 2, 5, 10)]
    assert worths == sorted(worths, reverse=True)


def test_whoever_lacks_much_buys_for_the_cards_that_come_with_it_and_says_so():
    table = offered(9, "KS KD 3S QC 4C 5C 6D 7H 8S 9D TH", 7, pile="TC")
    driver = format_level("hard")
    advice = reason_for(seat_view(table), driver, Random(1), engine.read("buy", table))
    assert hard(table) == "buy"
    assert advice.reason == Reason.BUY_CARDS


def test_nobody_buys_without_a_penny_or_once_down():
    assert hard(offered(0, TWO_LACK, pile="KC")) == "pass"
    assert hard(offered(10, TWO_LACK, pile="KC", down=[True, False, False, False])) == "pass"
