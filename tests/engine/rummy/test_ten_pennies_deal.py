"""Ten Pennies: players, packs, the dealer and the deal."""

import pytest

import engine
from engine.model.cards import read_cards
from engine.model.chance import draw_for_deal, first_dealer
from engine.rummy.variant import HEIGHTS
from tests.engine.positions import legal
from tests.engine.rulebook import rule
from tests.engine.rummy.positions import LETTER, SEED, tpw

NOBODY = 255


@rule("TPW-R1")
@pytest.mark.parametrize("seats", range(2, 9))
def test_two_to_eight_play_each_alone(seats: int) -> None:
    view = engine.view(engine.deal(LETTER, seats, SEED), None)
    assert [side.seats for side in view.sides] == [(seat,) for seat in range(seats)]


@rule("TPW-R1")
@pytest.mark.parametrize("seats", [1, 9])
def test_one_or_nine_find_no_table(seats: int) -> None:
    with pytest.raises(ValueError, match="no table"):
        engine.deal(LETTER, seats, SEED)


@rule("TPW-R2", "TPW-Q33", "TPW-E1")
@pytest.mark.parametrize(
    "seats,decks,stock",
    [(2, 1, 31), (3, 2, 74), (4, 2, 63), (5, 3, 106), (6, 3, 95), (7, 4, 138), (8, 4, 127)],
)
def test_one_pack_for_every_two_players_rounded_up(seats: int, decks: int, stock: int) -> None:
    table = engine.deal(LETTER, seats, SEED)
    assert len(table.rules.pack()) == 54 * decks
    assert len(table.stock) == stock


@rule("TPW-Q29")
def test_the_number_of_packs_can_be_overridden() -> None:
    table = engine.deal(LETTER, 2, SEED, {"decks_override": 2})
    assert len(table.stock) == 85


@rule("TPW-Q29")
def test_an_override_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(ValueError, match="too few cards for 8"):
        engine.deal(LETTER, 8, SEED, {"decks_override": 1})


@rule("TPW-R3")
def test_everybody_starts_with_ten_pennies_an_even_purse_and_an_empty_bowl() -> None:
    table = engine.deal(LETTER, 5, SEED)
    assert (table.pennies, table.purse, table.bowl) == ((10,) * 5, (0,) * 5, 0)


@rule("TPW-R4", "TPW-E2")
def test_only_those_tied_for_the_highest_card_draw_again() -> None:
    drawn = read_cards("KS Jo 9S Jo")
    draws = (draw_for_deal(drawn, HEIGHTS, 4, number.to_bytes(32)) for number in range(500))
    lines = next(lines for lines in draws if lines[0] == drawn)
    assert (lines[1][0], lines[1][2]) == (NOBODY, NOBODY)
    assert NOBODY not in (lines[1][1], lines[1][3])
    assert first_dealer(lines, HEIGHTS) in (1, 3)


@rule("TPW-R4")
def test_a_joker_is_highest_and_a_deuce_lowest_in_the_draw() -> None:
    order = sorted(read_cards("AS 2S Jo KS 3S"), key=lambda face: HEIGHTS[face])
    assert bytes(order) == read_cards("2S 3S KS AS Jo")


@rule("TPW-R4")
def test_the_deal_moves_clockwise_from_round_to_round() -> None:
    table = tpw(round=1, dealer=2, turn=0, phase="play", hands=["3S", "4S", "5S"])
    following = engine.play(table, 0, "discard 3S")
    assert (following.round, following.dealer, following.turn) == (2, 0, 1)


@rule("TPW-R5")
def test_eleven_each_and_one_upcard() -> None:
    table = engine.deal(LETTER, 4, SEED)
    assert [len(hand) for hand in table.hands] == [11] * 4
    assert len(table.pile) == 1


@rule("TPW-R6")
def test_the_seat_left_of_the_dealer_starts() -> None:
    table = engine.deal(LETTER, 4, SEED)
    assert table.turn == (table.dealer + 1) % 4
    assert legal(table, "take")


@rule("TPW-Q26")
@pytest.mark.parametrize("upcard", ["Jo", "2S", "5S"])
def test_any_upcard_may_start_the_pile_and_be_taken_or_bought(upcard: str) -> None:
    table = tpw(pile=upcard)
    assert legal(table, "take")
    assert legal(engine.play(table, 0, "pass"), "buy")


@rule("TPW-Q32", "TPW-R11")
def test_the_table_of_contracts_reads_round_by_round() -> None:
    rules = engine.deal(LETTER, 2, SEED).rules
    contracts = [engine.view(tpw(round=number), None).contract for number in range(1, 8)]
    assert [(c.sets, c.size, c.wilds, len(c.wild_ranks)) for c in contracts if c] == [
        (2, 3, 1, 1),
        (1, 4, 1, 1),
        (2, 4, 1, 1),
        (1, 5, 2, 1),
        (2, 5, 2, 3),
        (1, 6, 2, 3),
        (1, 7, 3, 3),
    ]
    assert rules.name == "Ten Pennies"
