"""Classic Canasta for four: its differences from the other canasta games."""

from typing import Any

import pytest

import engine
from engine.model.events import RoundEnded, RoundScored
from engine.model.score import Item
from engine.model.table import Table
from tests.engine.positions import after, at, hands, happens, held, item, legal, meld, refusal
from tests.engine.rulebook import rule

CANASTA = "KS KS KD KD KH KH KC"
SEED = bytes(range(32))


def play(hand: str, *cards: str, **keys: Any) -> Table:
    """Seat 0 in the play phase; side 0 has these melds."""
    melds = [meld(c) for c in cards or ("AS AD AH",)]
    return at(
        "classic-canasta",
        4,
        **{"hands": hands(4, s0=hand), "phase": "play", "melds": melds, **keys},
    )


def draws(hand: str, *cards: str, **keys: Any) -> Table:
    return play(hand, *cards, phase="draw", **keys)


@rule("CC-R1")
def test_two_pairs_two_packs_eleven_cards_each() -> None:
    table = engine.deal("classic-canasta", 4, SEED)
    assert [len(hand) for hand in table.hands] == [11] * 4
    assert len(table.rules.pack()) == 108
    assert [side.seats for side in engine.view(table, None).sides] == [(0, 2), (1, 3)]


@rule("CC-R2")
def test_a_wild_or_red_three_upcard_is_covered_and_freezes() -> None:
    tables = [engine.deal("classic-canasta", 4, n.to_bytes(32)) for n in range(120)]
    covered = [table for table in tables if len(table.pile) > 1]
    assert covered
    assert all(engine.view(table, None).frozen for table in covered)
    assert not any(engine.view(table, None).frozen for table in tables if len(table.pile) == 1)


@rule("CC-R3")
def test_a_red_three_is_laid_on_the_own_turn_and_one_in_the_pile_is_not_replaced() -> None:
    drawn = draws("JS JD 4C 5C", pile="3H JH", frozen_upcard=True, stock="8C")
    table = after(drawn, "take JS JD")
    assert (held(table, 0), len(table.red_threes[0])) == ("4C 5C", 1)
    assert refusal(play("3H 4C"), "discard 3H") == "red_three"


@rule("CC-R4")
def test_a_turn_draws_one_and_discards_one() -> None:
    table = after(draws("4C 5C", stock="8C 9C"), "draw")
    assert held(table, 0) == "4C 5C 8C"
    assert (after(table, "discard 4C").turn, refusal(table, "draw")) == (1, "wrong_phase")
    assert refusal(table, "draw", seat=1) == "not_your_turn"
    assert refusal(table, "buy") == "not_in_this_game"


@rule("CC-R5")
def test_an_open_pile_is_taken_by_a_pair_a_natural_and_a_wild_or_an_open_meld() -> None:
    table = draws("JS JD 2S 4C 5C", "JS JD JH", pile="9S JC")
    assert all(legal(table, text) for text in ("take JS JD", "take JS 2S", "take"))
    assert refusal(draws("2S Jo 4C 5C", pile="JC"), "take 2S Jo") == "no_match"
    assert refusal(draws("3S 3C 4C", pile="3S"), "take 3S 3C") == "pile_blocked"
    assert refusal(draws("4C", pile=""), "take 4C 4C") == "pile_empty"


@rule("CC-R6")
def test_a_frozen_pile_needs_two_naturals() -> None:
    table = draws("JS JD 2S 4C 5C", "JS JD JH", pile="2D JC")
    assert [refusal(table, text) for text in ("take JS 2S", "take", "take JS JD")] == [
        *["pile_frozen", "pile_frozen"],
        "",
    ]
    assert refusal(draws("AS 2S 4C", melds=[], pile="AC"), "take AS 2S") == "pile_frozen"


@rule("CC-R7")
def test_melds_have_two_naturals_three_wilds_and_wild_cards_make_none() -> None:
    table = play("2S 2D Jo JS JD JH 2H 2C 4C 5C")
    assert refusal(table, "meld 2S 2D Jo") == "no_wild_melds"
    assert refusal(table, "meld JS 2S 2D") == "too_few_naturals"
    assert refusal(table, "meld JS JD 2S 2D 2H Jo") == "too_many_wilds"
    assert legal(table, "meld JS JD 2S 2D 2H")
    assert refusal(play("KC 2S 4C 5C", CANASTA), "meld KC KC KC") != ""
    assert legal(play("KC 4C 5C", CANASTA), "add 1: KC")


@rule("CC-R8")
@pytest.mark.parametrize(
    "score,need", [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120)]
)
def test_the_initial_meld_goes_by_the_score_of_the_side(score: int, need: int) -> None:
    table = play("4C", melds=[], scores=[score, 0])
    assert engine.view(table, 0).seats[0].minimum == need


@rule("CC-R9")
def test_one_canasta_goes_out_with_or_without_a_discard() -> None:
    assert "RoundEnded" in happens(play("4C", CANASTA), "discard 4C")
    assert "RoundEnded" in happens(play("AS AD AH", CANASTA), "meld AS AD AH")
    assert refusal(play("4C"), "discard 4C") == "not_ready"
    assert legal(play("3S 3S 3C 4C", CANASTA), "meld 3S 3S 3C")
    assert refusal(play("3S 3S 3C 4C 5C", CANASTA), "meld 3S 3S 3C") == "black_threes_late"


@rule("CC-R10")
def test_without_a_stock_the_upcard_must_be_taken_by_who_can_add_it() -> None:
    table = draws("4C 5C", "JS JD JH", stock="", pile="9S JC")
    assert refusal(table, "draw") == "must_take"
    assert engine.pending(table)[0].default == engine.read("take", table)
    free = draws("JS JD 4C 5C", stock="", pile="9S JC")
    assert engine.decide(free, 0, "draw")[0] == RoundEnded("declined")


