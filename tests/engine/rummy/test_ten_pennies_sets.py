"""Ten Pennies: contracts, base ranks, later sets and lay-offs."""

import pytest

import engine
from engine.model.cards import ACE, RANK_NAMES, TWO
from tests.engine.positions import after, held, legal, on_table, refusal
from tests.engine.rulebook import rule
from tests.engine.rummy.positions import LETTER, first_down, holding, later_set, lay_off

JOKERS_WILD = {"jokers_always_wild": True}


@rule("TPW-R11")
@pytest.mark.parametrize(
    "rounds,sets",
    [
        ({1}, "8S 8H 8D / KS KH KD"),
        ({2}, "8S 8H 8D 8C"),
        ({2, 3}, "8S 8H 8D 8C / KS KH KD KC"),
        ({4}, "8S 8H 8D 8C 8S"),
        ({4, 5}, "8S 8H 8D 8C 8S / KS KH KD KC KS"),
        ({6}, "8S 8H 8D 8C 8S 8H"),
        ({7}, "8S 8H 8D 8C 8S 8H 8D"),
    ],
)
def test_each_round_asks_for_its_own_sets(rounds: set[int], sets: str) -> None:
    codes = {number: first_down(LETTER, number, sets) for number in range(1, 8)}
    assert {number for number in codes if not codes[number]} == rounds
    assert set(codes.values()) == {"", "contract_unmet"}


@rule("TPW-R12", "TPW-E3")
@pytest.mark.parametrize(
    "sets,code",
    [
        ("8S 8H 8D / KS KH 2C", ""),
        ("8S 8H 8D / KS 2C 2D", "first_down_too_wild"),
        ("2S 2H 2D / 5S 5H 5D", ""),
        ("KS KH Jo / 8S 8H 8D", "set_mixed"),
        ("Jo Jo 2S / 5S 5H 5D", ""),
    ],
)
def test_first_downs_of_round_one(sets: str, code: str) -> None:
    assert first_down(LETTER, 1, sets) == code


@rule("TPW-E4", "TPW-Q11", "TPW-Q12")
@pytest.mark.parametrize(
    "sets,code",
    [
        ("KS KH KD 2C", ""),
        ("KS KH KD KC", ""),
        ("KS KH 2C 2D", "first_down_too_wild"),
        ("KS KH KD KC KS", "contract_unmet"),
    ],
)
def test_first_downs_of_round_two_are_exactly_four_with_a_wild_at_most(
    sets: str, code: str
) -> None:
    assert first_down(LETTER, 2, sets) == code


@rule("TPW-E4", "TPW-Q12")
def test_a_card_too_many_is_laid_off_in_the_same_turn() -> None:
    table = after(holding(LETTER, "KS KH KD KC KS 4C", round=2), "meld KS KH KD KC", "add 1: KS")
    assert on_table(table, 1) == "KS KH KD KC KS"


@rule("TPW-E5", "TPW-Q8")
@pytest.mark.parametrize(
    "sets,code",
    [
        ("KS KH KD 2S AS / 9S 9H 9D Jo 2H", ""),
        ("KS KH 2S AS Jo / 9S 9H 9D 9C 9S", "first_down_too_wild"),
        ("AS AH AD 2S Jo / 9S 9H 9D 9C 9S", ""),
        ("2S 2H AS AH Jo / 9S 9H 9D 9C 9S", "first_down_too_wild"),
    ],
)
def test_first_downs_of_round_five(sets: str, code: str) -> None:
    assert first_down(LETTER, 5, sets) == code


@rule("TPW-E6")
@pytest.mark.parametrize(
    "sets,code",
    [("9S 9H 9D 9C 2S AS Jo", ""), ("9S 9H 9D 2S 2H AS Jo", "first_down_too_wild")],
)
def test_first_downs_of_round_seven(sets: str, code: str) -> None:
    assert first_down(LETTER, 7, sets) == code


@rule("TPW-Q8")
@pytest.mark.parametrize(
    "number,cards,code",
    [
        (1, "2S 2H 2D", ""),
        (5, "2S 2H AS", ""),
        (5, "2S AS Jo", "set_too_wild"),
    ],
)
def test_wild_cards_of_the_base_rank_are_natural(number: int, cards: str, code: str) -> None:
    assert later_set(LETTER, number, cards) == code


@rule("TPW-Q9", "TPW-Q35")
@pytest.mark.parametrize("number", [1, 4, 5, 7])
def test_jokers_are_a_rank_of_their_own_in_every_round(number: int) -> None:
    assert later_set(LETTER, number, "Jo Jo Jo") == ""
    assert later_set(LETTER, number, "Jo Jo 2S") == ""


@rule("TPW-Q9")
def test_by_house_rule_jokers_are_wild_from_the_first_round() -> None:
    assert first_down(LETTER, 1, "KS KH Jo / 8S 8H 8D", options=JOKERS_WILD) == ""
    assert lay_off(LETTER, 1, "KS KH KD", "Jo") == "does_not_fit"


@rule("TPW-Q10")
def test_aces_are_ordinary_up_to_round_four() -> None:
    assert later_set(LETTER, 4, "KS KH AS") == "set_mixed"
    assert later_set(LETTER, 4, "AS AH AD") == ""
    assert later_set(LETTER, 5, "KS KH AS") == ""


@rule("TPW-R13", "TPW-Q13")
def test_both_sets_of_a_first_down_are_laid_in_one_action() -> None:
    table = holding(LETTER, "8S 8H 8D KS KH KD 4C")
    assert refusal(table, "meld 8S 8H 8D") == "contract_unmet"
    assert after(table, "meld 8S 8H 8D / KS KH KD").down == (True, False)


