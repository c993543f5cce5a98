"""Tests of the largest hand panel of each game.

Discord accepts the panel, and no custom id names a card.
"""

import re
from dataclasses import replace

import pytest

import engine
from cogs.game.move_log import PlayedMove
from cogs.hand.about_page import table_in_words_layout
from cogs.hand.auto_answers import AutoAnswers
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage
from engine.canasta.round.events import FootPickedUp
from engine.model.cards import read_cards
from engine.model.events import Discarded
from tests.cogs.support.positions import FULL_SUIT, PICTURE, live, panel_of, wrong_with
from tests.simulator.messages import controls_in, texts_in

SEATS = {slug: max(game.seats) for slug, game in engine.GAMES.items()}
SIXTY = " ".join(
    [FULL_SUIT.replace("S", suit) for suit in "SSHC"] + ["Jo Jo Jo Jo 4D 5D 6D 7D"]
).replace("3H", "8H")
MELDS = [
    {"side": side, "owner": side, "cards": " ".join(f"{rank}{suit}" for suit in "SHD")}
    for side in (0, 1)
    for rank in "456789TJQKA"
]
SIX = {rank: " ".join(rank + suit for suit in "SHDCSH") for rank in "456789TJQKA"}
WITH_FEET = {"pennies-from-heaven", "ponytail-canasta"}
PHASES = {
    "draw": {},
    "play": {},
    "offer": {"turn": 1, "offer_to": [0, 2], "offered": True},
    "answer": {"question": {"asker": 2, "asked": 0, "plan": "discard 5S"}, "turn": 2},
}
PAGES = [
    HandPage(),
    HandPage(discards=1),
    HandPage(leaving=True, notice="N" * 300, proposed="discard 4S"),
    HandPage(about=True),
    HandPage(build=True),
    *(HandPage(build=True, picks=page) for page in (1, 2)),
]


def fits(slug, phase):
    """Whether a game has this phase."""
    rummy = slug.startswith("ten-pennies")
    return {"offer": rummy, "answer": slug in {"pennies-from-heaven", "classic-canasta"}}.get(
        phase, True
    )


CASES = [(slug, phase) for slug in SEATS for phase in PHASES if fits(slug, phase)]


def worst(slug, phase, hand=SIXTY, melds=MELDS):
    """Return a table with hands of sixty cards, everything melded, long names and most seats."""
    seats = SEATS[slug]
    return live(
        {
            "game": slug,
            "seats": seats,
            "hands": [hand, *["4C 5D 6H"] * (seats - 1)],
            "feet": ["4C 5D 6H" if slug in WITH_FEET else ""] * seats,
            "melds": melds,
            "down": [True] * seats,
            "known": ["4S 5S 6S"] * seats,
            "phase": phase,
            "pile": "5S 9S",
            "turn": 0,
            **PHASES[phase],
        }
    )


def worst_panels(slug, phase):
    """Yield every page of the largest panel in a phase."""
    at = worst(slug, phase)
    for page in PAGES:
        if phase == "play" or not page.proposed:
            yield page, hand_layout(panel_of(at, page=page, staged="4S 4H 4D"), PICTURE)


@pytest.mark.parametrize("slug,phase", CASES)
def test_the_worst_panel_of_each_game_is_one_that_discord_takes(slug, phase):
    for page, view in worst_panels(slug, phase):
        assert wrong_with(view) == [], (page, texts_in(view.to_components()))


def busiest(slug):
    """The largest table, with many known cards and a long narration since seat 0's last turn."""
    owners, seats = [(side, rank) for side in (0, 1) for rank in SIX], SEATS[slug]
    melds = [{"side": side, "owner": side, "cards": SIX[rank]} for side, rank in owners]
    at = worst(slug, "play", melds=melds)
    laid = b"" if slug.startswith("ten-pennies") else read_cards("3H 3D")
    table = at.game.table.but(known=(read_cards(FULL_SUIT),) * seats, red_threes=(laid,) * seats)
    others = (1 + n % 2 for n in range(60))
    steps = tuple(
        PlayedMove(n, seat, (Discarded(seat, 20, 0),)) for n, seat in enumerate(others, 1)
    )
    return replace(at, game=replace(at.game, table=table, steps=steps))


@pytest.mark.parametrize("slug", SEATS)
def test_the_table_in_words_is_a_message_that_discord_takes(slug):
    at = busiest(slug)
    about = HandPage(about=True, leaving=True, notice="N" * 300)
    for view in (table_in_words_layout(at, 0), hand_layout(panel_of(at, page=about), PICTURE)):
        assert wrong_with(view) == []


def test_melds_that_do_not_fit_into_the_words_are_counted():
    said = "\n".join(texts_in(table_in_words_layout(busiest("ten-pennies"), 0).to_components()))
    shown = said.count("Meld ")
    assert 3 < shown < 22
    assert f"{22 - shown} more melds on the table." in said


