"""Partner play: what annoys people about computer partners, each case as a position."""

from random import Random
from typing import Any

import pytest

import engine
from engine.advice.choices import suggestions
from engine.advice.judgement import hint, judge
from engine.advice.lay_all import after
from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import read_cards
from engine.model.table import Table
from engine.players import choose, why_kept
from engine.players.canasta.discarding import Taker
from engine.players.canasta.observation import CanastaObservation
from engine.players.thinking.thought import CAREFUL, Reason
from tests.engine.players.positions import advice, seat_view, wish, worlds
from tests.engine.positions import at, meld

STOCK = " ".join(["8C 8D 9H 9S TC TD JH JS"] * 8)


def classic(hand: str, *melds: dict[str, Any], **keys: Any) -> Table:
    """Classic Canasta, seat 0 to lay; its partner is seat 2."""
    drawn = {"hands": [hand, *["4C 5D 6H 8S"] * 3], "melds": list(melds), "phase": "play"}
    return at("classic-canasta", 4, **drawn | {"stock": STOCK} | keys)


def pennies(hand: str, *melds: dict[str, Any], **keys: Any) -> Table:
    """Pennies From Heaven, seat 0 to lay; its partners are seats 2 and 4."""
    drawn = {"hands": [hand, *["4C 5D 6H"] * 5], "melds": list(melds), "phase": "play"}
    return at("pennies-from-heaven", 6, **drawn | {"stock": f"{STOCK} {STOCK}"} | keys)


def chance(table: Table, card: str) -> float:
    """Return the chance that the next seat takes the pile with a card, as seat 0 estimates it."""
    rules = table.rules
    assert isinstance(rules, CanastaAnswers)
    return Taker(CanastaObservation(rules, table, 0, CAREFUL)).chance(read_cards(card)[0])


BOTH = (meld("KH KH KC"), meld("AH AH AC", 1))
LONG = ["9D QC 4S", *["4C 5D 6H 8S 8H 9C JD TS"] * 3]


def test_what_the_next_player_has_thrown_is_less_likely_to_be_taken():
    mates = classic("", *BOTH, hands=LONG, pile="5C 5H 6S 6D 4C TS JH TD")
    theirs = classic("", *BOTH, hands=LONG, pile="5C 5H 6S 6D 4C JH TS TD")
    assert 0 < chance(theirs, "JS") < chance(mates, "JS")


def test_what_the_next_player_has_left_lying_is_less_likely_to_be_taken():
    elsewhere = classic("", *BOTH, hands=LONG, pile="5C 5H 6S 6D TS JH QH TD")
    offered = classic("", *BOTH, hands=LONG, pile="5C 5H 6S 6D QH JH TS TD")
    assert 0 < chance(offered, "QC") < chance(elsewhere, "QC")


def test_a_card_of_a_small_pile_that_was_left_lying_proves_nothing():
    few, many = "QH JH TS TD", "5C 5H 6S 6D QH JH TS TD"
    seen = [chance(classic("", *BOTH, hands=LONG, pile=pile), "QC") for pile in (few, many)]
    assert seen[0] > seen[1]


@pytest.mark.parametrize("ours", ["K", "5"])
def test_a_card_of_an_own_meld_under_way_is_laid_and_not_thrown(ours: str):
    hand = f"{ours}C {ours}D 6S 9D JH"
    table = pennies(hand, meld(f"{ours}H {ours}H {ours}S"), meld("AH AH AC", 1))
    assert wish(table).startswith("add 1:")
    after = engine.play(table, 0, engine.read(f"add 1: {ours}C", engine.view(table, 0)))
    assert not wish(after).startswith(f"discard {ours}")


def test_the_dearest_are_laid_first_and_the_cheapest_held_back():
    hand = "8C 8D 8S AC AD AS 4H"
    table = pennies(hand, *BOTH[:1])
    assert wish(table) == "meld AS AD AC"


def test_before_the_end_a_wild_card_lies_where_a_partner_can_complete():
    canasta = meld("AS AH AD AC AC 2S 2H")
    table = at(
        "house-canasta",
        4,
        hands=["2S 4C 9D", *["4C 5D 6H 8S"] * 3],
        melds=[canasta, meld("JS JH JD JC JC")],
        phase="play",
        stock="8C 8D",
    )
    assert wish(table) == "add 2: 2S"
    assert advice(table).reason is Reason.LAY_WILD


def test_before_the_end_a_wild_card_goes_with_the_dearest_pair():
    table = classic("2S 6C 6D QC QD 4S 9H", meld("KH KH KC"), stock="8C")
    assert sorted(wish(table).removeprefix("meld ").split()) == ["2S", "QC", "QD"]


