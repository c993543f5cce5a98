"""Ponytail Canasta: seating, the deal, the pile, threes and the stock."""

from typing import Any

import pytest

import engine
from engine.canasta.round.dealing import turned_up
from engine.games.ponytail_canasta import PonytailCanasta
from engine.model.cards import FACES, NAMES
from engine.model.events import RoundEnded
from engine.model.table import Table
from tests.engine.positions import (
    after,
    at,
    dealing,
    hands,
    happens,
    held,
    item,
    legal,
    meld,
    on_table,
    refusal,
)
from tests.engine.rulebook import rule

SEED = bytes(range(32))


def pony(hand: str = "4C 5D 6H", **keys: Any) -> Table:
    """Four players; seat 0 (side 0) with `hand` to move."""
    return at("ponytail-canasta", 4, **{"hands": hands(4, s0=hand), **keys})


def melded(hand: str, *cards: str, **keys: Any) -> Table:
    """As `pony`; side 0 has melds on the table."""
    return pony(hand, melds=[meld(c) for c in cards or ("AS AD AH",)], **keys)


def dealt(seats: int = 4, seed: bytes = SEED, **options: Any) -> Table:
    return engine.deal("ponytail-canasta", seats, seed, options)


@rule("PT-R1", "PT-Q1", "PT-Q3", "PT-Q46")
@pytest.mark.parametrize(
    "seats,sides",
    [
        (2, [(0,), (1,)]),
        (3, [(0,), (1,), (2,)]),
        (4, [(0, 2), (1, 3)]),
        (6, [(0, 3), (1, 4), (2, 5)]),
        (8, [(0, 4), (1, 5), (2, 6), (3, 7)]),
    ],
)
def test_partners_sit_opposite(seats: int, sides: list[tuple[int, ...]]) -> None:
    assert [side.seats for side in engine.view(dealt(seats), None).sides] == sides


@rule("PT-Q1")
@pytest.mark.parametrize("seats", [1, 5, 7, 9])
def test_there_is_no_table_for_five_or_seven(seats: int) -> None:
    with pytest.raises(ValueError, match="no table"):
        dealt(seats)


@rule("PT-R1", "PT-R2", "PT-Q2")
@pytest.mark.parametrize(
    "seats,decks,by_pairs", [(2, 6, 6), (3, 6, 6), (4, 6, 6), (6, 6, 8), (8, 8, 10)]
)
def test_six_decks_eight_for_eight_players_or_two_a_pair_by_house_rule(
    seats: int, decks: int, by_pairs: int
) -> None:
    assert len(dealt(seats).rules.pack()) == decks * 54
    assert len(dealt(seats, deck_rule="pairs").rules.pack()) == by_pairs * 54


@rule("PT-R3")
@pytest.mark.parametrize(
    "card,points",
    [("Jo", 50), ("AS", 20), ("2S", 20), ("KS", 10), ("8S", 10), ("7S", 5), ("4S", 5)],
)
def test_every_card_has_its_value(card: str, points: int) -> None:
    assert item(pony(card), 0, "hands") == -points - 15


@rule("PT-R4", "PT-R5", "PT-R7", "PT-Q5")
@pytest.mark.parametrize("seats,stock", [(2, 267), (3, 239), (4, 211), (6, 155), (8, 207)])
def test_fifteen_to_each_hand_thirteen_to_each_pony_the_rest_is_one_stock(
    seats: int, stock: int
) -> None:
    table = dealt(seats)
    assert [len(hand) for hand in table.hands] == [15] * seats
    assert [len(foot) for foot in table.feet] == [13] * seats
    laid = sum(map(len, table.red_threes))
    assert len(table.stock) + len(table.pile) + laid == stock + 1


@rule("PT-R6", "PT-Q4", "PT-Q54", "PT-E1")
@pytest.mark.parametrize("seats,target", [(4, 61), (6, 91)])
def test_the_neighbour_cuts_and_the_exact_number_pays_the_pair(seats: int, target: int) -> None:
    rules, paid = dealt(seats).rules, 0
    for number in range(60):
        table = rules.first(number.to_bytes(32))
        cut, deal = dealing(table)
        assert cut.seat == (table.dealer - 1) % seats
        assert (cut.target, cut.bonus) == (target, 100 if cut.cards == target else 0)
        assert deal.applied_to(table).grab[rules.side_of(cut.seat)] == cut.bonus
        paid += cut.bonus
    assert paid


@rule("PT-Q4")
def test_the_cut_can_be_switched_off() -> None:
    table = dealt(4, grab_bonus=False)
    assert len(table.rules.deal(table)) == 1


