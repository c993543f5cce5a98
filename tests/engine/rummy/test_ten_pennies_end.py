"""Ten Pennies: discards, going out, reshuffles, washed rounds, scores and the bowl."""

import pytest

import engine
from engine.model.cards import FACES
from engine.model.events import RoundEnded, RoundScored
from engine.model.moves import Discard
from tests.engine.positions import after, happens, held, item, named, refusal, total
from tests.engine.rulebook import rule
from tests.engine.rummy.positions import LETTER, asked, holding, tpw, whole_game

SIXES = [{"owner": 1, "cards": "6S 6H 6D"}]
ENDING = ["RoundEnded", "RoundScored", "Dealt"]


def last_round(**keys: object) -> engine.Table:
    """Seat 0 ends the seventh round by discarding its last card."""
    return tpw(3, round=7, phase="play", hands=["3S", "4S", "5S"], **keys)


@rule("TPW-R17", "TPW-Q19")
def test_a_turn_ends_with_one_discard_though_more_could_be_laid() -> None:
    table = holding(LETTER, "6C 6S 3S", melds=SIXES, down=[True] * 2)
    table = after(table, "discard 3S")
    assert (table.turn, table.phase, table.pile[-1:]) == (1, "draw", table.pile[1:])


@rule("TPW-R17")
def test_what_is_not_held_is_not_discarded() -> None:
    assert refusal(holding(LETTER, "6C 6S 3S"), "discard 4S") == "not_in_hand"


@pytest.mark.parametrize(
    "hand,taken,card",
    [
        ("3S 3C 4D KS 2S", "", "3C"),
        ("3S 3C 4D KS 2S", "3C", "3S"),
        ("2S 2C", "", "2C"),
        ("2S Jo", "", "Jo"),
    ],
)
def test_silence_discards_the_cheapest_card_that_is_not_wild(
    hand: str, taken: str, card: str
) -> None:
    (decision,) = engine.pending(holding(LETTER, hand, taken=taken))
    assert decision.default == Discard(FACES[card])


@rule("TPW-R18", "TPW-Q22", "TPW-E13")
def test_laying_off_the_whole_hand_goes_out_without_a_discard() -> None:
    table = holding(LETTER, "6C 6S", melds=SIXES, down=[True] * 2)
    events = engine.decide(table, 0, "add 1: 6C 6S")
    assert named(events) == ["LaidOff", *ENDING]
    assert after(table, "add 1: 6C 6S").scores == (0, 15)


@rule("TPW-R18")
def test_discarding_the_last_card_goes_out() -> None:
    assert happens(holding(LETTER, "3S"), "discard 3S") == ["TurnDiscarded", *ENDING]


@rule("TPW-Q22")
def test_the_first_down_itself_may_empty_the_hand() -> None:
    table = holding(LETTER, "KS KH KD KC", round=2)
    assert happens(table, "meld KS KH KD KC") == ["SetsLaid", *ENDING]


@rule("TPW-R19", "TPW-R20", "TPW-E14")
@pytest.mark.parametrize(
    "hand,points,pennies", [("3S 9S KS AS 2S Jo", 110, 6), ("4S 4H JS", 20, 3)]
)
def test_cards_caught_cost_points_and_a_penny_each(hand: str, points: int, pennies: int) -> None:
    table = tpw(hands=["3S", hand, "TS QS"])
    assert (item(table, 1, "caught"), item(table, 1, "paid")) == (points, pennies)
    assert total(table, 1) == points
    assert total(table, 2) == 20


@rule("TPW-R20", "TPW-Q23", "TPW-Q25")
def test_cards_caught_are_paid_from_the_purse_and_never_from_the_buy_stack() -> None:
    table = tpw(phase="play", hands=["3S", "4S 5S", "6S"], pennies=[4, 1, 0], purse=[0, 0, -9])
    table = after(table, "discard 3S")
    assert (table.pennies, table.purse, table.bowl) == ((4, 1, 0), (0, -2, -10), 3)


@rule("TPW-R21", "TPW-Q25")
def test_the_lowest_total_of_seven_rounds_wins_the_whole_bowl() -> None:
    result = engine.result(after(last_round(scores=[50, 30, 60], bowl=40), "discard 3S"))
    assert result
    assert (result.winners, result.scores, result.reason) == ((1,), (50, 35, 65), "rounds")
    assert result.pennies == (10, 52, 10)