def test_without_a_canasta_two_cards_stay_for_the_next_turn():
    out_soon = (meld("AH AH AC AC AD AD AS", 1), meld("KH KH KC"), meld("QH QH QC"))
    table = classic("KD QD 9S", *out_soon)
    assert wish(table).startswith("discard")
    last = classic("KD QD 9S", *out_soon, stock="8C")
    assert wish(last).startswith("add")


def test_no_joker_opens_with_a_low_pair_while_nothing_is_to_be_won_by_it():
    hand = "5D 5C Jo 4S 7H 8D 9C TS JD QH KC AS"
    assert wish(classic(hand, pile="4D")).startswith("discard")
    assert advice(classic(hand, meld("AH AH AC", 1), pile="4D")).reason is Reason.OPEN


def test_while_a_foot_is_on_its_way_a_pair_is_not_kept_at_the_price_of_a_gift():
    theirs, others = meld("KH KH KC", 1), ["4C 5D 6H 8S 8H 9C JD TS"] * 5
    ours, pile = meld("KS KS KD KD 2H 2S 2D"), "4C 5C 6C 7C TH 4D 5D 6D"
    drawn = {"hands": ["8S JD JC TD TC", *others], "pile": pile}
    feet = {"feet": ["4C 4D 5C"] * 6}
    earned = pennies("", ours, theirs, **drawn, **feet, earned=[True, *[False] * 5])
    assert wish(pennies("", ours, theirs, **drawn, **feet)) == "discard 8S"
    assert wish(earned) == "discard TC"


def test_the_pair_that_a_frozen_pile_is_taken_with_stays_when_the_turn_is_to_freeze_it():
    pile = "TS TD TC TH TS TD 4C 4D 6S"
    theirs = [meld(f"{r}S {r}H {r}D", 1) for r in "45679TJQ"]
    table = classic("QS QD QC 5C 7D 9S TD Jo", meld("KH KH KC"), *theirs, pile=pile)
    assert (wish(table), advice(table).reason) == ("discard Jo", Reason.THROW_FREEZER)


def test_a_seventh_card_is_not_thrown_where_another_goes_on_a_canasta_that_is_made():
    sevens, eights = meld("7S 7H 7H 7C 7C 7S", 1), meld("8S 8H 8H 8C 8C 8D 8D", 1)
    table = classic("7D 8S", meld("KH KH KC"), sevens, eights, stock="8C", pile="4C")
    assert wish(table) == "discard 8S"


def test_the_only_card_that_is_safe_to_throw_is_not_laid_on_a_canasta_that_is_made():
    tens = meld("TS TH TD TC TC TH TD")
    theirs = [meld(f"{r}S {r}H {r}D {r}C", 1) for r in "46"]
    table = classic("TS 4C 4D 6D 6C", tens, *theirs, pile="5C 5H 8S 8D 9C 9H JS QS")
    assert wish(table) == "discard TS"


def test_a_card_more_on_a_canasta_is_not_said_to_bring_it_nearer():
    tens = meld("TS TH TD TC TC TH TD")
    table = classic("TS TH 5C 6C 9D QH 8S", tens)
    assert (wish(table), advice(table).reason) == ("add 1: TS TH", Reason.EXTEND_FULL)


def test_a_canasta_of_a_kind_that_is_still_asked_for_is_told_so():
    table = pennies("JD 2S 4C 5C 9D QH", meld("JS JH JD JC JC"))
    assert advice(table).reason is Reason.COMPLETE_ASKED


def test_a_wild_card_that_closes_the_pile_is_told_to_close_it():
    theirs = [meld(f"{r}S {r}H {r}D", 1) for r in "45679TJQ"]
    table = classic("2S 4C", meld("KH KH KC"), *theirs, pile="TS TD TC TH 4D 8S 6S")
    assert (wish(table), advice(table).reason) == ("discard 2S", Reason.THROW_BLOCKER)


def test_a_card_is_thrown_for_its_points_only_where_no_dearer_one_stays():
    theirs = meld("KS KH KD KC", 1)
    table = classic("5C KD KS", meld("QH QH QC"), theirs, stock="8C", pile="4C 6D 8S 9S")
    given = advice(table)
    assert (wish(table), given.reason is Reason.THROW_POINTS) == ("discard 5C", False)


def test_a_turn_that_would_end_the_round_says_by_what():
    canasta = meld("KS KS KD KD KH KH KC")
    table = classic("KS 4C", canasta)
    turn = judge(engine.face_down(engine.view(table, 0)), 0)
    assert turn.last is None
    assert turn.ending is not None


def test_the_openings_have_all_cards_of_a_rank_with_the_wild_card():
    table = classic("KD KD KC Jo 4S 6H 8D")
    found = suggestions(engine.face_down(engine.view(table, 0)), 0)
    written = {engine.write(choice.move) for choice in found}
    assert any(text.count("K") == 3 and "Jo" in text for text in written)


