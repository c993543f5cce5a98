"""Ten Pennies online: players, packs, the upcard, the window and the end of rounds."""

import pytest

import engine
from engine.model.cards import read_cards
from engine.model.chance import draw_for_deal
from engine.model.events import RoundScored
from engine.rummy.variant import HEIGHTS
from tests.engine.positions import after, happens, held, item, legal, refusal, total
from tests.engine.rulebook import rule
from tests.engine.rummy.positions import ONLINE, SEED, asked, holding, money, tpc, whole_game

ENDING = ["RoundEnded", "RoundScored", "Dealt"]


@rule("TPC-R1")
def test_two_to_four_play_each_alone() -> None:
    for seats in (2, 3, 4):
        assert len(engine.view(engine.deal(ONLINE, seats, SEED), None).sides) == seats
    with pytest.raises(ValueError, match="no table for 5"):
        engine.deal(ONLINE, 5, SEED)


@rule("TPC-R2", "TPC-R4", "TPC-Q1", "TPC-E1")
@pytest.mark.parametrize("seats,cards,stock", [(2, 108, 85), (3, 216, 182), (4, 216, 171)])
def test_two_packs_for_two_and_four_for_three_or_four(seats: int, cards: int, stock: int) -> None:
    table = engine.deal(ONLINE, seats, SEED)
    assert (len(table.rules.pack()), len(table.stock)) == (cards, stock)
    assert [len(hand) for hand in table.hands] == [11] * seats


@rule("TPC-Q1")
@pytest.mark.parametrize("seats,stock", [(2, 31), (3, 74), (4, 63)])
def test_by_house_rule_one_pack_serves_a_pair(seats: int, stock: int) -> None:
    assert len(engine.deal(ONLINE, seats, SEED, {"decks_per_pair": 1}).stock) == stock


@rule("TPC-R3")
def test_ten_chips_each_and_the_deal_moves_left() -> None:
    table = tpc(phase="play", dealer=2, hands=["3S", "4S", "5S"])
    assert table.pennies == (10, 10, 10)
    assert after(table, "discard 3S").dealer == 0


@rule("TPC-R3", "TPC-Q26")
def test_a_joker_then_an_ace_is_highest_in_the_draw_and_ties_draw_again() -> None:
    order = sorted(read_cards("Jo KS AS"), key=lambda face: HEIGHTS[face])
    assert bytes(order) == read_cards("KS AS Jo")
    draws = (draw_for_deal(read_cards("Jo Jo 3S"), HEIGHTS, 3, bytes([n] * 32)) for n in range(99))
    assert {len(lines) > 1 for lines in draws} == {True}


@rule("TPC-R4")
def test_the_seat_left_of_the_dealer_begins() -> None:
    table = engine.deal(ONLINE, 3, SEED)
    assert (table.turn, len(table.pile)) == ((table.dealer + 1) % 3, 1)


@rule("TPC-R5", "TPC-R6", "TPC-Q2", "TPC-Q3", "TPC-Q28", "TPC-E8")
def test_the_turn_player_buys_the_upcard_with_two_cards_and_draws_no_other() -> None:
    table = after(tpc(hands=["3C"] * 3, pile="7S QH", stock="8C 8D 8H"), "buy")
    assert (held(table, 0), table.phase) == ("3C 8D 8C QH", "play")
    assert money(table) == ((9, 10, 10), 1)
    assert asked(table) == [0]


@rule("TPC-Q2")
def test_nobody_takes_the_upcard_free() -> None:
    assert refusal(tpc(), "take") == "buy_instead"


@rule("TPC-R5", "TPC-Q4", "TPC-Q5")
@pytest.mark.parametrize("refusing", ["draw", "pass"])
def test_refusing_draws_a_card_and_then_the_others_are_asked(refusing: str) -> None:
    table = after(tpc(4, turn=2, hands=["3C"] * 4, stock="8C 8D 8H"), refusing)
    assert held(table, 2) == "3C 8C"
    assert asked(table) == [3, 0, 1]


@rule("TPC-R6", "TPC-E9")
def test_a_buyer_out_of_turn_gets_three_cards_and_the_turn_goes_on() -> None:
    table = after(tpc(hands=["3C"] * 3, pile="QH", stock="8C 8D 8H"), "draw", "pass", "buy")
    assert held(table, 2) == "3C 8H 8D QH"
    assert money(table) == ((10, 10, 9), 1)
    assert (table.phase, asked(table)) == ("play", [0])


