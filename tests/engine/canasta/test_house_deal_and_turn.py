"""House Canasta: players, the deal, the turn, red threes and the stock."""

from typing import Any

import pytest

import engine
from engine.model.cards import FACES, NAMES, pack
from engine.model.table import Table
from tests.engine.positions import (
    after,
    at,
    dealing,
    happens,
    held,
    item,
    legal,
    meld,
    own,
    refusal,
)
from tests.engine.rulebook import rule

SEED = bytes(range(32))


def house(seats: int = 4, **keys: Any) -> Table:
    return at("house-canasta", seats, **keys)


def dealt(seats: int, **options: Any) -> Table:
    return engine.deal("house-canasta", seats, SEED, options)


@rule("HC-R1", "HC-Q1")
@pytest.mark.parametrize(
    "seats,sides", [(2, [[0], [1]]), (4, [[0, 2], [1, 3]]), (6, [[0, 3], [1, 4], [2, 5]])]
)
def test_partners_sit_across(seats: int, sides: list[list[int]]) -> None:
    assert [list(side.seats) for side in engine.view(dealt(seats), None).sides] == sides


@rule("HC-Q1")
def test_five_play_alone_and_seven_are_refused() -> None:
    assert len(engine.view(dealt(5), None).sides) == 5
    with pytest.raises(ValueError, match="no table for 7"):
        engine.deal("house-canasta", 7, SEED)


@rule("HC-R3")
def test_two_packs_with_their_jokers_make_108_cards() -> None:
    cards = dealt(4).rules.pack()
    assert len(cards) == 108
    assert sorted(cards) == sorted(pack(2))


@rule("HC-R4", "HC-Q1")
@pytest.mark.parametrize(
    "seats,size,stock", [(2, 15, 77), (3, 13, 68), (4, 11, 63), (5, 11, 52), (6, 11, 41)]
)
def test_the_hand_size_goes_by_the_number_of_players(seats: int, size: int, stock: int) -> None:
    table = dealt(seats)
    assert [len(hand) for hand in table.hands] == [size] * seats
    assert len(table.stock) + sum(map(len, table.red_threes)) == stock


@rule("HC-R5", "HC-Q3", "HC-Q4", "HC-Q50", "HC-E1")
@pytest.mark.parametrize("seats,target", [(2, 30), (3, 39), (4, 44)])
def test_the_dealer_grabs_near_the_target_and_only_the_exact_number_pays(
    seats: int, target: int
) -> None:
    rules, seen = dealt(seats).rules, set()
    for number in range(120):
        table = rules.first(number.to_bytes(32))
        grab, deal = dealing(table)
        assert grab.target == target
        assert abs(grab.cards - target) <= 5
        assert grab.bonus == (50 if grab.cards == target else 0)
        assert deal.applied_to(table).grab[rules.side_of(table.dealer)] == grab.bonus
        seen.add(grab.cards)
    assert len(seen) == 11


@rule("HC-Q4")
def test_the_grab_can_be_switched_off() -> None:
    table = dealt(4, grab_bonus="off")
    assert table.grab == (0, 0)
    assert len(table.rules.deal(table.rules.first(SEED))) == 1


@rule("HC-R6", "HC-Q2")
def test_one_card_starts_the_pile_and_the_left_of_the_dealer_begins() -> None:
    table = dealt(4)
    assert len(table.pile) == 1
    assert table.turn == (table.dealer + 1) % 4


@rule("HC-Q2")
def test_the_deal_moves_one_seat_to_the_left() -> None:
    table = house(2, stock="4S", dealer=1, turn=0)
    assert after(table, "draw", "discard 4C").dealer == 0


@rule("HC-Q2")
def test_every_seat_can_draw_the_first_deal() -> None:
    dealers = {engine.deal("house-canasta", 3, bytes([n] * 32)).dealer for n in range(40)}
    assert dealers == {0, 1, 2}


