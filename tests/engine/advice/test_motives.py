"""Tests of motives, the reasons for a move other than its value.

A motive is reported only if it is true.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import engine
from engine.advice.judgement import hint, thrown
from engine.advice.motives import with_motive
from engine.earlier_rules import seen_rules
from engine.model.cards import NAMES
from engine.model.moves import DRAW, PASS, Discard
from engine.model.table import Table
from engine.players import Advice, advise, reason_for
from engine.players.heuristic.normal import decided
from engine.players.rummy.observation import RummyObservation
from engine.players.rummy.player import gift
from engine.players.thinking.thought import Reason
from engine.players.tuned.normal import normal_style
from engine.rummy.rules import ContractRummy
from render.text.catalogue import Catalogue
from tests.engine.players.positions import a_round, seat_view
from tests.engine.positions import actor, at, meld

QUEENS = [meld("QS QD QH")]
KNOWN = ["", "JC", "", ""]


def hinted(hand: str, **keys: Any) -> Advice:
    """Hint for seat 0 of Ten Pennies for four, with queens on the table."""
    keys = {"melds": QUEENS, "down": [True, False, False, False]} | keys
    hands = [hand, "4C 5D 6H JC", *["4C 5D 6H 8D"] * 2]
    return hint_of(at("ten-pennies", 4, hands=hands, phase="play", **keys))


def hint_of(table: Table) -> Advice:
    seen = engine.face_down(seat_view(table))
    return hint(seen, actor(table), Random(1))


def test_a_card_kept_for_what_the_next_player_openly_took_is_named_with_it():
    told = hinted("8S JH", known=KNOWN)
    assert engine.write(told.move) == "discard 8S"
    assert told.reason is Reason.KEEP_WANTED
    assert (told.facts["kept"], told.facts["known"]) == ("JH", "JC")


def test_where_the_next_player_took_nothing_the_dear_card_goes_for_its_points():
    told = hinted("8S JH")
    assert engine.write(told.move) == "discard JH"
    assert told.reason is Reason.THROW_POINTS


def test_a_card_kept_from_a_next_player_who_could_lay_it_off_is_named():
    only_they_are_down = {"down": [False, True, False, False]}
    elsewhere = hinted("8S 8H QC KC", melds=[meld("5S 5D 5H")], **only_they_are_down)
    assert engine.write(elsewhere.move) == "discard QC"
    told = hinted("8S 8H QC KC", **only_they_are_down)
    assert engine.write(told.move) == "discard KC"
    assert told.reason is Reason.KEEP_LAYABLE
    assert told.facts["kept"] == "QC"


def test_a_card_that_the_next_player_may_want_is_told_to_be_given_although_they_may():
    nearly_out = {"down": [True, False, True, False], "known": KNOWN}
    table = {"hands": ["4D JH", "4C 5D 6H JC", "8D", "4C 5D"], "melds": QUEENS, "phase": "play"}
    told = hint_of(at("ten-pennies", 4, **table, **nearly_out))
    assert engine.write(told.move) == "discard JH"
    assert told.reason is Reason.GIVE_WANTED
    assert told.facts["known"] == "JC"


def test_a_card_that_the_next_player_could_lay_off_is_told_so():
    told = hinted("8S 8H KS KH QC", down=[False, True, False, False])
    assert engine.write(told.move) == "discard QC"
    assert told.reason is Reason.GIVE_LAYABLE


def test_of_the_last_card_nothing_more_is_told():
    assert hinted("JH", known=KNOWN).reason is Reason.LAST_CARD


def test_a_beginner_keeps_no_card_from_anybody():
    view = seat_view(at("ten-pennies", 4, hands=["8S JH", *["4C JC"] * 3], phase="play"))
    advice = advise(view, Random(1))
    assert with_motive(view, "easy", Random(1), advice) is advice


@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
def test_a_motive_is_told_where_it_decided_or_was_outweighed_and_nowhere_else(game: str):
    reasons = {reason for seed in (1, 2, 3) for reason in told_in(game, seed)}
    assert reasons >= {Reason.KEEP_WANTED, Reason.KEEP_LAYABLE}


def told_in(game: str, seed: int) -> Iterator[Reason]:
    """Yield the motives reported in a round, each of them checked."""
    for table in a_round(game, 4, "normal", seed=seed):
        view = seat_view(table)
        plain = advise(view, Random(1))
        if not isinstance(plain.move, Discard) or len(view.hand) == 1:
            continue
        told = with_motive(view, "normal", Random(1), plain)
        judge(table, told)
        assert "{" not in Catalogue.load().words(f"hints.{told.reason}", **told.facts)
        yield told.reason


def judge(table: Table, told: Advice) -> None:
    """Check that a player who ignores the next player discards the card reported as kept."""
    rules, seat = seen_rules(seat_view(table)), actor(table)
    style = normal_style(rules)
    blind = replace(style, rummy=replace(style.rummy, gift=0.0))
    assert isinstance(told.move, Discard)
    own = told.facts.get("kept", NAMES[told.move.card])
    assert engine.write(decided(rules, table, seat, blind)[0].move) == f"discard {own}"
    assert isinstance(rules, ContractRummy)
    given = gift(RummyObservation(rules, table, seat, style), told.move.card) > 0
    kept = told.reason in {Reason.KEEP_WANTED, Reason.KEEP_LAYABLE}
    assert kept is (own != NAMES[told.move.card])
    assert given is (told.reason in {Reason.GIVE_WANTED, Reason.GIVE_LAYABLE})


KINGS = meld("KS KH KD")


def without_stock(game: str, hand: str, pile: str, *, seats: int = 4, **keys: Any) -> Advice:
    """Hint for seat 0 of a canasta game before its draw: no stock, and kings on its side."""
    hands = [hand, *["4C 5D 6H 8S"] * (seats - 1)]
    drawn = {"hands": hands, "melds": [KINGS], "stock": "", "pile": pile, "phase": "draw"}
    return hint_of(at(game, seats, **drawn | keys))


def test_a_pile_that_has_to_be_taken_is_told_so():
    told = without_stock("classic-canasta", "9S 9H 6C 6D", "AS AH QC KC")
    assert (engine.write(told.move), told.reason) == ("take", Reason.TAKE_MUST)


def test_without_a_stock_no_pile_is_worth_more_than_a_draw():
    for game, seats in (("ponytail-canasta", 4), ("pennies-from-heaven", 6)):
        told = without_stock(game, "9S 9H 6C 6D", "8H 8C 9D", seats=seats)
        assert (engine.write(told.move), told.reason) == ("take 9S 9H", Reason.TAKE_LAST)


def test_who_leaves_the_last_pile_is_told_that_the_round_ends():
    told = without_stock("classic-canasta", "9S 9H 6C 6D", "AC AS QC QD JC TD TH 9D")
    assert (engine.write(told.move), told.reason) == ("draw", Reason.LET_END)


@pytest.mark.parametrize("plain", [Reason.TAKE_PILE, Reason.PILE_NOT_WORTH_IT])
def test_what_spoke_for_a_move_that_was_played_through_is_told_likewise(plain: Reason):
    hands = ["9S 9H 6C 6D", *["4C 5D 6H 8S"] * 3]
    drawn = {"hands": hands, "melds": [KINGS], "pile": "8H 8C 9D", "phase": "draw"}
    found = Advice(DRAW, Reason.SEARCHED, {"plain": plain})
    there = seat_view(at("classic-canasta", 4, stock="4S", **drawn))
    assert with_motive(there, "hard", Random(1), found) is found
    gone = seat_view(at("classic-canasta", 4, stock="", **drawn))
    told = with_motive(gone, "hard", Random(1), found)
    assert told.reason is Reason.SEARCHED
    assert told.facts["plain"] in {Reason.TAKE_LAST, Reason.LET_END}


# ---- motives that a canasta player's own reason does not mention

THEIRS = [meld("9S 9S 9H 9H 9D 9D 9C 9C 2C 2C Jo", 1), meld("5S 5H 5D 5C 2D Jo Jo", 1)]
PAIRED = {
    "hands": ["5S 5H JD JD QD AH", *["6S 6H 6D 7S 8D 8C TS TD QS KD"] * 3],
    "melds": [KINGS, *THEIRS],
    "pile": "TC JC 8S 5C JH 3S 4S TS 8C 5D 4H TH 3C",
    "phase": "play",
}


def test_a_card_that_a_partner_could_take_is_not_said_to_be_hardly_taken():
    hands = ["4S 6D 9H TC QD", *["4C 5D 6H 8S"] * 2]
    keys = {"hands": hands, "melds": [meld("KS KH KD", 1, 1)], "pile": "5S 6C", "phase": "play"}
    alone = hint_of(at("house-canasta", 3, lone=1, **keys))
    assert alone.reason is not Reason.THROW_TO_PARTNER
    partners = at("house-canasta", 3, lone=2, **keys)
    assert hint_of(partners).reason is Reason.THROW_TO_PARTNER
    told = thrown(engine.face_down(seat_view(partners)), 0)
    assert told is not None
    assert told.reason is Reason.THROW_TO_PARTNER


def test_no_pair_is_kept_for_the_pile_where_no_turn_may_follow():
    near_the_end = at("house-canasta", 4, stock="4S 4H 5D 5H 6D", **PAIRED)
    assert advise(seat_view(near_the_end), Random(1)).reason is Reason.KEEP_PAIRS
    assert hint_of(near_the_end).reason is Reason.THROW_SAFE


def test_a_beginner_who_keeps_no_pair_before_the_end_calls_no_card_safe():
    view = seat_view(at("house-canasta", 4, stock="4S", **PAIRED))
    found = Advice(engine.read("discard 5S", view), Reason.KEEP_PAIRS, {"card": "5S"})
    assert with_motive(view, "easy", Random(1), found).reason is Reason.THROW_SPARE


def test_a_pair_is_kept_for_the_pile_while_turns_follow():
    hands = ["9H 6C 6D 8C", *["4C 5D 6H 8S"] * 3]
    keys = {"hands": hands, "melds": [KINGS], "pile": "9C", "phase": "play"}
    stock = " ".join(["4S 4H 5D 5H"] * 4)
    assert hint_of(at("house-canasta", 4, stock=stock, **keys)).reason is Reason.KEEP_PAIRS


@pytest.mark.parametrize(
    "hand, nines, reason",
    [
        ("9S 6C 6D 8C", [meld("9H 9D 9S")], Reason.TAKE_ONTO),
        ("9S 9H 6C 6D 8C", [], Reason.TAKE_PILE),
    ],
)
def test_a_card_alone_goes_on_a_meld_that_lies_there_or_makes_one(
    hand: str, nines: list[dict[str, Any]], reason: Reason
):
    told = without_stock("classic-canasta", hand, "9C", melds=[KINGS, *nines], stock="4S 4H 4D")
    assert told.reason is reason


def test_of_black_threes_no_canasta_is_promised():
    done = [meld("KS KS KH KH KD KD KC"), meld("QS QS QH QH QD QD QC"), meld("3C 3S 3C")]
    hands = ["3S 9H 6C TD 8C", *["4C 5D 6H 8S"] * 3]
    told = hint_of(at("house-canasta", 4, hands=hands, melds=done, pile="9C", phase="play"))
    assert (engine.write(told.move), told.reason) == ("add 3: 3S", Reason.EXTEND_THREES)


@pytest.mark.parametrize(
    "hand, stock, reason",
    [
        ("KS KH KD KC QS QH QD AS AH AD", "4S", Reason.LEAVE_LATE),
        ("KS KH KD KC QS QH QD AS AH AD", "4S 4S 4S", Reason.LEAVE_NO),
        ("4S 6D", "4S 4S 4S", Reason.LEAVE_YES),
    ],
)
def test_leave_is_given_where_no_turn_may_follow_or_little_is_left_to_lay(
    hand: str, stock: str, reason: Reason
):
    question = {"asker": 0, "asked": 2, "plan": "discard 4S"}
    keys = {"phase": "answer", "question": question, "asked": True, "stock": stock}
    melds = [KINGS, meld("7S 7S 7S 7H 7H 7D 7D")]
    hands = ["4S 5S", "4C", hand, "4C"]
    assert hint_of(at("classic-canasta", 4, hands=hands, melds=melds, **keys)).reason is reason


# ---- reasons against an upcard


@pytest.mark.parametrize("hand", ["KS KH 4C 7D", "8S 8H 4C 7D"])
def test_who_has_no_penny_is_told_so_and_not_to_save_them(hand: str):
    keys = {"hands": [hand, *["4C 5D 6H 8S"] * 2], "pile": "5S KD", "phase": "draw"}
    told = hint_of(at("ten-pennies-online", 3, pennies=[0, 5, 5], **keys))
    assert (engine.write(told.move), told.reason) == ("draw", Reason.NO_PENNY)
    rich = hint_of(at("ten-pennies-online", 3, pennies=[1, 5, 5], **keys))
    assert rich.reason is not Reason.NO_PENNY


def test_who_has_to_pass_for_want_of_a_penny_is_told_so():
    house = {"options": {"turn_player_buys": True}, "pennies": [0, 5, 5]}
    hands = ["KS KH 4C 7D", *["4C 5D 6H 8S"] * 2]
    told = hint_of(at("ten-pennies", 3, hands=hands, pile="5S KD", phase="draw", **house))
    assert (engine.write(told.move), told.reason) == ("pass", Reason.LEAVE_NO_PENNY)


@pytest.mark.parametrize(
    "game, options, move, reason",
    [
        ("ten-pennies-online", {}, "draw", Reason.NO_BUYING),
        ("ten-pennies", {"turn_player_buys": True}, "pass", Reason.LEAVE_NO_BUYING),
    ],
)
def test_where_too_few_cards_are_left_to_buy_that_is_the_reason_and_not_thrift(
    game: str, options: dict[str, bool], move: str, reason: Reason
):
    hands = ["KS KH 4C 7D 8S 9H TC", *["4C 5D 6H 8S"] * 2]
    keys = {"hands": hands, "phase": "draw", "pile": "5S KD", "stock": "9C", "reshuffles": 3}
    told = hint_of(at(game, 3, options=options, pennies=[8, 5, 5], **keys))
    assert (engine.write(told.move), told.reason) == (move, reason)


@pytest.mark.parametrize(
    "down, reason",
    [([True, False, False], Reason.LEAVE_EXTRA), ([True, True, False], Reason.FEW_POINTS)],
)
def test_somebody_may_go_out_soon_only_where_somebody_else_is_down(
    down: list[bool], reason: Reason
):
    offer = {"pile": "5S KC", "phase": "offer", "turn": 2, "offer_to": [0, 1], "down": down}
    hands = ["KS 8H 4C 7D", "4C 5D", "4C 5D 6H"]
    told = hint_of(at("ten-pennies", 3, hands=hands, melds=[KINGS], **offer))
    assert told.reason is reason


@pytest.mark.parametrize(
    "number, reason",
    [(2, Reason.SAVE_PENNIES), (5, Reason.LEAVE_LITTLE), (7, Reason.LEAVE_LITTLE)],
)
def test_pennies_are_saved_only_where_a_later_round_needs_them(number: int, reason: Reason):
    hands = ["KS KH 4C 7D 8S 9H TC", *["4C 5D 6H 8S"] * 3]
    offer = {"pile": "5S KD", "phase": "offer", "turn": 2, "offer_to": [0, 1], "round": number}
    view = seat_view(at("ten-pennies", 4, hands=hands, pennies=[2, 5, 5, 5], **offer))
    found = reason_for(view, "hard", Random(1), PASS)
    assert found.reason is Reason.SAVE_PENNIES
    assert with_motive(view, "hard", Random(1), found).reason is reason
