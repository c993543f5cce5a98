"""House Canasta: taking the pile, and the groups of one command."""

from typing import Any

import pytest

import engine
from engine.model.cards import arranged, read_cards, write_cards
from engine.model.table import Table
from tests.engine.positions import after, at, happens, held, legal, meld, on_table, refusal
from tests.engine.rulebook import rule


def house(hand: str = "4C 5D 6H", seats: int = 4, **keys: Any) -> Table:
    """Seat 0 with `hand` to move; the others hold low cards."""
    hands = {"hands": [hand] + ["4C 5D 6H"] * (seats - 1)}
    return at("house-canasta", seats, **{**hands, **keys})


def melded(hand: str, cards: str = "AS AD AH", **keys: Any) -> Table:
    """As `house`; seat 0 has a meld on the table."""
    return house(hand, **{"melds": [meld(cards)], **keys})


@rule("HC-R9", "HC-E3")
@pytest.mark.parametrize("cards,code", [("9S 9D", ""), ("9S Jo", ""), ("Jo 2S", "no_match")])
def test_two_naturals_or_one_and_a_wild_take_the_pile(cards: str, code: str) -> None:
    assert refusal(melded("9S 9D Jo 2S 4C", pile="9H"), f"take {cards}") == code


@rule("HC-R10", "HC-E3")
def test_a_set_on_the_table_does_not_count_toward_the_two() -> None:
    table = melded("9S 4C 5D", "9D 9H 9C", pile="9S")
    assert refusal(table, "take 9S") == "no_match"
    assert refusal(table, "take") == "no_match"


@rule("HC-R9", "HC-E4")
def test_taking_must_meet_the_minimum_without_the_pile() -> None:
    table = house("KS KD 8S 8D 8H 5C", pile="AS AD AH KH")
    assert legal(table, "take KS KD / 8S 8D 8H")
    assert refusal(house("KS KD 5C 6C", pile="AS AD AH KH"), "take KS KD") == "below_minimum"


@rule("HC-R11", "HC-E5", "HC-Q34")
def test_only_the_top_card_of_a_taken_pile_may_be_played_this_turn() -> None:
    table = after(melded("KS KD KC QS QD QH 4C", pile="KH 5S KH"), "take KS KD")
    assert refusal(table, "add 2: KH") == "locked"
    assert legal(table, "discard KH")
    assert legal(table, "add 2: KC")
    assert legal(table, "meld QS QD QH")


@rule("HC-R11", "HC-E5")
def test_the_taken_cards_may_be_played_from_the_next_turn_on() -> None:
    table = after(melded("KS KD 4C", pile="KH 5S KH", seats=2), "take KS KD", "discard 4C")
    assert legal(after(table, "draw", "discard 4C", "draw"), "add 2: KH")


@rule("HC-Q33")
def test_playing_a_card_spends_an_unlocked_copy_first() -> None:
    table = after(melded("KS KD KH 4C", pile="KH 5S KC"), "take KS KD")
    assert table.locked.hex() == arranged(read_cards("KH 5S")).hex()
    assert legal(table, "add 2: KH")
    assert refusal(after(table, "add 2: KH"), "add 2: KH") == "locked"


@rule("HC-R12", "HC-E6")
def test_a_black_three_closes_the_pile_to_everyone() -> None:
    assert refusal(melded("3S 3C 4C", pile="3S"), "take 3S 3C") == "pile_blocked"


@rule("HC-Q7")
def test_wild_cards_in_the_pile_do_not_freeze_it() -> None:
    assert legal(melded("9S Jo 4C", pile="2S 9H"), "take 9S Jo")


@rule("HC-Q7", "HC-Q51")
def test_the_house_rule_lets_wild_cards_freeze_the_pile() -> None:
    frozen: dict[str, Any] = {"options": {"wild_freezes": True}}
    table = melded("9S 9D Jo 4C", pile="2S 9H", **frozen)
    assert refusal(table, "take 9S Jo") == "pile_frozen"
    assert legal(table, "take 9S 9D")
    assert refusal(melded("2S 2D 4C", pile="2H", **frozen), "take 2S 2D") == "pile_blocked"


@rule("HC-Q8")
@pytest.mark.parametrize(
    "top,cards,code", [("2H", "2S 2D", ""), ("Jo", "Jo Jo", ""), ("2H", "2S Jo", "no_match")]
)
def test_a_wild_on_top_is_taken_with_two_of_its_kind(top: str, cards: str, code: str) -> None:
    table = melded("2S 2D Jo Jo 4C 5C", pile=top)
    assert refusal(table, f"take {cards}") == code


@rule("HC-Q8")
def test_a_wild_taken_joins_the_wild_set_that_lies_there() -> None:
    table = after(melded("2S 2D 4C 5C", "2C Jo Jo", pile="2H"), "take 2S 2D")
    assert on_table(table, 1) == "2S 2H 2D 2C Jo Jo"


@rule("HC-Q32", "HC-Q52")
def test_the_picked_up_set_merges_and_more_hand_cards_may_join() -> None:
    table = after(melded("KS KD KC 2S 4C", "KH KH KH", pile="KC"), "take KS KD KC 2S")
    assert on_table(table, 1) == "KS KH KH KH KD KC KC 2S"
    full = melded("KS 2D 4C 5C", "KS KD 2S 2H Jo", pile="KC")
    assert refusal(full, "take KS 2D") == "too_many_wilds"