@rule("HC-R7")
def test_a_turn_draws_two_plays_and_discards_one() -> None:
    table = house(hands=["KS KD KH AS AD AH 9C"] + ["4C 5D"] * 3, stock="8C 8D 8H")
    table = after(table, "draw")
    assert held(table, 0) == "8D 8C 9C KS KH KD AS AH AD"
    table = after(table, "meld AS AD AH", "meld KS KD KH", "discard 9C")
    assert (table.turn, table.phase) == (1, "draw")


@rule("HC-R7")
def test_a_turn_cannot_discard_before_it_draws() -> None:
    assert refusal(house(), "discard 4C") == "wrong_phase"
    assert refusal(house(), "draw", seat=1) == "not_your_turn"


@rule("HC-R8")
def test_a_red_three_drawn_is_laid_and_replaced() -> None:
    table = after(house(stock="3H 8C 3D 9D 9H"), "draw")
    assert held(table, 0) == "4C 5D 6H 8C 9D"
    assert item(table, 0, "red_threes") == 200


@rule("HC-R8")
def test_a_red_three_held_is_laid_when_its_holder_draws() -> None:
    table = after(house(hands=["3H 5D", "4C", "4C", "4C"], stock="8C 8D 8H 8S"), "draw")
    assert held(table, 0) == "5D 8H 8D 8C"
    assert len(table.red_threes[0]) == 1


@rule("HC-R8", "HC-Q22")
def test_all_four_red_threes_of_a_side_count_800() -> None:
    assert item(house(red_threes=["3H 3D", "", "3H 3D", ""]), 0, "red_threes") == 800
    assert item(house(red_threes=["3H 3D", "", "3H", "3D"]), 0, "red_threes") == 300


@rule("HC-R8")
def test_red_threes_do_not_help_to_the_first_meld_nor_lie_in_melds() -> None:
    table = house(phase="play", hands=["3H 3D 3S 9C 9D", "4C", "4C", "4C"])
    assert refusal(table, "meld 3H 3D 3S") == "red_three"
    assert refusal(table, "discard 3H") == "red_three"


@rule("HC-Q6")
def test_any_upcard_stays_and_a_black_three_blocks_at_once() -> None:
    upcards = {engine.deal("house-canasta", 2, n.to_bytes(32)).pile[-1] for n in range(400)}
    assert {"3S", "3H", "2C", "Jo"} <= {NAMES[face] for face in upcards}
    assert refusal(house(pile="3H", hands=["3S 3C 5D"] * 4), "take 3S 3C") == "pile_blocked"


@rule("HC-Q21")
def test_red_threes_count_for_a_side_that_never_melded() -> None:
    threes = ["3H", "", "", ""]
    assert item(house(red_threes=threes), 0, "red_threes") == 100
    strict = {"r3_negative_if_unmelded": True}
    assert item(house(red_threes=threes, options=strict), 0, "red_threes") == -100
    opened = house(red_threes=threes, options=strict, melds=[meld("KS KD KH")])
    assert item(opened, 0, "red_threes") == 100


@rule("HC-Q23")
def test_a_red_three_in_a_taken_pile_is_laid_and_replaced_and_not_locked() -> None:
    table = house(pile="3H KH", hands=["KS KD AS AD AH 9C"] * 4, stock="8C 8D")
    table = after(table, "take KS KD / AS AD AH")
    assert held(table, 0) == "8C 9C"
    assert (len(table.red_threes[0]), table.locked) == (1, b"")


@rule("HC-Q24")
def test_a_red_three_as_last_card_is_not_replaced() -> None:
    table = after(house(stock="8C 3H"), "draw")
    assert (held(table, 0), table.phase) == ("4C 5D 6H 8C", "play")


@rule("HC-Q24")
def test_a_draw_of_red_threes_only_ends_the_round() -> None:
    assert happens(house(stock="3H"), "draw") == [
        "Drawn",
        "RoundEnded",
        "RoundScored",
        "Grabbed",
        "Dealt",
    ]


