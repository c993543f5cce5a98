"""Tests that the largest messages stay within Discord's limits, with no card in a custom id."""

import re
from dataclasses import replace

import pytest

from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage
from cogs.lobby.layout import lobby_layout
from cogs.table.layout import table_layout
from data.models.tables import TableStatus
from engine.advice import choices
from engine.model.cards import RANK
from engine.model.moves import cards_laid
from tests.cogs.support.positions import FULL_SUIT, PICTURE, live, panel_of, row, wrong_with
from tests.simulator.messages import controls_in, texts_in

SIXTY = " ".join(
    [FULL_SUIT, FULL_SUIT, FULL_SUIT, *[FULL_SUIT.replace("S", "H")], "Jo Jo 4D 5D 6D 7C 8C 9C"]
)
MELDS = [
    {"side": 0, "owner": 0, "cards": " ".join(f"{rank}{suit}" for suit in "SHD")}
    for rank in "456789TJQKA"
]
PAGES = [
    HandPage(),
    HandPage(discards=1),
    HandPage(build=True),
    *(HandPage(build=True, picks=n) for n in range(1, 4)),
]


def sixty(phase="play", melds=True):
    """Return a hand of sixty cards, with everything already melded, in any phase."""
    hands = [SIXTY, "4C", "4C", "4C"]
    return live({"hands": hands, "melds": MELDS if melds else [], "phase": phase, "pile": "5S KS"})


@pytest.mark.parametrize("phase", ["draw", "play"])
@pytest.mark.parametrize("melds", [True, False])
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_the_panel_of_a_hand_of_sixty_fits(phase, melds, page):
    at = sixty(phase, melds)
    assert len(at.view(0).hand) == 60
    assert wrong_with(hand_layout(panel_of(at, page=page), PICTURE)) == []


def test_more_than_25_different_discards_come_in_pages():
    first, second = (
        controls_in(
            hand_layout(panel_of(sixty(), page=HandPage(discards=n)), PICTURE).to_components()
        )
        for n in (0, 1)
    )
    shown = [set(next(c for c in page if c.verb == "drop").options) for page in (first, second)]
    assert not shown[0] & shown[1]
    assert len(shown[0] | shown[1]) == len(choices.discards(sixty().seen(0), 0))


def test_a_select_offers_25_of_26_and_more_suggestions():
    table = sixty().seen(0)
    assert len(list(choices.lays(table, 0))) > 25
    assert len(choices.suggestions(table, 0)) == 25


def test_every_control_of_a_panel_is_unique_and_carries_numbers_only():
    for page in PAGES:
        ids = [
            c.custom_id
            for c in controls_in(hand_layout(panel_of(sixty(), page=page), PICTURE).to_components())
        ]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(r"t1:[a-z]+(:\d+)+", one) for one in ids)
        assert all(len(one) <= 100 for one in ids)


def test_the_values_of_options_are_places_in_a_list():
    for page in PAGES:
        for control in controls_in(
            hand_layout(panel_of(sixty(), page=page), PICTURE).to_components()
        ):
            assert all(value.isdecimal() for value in control.options.values())


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_table_fits_with_the_longest_names(seats):
    at = live({"seats": seats, "hands": ["4C"] * seats, "melds": []})
    assert wrong_with(table_layout(at, PICTURE)) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("status", list(TableStatus))
def test_the_lobby_fits_with_the_longest_names(seats, status):
    assert wrong_with(lobby_layout(row(seats, status=status))) == []


def test_a_panel_says_the_hand_in_words():
    at = live({"hands": ["4S 4D 9H Jo", "4C", "4C", "4C"], "phase": "play"})
    words = "\n".join(texts_in(hand_layout(panel_of(at), PICTURE).to_components()))
    assert "4 cards" in words.replace("**", "")
    assert [card in words.replace("\ufe0e", "") for card in ("4♠ 4♦", "9♥", "Joker")] == [True] * 3


def test_suggestions_come_best_first_canastas_before_all():
    melds = [{"side": 0, "owner": 0, "cards": "KS KH KD KC KS KH"}]
    at = live({"hands": ["KD 4S 4H 4D 9C", "4C", "4C", "4C"], "melds": melds, "phase": "play"})
    found = choices.suggestions(at.seen(0), 0)
    assert found[0].kind == "natural"
    assert {RANK[face] for face in cards_laid(found[0].move)} == {10}