@rule("TPC-Q28", "TPC-E9")
def test_a_buyer_out_of_turn_lays_nothing_yet() -> None:
    table = after(tpc(hands=["3C"] * 3), "draw", "buy")
    assert refusal(table, "meld 3C 3C 3C", seat=1) == "not_your_turn"


@rule("TPC-Q5")
def test_of_two_players_the_discarder_may_buy() -> None:
    assert asked(after(tpc(2), "draw")) == [1]


@rule("TPC-Q6", "TPC-E10")
def test_without_chips_the_turn_player_just_draws() -> None:
    table = tpc(pennies=[0, 10, 10])
    assert [engine.write(move) for move in engine.legal(table, 0)] == ["draw"]
    assert refusal(table, "buy") == "no_penny"


@rule("TPC-Q6", "TPC-Q31")
def test_seats_without_chips_are_not_asked() -> None:
    assert asked(after(tpc(4, pennies=[10, 10, 0, 10]), "draw")) == [1, 3]
    table = after(tpc(pennies=[10, 0, 0]), "draw")
    assert (table.phase, table.offered) == ("play", False)


@rule("TPC-Q7")
def test_a_refused_card_is_dead_and_so_is_one_uncovered() -> None:
    table = after(tpc(pile="7S QH", hands=["3C"] * 3), "draw", "buy", "discard 3C")
    assert held(after(table, "buy"), 1).count("3C") == 2
    assert refusal(after(tpc(), "draw", "pass", "pass"), "buy") == "wrong_phase"


@rule("TPC-Q25")
def test_a_buy_that_cannot_be_supplied_is_offered_to_nobody() -> None:
    table = tpc(stock="8C", pile="QH")
    assert refusal(table, "buy") == "too_few_to_buy"
    assert after(table, "draw").phase == "play"


@rule("TPC-Q25", "TPC-Q23")
def test_the_discards_below_the_upcard_are_shuffled_for_a_buy() -> None:
    assert happens(tpc(stock="8C", pile="3S 4S QH"), "buy") == ["Reshuffled", "UpcardBought"]


@rule("TPC-Q23", "TPC-Q33")
def test_an_empty_stock_is_made_again_below_the_upcard_on_offer() -> None:
    table = tpc(stock="", pile="3S 4S 5S QH")
    assert happens(table, "draw") == ["Reshuffled", "Drawn", "UpcardDeclined"]
    table = after(table, "draw")
    assert (len(table.stock), table.pile) == (2, read_cards("QH"))


@rule("TPC-Q24", "TPC-Q33")
def test_a_turn_that_can_begin_with_nothing_washes_the_round() -> None:
    table = tpc(2, phase="play", stock="", pile="3S", reshuffles=3, hands=["KS QS", "AS"])
    assert happens(table, "discard QS") == ["TurnDiscarded", *ENDING]
    assert after(table, "discard QS").scores == (10, 20)


@rule("TPC-Q24")
def test_the_hundredth_turn_of_a_player_is_the_last() -> None:
    table = tpc(2, phase="play", turns=[99, 99])
    assert happens(table, "discard 4C") == ["TurnDiscarded", *ENDING]


@rule("TPC-Q31")
def test_answers_come_in_any_order_and_count_in_seat_order() -> None:
    table = engine.play(after(tpc(4), "draw"), 3, "buy")
    table = engine.play(table, 1, "pass")
    assert asked(table) == [2]
    assert engine.play(table, 2, "pass").pennies == (10, 10, 10, 9)


@rule("TPC-Q31")
def test_silence_draws_and_silence_passes() -> None:
    (choice,) = engine.pending(tpc())
    (first, _) = engine.pending(after(tpc(), "draw"))
    assert choice.default
    assert first.default
    assert [engine.write(choice.default), engine.write(first.default)] == ["draw", "pass"]


