"""Tests of the coach: its advice uses only the learner's view, and becomes rarer with time."""

from collections.abc import Collection, Mapping
from typing import Any

import pytest

import engine
from cogs.lessons.book import LEARNER
from cogs.lessons.coach import GOODBYE, QUIET, CoachLine, Heard, next_coach_line
from cogs.lessons.coach_rows import ROWS, LearnerView, feed, partner_close, threat
from cogs.ui.texts import say
from engine.advice.judgement import judge
from engine.model.cards import RANK_NAMES
from render.text.catalogue import LANGUAGES, use_language

TABLE = {"game": "classic-canasta", "seats": 4}
DOWN = {"melds": [{"side": 0, "owner": 0, "cards": "KS KH KD"}]}
CANASTA = {"side": 1, "owner": 1, "cards": "9S 9S 9H 9H 9D 9D 9C"}
NOBODY = frozenset[str]()


def seen(**position: Any) -> LearnerView:
    """Return a position as the learner sees it."""
    hand = position.pop("hand", "4C 5D 6H 8S 9D")
    seats = position.get("seats", 4)
    hands = [hand, *position.pop("others", ["4C 5D 6H QS JH"] * (seats - 1))]
    table = engine.from_position({**TABLE, **position, "hands": hands})
    view = engine.view(table, LEARNER)
    table = engine.face_down(view)
    return LearnerView(view, table, LEARNER, judge(table, LEARNER))


def said(at: LearnerView, heard: Heard | None = None, turn: int = 1) -> CoachLine:
    return next_coach_line(heard or {}, 7, turn, at, NOBODY)


@pytest.mark.parametrize(
    "row,position",
    [
        ("first_turn", {}),
        ("take", {"hand": "KS KH 4C 5D", "pile": "5S KC", **DOWN}),
        ("big_pile", {"hand": "QS QH 4C 5D", "pile": "5S 6S 7S 8S 9S TS JS QC", **DOWN}),
        ("frozen", {"hand": "4C 5D 9D", "pile": "2S QC", **DOWN}),
        ("opening", {"phase": "play", "hand": "AS AH AD 4C 5D"}),
        ("seven", {"phase": "play", "hand": "KC 4C 5D 9D",
                   "melds": [{"side": 0, "owner": 0, "cards": "KS KS KH KH KD KD"}]}),
        ("threat", {"phase": "play", "melds": [CANASTA], "others": ["4C", "4C 5D 6H", "4C"]}),
        ("near_end", {"phase": "play", "stock": "4S 4S", **DOWN}),
        ("guard", {"phase": "play", "hand": "3S 4C 5D", "pile": "5S 6S 7S 8S 9S TS",
                   "melds": [*DOWN["melds"], {"side": 1, "owner": 1, "cards": "9S 9H 9C"}]}),
        ("feed", {"phase": "play", "hand": "9D 4C 5D",
                  "melds": [*DOWN["melds"], {"side": 1, "owner": 1, "cards": "9S 9H 9C"}]}),
        ("partner_close", {"phase": "play", "others": ["4C 5D 6H", "4C", "4C 5D 6H"],
                           "melds": [{**CANASTA, "side": 0, "owner": 0}]}),
    ],
)  # fmt: skip
def test_it_says_what_matters_most(row: str, position: Mapping[str, Any]) -> None:
    assert said(seen(**position)).row == row


@pytest.mark.parametrize(
    "position",
    [
        {"down": [True] * 3},
        {"hand": "KS KH 8S 8H 8D 9S 9H 9D"},
        {"hand": "2S 2H 4C", "pile": "5S 2C"},
    ],
)
def test_it_praises_no_purchase_that_a_hint_would_not_make(position) -> None:
    rummy = {"game": "ten-pennies", "seats": 3, "phase": "offer", "turn": 1, "offer_to": [0]}
    at = seen(**{**rummy, "hand": "KS KH 4C", "pile": "5S KC", **position})
    assert at.decides("offer")
    assert said(at).row != "buy"