@rule("PT-R8", "PT-E2", "PT-Q6", "PT-Q7", "PT-Q8", "PT-Q9")
@pytest.mark.parametrize(
    "stock,pile,frozen",
    [
        ("7S 2S 9S 8C", "7S 2S 9S", True),
        ("7S 9S 8C", "7S 9S", True),
        ("3H 9S", "3H", True),
        ("3S 9S", "3S", False),
        ("9S 8C", "9S", False),
    ],
)
def test_a_wild_or_a_seven_is_covered_at_the_set_up_and_freezes(
    stock: str, pile: str, *, frozen: bool
) -> None:
    table = turned_up(PonytailCanasta(4), pony(stock=stock))
    assert engine.position(table)["pile"] == pile
    assert table.frozen_upcard is frozen


@rule("PT-R8", "PT-Q6", "PT-Q8")
def test_a_red_or_black_three_turned_up_stays_on_top() -> None:
    tops = {NAMES[dealt(4, n.to_bytes(32)).pile[-1]] for n in range(150)}
    assert {"3S", "3H"} <= tops
    assert not any(top[0] in "27" or top == "Jo" for top in tops)


@rule("PT-R9")
def test_the_deal_moves_left_and_the_left_of_the_dealer_begins() -> None:
    table = dealt()
    assert table.turn == (table.dealer + 1) % 4
    ended = after(pony("4C 4D", phase="play", stock="", pile="3S", dealer=3), "discard 4C")
    assert (ended.dealer, ended.turn) == (0, 1)


@rule("PT-R10")
def test_a_turn_draws_two_melds_and_discards_one() -> None:
    table = after(melded("KS KD KH 4C 5C", stock="8C 8D 9C"), "draw", "meld KS KD KH", "discard 4C")
    assert held(table, 0) == "5C 8D 8C"
    assert (table.turn, table.phase) == (1, "draw")
    assert refusal(pony(), "discard 4C") == "wrong_phase"
    assert refusal(pony(), "draw", seat=2) == "not_your_turn"


@rule("PT-R11", "PT-Q25")
def test_a_red_three_drawn_is_laid_and_replaced_at_once() -> None:
    table = after(pony(stock="3H 8C 8D 9C"), "draw")
    assert held(table, 0) == "4C 5D 6H 8D 8C"
    assert item(table, 0, "red_threes") == 100


@rule("PT-Q25", "PT-Q48")
def test_a_red_three_in_hand_waits_for_the_start_of_ones_own_turn() -> None:
    table = pony(
        "4C 4D 5C", phase="play", stock="8C 8D 8H", hands=hands(4, s0="4C 4D 5C", s1="3H 5D 6D")
    )
    table = after(table, "discard 4C")
    assert held(table, 1) == "5D 6D 8C"
    assert (len(table.red_threes[1]), table.phase) == (1, "draw")


@rule("PT-Q48", "PT-Q38")
def test_the_last_stock_card_for_a_red_three_is_the_draw() -> None:
    drawn = hands(4, s0="4C 4D 5C", s1="3H 5D 6D")
    table = after(pony(phase="play", stock="8C", hands=drawn), "discard 4C")
    assert (table.turn, table.phase, held(table, 1)) == (1, "play", "5D 6D 8C")
    only = pony(phase="play", stock="3D", hands=drawn)
    assert "RoundEnded" in happens(only, "discard 4C")


@rule("PT-R12", "PT-Q18", "PT-Q29")
def test_a_black_three_blocks_and_costs_a_hundred_in_hand() -> None:
    assert refusal(melded("3S 3C 4C", pile="3S"), "take 3S 3C") == "pile_blocked"
    assert item(pony("3S"), 0, "hands") == -115
    assert item(melded("", "3S 3S 3C"), 0, "cards") == 15


@rule("PT-R14")
@pytest.mark.parametrize(
    "cards,code", [("JS JD", ""), ("JS Jo", ""), ("Jo 2S", "no_match"), ("JS", "no_match")]
)
def test_two_naturals_or_one_and_a_wild_take_an_open_pile(cards: str, code: str) -> None:
    assert refusal(melded("JS JD Jo 2S 4C 5C", pile="JH"), f"take {cards}") == code


@rule("PT-R14", "PT-Q32", "PT-E11")
def test_the_top_card_may_be_added_to_an_open_meld_never_to_a_closed_one() -> None:
    table = after(melded("4C 5C", "KS KD KH", pile="9S KC"), "take")
    assert (on_table(table, 1), held(table, 0)) == ("KS KH KD KC", "4C 5C 9S")
    closed = melded("KS 4C 5C", "KS KS KD KD KH KH KC", pile="KC")
    assert refusal(closed, "take KS") == "no_match"
    assert refusal(melded("4C 5C", "2S 2D 2H", pile="2C"), "take") == "pile_blocked"


@rule("PT-R15")
def test_pile_cards_may_be_melded_in_the_same_turn() -> None:
    table = after(melded("JS JD 9S 9D 4C 5C", pile="9H JH"), "take JS JD")
    assert legal(table, "meld 9S 9D 9H")