@rule("HC-Q35")
def test_a_take_that_leaves_no_card_to_discard_is_refused() -> None:
    assert refusal(melded("KS KD", pile="KH"), "take KS KD") == "keep_a_card"
    assert legal(melded("KS KD", pile="5S KH"), "take KS KD")


@rule("HC-R9")
def test_a_taken_pile_empties_and_its_cards_are_public_knowledge() -> None:
    table = after(melded("KS KD 4C", pile="5S 6S KH"), "take KS KD")
    assert table.pile == b""
    assert held(table, 0) == "4C 5S 6S"
    assert happens(melded("KS KD 4C", pile="5S KH"), "take KS KD") == ["PileTaken"]
    known = write_cards(engine.view(table, 3).seats[0].known)
    assert known == "5S 6S"


@rule("HC-R9", "HC-Q52")
@pytest.mark.parametrize(
    "hand,upcard",
    [
        ("7S 7D 7C 7C JS JC JC", "7S"),
        ("6S 6S 6H 6D 6D 6D 6C 2S", "6D"),
        ("8C 8C 8C 8C 8C AD AD AS", "8S"),
        ("4S 4D 3S 3S 3C JS JD JH 5C", "4H"),
    ],
)
def test_a_pile_that_can_be_taken_at_all_is_offered(hand: str, upcard: str) -> None:
    table = house(hand, pile=upcard)
    (take,) = engine.legal(table, 0).takes()
    assert legal(table, engine.write(take))


@rule("HC-R14", "HC-Q8", "HC-Q37", "HC-Q52")
@pytest.mark.parametrize(
    "top,cards,code",
    [
        ("2S", "2D 2H KS", "pure_wilds"),
        ("2S", "2D 2H KS KD", "pure_wilds"),
        ("Jo", "Jo Jo KS", "pure_wilds"),
        ("2S", "2D 2H 3S", "pure_wilds"),
        ("2S", "KS KD", "pure_wilds"),
        ("2S", "2D 2H KS QS", "mixed_ranks"),
        ("2S", "2D 2H Jo", ""),
    ],
)
def test_no_natural_card_slips_into_a_set_of_wild_cards(top: str, cards: str, code: str) -> None:
    table = melded("2D 2H Jo Jo KS KD QS 3S 4C 5C", pile=f"9H {top}")
    assert refusal(table, f"take {cards}") == code
    onto = melded("2D 2H KS 4C 5C", "2S 2C Jo", pile="9H 2S")
    assert refusal(onto, "take 2D 2H KS") == "pure_wilds"


@rule("HC-Q46", "HC-Q12")
@pytest.mark.parametrize(
    "move",
    [
        "meld KS 2D 2H / KD KH",
        "meld KD KH / KS 2D 2H",
        "meld KS KD / KH",
        "meld KS / 2D KD",
        "meld KS KD KH / 2D 2H Jo",
        "meld 2D 2H / KS KD KH / Jo",
    ],
)
def test_the_groups_of_one_command_are_judged_together_in_any_order(move: str) -> None:
    assert legal(melded("KS KD KH 2D 2H Jo 4C 5C", phase="play"), move)


@rule("HC-Q46", "HC-Q9")
@pytest.mark.parametrize(
    "move,code",
    [
        ("meld KS / 2D 2H", "too_few_cards"),
        ("meld KS 2D / KS 2H", "not_in_hand"),
        ("meld 2D KS / 4C", "too_few_naturals"),
        ("meld KS KD / QS", "too_few_cards"),
    ],
)
def test_groups_that_make_no_lawful_set_together_are_refused(move: str, code: str) -> None:
    assert refusal(melded("KS KD QS 2D 2H Jo 4C 5C", phase="play"), move) == code


@rule("HC-Q46", "HC-Q52")
def test_a_group_laid_before_the_upcard_joins_its_set() -> None:
    table = melded("KS KD KH 2D 4C 5C", pile="9H KC")
    assert on_table(after(table, "take KS KD / KH 2D"), 2) == "KS KH KD KC 2D"


@rule("HC-Q23", "HC-Q35")
def test_the_replacement_of_a_red_three_of_the_pile_is_a_card_to_discard() -> None:
    assert legal(melded("9S 9D", pile="3H 9H", stock="8C"), "take 9S 9D")
    assert refusal(melded("9S 9D", pile="3H 9H", stock="3D"), "take 9S 9D") == "keep_a_card"
    assert refusal(melded("9S 9D", pile="9H", stock="8C"), "take 9S 9D") == "keep_a_card"


def test_an_opening_that_is_offered_keeps_the_natural_card_that_it_can_spare() -> None:
    table = at("house-canasta", 2, hands=["KS KD KH KC 2S 4C 5C", "5D 6D"], phase="play")
    assert [engine.write(move) for move in table.rules.openings(table, 0)] == ["meld KH KD KC 2S"]


def test_everybody_is_told_with_which_cards_a_pile_was_taken() -> None:
    taken = engine.decide(melded("9S 9D Jo 4C", pile="5C 6C 9H"), 0, "take 9S 9D")[0]
    told = taken.deeds()[0]
    assert (told.kind, told.count) == ("took", 3)
    assert write_cards(told.cards) == "9S 9D"
    assert write_cards(bytes([told.card or 0])) == "9H"


def test_of_a_discard_nothing_but_that_card_is_told() -> None:
    told = engine.decide(melded("9S 9D 4C", phase="play"), 0, "discard 4C")[0].deeds()
    assert [(deed.kind, deed.cards) for deed in told] == [("discarded", b"")]
    assert write_cards(bytes([told[0].card or 0])) == "4C"
