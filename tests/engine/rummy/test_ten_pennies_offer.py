"""Ten Pennies: the upcard, the buy window and the draw."""

import pytest

import engine
from tests.engine.positions import after, happens, held, legal, refusal
from tests.engine.rulebook import rule
from tests.engine.rummy.positions import asked, money, tpw


@rule("TPW-R6", "TPW-Q2", "TPW-Q30", "TPW-E8")
def test_the_turn_player_takes_the_upcard_free_and_instead_of_drawing() -> None:
    table = after(tpw(pile="9S QH", hands=["3C", "4C", "5C"]), "take")
    assert (held(table, 0), table.phase) == ("3C QH", "play")
    assert money(table) == ((10, 10, 10), 0)
    assert asked(table) == [0]


@rule("TPW-Q2")
def test_the_turn_player_does_not_buy_what_is_free() -> None:
    assert refusal(tpw(), "buy") == "take_instead"


@rule("TPW-R7", "TPW-Q1", "TPW-Q4")
def test_a_declined_upcard_is_offered_round_the_table_from_the_left() -> None:
    table = after(tpw(4, turn=1), "pass")
    assert asked(table) == [2, 3, 0]
    assert {decision.kind for decision in engine.pending(table)} == {"offer"}


@rule("TPW-R7", "TPW-R9", "TPW-E9")
def test_a_buyer_pays_a_penny_for_the_upcard_and_two_cards_then_the_turn_goes_on() -> None:
    table = after(tpw(pile="7S QH", hands=["3C"] * 3, stock="8C 8D 8H 8S"), "pass", "pass", "buy")
    assert held(table, 2) == "3C 8D 8C QH"
    assert money(table) == ((10, 10, 9), 1)
    table = after(table, "draw")
    assert (held(table, 0), table.phase) == ("3C 8H", "play")


@rule("TPW-E9", "TPW-Q7")
def test_the_card_under_a_bought_upcard_is_not_on_offer() -> None:
    table = after(tpw(pile="7S QH"), "pass", "buy")
    assert refusal(table, "take") == "not_on_offer"
    assert legal(table, "draw")


@rule("TPW-R8")
def test_a_buyer_lays_nothing_before_their_own_turn() -> None:
    table = after(tpw(hands=["3C"] * 3), "pass", "buy")
    assert refusal(table, "meld 3C 3C 3C", seat=1) == "not_your_turn"


@rule("TPW-R10", "TPW-E10")
def test_a_discard_refused_by_everybody_is_dead_for_good() -> None:
    table = after(tpw(pile="QH", hands=["3C 4S"] * 3), "pass", "pass", "pass", "draw")
    table = after(table, "discard 4S", "take")
    assert held(table, 1) == "3C 4S 4S"
    assert engine.view(table, 1).pile == tpw(pile="QH").pile
    assert refusal(table, "take") == "wrong_phase"


@rule("TPW-Q3", "TPW-Q39")
def test_the_window_comes_before_the_draw() -> None:
    assert refusal(tpw(), "draw") == "answer_first"
    assert legal(after(tpw(), "pass", "pass", "pass"), "draw")


@rule("TPW-Q4")
def test_the_only_opponent_may_buy_back_their_own_discard() -> None:
    assert asked(after(tpw(2), "pass")) == [1]


@rule("TPW-Q5", "TPW-E11")
def test_a_seat_without_pennies_is_skipped_but_takes_free_in_its_own_turn() -> None:
    table = after(tpw(pennies=[10, 0, 10]), "pass")
    assert asked(table) == [2]
    table = after(table, "pass", "draw", "discard 4C")
    assert legal(table, "take", seat=1)


@rule("TPW-Q5")
def test_with_nobody_to_ask_there_is_no_window() -> None:
    table = after(tpw(pennies=[10, 0, 0]), "pass")
    assert (table.phase, table.offered, asked(table)) == ("draw", False, [0])


@rule("TPW-Q6", "TPW-E15")
def test_discards_are_shuffled_under_a_short_stock_before_a_buy() -> None:
    pile = "3S 4S 5S 6S 7S 8S 9S TS JS QH"
    table = after(tpw(2, pile=pile, stock="KC", hands=["3C", "3D"]), "pass", "buy")
    assert "KC" in held(table, 1)
    assert "QH" in held(table, 1)
    assert (len(table.stock), table.pile, table.reshuffles) == (8, b"", 1)


@rule("TPW-Q6", "TPW-E15")
def test_a_buy_that_cannot_be_supplied_is_not_offered() -> None:
    table = after(tpw(2, pile="QH", stock="KC"), "pass")
    assert (table.phase, asked(table)) == ("draw", [0])


@rule("TPW-Q20", "TPW-Q34", "TPW-E8")
def test_the_face_just_taken_may_not_be_discarded_while_another_is_held() -> None:
    table = after(tpw(pile="9S", hands=["9S 4C"] * 3), "take")
    assert refusal(table, "discard 9S") == "just_taken"
    assert legal(table, "discard 4C")