@rule("TPW-R13")
def test_a_first_down_may_be_held_back() -> None:
    assert legal(holding(LETTER, "8S 8H 8D KS KH KD 4C"), "discard 4C")


@rule("TPW-Q13")
def test_a_first_down_may_hold_one_rank_twice() -> None:
    assert first_down(LETTER, 1, "8S 8H 8D / 8C 8S 8H") == ""


@rule("TPW-R14", "TPW-Q14", "TPW-Q37")
@pytest.mark.parametrize(
    "cards,code",
    [
        ("4S 4H", "set_too_small"),
        ("4S 4H 2S", ""),
        ("4S 4H 4D 2S 2H", "set_too_wild"),
        ("4S 4H 4D 4C 2S 2H", ""),
    ],
)
def test_a_later_set_holds_one_wild_for_every_three_cards(cards: str, code: str) -> None:
    assert {later_set(LETTER, number, cards) for number in (1, 7)} == {code}


@rule("TPW-E7")
@pytest.mark.parametrize(
    "cards,code",
    [
        ("4S 4H 2S", ""),
        ("4S 2S 2H", "set_too_wild"),
        ("2S 2H AS", ""),
        ("2S AS Jo", "set_too_wild"),
    ],
)
def test_later_sets_of_round_six(cards: str, code: str) -> None:
    assert later_set(LETTER, 6, cards) == code


@rule("TPW-R15", "TPW-Q15", "TPW-E7")
def test_once_down_any_number_of_wilds_goes_on_any_set() -> None:
    assert lay_off(LETTER, 6, "KS KH KD", "2S 2H AS AH Jo") == ""


@rule("TPW-R15", "TPW-R16")
def test_lay_offs_follow_the_first_down_in_the_same_turn() -> None:
    melds = [{"owner": 1, "cards": "9S 9H 9D"}]
    table = holding(LETTER, "KS KH KD KC 9C 2S 4C", round=2, melds=melds)
    table = after(table, "meld KS KH KD KC", "add 1: 9C", "add 1: 2S")
    assert held(table, 0) == "4C"


@rule("TPW-R16")
@pytest.mark.parametrize(
    "cards,code", [("KC", ""), ("QC", "does_not_fit"), ("KC QC", "does_not_fit")]
)
def test_only_cards_that_fit_go_on_a_set(cards: str, code: str) -> None:
    assert lay_off(LETTER, 1, "KS KH KD", cards) == code


@rule("TPW-R16", "TPW-R15")
def test_a_set_keeps_its_base_however_many_wilds_lie_on_it() -> None:
    assert lay_off(LETTER, 1, "AS AH AD 2S 2H 2D 2C 2S", "AC") == ""
    assert lay_off(LETTER, 1, "2S 2H 2D", "AC") == "does_not_fit"


@rule("TPW-Q16", "TPW-E12")
def test_nothing_is_laid_off_before_the_first_down() -> None:
    assert lay_off(LETTER, 1, "KS KH KD", "KC", down=False) == "not_down"


@rule("TPW-Q21")
def test_a_wild_card_is_not_taken_back_from_a_set() -> None:
    table = holding(LETTER, "KC 4C 6D", melds=[{"owner": 1, "cards": "KS KH 2D"}], down=[True] * 2)
    assert held(after(table, "add 1: KC"), 0) == "4C 6D"


@rule("TPW-Q31")
def test_suits_do_not_matter_and_equal_cards_may_lie_together() -> None:
    assert later_set(LETTER, 1, "KS KS KS") == ""


@rule("TPW-Q38")
@pytest.mark.parametrize(
    "sets,code",
    [
        ("KS KH KD 2C / 4S 4H 2S", ""),
        ("4S 4H 2S / KS KH KD 2C", ""),
        ("KS KH KD 2C / 4S 2S 2H", "set_too_wild"),
        ("4S 4H 4D / 5S 5H 5D", "contract_unmet"),
    ],
)
def test_further_sets_of_a_first_down_follow_the_later_rule(sets: str, code: str) -> None:
    assert first_down(LETTER, 2, sets) == code


@rule("TPW-Q38")
def test_of_sets_of_one_size_those_with_more_wilds_are_the_ones_asked_for() -> None:
    sets = "9S 9H 9D 9C 2S / KS KH KD 2H 2D"
    assert first_down(LETTER, 4, sets) == ""
    assert first_down(LETTER, 4, "9S 9H 9D 2C 2S / KS KH KD 2H 2D") == "contract_unmet"


@rule("TPW-Q8")
def test_a_set_of_wilds_is_read_with_the_fewest_wilds() -> None:
    table = after(holding(LETTER, "AS 2S 2H 4C 6D", round=5, down=[True] * 2), "meld AS 2S 2H")
    (meld,) = engine.view(table, None).melds
    assert (RANK_NAMES[meld.rank], meld.wilds) == ("2", 1)


@pytest.mark.parametrize("number,rank", [(4, ACE), (5, TWO)])
def test_a_set_drawn_without_its_rank_is_read_by_the_law_of_its_round(
    number: int, rank: int
) -> None:
    drawn = {"owner": 0, "cards": "AS 2S 2H"}
    table = engine.from_position(
        {"game": "ten-pennies", "seats": 3, "round": number, "melds": [drawn]}
    )
    assert table.melds[0].rank == rank
    assert engine.from_position(engine.position(table)).melds == table.melds