@rule("TPW-R21")
def test_a_game_ends_after_its_rounds_whatever_the_points() -> None:
    """The game has no target score, and the view shows none."""
    view = engine.view(last_round(), 0)
    assert (view.last_round, view.target) == (7, 0)


@rule("TPW-Q24")
def test_winners_that_tie_split_the_bowl_and_the_odd_penny_falls_left_of_the_dealer() -> None:
    table = last_round(scores=[10, 5, 90], bowl=39, dealer=0)
    result = engine.result(after(table, "discard 3S"))
    assert result
    assert (result.winners, result.reason) == ((0, 1), "shared")
    assert result.pennies == (30, 31, 10)


@rule("TPW-Q17")
def test_an_empty_stock_is_made_again_of_all_discards_but_the_top() -> None:
    table = tpw(offered=False, stock="", pile="3S 4S 5S 6S", hands=["9S"] * 3)
    assert happens(table, "draw") == ["Reshuffled", "Drawn"]
    table = after(table, "draw")
    assert (len(table.stock), table.pile, table.reshuffles) == (2, tpw(pile="6S").pile, 1)


@rule("TPW-Q17", "TPW-Q40")
def test_reshuffled_cards_go_under_what_is_left_of_the_stock() -> None:
    table = after(tpw(2, stock="KC", pile="3S 4S 5S", hands=["9S"] * 2), "pass", "buy")
    assert held(table, 1)[-2:] in ("KC", "9S")
    assert "KC" in held(table, 1)
    assert "5S" in held(table, 1)


@rule("TPW-Q40")
def test_a_reshuffle_depends_on_the_seed_and_is_seen_by_nobody() -> None:
    table = tpw(offered=False, stock="", pile="3S 4S 5S 6S 7S 8S")
    event = engine.decide(table, 0, "draw")[0]
    assert engine.project(event, 0) == engine.project(event, None) != event
    other = tpw(offered=False, stock="", pile="3S 4S 5S 6S 7S 8S", seed="11" * 32)
    assert engine.decide(other, 0, "draw")[0] != event


@rule("TPW-Q18", "TPW-Q36")
def test_a_fourth_reshuffle_washes_the_round_and_all_score_and_pay() -> None:
    table = tpw(2, stock="", pile="3S 4S", reshuffles=3, hands=["KS", "QS JS"])
    assert happens(table, "pass") == ["UpcardDeclined", *ENDING]
    table = after(table, "pass")
    assert (table.scores, table.purse, table.bowl) == ((10, 20), (-1, -2), 3)


@rule("TPW-Q18")
def test_without_a_card_to_recycle_the_round_is_washed() -> None:
    table = tpw(2, stock="", pile="3S")
    assert happens(table, "pass") == ["UpcardDeclined", *ENDING]
    assert happens(table, "take") == ["UpcardTaken"]


@rule("TPW-Q36")
def test_a_buy_that_would_need_a_fourth_reshuffle_is_not_offered() -> None:
    table = tpw(2, stock="8C", pile="3S 4S 5S 6S", reshuffles=3)
    assert asked(after(table, "pass")) == [0]


@rule("TPW-Q18", "TPW-Q36")
def test_the_hundredth_turn_of_a_player_ends_the_round_after_it() -> None:
    table = tpw(2, phase="play", turns=[99, 99])
    assert happens(table, "discard 4C") == ["TurnDiscarded", *ENDING]
    assert after(tpw(2, phase="play", turns=[98, 99]), "discard 4C").turns == (99, 99)


@rule("TPW-Q18")
def test_a_round_that_ends_by_going_out_is_not_washed() -> None:
    events = engine.decide(
        tpw(2, phase="play", hands=["3S", "4S"], turns=[99, 99]), 0, "discard 3S"
    )
    assert events[1] == RoundEnded("out", 0)


@rule("TPW-E16", "TPW-Q25")
def test_the_bowl_holds_what_was_spent_on_buys_and_on_cards_caught() -> None:
    table, events = whole_game(LETTER, 4, 1)
    scored = [event for event in events if isinstance(event, RoundScored)]
    caught = sum(score.items["paid"] for event in scored for score in event.scores)
    assert len(scored) == 7
    assert table.bowl == 40 - sum(table.pennies) + caught