@rule("TPW-Q20", "TPW-Q34")
def test_the_face_just_taken_may_go_if_nothing_else_is_held() -> None:
    assert legal(after(tpw(pile="9S", hands=["9S"] * 3), "take"), "discard 9S")


@rule("TPW-Q20")
def test_a_card_bought_out_of_turn_may_be_discarded_in_turn() -> None:
    table = after(tpw(hands=["3C 4S"] * 3, pile="9S"), "pass", "buy", "draw", "discard 4S")
    assert legal(after(table, "take"), "discard 9S")


@rule("TPW-Q27", "TPW-Q39")
def test_a_yes_waits_for_the_seats_before_it() -> None:
    table = engine.play(after(tpw(4), "pass"), 2, "buy")
    assert asked(table) == [1, 3]
    table = engine.play(table, 1, "pass")
    assert table.pennies == (10, 10, 9, 10)


@rule("TPW-Q27")
def test_an_earlier_seat_outbids_a_later_one() -> None:
    table = engine.play(after(tpw(4), "pass"), 3, "buy")
    table = engine.play(table, 1, "buy")
    assert money(table) == ((10, 9, 10, 10), 1)


@rule("TPW-Q39")
def test_an_answer_stays_hidden_until_the_window_closes() -> None:
    table = after(tpw(4), "pass")
    yes, no = (engine.play(table, 2, answer) for answer in ("buy", "pass"))
    assert [engine.view(yes, seat) for seat in (0, 1, 3, None)] == [
        engine.view(no, seat) for seat in (0, 1, 3, None)
    ]


@rule("TPW-Q39")
def test_the_log_of_an_answer_says_nothing_to_the_others() -> None:
    table = after(tpw(4), "pass")
    (answered,) = engine.decide(table, 2, "buy")
    assert engine.project(answered, 1) == engine.project(engine.decide(table, 2, "pass")[0], 1)
    assert engine.project(answered, 2) == answered


@rule("TPW-Q39")
def test_whoever_is_silent_passes() -> None:
    table = tpw()
    assert [engine.write(d.default) for d in engine.pending(table) if d.default] == ["pass"]
    table = after(table, "pass")
    assert {engine.write(d.default) for d in engine.pending(table) if d.default} == {"pass"}


@rule("TPW-Q28")
def test_only_the_pennies_limit_the_buys_of_a_round() -> None:
    table = tpw(2, pennies=[10, 2], stock="8C " * 12, hands=["3C 4C 5C", "3D 4D 5D"])
    table = after(table, "pass", "buy", "draw", "discard 3C", "take", "discard 3D")
    table = after(table, "pass", "buy", "draw", "discard 4C", "take", "discard 4D")
    assert table.pennies == (10, 0)
    assert asked(after(table, "pass")) == [0]


@rule("TPW-Q41")
def test_without_a_discard_the_turn_begins_with_the_draw() -> None:
    table = tpw(pile="")
    assert refusal(table, "pass") == "not_on_offer"
    assert legal(table, "draw")


@rule("TPW-Q41")
def test_an_offer_of_no_discard_can_only_be_passed() -> None:
    table = tpw(phase="offer", pile="")
    assert refusal(table, "buy", seat=1) == "not_on_offer"
    assert {engine.write(move) for move in engine.legal(table, 1)} == {"pass"}
    assert after(table, "pass", "pass").phase == "draw"


@rule("TPW-Q41")
def test_a_yes_to_no_discard_buys_nothing() -> None:
    table = after(tpw(phase="offer", pile="", offer_yes=[2]), "pass")
    assert (table.phase, money(table)) == ("draw", ((10, 10, 10), 0))


@rule("TPW-Q42", "TPW-Q2")
def test_by_house_rule_the_turn_player_pays_and_gets_the_extra_cards() -> None:
    table = tpw(2, options={"turn_player_buys": True}, hands=["3C", "3D"], stock="8C 8D 8H")
    assert refusal(table, "take") == "buy_instead"
    table = after(table, "buy")
    assert (held(table, 0), table.phase) == ("3C 5S 8D 8C", "play")
    assert money(table) == ((9, 10), 1)


@rule("TPW-Q42")
def test_by_house_rule_the_window_still_comes_before_the_draw() -> None:
    table = after(tpw(2, options={"turn_player_buys": True}), "pass")
    assert asked(table) == [1]
    assert happens(after(table, "pass"), "draw") == ["Drawn"]


@rule("TPW-Q42")
@pytest.mark.parametrize(
    "keys,code", [({"pennies": [0, 10]}, "no_penny"), ({"stock": ""}, "too_few_to_buy")]
)
def test_by_house_rule_a_turn_player_without_means_cannot_buy(
    keys: dict[str, object], code: str
) -> None:
    table = tpw(2, options={"turn_player_buys": True}, **keys)
    assert refusal(table, "buy") == code
    assert legal(table, "pass")
