"""Tests of the hand and the table in words, for players who do not see the pictures."""

from dataclasses import replace

import pytest

from cogs.game.move_log import PlayedMove
from cogs.hand.about_page import table_in_words_layout
from cogs.hand.appearance import HandAppearance
from cogs.hand.layout import hand_layout
from cogs.table.layout import last_turns
from engine.canasta.round.events import Grabbed
from engine.model.events import Dealt, Discarded, Drawn, RoundEnded
from render.text.catalogue import use_language
from tests.cogs.support.positions import PICTURE, live, panel_of
from tests.simulator.messages import controls_in, texts_in

PAIR = {"game": "house-canasta", "seats": 2, "turn": 0}
CANASTAS = ["4S 4S 4H 4H 4D 4D 4C", "5S 5S 5H 5H 5D 2D Jo", "2S 2H 2H Jo"]


def words(view):
    """Return all words of a message, with suits as plain characters."""
    return "\n".join(texts_in(view.to_components())).replace("\ufe0e", "")


def table(position, **more):
    """Return `/table` for seat 0 of two."""
    return words(table_in_words_layout(live(PAIR | position, name="Ann", **more), 0))


def hand(position):
    """Return `/hand` for seat 0 of two."""
    return words(hand_layout(panel_of(live(PAIR | position, name="Ann")), PICTURE))


def melded(*melds, owner=0):
    """Return melds of one player."""
    return {"melds": [{"side": owner, "owner": owner, "cards": cards} for cards in melds]}


OPENED = melded("QS QH QD")


# ---- the pile


def test_a_pile_that_can_be_taken_is_offered_in_words():
    said = hand({"hands": ["8S 8D 4C 5C 6C", "4C"], "phase": "draw", "pile": "4S 8H"} | OPENED)
    assert "You can take 8♥ with 8♠ 8♦." in said
    assert "`" not in said
    assert "🔒" not in said


def test_sets_that_open_the_way_to_the_pile_are_named_with_it():
    hands = ["5S 5H AS AH AD 4C 9D", "4C"]
    said = hand({"hands": hands, "phase": "draw", "pile": "5D"})
    assert "with 5♠ 5♥ + A♠ A♥ A♦." in said


def test_a_pile_that_cannot_be_taken_is_locked():
    said = hand({"hands": ["KS 4C 5C 6C", "4C"], "phase": "draw", "pile": "4S 8H"} | OPENED)
    assert "🔒" in said
    assert "You can" not in said


def test_an_empty_pile_is_called_empty():
    assert "The discard pile is empty." in table({"phase": "play", "pile": ""})


# ---- melds


def test_each_meld_has_a_line_with_its_number_first():
    said = table(melded("KS KH KC") | {"phase": "play"})
    assert "Meld 1, kings, \u2068Ann (1)\u2069: K♠ K♥ K♣" in said.replace("\\", "").splitlines()


def test_ones_own_side_is_heard_first_and_what_can_still_grow_before_what_is_finished():
    laid = [
        {"side": 0, "owner": 0, "cards": "5H 5C 5D"},
        {"side": 1, "owner": 1, "cards": CANASTAS[0]},
        {"side": 1, "owner": 1, "cards": "KS KH KC"},
    ]
    at = live(PAIR | {"phase": "play", "melds": laid, "scores": [10, 20]}, name="Ann")
    said = words(table_in_words_layout(at, 1)).replace("\\", "").splitlines()
    assert [line.split(",")[0] for line in said if line.startswith("Meld ")] == ["Meld 3", "Meld 2"]
    others = said.index("\u2068Ann (1)\u2069: melds: 5 x3")
    assert others > max(n for n, line in enumerate(said) if line.startswith("Meld "))
    scores = said[said.index("**Scores**") + 1 :]
    assert [": 20" in scores[0], ": 10" in scores[1]] == [True, True]


@pytest.mark.parametrize(
    "cards,kind",
    [
        ("4S 4S 4H 4H 4D 4D 4C", "natural canasta of 7"),
        ("4S 4S 4H 4H 4D 4D 2C Jo", "mixed canasta of 8 (2 wild)"),
        ("2S 2S 2H 2H 2D 2D Jo", "wild canasta of 7"),
    ],
)
def test_a_canasta_says_of_which_kind_it_is(cards, kind):
    assert f": {kind}" in table(melded(cards) | {"phase": "play"})


@pytest.mark.parametrize(
    "laid, told",
    [
        ("4S 4S 4H 4H 4D 4D 4C", "fours: natural canasta of 7"),
        ("4S 4S 4H 4H 4D 2C Jo", "fours: mixed canasta of 7 (2 wild)"),
        ("2S 2S 2H 2H 2D 2D Jo", "wild canasta of 7"),
        ("7S 7S 7H 7H 7D 7D 7C", "sevens canasta of 7"),
    ],
)
def test_the_canastas_of_the_others_say_kind_rank_and_count(laid, told):
    game = {"game": "pennies-from-heaven", "seats": 6, "phase": "play"}
    melds = [{"side": 1, "owner": 1, "cards": laid}, {"side": 1, "owner": 1, "cards": "9S 9H 9D"}]
    said = table({"melds": melds} | game)
    assert f"; {told}" in said
    assert said.count("canasta of") == 1


