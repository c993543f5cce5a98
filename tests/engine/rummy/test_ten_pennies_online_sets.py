"""Ten Pennies online: contracts, caps by kind, the ban on duplicates, and lay-offs."""

import pytest

import engine
from engine.model.cards import RANK_NAMES
from tests.engine.positions import after, held, legal, refusal
from tests.engine.rulebook import rule
from tests.engine.rummy.positions import ONLINE, first_down, holding, later_set, lay_off

KINGS = "KS KH KD KC"


@rule("TPC-R9")
@pytest.mark.parametrize(
    "rounds,sets",
    [
        ({1}, "8S 8H 8D / KS KH KD"),
        ({2}, "8S 8H 8D 8C"),
        ({2, 3}, "8S 8H 8D 8C / KS KH KD Jo"),
        ({4}, "8S 8H 8D 8C Jo"),
        ({4, 5}, "8S 8H 8D 8C Jo / KS KH KD KC Jo"),
        ({6}, "8S 8H 8D 8C Jo Jo"),
    ],
)
def test_each_round_asks_for_its_own_sets(rounds: set[int], sets: str) -> None:
    codes = {number: first_down(ONLINE, number, sets) for number in range(1, 8)}
    assert {number for number in codes if not codes[number]} == rounds


@rule("TPC-R8", "TPC-R9", "TPC-Q13", "TPC-E2")
@pytest.mark.parametrize(
    "cards,code",
    [
        ("KH KS KD", ""),
        ("KH KH KS", "set_duplicate"),
        ("KH KS 2D", "set_mixed"),
        ("2H 2S 2D", ""),
        ("KH Jo Jo", "first_down_too_wild"),
    ],
)
def test_first_melds_of_round_one(cards: str, code: str) -> None:
    assert first_down(ONLINE, 1, f"{cards} / 9C 9D Jo") == code


@rule("TPC-E3")
def test_five_of_a_rank_take_a_joker_in_round_four() -> None:
    assert first_down(ONLINE, 4, "KH KS KD KC Jo") == ""
    assert first_down(ONLINE, 4, "KH KS KD Jo Jo") == ""
    assert first_down(ONLINE, 4, "KH KS KD KC KH") == "set_duplicate"


@rule("TPC-E4", "TPC-Q9", "TPC-Q11", "TPC-Q13")
@pytest.mark.parametrize(
    "cards,code",
    [
        ("KH Jo Jo AS AH", ""),
        ("KH Jo Jo Jo AS", "first_down_too_wild"),
        ("KH KS 2C 2C Jo", "set_duplicate"),
        ("AH AS AD AC 2H", ""),
    ],
)
def test_first_melds_of_round_five(cards: str, code: str) -> None:
    assert first_down(ONLINE, 5, f"{cards} / 9S 9H 9D 9C Jo") == code


@rule("TPC-E5", "TPC-Q11")
@pytest.mark.parametrize(
    "cards,code",
    [
        ("9C 9D Jo Jo Jo 2S 2H", ""),
        ("Jo Jo Jo AS AH 2S 2D", ""),
        ("9C 9D Jo Jo Jo Jo 2S", "first_down_too_wild"),
    ],
)
def test_first_melds_of_round_seven(cards: str, code: str) -> None:
    assert first_down(ONLINE, 7, cards) == code


@rule("TPC-E5")
@pytest.mark.parametrize(
    "cards,rank", [("Jo Jo Jo AS AH 2S 2D", "A"), ("2S 2D AS AH Jo Jo Jo", "2")]
)
def test_where_two_readings_tie_the_card_named_first_decides(cards: str, rank: str) -> None:
    table = after(holding(ONLINE, f"{cards} 4C", round=7), f"meld {cards}")
    assert RANK_NAMES[engine.view(table, None).melds[0].rank] == rank


@rule("TPC-E6", "TPC-Q13")
def test_an_equal_card_is_not_laid_off() -> None:
    assert lay_off(ONLINE, 2, "AH AS AD", "AC") == ""
    assert lay_off(ONLINE, 2, "AH AS AD", "AS") == "set_duplicate"


@rule("TPC-E7", "TPC-Q12")
def test_the_cap_persists_for_the_life_of_a_set() -> None:
    assert lay_off(ONLINE, 1, "KH KS Jo", "Jo") == "set_too_wild"
    assert lay_off(ONLINE, 1, "KH KS Jo", "KD") == ""


@rule("TPC-E11", "TPC-Q15")
def test_lay_offs_wait_for_the_first_meld_and_follow_it_in_the_same_turn() -> None:
    melds = [{"owner": 1, "cards": "9S 9H 9D"}]
    table = holding(ONLINE, f"{KINGS} 9C Jo 4C", round=2, melds=melds)
    assert refusal(table, "add 1: 9C") == "not_down"
    assert held(after(table, f"meld {KINGS}", "add 1: 9C", "add 1: Jo"), 0) == "4C"


@rule("TPC-Q10")
@pytest.mark.parametrize("number", [1, 7])
def test_jokers_alone_are_no_set(number: int) -> None:
    assert later_set(ONLINE, number, "Jo Jo Jo") == "set_all_jokers"


@rule("TPC-Q11")
def test_the_allowance_counts_each_kind_of_wild_by_itself() -> None:
    assert later_set(ONLINE, 5, "KH Jo Jo AS AH 2S 2H") == ""
    assert later_set(ONLINE, 5, "KH KS AS AH AD") == "set_too_wild"


@rule("TPC-Q14")
@pytest.mark.parametrize(
    "number,meld",
    [
        (1, f"{KINGS} Jo"),
        (4, f"{KINGS} Jo Jo"),
        (5, f"{KINGS} Jo Jo AS AH 2S 2H"),
        (7, f"{KINGS} Jo Jo Jo AS AH AD 2S 2H 2D"),
    ],
)
def test_a_full_set_takes_nothing_more(number: int, meld: str) -> None:
    hand = "KS Jo AC 2C 4C"
    table = holding(
        ONLINE, hand, round=number, down=[True] * 2, melds=[{"owner": 1, "cards": meld}]
    )
    assert engine.legal(table, 0).room(1) == b""


@rule("TPC-Q16")
def test_anybody_s_set_may_be_laid_off_on() -> None:
    assert lay_off(ONLINE, 1, "9S 9H 9D", "9C") == ""
    assert lay_off(ONLINE, 1, "9S 9H 9D", "8C") == "does_not_fit"


@rule("TPC-Q17")
def test_later_sets_have_three_cards_at_least_and_the_same_caps() -> None:
    assert later_set(ONLINE, 7, "KH KS") == "set_too_small"
    assert later_set(ONLINE, 7, "KH Jo AS 2H") == ""
    assert later_set(ONLINE, 1, "KH Jo Jo") == "set_too_wild"


@rule("TPC-Q18")
def test_a_first_meld_has_exactly_the_size_asked_for() -> None:
    assert first_down(ONLINE, 2, f"{KINGS} Jo") == "contract_unmet"
    table = after(holding(ONLINE, f"{KINGS} Jo 4C", round=2), f"meld {KINGS}")
    assert legal(table, "add 1: Jo")


@rule("TPC-Q19")
def test_one_rank_may_make_both_first_melds() -> None:
    assert first_down(ONLINE, 1, "KH KS KD / KH KS KC") == ""


@rule("TPC-Q32")
def test_the_base_of_a_set_may_change_as_it_grows() -> None:
    assert lay_off(ONLINE, 5, "AS AH 2S 2H Jo", "KC") == ""
    assert lay_off(ONLINE, 5, "AS AH AD 2S Jo", "KC") == "set_too_wild"
