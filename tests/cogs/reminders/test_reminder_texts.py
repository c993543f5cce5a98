"""Tests of the texts that notify a member, in the terms of their game."""

import pytest

import engine
from cogs.hand.layout import heading
from cogs.narration.labels import reason
from cogs.narration.table_words import deciding_player, decision_in_words
from cogs.table.layout import attention
from cogs.ui.texts import TEXT_VARIATION_SELECTOR
from engine.model.refusals import Refused
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.support.positions import live, panel_of
from tests.cogs.support.time import HOUR, after, thread_texts, timed

ON_OFFER = {"seats": 2, "turn": 0, "phase": "draw", "offered": True, "pile": "4S 8H"}
DEAD = ON_OFFER | {"offered": False}
POOR = ON_OFFER | {"pennies": [0, 10]}
TP, TPC, BOUGHT = (
    {"game": "ten-pennies"},
    {"game": "ten-pennies-online"},
    {"game": "ten-pennies", "options": {"turn_player_buys": True}},
)

LAST = {
    "game": "classic-canasta",
    "phase": "draw",
    "stock": "",
    "pile": "4S KC",
    "melds": [{"side": 0, "owner": 0, "cards": "KS KH KD"}],
}


NONE = {"phase": "draw", "pile": ""}
BLACK_THREE = {"phase": "draw", "pile": "4S 3C"}
BLOCKING = {"game": "ponytail-canasta", "phase": "draw", "pile": "4S 2C"}


@pytest.mark.parametrize(
    "position, wanted",
    [
        ({"phase": "draw"}, "Your turn: draw, or take the pile."),
        (NONE, "Your turn: draw from the stock."),
        (BLACK_THREE, "Your turn: draw. The pile is blocked."),
        (BLOCKING, "Your turn: draw. The pile is blocked."),
        (LAST, "Your turn: the stock is empty, so you can only take the pile."),
        (TP | ON_OFFER, "Your turn: take the upcard, or draw."),
        (TPC | ON_OFFER, "Your turn: buy the upcard, or draw."),
        (BOUGHT | ON_OFFER, "Your turn: buy the upcard, or draw."),
        (TP | DEAD, "Your turn: draw from the stock."),
        (TPC | DEAD, "Your turn: draw from the stock."),
        (TPC | POOR, "Your turn: draw from the stock."),
        (TP | POOR, "Your turn: take the upcard, or draw."),
    ],
)
def test_of_a_draw_it_is_told_what_may_be_had_instead(position, wanted):
    assert decision_in_words(live(position), 0) == wanted


@pytest.mark.parametrize(
    "position, wanted",
    [
        (BLACK_THREE, "<@1000>: draw. The pile is blocked."),
        (LAST, "<@1000>: the stock is empty; you can only take the pile."),
        (TP | ON_OFFER, "<@1000>: do you want 8♥? Otherwise draw."),
        (TPC | ON_OFFER, "<@1000>: do you want to buy 8♥? Otherwise draw."),
        (TPC | POOR, "<@1000>: draw from the stock."),
    ],
)
def test_the_table_asks_for_the_same(position, wanted):
    assert attention(live(position), deciding_player).replace("\ufe0e", "").endswith(wanted)


def test_a_hand_from_which_nobody_can_draw_any_more_does_not_ask_for_it():
    assert heading(panel_of(live(LAST))).endswith("your turn, take the pile: nothing else is left")


@pytest.mark.parametrize(
    "position, wanted",
    [(BLACK_THREE, "draw: the pile is blocked"), (NONE, "draw from the stock")],
)
def test_a_hand_that_nobody_could_take_the_pile_with_is_asked_to_draw_alone(position, wanted):
    assert heading(panel_of(live(position))).endswith(f"your turn, {wanted}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [TP, TPC])
def test_no_refusal_of_a_game_without_it_speaks_of_taking_the_pile(game, language):
    table = live(game | ON_OFFER).game.table
    refused = refusal(table, "discard 4C")
    assert refused.code == "wrong_phase"
    with use_language(language):
        assert not {"pile", "Stapel"} & set(reason(refused).replace(",", "").split())


def test_of_a_limit_for_each_wild_rank_a_refusal_says_that_one_of_them_passes_it():
    hand = {"seats": 2, "turn": 0, "phase": "play", "round": 5, "hands": ["KS KH Jo Jo Jo", ""]}
    whole, own = refusal(live(TPC | hand).game.table, "meld KS KH Jo Jo Jo"), "of one kind"
    assert (whole.code, own in reason(whole)) == ("first_down_too_wild", True)
    more = {"down": [True, True], "melds": [{"owner": 0, "cards": "9S 9H Jo Jo"}]}
    later = refusal(live(TPC | hand | more).game.table, "add 1: Jo")
    assert (later.code, own in reason(later)) == ("set_too_wild", True)


def refusal(table, move) -> Refused:
    refused = engine.check(table, 0, move)
    assert refused is not None
    return refused


async def test_a_reminder_of_ten_pennies_asks_whether_the_upcard_is_wanted(simulator):
    game = await timed(simulator, simulator.members, game="ten-pennies")
    await after(simulator, 19 * HOUR)
    assert "take the upcard, or draw" in thread_texts(game)[-1]


@pytest.mark.parametrize(
    "position, said",
    [
        (TP | ON_OFFER, "8♥ is on offer"),
        (TPC | ON_OFFER, "8♥ is on offer"),
        (TP | POOR, "8♥ is on offer"),
        (TPC | POOR, "draw from the stock"),
        (TP | DEAD, "draw from the stock"),
    ],
)
def test_a_panel_offers_no_card_that_there_is_no_penny_for(position, said):
    assert heading(panel_of(live(position))).replace(TEXT_VARIATION_SELECTOR, "").endswith(said)
