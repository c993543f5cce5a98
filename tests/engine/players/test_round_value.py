"""The search's value of a scored round: the game's own verdict decides who has won."""

import pytest

import engine
from engine.canasta.book.variant import CanastaAnswers
from engine.model.events import RoundScored
from engine.players.search.worth import WON, round_worth, squashed, under_way
from engine.players.thinking.thought import CAREFUL, Style
from tests.engine.positions import at, hands, meld


def winning(game: str, totals: tuple[int, int], round_number: int = 1, seats: int = 2) -> float:
    """Return what winning adds for seat 0, in a round with equal points and these totals."""
    table = engine.from_position({"game": game, "seats": seats, "round": round_number})
    rules = table.rules
    assert isinstance(rules, CanastaAnswers)
    equal = (rules.score(table, None)[0],) * 2
    return round_worth(rules, table, 0, RoundScored(round_number, equal, totals, {}))


@pytest.mark.parametrize("total,worth", [(7495, 0), (7500, 0), (7505, WON)])
def test_exactly_the_target_has_not_won_yet(total: int, worth: float) -> None:
    assert winning("house-canasta", (total, 1000)) == worth
    assert winning("house-canasta", (1000, total)) == -worth


def test_a_tie_on_top_is_played_off_and_wins_nothing() -> None:
    assert winning("house-canasta", (8000, 8000)) == 0


@pytest.mark.parametrize("number,worth", [(3, 0), (4, WON)])
def test_the_last_hand_of_ponytail_canasta_wins_the_game_without_the_target(
    number: int, worth: float
) -> None:
    assert winning("ponytail-canasta", (9000, 8000), number) == worth


def test_reaching_the_target_of_classic_canasta_has_won() -> None:
    assert winning("classic-canasta", (5000, 4000), seats=4) == WON


def test_a_natural_meld_promises_more_than_a_mixed_one() -> None:
    promised = []
    for cards in ("KS KH KD KC", "KS KH KD 2C"):
        melds = [{"side": 0, "owner": 0, "cards": cards}]
        table = engine.from_position({"game": "house-canasta", "seats": 2, "melds": melds})
        assert isinstance(table.rules, CanastaAnswers)
        promised.append(under_way(table.rules, table, 0))
    assert promised[0] > promised[1]


def of_the_meld(hand: str) -> float:
    """Return what four twos on the table promise a seat with this hand, beyond the hand itself."""
    promised = []
    for melds in ([], [meld("2S 2H 2D 2C")]):
        table = at("ponytail-canasta", 4, hands=hands(4, s0=hand), melds=melds)
        assert isinstance(table.rules, CanastaAnswers)
        promised.append(under_way(table.rules, table, 0))
    return promised[1] - promised[0]


def test_a_meld_of_wild_cards_promises_more_with_every_wild_card_held() -> None:
    assert of_the_meld("5S") < of_the_meld("2S") < of_the_meld("2S Jo")
    assert of_the_meld("Jo") == of_the_meld("2S")


def test_points_count_as_they_are_where_nothing_else_is_said() -> None:
    assert squashed(12345.0, CAREFUL) == 12345.0


def test_of_a_clear_win_or_loss_more_points_hardly_count() -> None:
    style = Style(clear=1000.0)
    few, many = (
        squashed(200.0, style) - squashed(0.0, style),
        squashed(2200.0, style) - squashed(2000.0, style),
    )
    assert 180 < few < 200
    assert 0 < many < 20
    assert squashed(-500.0, style) == -squashed(500.0, style)
