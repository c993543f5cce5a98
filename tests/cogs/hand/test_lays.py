"""Tests of the lays on the panel: each is offered once, and named after the meld."""

from collections.abc import Sequence
from typing import Any

import pytest

import engine
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage, HandPanel
from cogs.hand.play_page import proposal
from cogs.hand.suggestions import turn_words
from cogs.narration.labels import lay_labels, move_label
from engine.advice.choices import suggestions
from engine.model.cards import read_cards
from engine.model.moves import Add, Meld
from render.text.catalogue import use_language
from tests.cogs.support.positions import PICTURE, live, panel_of
from tests.simulator.messages import controls_in

THREES = (Meld((read_cards("3S 3H 3D"),)), Add(2, read_cards("3C")))


def panel_with(hand: str, lying: str, **keys: Any) -> HandPanel:
    """Return the panel of seat 0 of Ten Pennies, which is down and has drawn; seat 1 has a set."""
    hands = [hand, *["4D 5C 6H"] * 3]
    melds = [{"side": 1, "owner": 1, "cards": lying}] if lying else []
    table = {"game": "ten-pennies", "hands": hands, "melds": melds, "phase": "play"}
    return panel_of(live(table | {"down": [True] * 4} | keys, name="Ann"))


def test_a_turn_that_is_proposed_names_by_its_rank_the_meld_that_it_lays_itself() -> None:
    panel = panel_with("3S 3H 3D 3C KS KH 8D", "QS QH QD")
    assert panel.judged.moves == THREES
    assert "add 3♣\ufe0e to your threes" in turn_words(panel)
    assert "meld 2" not in turn_words(panel)


def test_where_a_rank_lies_twice_by_then_the_meld_is_told_apart() -> None:
    panel = panel_with("3S 3H 3D 3S 3H 3D 3C KS KH", "QS QH QD")
    again = (THREES[0], THREES[0], Add(3, read_cards("3C")))
    *_, last = lay_labels(again, panel.state, 0)
    assert last == "add 3♣\ufe0e to your threes (meld 3)"


@pytest.mark.parametrize("orders", [("QS QD QD QC", "QS QD QC QD"), ("QS QD QC 2S", "QC QD QS 2S")])
def test_cards_of_a_lay_are_told_in_one_order_however_it_is_written(orders: Sequence[str]) -> None:
    at = panel_with("4C 5C", "KS KH KD").state
    assert len({move_label(Meld((read_cards(cards),)), at, 0) for cards in orders}) == 1
    assert len({move_label(Add(1, read_cards(cards)), at, 0) for cards in orders}) == 1


def test_a_lay_that_is_proposed_is_not_offered_a_second_time() -> None:
    panel = panel_with("QS QD QD QC 4C 5C KS", "", round=2, down=[False] * 4)
    assert len(panel.known(suggestions)) == len(panel.judged.moves) == 1
    shown = {c.verb: c.label for c in controls_in(hand_layout(panel, PICTURE).to_components())}
    assert shown["playturn"].startswith("Play this turn: lay Q♠")
    assert "layit" not in shown


def test_a_lay_that_is_not_proposed_is_offered() -> None:
    panel = panel_with("KC", "KS KH KD")
    assert panel.judged.moves == ()
    shown = {c.verb for c in controls_in(hand_layout(panel, PICTURE).to_components())}
    assert "layit" in shown
    assert engine.write(panel.known(suggestions)[0].move) == "add 1: KC"


@pytest.mark.parametrize(
    "language, wanted", [("en", "You can make this move instead: lay 9♠"), ("de", "Mach das: 9♠")]
)
def test_the_move_of_a_hint_stands_in_the_place_of_no_other(language: str, wanted: str) -> None:
    at = live({"phase": "play", "hands": ["9S 9H 9D KS", "4C", "5C", "6C"]})
    with use_language(language):
        (shown,) = proposal(panel_of(at, page=HandPage(notice="Why.", proposed="meld 9S 9H 9D")))
    assert shown["label"].startswith(wanted)


def test_of_lays_that_a_going_out_would_follow_it_is_not_said_in_german_that_they_end_it() -> None:
    made = [
        {"side": 0, "owner": 0, "cards": " ".join(f"{rank}{suit}" for suit in "SSHHDDC")}
        for rank in "KQ"
    ]
    at = {"hands": ["9S 9H 9D 4C", *["4D 5C 6H"] * 3], "melds": made, "down": [True] * 4}
    with use_language("de"):
        words = turn_words(panel_of(live(at | {"phase": "play", "turn": 0})))
    assert words.startswith("💡 **Vor möglichem Rundenende**: ")
