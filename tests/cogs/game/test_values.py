"""Tests that panels, plans and automatic answers use the game's own points and wild cards."""

from random import Random
from typing import Any

import pytest

import engine
from cogs.hand.about_page import about_text, need_words
from cogs.hand.auto_answers import BELOW, UNDER_FROM, AutoAnswers
from cogs.hand.layout import answer
from cogs.hand.plan_page import discardable, ranks
from cogs.narration.events import event_phrase
from cogs.narration.labels import advice_words, hint_words, meld_name, reason
from cogs.table.scores import target_score_text
from cogs.ui.texts import cards, say
from engine.advice.judgement import hint
from engine.model.cards import RANK_NAMES, read_cards, write_cards
from engine.model.moves import DRAW, PASS, YES
from engine.model.view import View
from engine.players import Advice
from engine.players.thinking.thought import Reason
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.support.positions import live, panel_of
from tests.engine.positions import at, meld

QUESTION = {"asker": 0, "asked": 2, "plan": "discard 4S"}


def asked(game: str, hand: str, **keys: Any) -> dict[str, Any]:
    """Return a table where seat 2, with this hand, is asked whether its partner may go out."""
    seats = engine.GAMES[game].seats[0]
    held = ["4S 5S", "4C", hand, *["4C"] * (seats - 3)]
    more = {"phase": "answer", "question": QUESTION, "asked": True, "hands": held}
    return {"game": game, "seats": seats, **more, **keys}


def says_yes(game: str, hand: str) -> bool:
    """Whether an automatic answer that agrees under 30 points agrees here."""
    view = engine.view(engine.from_position(asked(game, hand)), 2)
    return AutoAnswers(leave=UNDER_FROM).answer(view, 2, "answer") == YES


@pytest.mark.parametrize(
    "game,hand,yes",
    [
        ("classic-canasta", "AS 5C", True),
        ("classic-canasta", "AS 8C", False),
        # A red three that waits for its turn costs nothing in Classic Canasta.
        ("classic-canasta", "3H AS 5C", True),
        ("pennies-from-heaven", "AS 3S", True),
        ("pennies-from-heaven", "AS 3S 5C", False),
    ],
)
def test_leave_under_thirty_points_goes_by_what_the_hand_would_cost(
    game: str, hand: str, yes: bool
) -> None:
    assert says_yes(game, hand) == yes


def test_whoever_is_asked_for_leave_is_told_what_their_hand_would_cost() -> None:
    panel = panel_of(live(asked("classic-canasta", "3H AS 5C"), name="Ada"), 2)
    assert any("3 cards**, worth 25 points" in line for line in answer(panel))


# ---- wild cards, round by round


def rummy(game: str, number: int, **keys: Any) -> View:
    table = at(game, 2, **{"round": number, "pile": "2S", **keys})
    return engine.view(table, 0)


@pytest.mark.parametrize(
    "game,number,order",
    [
        ("ten-pennies", 1, "4S AS Jo 2S"),
        ("ten-pennies-online", 1, "4S AS 2S Jo"),
        ("ten-pennies", 5, "4S AS 2S Jo"),
        ("house-canasta", 1, "4S AS 2S Jo"),
    ],
)
def test_cards_to_throw_are_listed_with_the_wild_ones_of_this_round_last(
    game: str, number: int, order: str
) -> None:
    view = rummy(game, number, hands=["Jo AS 4S 2S", "4C"])
    assert write_cards(bytes(discardable(view))) == order


def test_a_plan_may_wait_for_any_upcard_in_contract_rummy_and_for_natural_ones_in_canasta() -> None:
    assert len(ranks(rummy("ten-pennies", 5))) == len(RANK_NAMES)
    natural = [RANK_NAMES[rank] for rank in ranks(rummy("house-canasta", 1))]
    assert natural == ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


@pytest.mark.parametrize(
    "game,number,upcard,passes",
    [
        ("ten-pennies", 1, "9S", True),
        ("ten-pennies", 1, "QS", False),
        ("ten-pennies", 1, "2S", False),
        ("ten-pennies", 5, "AS", False),
    ],
)
def test_a_standing_pass_below_a_rank_never_passes_a_wild_card(
    game: str, number: int, upcard: str, passes: bool
) -> None:
    view = rummy(game, number, phase="offer", pile=upcard)
    below_jacks = AutoAnswers(offer=BELOW + RANK_NAMES.index("J"))
    assert (below_jacks.answer(view, 1, "offer") == PASS) == passes