def test_without_a_first_meld_suggestions_reach_the_minimum():
    hands = ["KS KH KD QS QH QD 4S 5H", "4C", "4C", "4C"]
    found = choices.suggestions(live({"hands": hands, "phase": "play"}).seen(0), 0)
    assert found
    assert all(choice.points >= 50 for choice in found)


def test_below_the_minimum_build_shows_how_far_it_has_come():
    hands = ["KS KH KD QS QH 4S 5H", "4C", "4C", "4C"]
    at = live({"hands": hands, "phase": "play"})
    panel = panel_of(at, page=HandPage(build=True), staged="KS KH KD")
    words = "\n".join(texts_in(hand_layout(panel, PICTURE).to_components()))
    assert "**30 of 50**" in words


def test_what_is_staged_goes_when_its_cards_are_gone():
    staging = panel_of(sixty(), staged="KS KH / 3: 5S").staging
    assert str(staging.held(b"")) == ""
    assert str(staging) == "KS KH / 3: 5S"


def test_the_pile_can_be_taken_with_what_is_staged():
    hands = ["KS KH QS QH QD 4S 5H", "4C", "4C", "4C"]
    at = live({"hands": hands, "phase": "draw", "pile": "5S KD"})
    panel = panel_of(at, page=HandPage(build=True), staged="KS KH / QS QH QD")
    buttons = controls_in(hand_layout(panel, PICTURE).to_components())
    assert not next(c for c in buttons if c.verb == "takestaged").disabled
    assert replace(panel, staging=panel.staging.without_last()).staging.groups


def test_two_melds_of_a_rank_by_one_player_are_told_apart():
    melds = [{"side": 1, "owner": 1, "cards": "8S 8H 8D"}] * 2
    game = {"game": "ten-pennies", "down": [True] * 4, "hands": ["8C KS", "4C", "4C", "4C"]}
    at = live(game | {"melds": melds, "phase": "play"}, name="Dill")
    view = hand_layout(panel_of(at), PICTURE)
    lay = next(c for c in controls_in(view.to_components()) if c.verb == "lay")
    assert {"add 8♣ to Dill (2)'s eights (meld 1)", "add 8♣ to Dill (2)'s eights (meld 2)"} == {
        label.replace("\ufe0e", "") for label in lay.options
    }


def test_build_offers_only_groups_that_can_be_laid():
    game = {"hands": ["5S 5H 5D 8H 8C 8D KC", "4C", "4C", "4C"], "down": [True] * 4}
    page = hand_layout(panel_of(live(game | {"phase": "play"}), page=HandPage(build=True)), PICTURE)
    (pick,) = (c for c in controls_in(page.to_components()) if c.verb == "picks")
    assert [label.replace("\ufe0e", "") for label in pick.options] == ["5♠ 5♥ 5♦", "8♥ 8♦ 8♣"]


def test_where_nothing_fits_build_is_greyed_out_and_says_so():
    game = {"hands": ["8H KC 4S", "4C", "4C", "4C"], "down": [True] * 4, "phase": "play"}
    shown = controls_in(hand_layout(panel_of(live(game)), PICTURE).to_components())
    (build,) = (c for c in shown if c.verb == "build")
    assert build.disabled
    assert "nothing fits" in build.label


def test_jokers_in_hand_are_jokers_and_only_melds_are_of_wild_cards():
    hands = {"hands": ["KS KH KD Jo Jo Jo Jo", "4C"], "seats": 2, "phase": "play"}
    build, contract = (
        hand_layout(panel_of(live(hands | {"game": game}), page=HandPage(build=True)), PICTURE)
        for game in ("house-canasta", "ten-pennies-online")
    )
    (pick,) = (c for c in controls_in(build.to_components()) if c.verb == "picks")
    assert "Joker Joker Joker Joker" in pick.options
    assert "(wild: jokers)" in "\n".join(texts_in(contract.to_components()))


def test_where_there_is_only_one_choice_it_is_a_button_with_its_name():
    game = {"game": "ten-pennies", "hands": ["8C", "4C", "4C", "4C"], "down": [True] * 4}
    melds = [{"side": 1, "owner": 1, "cards": "8S 8H 8D"}]
    view = hand_layout(panel_of(live(game | {"melds": melds, "phase": "play"})), PICTURE)
    shown = {c.verb: c.label for c in controls_in(view.to_components())}
    assert shown["layit"].startswith("Add 8♣")
    assert shown["dropit"].startswith("Discard 8♣")
    assert not shown.keys() & {"lay", "drop"}