def test_a_canasta_of_wild_cards_is_finished_before_pairs_are_laid_with_them():
    wilds, fives = meld("2S 2H 2D 2C 2S Jo"), meld("5S 5H 5C")
    table = pennies("TS TD JS JD 2C 2H 2S", wilds, fives, stock="8C")
    assert wish(table).startswith("add 1: 2")


SHORT = "7H 3H QS 9S TD 2H 4C AH"


@pytest.mark.parametrize(
    "wilds, stock, laid",
    [
        ("2S 2H 2H Jo Jo", SHORT, "add 1: 2D"),
        ("2S 2H 2H Jo Jo", "7H QS", "meld 5H 5D 2D"),
        ("2S 2H Jo", SHORT, "meld 5H 5D 2D"),
    ],
)
def test_before_the_end_a_wild_card_brings_a_wild_canasta_near_that_a_partner_can_finish(
    wilds: str, stock: str, laid: str
):
    hand = "4S 5H 5D 6D 7D AD 2D"
    lying = meld(wilds), meld("8S 8H 8H 8D 8D 8D 8C"), meld("JS JH JD", 1)
    assert wish(pennies(hand, *lying, pile="KH", stock=stock)) == laid


def test_before_the_end_a_joker_is_laid_alone_where_no_card_would_stay_for_the_discard():
    table = pennies("9H Jo QS QD", meld("4S 4H 4C"), stock="8C")
    assert wish(table) == "add 1: Jo"


def test_sevens_that_may_not_be_thrown_are_not_kept_for_a_frozen_pile():
    table = pennies("7S 7H 7D 4C 5D 9C JS QD KH", meld("8S 8H 8D"), pile="2S 4D 5H")
    assert sorted(wish(table).removeprefix("meld ").split()) == ["7D", "7H", "7S"]


def kept(table: Table, thrown: str) -> str | None:
    """Return why seat 0 keeps a card that fits when it discards this one."""
    return why_kept(seat_view(table), "normal", Random(1), read_cards(thrown)[0])


def test_who_holds_a_pair_for_the_pile_says_why_it_was_not_laid():
    table = classic("KS KD 4S 6D 8H 9C", meld("KH KH KC"), meld("QH QH QC"), pile="5C 2S")
    assert wish(table).startswith("discard")
    assert kept(table, "4S") == "kept_for_pile"


def test_who_would_be_left_with_few_cards_says_why_one_was_not_laid():
    table = classic("KS 4S 6D 8H", meld("KH KH KC"), meld("QH QH QC"), pile="5C")
    assert wish(table).startswith("discard")
    assert kept(table, "4S") == "kept_few"


def test_of_a_card_that_is_thrown_itself_nothing_is_said_to_be_kept():
    table = classic("KS 4S 6D 8H", meld("KH KH KC"), meld("QH QH QC"), pile="5C")
    assert kept(table, "KS") is None
    assert kept(classic("4S 6D 8H", meld("KH KH KC"), pile="5C"), "4S") is None


FEET = ["", *["4C 4D 5C"] * 5]
"""Pennies From Heaven: all seats but 0 wait for their feet."""
SIX_NINES = (meld("9S 9S 9H 9H 9D"), meld("KH KH KC", 1))


def test_the_seventh_card_is_left_to_a_partner_who_waits_for_a_foot():
    table = pennies("9C 9D 4S 6D JH QC", *SIX_NINES, feet=FEET)
    assert wish(table) in {"add 1: 9C", "add 1: 9D"}
    after = engine.play(table, 0, wish(table))
    assert wish(after).startswith("discard")
    assert "9" not in wish(after)


def test_only_of_the_seventh_card_is_it_said_that_a_partner_was_to_complete_the_canasta():
    hand = "9D 4S 6D JH QC"
    assert kept(pennies(hand, meld("9S 9S 9H 9H 9D 9C"), feet=FEET), "4S") == "kept_for_partner"
    assert kept(pennies(hand, meld("9S 9S 9H 9H 9D"), feet=FEET), "4S") is None


def test_wild_cards_too_leave_the_seventh_place_to_a_partner_who_waits_for_a_foot():
    table = pennies("2C 2D 4S 6D JH QC 8S 5D", meld("2S 2H Jo Jo 2C"), feet=FEET)
    assert wish(table) == "add 1: 2D"
    assert "2" not in wish(engine.play(table, 0, wish(table)))


@pytest.mark.parametrize(
    "keys",
    [
        {"feet": ["4C 4D 5C"] * 6},
        {"feet": [""] * 6},
        {"feet": FEET, "earned": [False, *[True] * 5]},
        {"feet": FEET, "stock": "8C 8D 9H 9S TC TD JH JS QC QD KH KS"},
    ],
)
def test_who_needs_it_too_or_has_no_time_makes_the_canasta(keys: dict[str, Any]):
    table = pennies("9C 9D 4S 6D JH QC", *SIX_NINES, **keys)
    assert sorted(wish(table).split()[2:]) == ["9C", "9D"]