@rule("HC-Q25")
def test_red_threes_dealt_are_laid_and_replaced_before_the_first_turn() -> None:
    tables = [engine.deal("house-canasta", 4, n.to_bytes(32)) for n in range(30)]
    assert any(any(table.red_threes) for table in tables)
    assert all(len(hand) == 11 for table in tables for hand in table.hands)
    reds = {FACES["3H"], FACES["3D"]}
    assert not any(reds & set(hand) for table in tables for hand in table.hands)


@rule("HC-Q26")
def test_the_last_stock_card_alone_is_a_full_draw() -> None:
    table = after(house(stock="8C"), "draw")
    assert (held(table, 0), table.phase) == ("4C 5D 6H 8C", "play")


@rule("HC-R20", "HC-Q27", "HC-E12")
def test_the_round_ends_with_the_discard_of_the_turn_that_emptied_the_stock() -> None:
    table = after(house(stock="8C 8D", hands=["KS KD KH AS AD AH 9C"] * 4), "draw")
    assert table.stock == b""
    table = after(table, "meld KS KD KH / AS AD AH")
    assert "RoundEnded" in happens(table, "discard 9C")


@rule("HC-R20", "HC-E12")
def test_without_a_stock_the_pile_may_not_be_taken() -> None:
    table = house(stock="", pile="KH", hands=["KS KD AS AD AH 9C"] * 4)
    assert refusal(table, "take KS KD / AS AD AH") == "stock_gone"
    assert "RoundEnded" in happens(table, "draw")


@rule("HC-R19", "HC-Q30", "HC-E10")
def test_two_canastas_of_one_player_and_the_last_card_end_the_round() -> None:
    sets = [own("7S 7S 7H 7H 7D 7D 7C", 0, 2), own("9S 9S 9H 9H 9D 9D 9C", 0, 2)]
    table = house(phase="play", hands=["4C", "5D", "5D", "5D"], melds=sets)
    assert "RoundEnded" in happens(table, "discard 4C")


@rule("HC-R19", "HC-R21", "HC-E10", "HC-Q29", "HC-Q31")
def test_canastas_of_two_partners_do_not_add_up_and_the_floating_player_draws_on() -> None:
    sets = [own("7S 7S 7H 7H 7D 7D 7C", 0, 2), own("9S 9S 9H 9H 9D 9D 9C", 2, 2)]
    table = house(phase="play", hands=["4C", "5D", "5D", "5D"], melds=sets, turn=0)
    table = after(
        table, "discard 4C", "draw", "discard 5D", "draw", "discard 5D", "draw", "discard 5D"
    )
    assert (table.turn, held(table, 0)) == (0, "")
    assert refusal(table, "take") == "no_match"
    assert len(after(table, "draw").hands[0]) == 2


@rule("HC-Q29", "HC-E11")
def test_melding_the_last_card_is_refused() -> None:
    table = house(phase="play", hands=["QS QD QH", "4C", "4C", "4C"], melds=[meld("KS KD KH")])
    assert refusal(table, "meld QS QD QH") == "keep_a_card"


@rule("HC-Q49")
def test_a_partner_completing_the_second_canasta_does_not_end_the_round() -> None:
    sets = [
        own("7S 7S 7H 7H 7D 7D 7C", 0, 2),
        own("9S 9S 9H 9H 9D 9D", 0, 2),
        own("4S 4S 4H", 2, 2),
    ]
    table = house(phase="play", turn=2, hands=["", "5D", "9C 5D 6D", "5D"], melds=sets)
    assert happens(table, "add 2: 9C") == ["Melded"]
    assert happens(after(table, "add 2: 9C"), "discard 5D") == ["Discarded"]


@rule("HC-R9")
def test_taking_the_pile_replaces_the_draw() -> None:
    table = house(pile="KH", hands=["KS KD AS AD AH 9C"] * 4)
    taken = after(table, "take KS KD / AS AD AH")
    assert taken.phase == "play"
    assert legal(taken, "discard 9C")
    assert refusal(taken, "draw") == "wrong_phase"