@pytest.mark.parametrize("stock, row", [(60, "big_pile"), (2, "first_turn")])
def test_a_large_pile_is_praised_only_where_a_hint_would_take_it(stock: int, row: str) -> None:
    """Near the end its cards could be caught in hand: House Canasta locks them for a turn."""
    lies = {"pile": "4S 4H 5C 5H 6S 6H 4D QC", "stock": " ".join(["4S 5D"] * (stock // 2))}
    at = seen(game="house-canasta", hand="QS QH 4C 5D", **lies, **DOWN)
    assert said(at).row == row


@pytest.mark.parametrize(
    "game, hand, number, row",
    [
        ("ten-pennies", "KS KH 4C 7D 8S", 1, "buy"),
        ("ten-pennies", "KS KH 4C 7D 8S", 2, "buy_nearer"),
        ("ten-pennies", "KS KH KC 4C 7D 8S", 2, "buy"),
        ("ten-pennies-online", "KS KH 4C 7D 8S", 1, "buy"),
        ("ten-pennies-online", "KS KS 4C 7D 8S", 1, None),
    ],
)
def test_cards_are_a_set_where_they_are_as_many_as_the_round_asks_for(
    game: str, hand: str, number: int, row: str | None
) -> None:
    rummy = {"game": game, "seats": 3, "phase": "offer", "turn": 2, "offer_to": [0, 1]}
    at = seen(**rummy, hand=hand, pile="5S KD", round=number, pennies=[30, 6, 7])
    assert said(at).row == row


def test_what_a_set_still_lacks_is_counted() -> None:
    rummy = {"game": "ten-pennies", "seats": 3, "phase": "offer", "turn": 2, "offer_to": [0, 1]}
    at = seen(**rummy, hand="KS KH 4C 7D", pile="5S KD", round=2, pennies=[30, 6, 7])
    assert said(at).facts == {"rank": RANK_NAMES.index("K"), "n": 2, "have": 3, "size": 4}


def test_a_wild_card_is_not_said_to_fit_nothing() -> None:
    rummy = {"game": "ten-pennies", "seats": 3, "turn": 2, "phase": "offer", "offer_to": [0, 1]}
    poor = {**rummy, "hand": "4C 5D", "pennies": [1, 6, 7]}
    assert said(seen(**poor, pile="5S KC")).row == "keep_penny"
    assert said(seen(**poor, pile="5S 2C")).row != "keep_penny"


def test_black_threes_may_be_thrown_to_who_collects_them() -> None:
    collected = {"side": 1, "owner": 1, "cards": "3S 3S 3C"}
    at = {"game": "house-canasta", "phase": "play", "hand": "3C 4C 5D"}
    assert said(seen(**at, melds=[*DOWN["melds"], collected])).row != "feed"


THREE = {"game": "house-canasta", "seats": 3, "phase": "play", "hand": "KS 9D 4S 5H JD"}
QUEENS = {"side": 0, "owner": 0, "cards": "QS QH QD"}
KINGS = "KD KH KC KS KD KH KC"


@pytest.mark.parametrize("lone, is_warned", [(None, True), (0, True), (1, True), (2, False)])
def test_where_two_play_against_one_it_warns_of_feeding_an_opponent_and_no_partner(
    lone: int | None, *, is_warned: bool
) -> None:
    melds = [QUEENS, {"side": 1, "owner": 1, "cards": KINGS[:8]}]
    hand = "KS KD 9D 4S 5H"  # A pair, so that no king is the best discard.
    at = seen(**{**THREE, "hand": hand}, lone=lone, melds=melds, others=["4C 5D", "4C 5D 6H"])
    assert (feed(at) is not None) is is_warned


def test_where_two_play_against_one_a_partner_who_may_go_out_is_no_threat() -> None:
    canastas = [{"side": 1, "owner": 1, "cards": each} for each in (KINGS, "AD AH AC AS AD AH AC")]
    close = {**THREE, "melds": [QUEENS, *canastas], "others": ["4C 5D", "4C 5D 6H"]}
    assert threat(seen(**close, lone=1)) == {"who": 1, "n": 2}
    assert threat(seen(**close, lone=2)) is None
    assert partner_close(seen(**close, lone=2)) == {"who": 1, "n": 2}
    assert partner_close(seen(**close, lone=1)) is None


def test_it_knows_the_contract_and_what_fits_a_set() -> None:
    rummy = {"game": "ten-pennies", "seats": 3, "phase": "play"}
    holds = seen(**rummy, hand="8S 8H 8D KS KH KD 4C 5D")
    assert said(holds).row == "contract"
    melds = [{"owner": 1, "cards": "KS KH KD"}, {"owner": 0, "cards": "8S 8H 8C"}]
    down = seen(**rummy, hand="KC 4C", melds=melds, down=[True, True, False])
    assert said(down, {}).row in {"way_out", "fits"}


def test_it_says_when_a_card_is_worth_a_penny_and_when_not() -> None:
    rummy = {"game": "ten-pennies", "seats": 3, "turn": 2, "phase": "offer", "offer_to": [0, 1]}
    assert said(seen(**rummy, hand="KS KH 4C", pile="5S KC")).row == "buy"
    poor = seen(**rummy, hand="4C 5D", pile="5S KC", pennies=[2, 6, 7])
    assert said(poor).row == "keep_penny"


def test_in_the_last_round_no_penny_is_kept() -> None:
    rummy = {"game": "ten-pennies", "seats": 3, "turn": 2, "phase": "offer", "offer_to": [0, 1]}
    poor = {**rummy, "hand": "4C 5D", "pile": "5S KC", "pennies": [1, 6, 7]}
    last = seen(**poor).view.last_round
    assert said(seen(**poor, round=last - 1)).row == "keep_penny"
    assert said(seen(**poor, round=last)).row != "keep_penny"


def test_one_sentence_a_turn_stands_as_long_as_it_applies() -> None:
    first = said(seen())
    again = said(seen(), first.heard)
    assert (again.row, again.heard) == ("first_turn", first.heard)
    drawn = said(seen(phase="play", hand="AS AH AD 4C"), first.heard)
    assert drawn.row is None


def turns(at: LearnerView, deeds: Collection[str], count: int) -> list[str | None]:
    """Return the coach's texts over several turns, each of which ends with these deeds."""
    heard: Heard = {}
    told = []
    for turn in range(1, count + 1):
        now = next_coach_line(heard, 7, turn, at, deeds)
        told.append(now.row)
        heard = now.heard
    return told


def test_it_says_a_thing_twice_and_a_third_time_where_it_was_not_followed() -> None:
    assert turns(seen(), {"drew"}, 4) == ["first_turn", "first_turn", None, None]
    assert turns(seen(), NOBODY, 5) == [*["first_turn"] * 3, None, None]


def test_what_was_done_unasked_is_not_said_any_more() -> None:
    both = seen(hand="KS KH 4C 5D", pile="5S KC", **DOWN)  # Taking the pile, and the first draw.
    told = turns(both, {"took"}, 4)
    assert told == ["take", "take", None, None]


def test_it_takes_its_leave_once() -> None:
    told = turns(seen(phase="play", hand="4C 5D 9D", melds=[]), NOBODY, 2 * QUIET + 4)
    assert told.count(GOODBYE) == 1
    assert told.index(GOODBYE) == QUIET


def test_a_warning_comes_again_in_the_next_game() -> None:
    at = seen(phase="play", melds=[CANASTA], others=["4C", "4C 5D 6H", "4C"])
    heard: Heard = {}
    for turn in range(1, 9):
        heard = next_coach_line(heard, 7, turn, at, NOBODY).heard
    assert next_coach_line(heard, 7, 9, at, NOBODY).row != "threat"
    assert next_coach_line(heard, 8, 1, at, NOBODY).row == "threat"


def test_it_says_the_same_whatever_the_others_hold() -> None:
    """The coach's input has no field for hidden cards, so two deals with one view look the same."""
    one = seen(phase="play", others=["4C 5D", "6H 7H", "AS AH"], stock="KS KH KD")
    two = seen(phase="play", others=["Jo 2S", "3S 9C", "8H 8D"], stock="4S 4H 4D")
    assert one.view == two.view
    assert said(one) == said(two)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", [*ROWS, GOODBYE])
def test_every_sentence_is_there(row: str, language: str) -> None:
    with use_language(language):
        facts = {"who": "Ann", "rank": "kings", "card": "K♠", "rounds": 3, "have": 3, "size": 4}
        assert "{" not in say(f"coach.{row}", n=8, **facts)