@rule("CC-R10", "CC-R6")
def test_without_a_stock_a_frozen_pile_need_not_be_taken() -> None:
    table = draws("JS JD 4C 5C", "JS JD JH", stock="", pile="2C 9S JC")
    assert legal(table, "take JS JD")
    assert engine.decide(table, 0, "draw")[0] == RoundEnded("declined")


@rule("CC-R11")
def test_leave_is_asked_of_the_partner_and_binds() -> None:
    table = after(play("AS AD AH 4C", CANASTA), "ask 2: meld AS AD AH; discard 4C")
    assert "RoundEnded" in happens(table, "yes")
    denied = after(table, "no")
    assert refusal(denied, "meld AS AD AH") == "leave_denied"
    assert refusal(denied, "ask 2: meld AS AD AH; discard 4C") == "already_asked"


@rule("CC-R12")
def test_red_threes_and_going_out_are_scored_by_the_parent_game() -> None:
    threes = {"red_threes": ["3H", "", "", ""]}
    assert item(play("", **threes), 0, "red_threes") == 100
    assert item(play("", melds=[], **threes), 0, "red_threes") == -100
    assert item(play("", red_threes=["3H 3D", "", "3H 3D", ""]), 0, "red_threes") == 800
    assert item(play("", CANASTA, down=[True] * 4), 0, "out", out=0) == 100
    assert item(play("", CANASTA), 0, "out", out=0) == 200


@rule("CC-R12")
def test_a_hand_stays_concealed_until_its_first_lay() -> None:
    table = after(play("JS JD JH 4C 5C"), "meld JS JD JH")
    assert table.down[0] is False
    assert after(table, "discard 4C").down[0] is True
    won = after(play("4C", CANASTA, laid=True), "discard 4C")
    assert won.scores[0] - won.scores[1] > 200


@rule("CC-R12")
def test_who_laid_cards_in_an_earlier_turn_goes_out_for_one_hundred_however_it_ends() -> None:
    keys: dict[str, Any] = {"down": [True] + [False] * 3, "scores": [0, 0]}
    by_discard = play("4C QS QD QH", CANASTA, **keys)
    assert _out_points(by_discard, "meld QS QD QH", "discard 4C") == 100
    assert _out_points(play("QS QD QH", CANASTA, **keys), "meld QS QD QH") == 100
    concealed = play("4C QS QD QH", CANASTA, scores=[0, 0])
    assert _out_points(concealed, "meld QS QD QH", "discard 4C") == 200


def _out_points(table: Table, *moves: str) -> int:
    """Return the bonus for going out by these moves."""
    before, last = after(table, *moves[:-1]), moves[-1]
    scored = next(e for e in engine.decide(before, 0, last) if isinstance(e, RoundScored))
    return scored.scores[0].items[Item.OUT]


@rule("CC-R14")
def test_one_card_does_not_take_a_pile_of_one_card_even_without_a_stock() -> None:
    melds = ["KS KD KH", "7S 7S 7D 7D 7H 7H 7C"]
    table = draws("KS", *melds, pile="KC")
    assert refusal(table, "take") == "one_card_each"
    assert not list(engine.legal(table, 0).takes())
    empty = draws("KS", *melds, pile="KC", stock="")
    assert engine.decide(empty, 0, "draw")[0] == RoundEnded("stock")
    assert legal(draws("KS", *melds, pile="9C KC"), "take")
    assert legal(draws("KS 4C", *melds, pile="KC"), "take")


WHOLE = "4S 4D 4H 4C 4S 4D 4H 5S 5D 5H"


@rule("CC-R15")
@pytest.mark.parametrize(
    "hand,move",
    [
        (f"{WHOLE} 6C", "meld 4S 4D 4H 4C 4S 4D 4H / 5S 5D 5H"),
        (WHOLE, "meld 4S 4D 4H 4C 4S 4D 4H / 5S 5D 5H"),
        ("4S 4D 4H 4C 4S 2D 2H 5S 5D 2C", "meld 4S 4D 4H 4C 4S 2D 2H / 5S 5D 2C"),
    ],
)
def test_a_whole_drawn_hand_with_a_canasta_needs_no_minimum(hand: str, move: str) -> None:
    table = play(hand, melds=[], scores=[3000, 0])
    assert legal(table, move)
    assert sorted(move) in [sorted(engine.write(o)) for o in engine.legal(table, 0).opening()]
    moves = [move, "discard 6C"] if "6C" in hand else [move]
    assert _out_points(table, *moves) == 200


@rule("CC-R15")
def test_without_a_canasta_or_with_two_cards_left_or_after_a_no_the_minimum_holds() -> None:
    need = {"melds": [], "scores": [1500, 0]}
    meld_all = "meld 4S 4D 4H 4C 4S 4D 4H / 5S 5D 5H"
    assert refusal(play(f"{WHOLE} 6C 6D", **need), meld_all) == "below_minimum"
    assert refusal(play(f"{WHOLE} 6C", no_out=True, **need), meld_all) == "below_minimum"
    short = play("4S 4D 4H 4C 4S 4D 5S 5D 5H", **need)
    assert refusal(short, "meld 4S 4D 4H 4C 4S 4D / 5S 5D 5H") == "below_minimum"


@rule("CC-R15")
def test_whoever_has_taken_the_pile_needs_the_minimum() -> None:
    table = draws("4S 4D 4H 4C 4S 4D 5S 5D 5H", melds=[], scores=[1500, 0], pile="4H")
    assert refusal(table, "take 4S 4D 4H 4C 4S 4D / 5S 5D 5H") == "below_minimum"