@pytest.mark.parametrize("slug,phase", CASES)
def test_no_control_of_any_panel_carries_a_card(slug, phase):
    at = worst(slug, phase)
    for page in PAGES:
        shown = hand_layout(panel_of(at, page=HandPage(page.build, page.about)), PICTURE)
        for control in controls_in(shown.to_components()):
            assert re.fullmatch(r"t1:[a-z]+(:\d+)+", control.custom_id)
            assert len(control.custom_id) <= 100
            assert all(value.isdecimal() for value in control.options.values())


@pytest.mark.parametrize("slug,phase", CASES)
def test_a_panel_is_the_same_whatever_the_others_hold(slug, phase):
    at = worst(slug, phase)
    table = at.game.table
    other = table.but(
        hands=(table.hands[0], *(hand[::-1][:1] * len(hand) for hand in table.hands[1:])),
        stock=table.stock[::-1],
        feet=tuple(foot[:1] * len(foot) for foot in table.feet),
        seed=b"\x05" * 32,
    )
    twin = type(at)(at.row, type(at.game)(other))
    for page in (HandPage(), HandPage(build=True, picks=1)):
        one, two = (hand_layout(panel_of(each, page=page), PICTURE) for each in (at, twin))
        assert one.to_components() == two.to_components()


@pytest.mark.parametrize("slug", ["ten-pennies", "ten-pennies-online"])
def test_standing_answers_are_offered_where_the_upcard_is(slug):
    panel = panel_of(worst(slug, "offer"), page=HandPage(about=True))
    controls = controls_in(hand_layout(panel, PICTURE).to_components())
    assert {"wishes", "deck", "sort"} == {c.verb for c in controls if c.kind == "select"}


@pytest.mark.parametrize("slug", ["pennies-from-heaven", "classic-canasta"])
def test_standing_answers_are_offered_where_leave_is_asked(slug):
    panel = panel_of(worst(slug, "play"), page=HandPage(about=True))
    controls = controls_in(hand_layout(panel, PICTURE).to_components())
    assert {"leaves", "deck", "sort"} == {c.verb for c in controls if c.kind == "select"}


def test_whoever_is_asked_for_leave_sees_what_it_would_cost_and_no_card_of_the_plan():
    at = worst("pennies-from-heaven", "answer", hand="KS KH 9D")
    words = "\n".join(texts_in(hand_layout(panel_of(at), PICTURE).to_components()))
    assert "Your **3 cards**, worth 30 points" in words
    assert "5♠" not in words.replace("\ufe0e", "").split("9♠")[-1]


def test_a_ponytail_that_has_come_is_announced_with_its_cards_in_their_order():
    at = worst("ponytail-canasta", "play")
    came = FootPickedUp(0, read_cards("KD 4C KS 9H"), 4, b"", 4)
    told = replace(at, game=replace(at.game, steps=(PlayedMove(1, 0, (came,)),)))
    words = "\n".join(texts_in(hand_layout(panel_of(told), PICTURE).to_components()))
    assert "Your ponytail has come: 4♣ · 9♥ · K♠ K♦" in words.replace("\ufe0e", "")
    assert words.index(" cards**: ") < words.index("Your ponytail has come")


def test_a_panel_without_a_card_and_without_news_is_one_that_discord_takes():
    at = live({"hands": ["", "4S", "5S", "6S"], "down": [True] * 4, "phase": "draw", "turn": 1})
    view = hand_layout(panel_of(at), PICTURE)
    assert all(texts_in(view.to_components()))
    assert wrong_with(view) == []


def test_a_pass_until_ones_turn_ends_with_the_turn():
    view = worst("ten-pennies", "offer").view(0)
    assert AutoAnswers(1, 0, "1.0").now(view, 0).offer == 1
    assert AutoAnswers(1, 0, "1.5").now(view, 0).offer == 0


@pytest.mark.parametrize("below,passes", [(20, True), (17, True), (16, False)])
def test_a_standing_answer_passes_what_is_below_a_rank(below, passes):
    view = worst("ten-pennies", "offer").view(0)  # A nine is on offer.
    assert (AutoAnswers(below).answer(view, 0, "offer") is not None) == passes


@pytest.mark.parametrize(
    "leave,answer", [(0, None), (1, "yes"), (2, "no"), (10, None), (11, "yes")]
)
def test_a_standing_answer_gives_leave_as_far_as_it_was_meant(leave, answer):
    view = worst("pennies-from-heaven", "answer", hand="KS KH AD 5S").view(0)  # Worth 45.
    move = AutoAnswers(0, leave).answer(view, 0, "answer")
    assert (move and engine.write(move)) == answer