def test_a_set_of_seven_is_no_canasta_where_there_are_none():
    rummy = {"game": "ten-pennies", "seats": 4, "down": [True] * 4, "phase": "play"}
    said = table(melded("8S 8S 8H 8H 8D 8D 8C") | rummy)
    assert "8♠ 8♠ 8♥ 8♥ 8♦ 8♦ 8♣" in said


# ---- where the game stands


def test_whoever_has_the_canastas_may_go_out():
    said = table(melded(*CANASTAS) | {"phase": "play", "hands": ["9S 8C 7D", "4C"]})
    assert "3 cards; may go out" in said
    assert said.count("may go out") == 1


def test_a_teammates_no_stands_for_the_turn():
    game = {"game": "classic-canasta", "seats": 4, "phase": "play", "no_out": True}
    said = [table(melded(CANASTAS[0]) | game | {"no_out": no}) for no in (True, False)]
    assert ["may go out" in one for one in said] == [False, True]


def test_the_table_says_whose_turn_it_is_in_which_round_and_how_long_the_game_lasts():
    said = table({"phase": "draw", "options": {"max_rounds": 2}})
    assert "House Canasta · round 1" in said
    assert "**→** \u2068Ann \\(1\\)\u2069: draw, or take the pile" in said
    assert "First past 7,500 points wins · 2 rounds at most" in said


def test_red_threes_that_lie_there_are_named():
    said = table({"phase": "play", "red_threes": ["3H 3D", "3H"]})
    assert "the red threes 3♥ 3♦" in said
    assert "the red three 3♥" in said


# ---- choices


@pytest.mark.parametrize(
    "language,throw,lay",
    [
        ("en", "Discard the ten of hearts", "add the queen of clubs to your queens"),
        ("de", "Herz Zehn abwerfen", "Kreuz Dame anlegen an Damen"),
    ],
)
def test_whoever_wants_words_first_reads_choices_as_one_says_them(language, throw, lay):
    hand = {"hands": ["TH QC 4S 5S 6S 7S 8S 9S", "4C"], "phase": "play", "pile": "4S 8H"}
    with use_language(language):
        panel = replace(
            panel_of(live(PAIR | hand | OPENED)), appearance=HandAppearance(words_first=True)
        )
        shown = controls_in(hand_layout(panel, PICTURE).to_components())
        said = [one.label for one in shown] + [text for one in shown for text in one.options]
    assert {throw, throw.removeprefix("Discard ").removesuffix(" abwerfen")} & set(said)
    assert any(text.lower().startswith(lay.lower()) for text in said)
    cards = [one for one in shown if one.verb in {"throw", "drop", "lay", "layit", "dropit"}]
    assert not any(set(text) & set("♠♥♦♣") for one in cards for text in (one.label, *one.options))


# ---- what happened


def after(*events, **position):
    """Return a table of two whose log has these events."""
    at = live(PAIR | {"phase": "draw"} | position, name="Ann")
    steps = tuple(PlayedMove(n, seat, happened) for n, (seat, *happened) in enumerate(events, 1))
    return replace(at, game=replace(at.game, steps=steps))


DREW = [(seat, Drawn(seat, 2, b"\x10\x14")) for seat in (0, 1)]
THREW = [(seat, Discarded(seat, 20, 1 - seat)) for seat in (0, 1)]


def test_only_turns_are_counted_as_turns():
    deal = (
        1,
        RoundEnded("out", 1),
        Grabbed(0, 28, 30, 0, by_dealer=True),
        Dealt(2, 0, {"hands": (b"", b"")}),
    )
    at = after(THREW[0], DREW[1], deal, DREW[1], THREW[1])
    told = last_turns(at, 0, 1)
    assert told[0] == "**Since your last move:** 2 turns"
    assert len(told) == 6


def test_in_ones_own_turn_the_hand_tells_this_turn_alone():
    at = after(THREW[0], DREW[1], THREW[1], DREW[0], phase="play")
    told = [
        line for line in words(hand_layout(panel_of(at), PICTURE)).splitlines() if "-# **" in line
    ]
    assert ["drew" in line for line in told] == [True]
    assert "discarded" in words(table_in_words_layout(at, 0))


def test_what_was_drawn_for_a_member_who_was_away_does_not_hide_the_others_turns():
    at = after(THREW[0], DREW[1], THREW[1], DREW[0], phase="play")
    by_plan = replace(at.game.steps[-1], by="plan")
    at = replace(at, game=replace(at.game, steps=(*at.game.steps[:-1], by_plan)))
    assert "Since your last move:** 2 turns" in words(hand_layout(panel_of(at), PICTURE))
