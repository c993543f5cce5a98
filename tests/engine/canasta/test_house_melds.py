"""House Canasta: sets, canastas and the first meld."""

import pytest

import engine
from tests.engine.canasta.test_house_pile import house, melded
from tests.engine.positions import after, item, legal, meld, on_table, own, refusal
from tests.engine.rulebook import rule


@rule("HC-R13")
@pytest.mark.parametrize(
    "text,code",
    [("meld KS KD", "too_few_cards"), ("meld KS KD QH", "mixed_ranks"), ("meld KS KD KH", "")],
)
def test_a_set_is_three_or_more_of_one_number(text: str, code: str) -> None:
    assert refusal(melded("KS KD KH QH 4C 5D", phase="play"), text) == code


@rule("HC-R14", "HC-E7")
def test_a_dirty_canasta_has_more_naturals_than_wilds() -> None:
    table = melded("KS KS KD KH 2S 2H Jo 4C", phase="play")
    done = after(table, "meld KS KS KD KH 2S 2H Jo")
    assert item(done, 0, "canastas") == 300
    assert item(done, 0, "cards") == 60 + 40 + 40 + 50
    four = melded("KS KD KH 2S 2H 2D Jo 4C", phase="play")
    assert refusal(four, "meld KS KD KH 2S 2H 2D Jo") == "too_many_wilds"


@rule("HC-R14")
@pytest.mark.parametrize(
    "cards,bonus",
    [("KS KS KD KD KH KH KC", 500), ("KS KS KD KD KH KH 2S", 300), ("2S 2S 2D 2H 2C Jo Jo", 2000)],
)
def test_a_canasta_is_clean_dirty_or_wild(cards: str, bonus: int) -> None:
    assert item(house(melds=[meld(cards)]), 0, "canastas") == bonus


@rule("HC-R14", "HC-E8", "HC-Q36", "HC-Q37")
def test_a_wild_set_mixes_twos_and_jokers_and_takes_no_natural() -> None:
    table = after(house("2S 2D Jo KS 4C", phase="play"), "meld 2S 2D Jo")
    assert refusal(table, "add 1: KS") == "wrong_rank"
    assert item(house(melds=[meld("2S 2D Jo 2H Jo")]), 0, "cards") == 160
    assert item(house(melds=[meld("2S 2D Jo 2H Jo")]), 0, "canastas") == 0


@rule("HC-R15", "HC-Q39")
def test_black_threes_make_sets_at_any_time_but_never_a_canasta() -> None:
    table = melded("3S 3S 3C 2S 4C", phase="play")
    assert legal(table, "meld 3S 3S 3C")
    assert refusal(table, "meld 3S 3S 3C 2S") == "pure_black_threes"
    six = melded("3S 4C", "3S 3S 3S 3C 3C 3C", phase="play")
    assert refusal(six, "add 1: 3S") == "black_threes_full"


@rule("HC-R16")
def test_cards_may_be_added_to_a_set_later() -> None:
    table = after(melded("AC 2S 4C", phase="play"), "add 1: AC 2S")
    assert on_table(table, 1) == "AS AH AD AC 2S"


@rule("HC-R17", "HC-E2")
@pytest.mark.parametrize(
    "score,text,code",
    [
        (1495, "meld AS AD 2S", ""),
        (1500, "meld AS AD 2S", "below_minimum"),
        (1500, "meld AS AD 2S / QS QD QH", ""),
        (3000, "meld AS AD 2S / QS QD QH", "below_minimum"),
        (-20, "meld 3S 3S 3C", ""),
        (0, "meld 3S 3S 3C", "below_minimum"),
    ],
)
def test_the_minimum_goes_by_the_score_at_the_start_of_the_round(
    score: int, text: str, code: str
) -> None:
    hand = "AS AD 2S QS QD QH 3S 3S 3C 4C"
    assert refusal(house(hand, seats=2, phase="play", scores=[score, 0]), text) == code


@rule("HC-Q5")
def test_a_grab_bonus_won_this_round_does_not_raise_the_bracket() -> None:
    table = house("AS AD 2S 4C", seats=2, phase="play", scores=[1495, 0], grab=[50, 0])
    assert legal(table, "meld AS AD 2S")
    assert item(table, 0, "grab") == 50


@rule("HC-R18", "HC-E9", "HC-Q15")
def test_both_partners_must_have_melded_before_adding_to_each_other() -> None:
    kings = own("KS KD KH KS KD KH", 0, 2)
    table = house(
        turn=2, phase="play", melds=[kings], hands=["4C", "4C", "KC AS AD AH 5C 5D", "4C"]
    )
    assert refusal(table, "add 1: KC") == "partners_not_melded"
    table = after(table, "meld AS AD AH", "add 1: KC")
    assert table.melds[0].owner == 0
    assert engine.view(table, None).seats[0].needs[0].have == 1
    assert engine.view(table, None).seats[2].needs[0].have == 0