@rule("PT-R16", "PT-R17", "PT-E4")
def test_a_wild_in_the_pile_freezes_it_for_all_but_a_natural_pair() -> None:
    table = melded("JS JD Jo 4C 5C", pile="2S 9S JH")
    assert refusal(table, "take JS Jo") == "pile_frozen"
    assert legal(table, "take JS JD")
    assert refusal(melded("4C 5C", "JS JD JH", pile="2S JC"), "take") == "pile_frozen"
    assert legal(melded("JS Jo 4C 5C", pile="9S JH"), "take JS Jo")


@rule("PT-R16", "PT-Q33")
def test_the_pile_is_frozen_until_the_side_has_melded() -> None:
    table = pony("AS Jo AD 4C 5C", pile="9S AH")
    assert refusal(table, "take AS Jo") == "pile_frozen"
    assert legal(table, "take AS AD")
    assert refusal(table, "take") == "pile_frozen"


@rule("PT-R17", "PT-E5", "PT-Q30")
def test_a_pair_merges_with_the_open_meld_up_to_seven() -> None:
    table = after(melded("JS JD 4C 5C", "JS JD JH JC", pile="2S JH"), "take JS JD")
    assert on_table(table, 1) == "JS JS JH JH JD JD JC"
    five = "JS JD JH JC JS"
    assert refusal(melded("JS JD 4C 5C", five, pile="2S JH"), "take JS JD") == "meld_full"
    closing = melded("JS JD JH JC 4C 5C", five, pile="2S JH")
    assert [len(m.cards) for m in after(closing, "take JS JD / 1: JH JC").melds] == [7, 3]


@rule("PT-Q31")
def test_a_natural_and_a_wild_may_merge_while_naturals_outnumber() -> None:
    assert legal(melded("JS 2S 4C 5C", "JS JD JH", pile="JC"), "take JS 2S")
    wilds = melded("JS 2S 4C 5C", "JS JD JH 2D 2H", pile="JC")
    assert legal(wilds, "take JS")
    assert refusal(wilds, "take JS 2S") == "meld_full"


@rule("PT-Q52")
def test_more_cards_may_join_a_take_and_count() -> None:
    table = pony("QS QD QC 2S 4C 5C", pile="9S QH")
    assert refusal(table, "take QS QD QC") == "below_minimum"
    assert on_table(after(table, "take QS QD QC 2S"), 1) == "QS QH QD QC 2S"
    open_ = melded("QC QD QS 4C 5C", "QS QD QH", phase="play")
    assert refusal(open_, "meld QC QD QS") == "already_open"


@rule("PT-Q24")
def test_a_red_three_in_a_taken_pile_is_laid_and_replaced() -> None:
    table = melded("JS JD 4C 5C", pile="3H JH", frozen_upcard=True, stock="8C 9C")
    table = after(table, "take JS JD")
    assert (held(table, 0), len(table.red_threes[0])) == ("4C 5C 8C", 1)


@rule("PT-R26", "PT-Q37", "PT-Q53")
def test_without_a_stock_play_goes_on_by_the_pile_alone() -> None:
    going = melded(
        "JC 4C 5C",
        phase="play",
        stock="",
        pile="9S",
        hands=hands(4, s0="JC 4C 5C", s1="JS JD 4C 5C"),
    )
    going = going.but(melds=(*going.melds, going.melds[0]._replace(side=1, owner=1)))
    table = after(going, "discard JC")
    assert (table.turn, table.phase, table.round) == (1, "draw", 1)
    assert engine.decide(table, 1, "draw")[0] == RoundEnded("declined")
    assert "RoundEnded" in happens(pony("4C 5C", phase="play", stock="", pile="9S"), "discard 4C")


@rule("PT-Q38")
def test_one_card_is_a_full_draw_and_a_last_red_three_ends_the_hand() -> None:
    assert after(pony(stock="8C"), "draw").phase == "play"
    assert "RoundEnded" in happens(pony(stock="3H"), "draw")


@rule("PT-Q35")
def test_sevens_wilds_and_black_threes_may_be_discarded() -> None:
    table = pony("7S 2S 3S 3H 4C", phase="play")
    assert [refusal(table, f"discard {card}") for card in ("7S", "2S", "3S", "3H")] == [
        *["", "", ""],
        "red_three",
    ]


@rule("PT-R11", "PT-Q26")
def test_red_threes_never_laid_cost_a_hundred_each() -> None:
    table = pony(
        "", hands=["3H", "4C", "", "4C"], feet=["3D", "", "", ""], red_threes=["", "", "3H", ""]
    )
    assert item(table, 0, "red_threes") == 100 - 200
    assert item(table, 0, "hands") + item(table, 0, "feet") == 0
    assert FACES["3H"] in table.hands[0]