@pytest.mark.parametrize("pile", ["3S", "3S 4D"])
def test_no_black_three_is_spent_on_a_small_pile(pile: str):
    table = classic("", *BOTH, hands=["3C 9D QC 4S 5S", *LONG[1:]], pile=pile)
    assert wish(table) != "discard 3C"


@pytest.mark.parametrize("pile", ["3S", "4D", "TD"])
def test_a_black_three_is_spent_on_a_small_pile_if_any_other_card_is_likely_taken(pile: str):
    more = ["4C 5D 6H 8S 8H 9C JD TS 4D 6S"] * 3
    table = classic("", meld("AH AH AC", 1), hands=["9S 7D 3C", *more], pile=pile)
    assert wish(table) == "discard 3C"


@pytest.mark.parametrize("blockers, spent", [("3C", False), ("3C 3S", True)])
def test_one_of_several_black_threes_is_spent_sooner(blockers: str, spent: bool):
    hands = [f"9D QC 4S 5S {blockers}", *LONG[1:]]
    table = classic("", *BOTH, hands=hands, pile="3S")
    assert wish(table).startswith("discard 3") == spent


def test_a_black_three_is_spent_on_a_small_pile_where_all_else_is_a_gift():
    theirs = [meld(f"{r}S {r}H {r}D {r}C {r}C", 1) for r in "AKQ"]
    table = classic("3C AD KD QD", meld("JH JH JC"), *theirs, pile="4C 5D")
    assert wish(table) == "discard 3C"


def test_a_canasta_takes_as_few_wild_cards_as_will_do():
    fours, nines = meld("4S 4H 4C"), meld("9S 9H 2C")
    table = pennies("4D 9C 9D 9D 2S 2H Jo 6S QC KD AS", fours, nines)
    laid = wish(table).removeprefix("add 2: ").split()
    assert sum(card in {"2S", "2H", "Jo"} for card in laid) == 1
    assert len(laid) == 4


def test_no_wild_card_spoils_the_natural_canasta_that_is_still_asked_for():
    ours = [meld("TS TS TH TH TD TC 2H"), meld("6S 6S 6H 6H 6D 6C")]
    hand, few = "2D 4C 5D 8H JS QD KC AS", " ".join(STOCK.split()[:24])
    assert wish(pennies(hand, *ours, stock=few)).startswith("discard")
    assert wish(pennies(hand, *ours, stock="8C")) == "add 2: 2D"


def by_weights(table: Table) -> str:
    """Return what the hard level does without time for a search."""
    return engine.write(choose(seat_view(table), "hard", Random(1), more_time=worlds(0)))


def test_who_holds_sevens_keeps_another_card_to_throw():
    ours, theirs = meld("5S 5H 5D 5C"), meld("2S 2H 2D 2C", 1)
    table = at(
        "ponytail-canasta",
        4,
        hands=["7S 7D 5S 5C", *["4C 5D 6H 8S"] * 3],
        melds=[ours, theirs],
        phase="play",
        pile="4C 4D 6S 8H TD",
        stock=f"{STOCK} {STOCK}",
        feet=[""] * 4,
    )
    while (move := by_weights(table)).startswith("add"):
        table = engine.play(table, 0, move)
    assert move in {"discard 5S", "discard 5C"}


def test_before_the_end_a_joker_is_laid_where_enough_cards_stay_for_a_turn_more():
    naturals = (f"{r}S {r}S {r}H {r}H {r}D {r}D {r}C" for r in "AK7")
    complete = (*naturals, "6S 6S 6H 6H 6D 6D 2H", "2S 2S 2D 2D Jo Jo Jo")
    table = pennies("6H 6D 9C Jo", meld("QS QS QH QD"), *(meld(cards, 1) for cards in complete))
    assert wish(table) == "add 1: Jo"


@pytest.mark.parametrize("cards", ["9C 9D 9S JC JD JS 2C 2D Jo Jo 4S 5H 6D", "KC KD KS AC AD 2C"])
def test_the_hint_is_the_next_step_of_the_turn_that_is_proposed(cards: str):
    drawn = {"hands": [cards, *["4C 5D 6H"] * 5], "phase": "play", "stock": f"{STOCK} {STOCK}"}
    table = engine.face_down(engine.view(at("pennies-from-heaven", 6, **drawn), 0))
    turn = judge(table, 0)
    assert turn.lays
    for step in (*turn.lays, turn.last):
        assert step is not None
        told = hint(table, 0, Random(1))
        assert (told.move, told.reason) == (step.move, step.reason)
        table = after(table, engine.decide(table, 0, step.move))