def test_a_set_of_jokers_is_called_by_its_rank_and_a_meld_of_wild_cards_wild() -> None:
    jokers = live(
        {"game": "ten-pennies", "seats": 2, "melds": [{"owner": 0, "cards": "Jo Jo 2S"}]}, name="A"
    )
    wilds = live({"game": "house-canasta", "seats": 4, "melds": [meld("Jo Jo 2S")]}, name="A")
    assert [meld_name(table, 0, 1) for table in (jokers, wilds)] == [
        "your jokers",
        "your wild cards",
    ]
    assert any("Meld 1, jokers" in line for line in about_text(panel_of(jokers)))
    assert any("Meld 1, wild cards" in line for line in about_text(panel_of(wilds)))


def test_a_card_laid_off_on_jokers_is_told_so() -> None:
    keys: dict[str, Any] = {"phase": "play", "down": [True, True], "hands": ["2S 4S 5S", "4C"]}
    table = at("ten-pennies", 2, melds=[{"owner": 0, "cards": "Jo Jo Jo"}], **keys)
    (event,) = engine.decide(table, 0, "add 1: 2S")
    assert "jokers" in " ".join(event_phrase(event, ""))


@pytest.mark.parametrize(
    "pile, said",
    [
        (1, "one card is worth less than a draw"),
        (2, "card below the top one would count against you"),
        (3, "2 cards below the top one would count against you"),
    ],
)
def test_of_a_pile_that_comes_too_late_all_but_the_top_card_would_be_caught(
    pile: int, said: str
) -> None:
    assert said in advice_words(Advice(DRAW, Reason.PILE_TOO_LATE, {"n": pile}))


@pytest.mark.parametrize(
    "game, hand, said",
    [
        ("house-canasta", "9S 9H", "you would have too few cards left"),
        ("house-canasta", "9S 4D", "you can lay nothing with"),
        ("pennies-from-heaven", "9S 9H 7S 7H 7D", "only sevens, which you may not discard"),
    ],
)
def test_a_hint_tells_a_hand_that_cannot_end_its_turn_from_one_without_a_pair(
    game: str, hand: str, said: str
) -> None:
    seats = engine.GAMES[game].seats[-1]
    hands = [hand, *["4C 5D 6H"] * (seats - 1)]
    drawn = {"hands": hands, "melds": [meld("KS KH KD")], "pile": "9C", "phase": "draw"}
    seen = engine.face_down(engine.view(at(game, seats, **drawn), 0))
    assert said in hint_words(hint(seen, 0, Random(1)), seen, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "game, hand, sixth, pile, laid",
    [
        ("ponytail-canasta", "KS KD AS", "AS AD AH AC AS AD", "KH", "KS KD AS"),
        ("ponytail-canasta", "QS QH QC JC Jo", "", "QD", "QS QH Jo"),
    ],
)
def test_of_a_pile_that_can_be_taken_by_more_cards_no_hint_says_that_it_stays(
    language: str, game: str, hand: str, sixth: str, pile: str, laid: str
) -> None:
    keys = {"melds": [meld(sixth)] if sixth else [], "feet": ["4C 4D 4H 4S 5C 5D"] * 4}
    drawn = {"hands": [hand, *["4C 5D 6H"] * 3], "pile": pile, "phase": "draw"}
    seen = engine.face_down(engine.view(at(game, 4, **drawn, **keys), 0))
    with use_language(language):
        told = hint_words(hint(seen, 0, Random(1)), seen, 0)
        named = {"card": cards(read_cards(pile)), "laid": cards(read_cards(laid))}
        assert told == say("hints.takes_too", **named)


def test_a_hint_calls_a_set_of_jokers_jokers() -> None:
    said = Advice(DRAW, Reason.NEW_SET, {"rank": "Jo"})
    assert advice_words(said).startswith("Lay the jokers")


@pytest.mark.parametrize(
    "game,seats,said",
    [
        ("house-canasta", 2, "First past 7,500 points wins · 30 rounds at most"),
        ("pennies-from-heaven", 6, "First to 20,000 points wins · 25 rounds at most"),
        ("ponytail-canasta", 4, "First to 50,000 points wins · 4 rounds at most"),
        ("classic-canasta", 4, "First to 5,000 points wins."),
        ("ten-pennies", 2, "7 rounds in all"),
    ],
)
def test_the_standing_says_what_the_game_is_played_to(game: str, seats: int, said: str) -> None:
    assert target_score_text(engine.view(at(game, seats), None)) == f"-# {said}"


@pytest.mark.parametrize("language,said", [("en", "1 more canasta"), ("de", "1 weiteres Canasta")])
def test_whoever_lacks_canastas_of_any_kind_is_told_how_many(language: str, said: str) -> None:
    table = at("classic-canasta", 4, phase="play", hands=["4C"] * 4, melds=[meld("AS AD AH")])
    (need,) = engine.view(table, 0).sides[0].needs
    refused = engine.check(table, 0, "discard 4C")
    assert refused
    with use_language(language):
        assert need_words(need) == said
        assert reason(refused).endswith(f"({said})")