@rule("HC-Q15")
def test_wild_and_black_three_sets_of_a_partner_are_open_too() -> None:
    sets = [own("2S 2D Jo", 2, 2), own("3S 3S 3C", 2, 2), own("AS AD AH", 0, 2)]
    table = house("Jo 3C 4C", phase="play", melds=sets)
    assert legal(table, "add 1: Jo")
    assert legal(table, "add 2: 3C")


@rule("HC-Q13")
def test_sets_belong_to_players_so_partners_may_hold_the_same_rank() -> None:
    sets = [own("KS KD KH", 0, 2), own("QS QD QH", 2, 2)]
    table = house(turn=2, phase="play", melds=sets, hands=["4C", "4C", "KC KS KH 5C", "4C"])
    table = after(table, "meld KC KS KH")
    assert [(m.owner, m.rank) for m in table.melds].count((2, 10)) == 1
    assert len(table.melds) == 3
    assert refusal(house("KC 4C", phase="play", melds=[own("KS KD KH", 1, 2)]), "add 1: KC") == (
        "not_your_meld"
    )


@rule("HC-Q14", "HC-E9")
def test_the_seventh_card_from_a_partner_counts_for_the_owner() -> None:
    sets = [own("KS KS KD KD KH KH", 2, 2), own("AS AD AH", 0, 2)]
    table = after(house("KC 4C", phase="play", melds=sets), "add 1: KC")
    owners = {seat.seat: seat.needs[0].have for seat in engine.view(table, None).seats}
    assert owners == {0: 0, 1: 0, 2: 1, 3: 0}


@rule("HC-Q9")
def test_one_natural_and_two_wilds_are_no_set() -> None:
    assert refusal(melded("KS 2S 2D 4C", phase="play"), "meld KS 2S 2D") == "too_few_naturals"


@rule("HC-Q10")
def test_below_seven_cards_two_naturals_may_carry_two_wilds() -> None:
    assert legal(melded("KS KD 2S 2D 4C", phase="play"), "meld KS KD 2S 2D")


@rule("HC-Q11")
def test_a_canasta_grows_on_and_a_wild_makes_a_clean_one_dirty() -> None:
    table = melded("KC 2S 4C", "KS KS KD KD KH KH KC", phase="play")
    assert item(table, 0, "canastas") == 500
    table = after(table, "add 1: KC")
    assert item(table, 0, "canastas") == 500
    assert item(after(table, "add 1: 2S"), 0, "canastas") == 300


@rule("HC-Q12", "HC-Q46")
def test_a_second_set_of_a_rank_merges_with_the_first() -> None:
    table = after(melded("KC KS KH 4C", "KS KD KH", phase="play"), "meld KC KS KH")
    assert on_table(table, 1) == "KS KS KH KH KD KC"
    table = melded("QC QS QH QD QD QH 4C", phase="play")
    assert len(after(table, "meld QC QS QH / QD QD QH").melds) == 2


@rule("HC-Q38")
def test_a_wild_canasta_grows_and_pays_once() -> None:
    table = melded("Jo 4C", "2S 2S 2D 2H 2C Jo Jo", phase="play")
    assert item(after(table, "add 1: Jo"), 0, "canastas") == 2000


@rule("HC-Q40")
def test_black_threes_count_toward_the_minimum() -> None:
    table = house("3S 3S 3C AS AD AH 4C", phase="play", scores=[0, 0])
    assert legal(house("3S 3S 3C AS AD 4C 4D", phase="play", scores=[-5, 0]), "meld 3S 3S 3C")
    assert legal(table, "meld 3S 3S 3C / AS AD AH")


@rule("HC-Q16")
def test_a_pair_uses_its_total_and_each_partner_opens_alone() -> None:
    table = house("AS AD 2S 4C", phase="play", scores=[1495, 0], melds=[own("KS KD KH", 2, 2)])
    assert legal(table, "meld AS AD 2S")
    low = house("4S 4D 4H 5C", phase="play", melds=[own("KS KD KH", 2, 2)])
    assert refusal(low, "meld 4S 4D 4H") == "below_minimum"


@rule("HC-Q44")
def test_nobody_asks_leave_to_go_out() -> None:
    table = melded("KS KD KH 4C", phase="play")
    assert refusal(table, "ask 2: meld KS KD KH; discard 4C") == "not_in_this_game"