@rule("TPC-R7")
def test_the_turn_player_lays_any_number_of_cards_after_the_window() -> None:
    keys = {"melds": [{"owner": 1, "cards": "9S 9H 9D"}], "down": [True, True]}
    table = holding(ONLINE, "KS KH KD 9C 4C", **keys)
    table = after(table, "meld KS KH KD", "add 1: 9C")
    assert held(table, 0) == "4C"


@rule("TPC-R10", "TPC-Q20")
def test_one_discard_ends_the_turn_whatever_could_be_laid() -> None:
    table = after(holding(ONLINE, "KS KH KD 4C", down=[True, True]), "discard 4C")
    assert (table.turn, table.phase) == (1, "draw")


@rule("TPC-Q22", "TPC-Q30")
def test_the_face_just_bought_is_kept_while_another_is_held() -> None:
    table = after(tpc(pile="9S", hands=["9S 4C"] * 3), "buy")
    assert refusal(table, "discard 9S") == "just_taken"
    table = tpc(phase="play", offered=False, taken="9S", hands=["9S 9S"] * 3)
    assert legal(table, "discard 9S")


@rule("TPC-R11", "TPC-Q21", "TPC-E14")
def test_a_hand_emptied_by_a_lay_off_ends_the_round_without_a_discard() -> None:
    table = holding(ONLINE, "9C", melds=[{"owner": 1, "cards": "9S 9H 9D"}], down=[True, True])
    assert happens(table, "add 1: 9C") == ["LaidOff", *ENDING]


@rule("TPC-Q21")
@pytest.mark.parametrize("move", ["meld KS KH KD", "discard KS"])
def test_a_set_or_a_discard_goes_out_as_well(move: str) -> None:
    table = holding(ONLINE, "KS KH KD" if "meld" in move else "KS", down=[True, True])
    assert happens(table, move)[1:] == ENDING


@rule("TPC-R12", "TPC-E13")
def test_cards_caught_cost_points_and_a_chip_each() -> None:
    table = tpc(hands=["4C", "3S 3H JS Jo AS", "2S TS 9S"])
    assert (total(table, 1), item(table, 1, "paid")) == (90, 5)
    assert total(table, 2) == 35


@rule("TPC-Q8", "TPC-E12")
def test_chips_pay_for_cards_caught_and_then_a_debt_that_swells_the_pot() -> None:
    seven = "3S 4S 5S 6S 7S 8S 9S"
    table = tpc(2, phase="play", hands=["3S", seven], pennies=[10, 4], bowl=5)
    table = after(table, "discard 3S")
    assert (table.pennies, table.purse, table.bowl) == ((10, 0), (0, -3), 12)
    table = after(table, "draw")
    assert refusal(table.but(turn=1, phase="draw", offered=True), "buy") == "no_penny"


@rule("TPC-Q8")
def test_by_house_rule_cards_caught_are_paid_from_a_purse() -> None:
    keys = {"options": {"separate_purse": True}, "phase": "play", "hands": ["3S", "4S 5S"]}
    table = after(tpc(2, **keys), "discard 3S")
    assert (table.pennies, table.purse, table.bowl) == ((10, 10), (0, -2), 2)


@rule("TPC-Q27", "TPC-E15", "TPC-R1")
def test_equal_lowest_totals_share_the_pot() -> None:
    keys = {"round": 7, "phase": "play", "hands": ["3S", "4S", "5S", "6S"], "dealer": 3}
    table = tpc(4, scores=[210, 180, 180, 255], bowl=40, **keys)
    result = engine.result(after(table, "discard 3S"))
    assert result
    assert (result.winners, result.scores) == ((1, 2), (210, 185, 185, 260))
    assert result.pennies == (10, 31, 30, 9)


@rule("TPC-Q29")
def test_a_joker_is_not_taken_back_from_a_set() -> None:
    melds = [{"owner": 1, "cards": "KS KH Jo"}]
    table = after(holding(ONLINE, "KD 4C 6D", melds=melds, down=[True, True]), "add 1: KD")
    assert held(table, 0) == "4C 6D"


@rule("TPC-R1")
def test_a_whole_game_has_seven_rounds_and_the_lowest_total_wins() -> None:
    table, events = whole_game(ONLINE, 3, 2)
    assert sum(isinstance(event, RoundScored) for event in events) == 7
    assert table.result
    assert {table.scores[seat] for seat in table.result.winners} == {min(table.scores)}
