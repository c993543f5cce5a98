"""Tests of the moves that `/move` offers for a position, and of its answer to a refused one."""

from itertools import islice
from random import Random

import pytest

import engine
from cogs.narration.labels import reason
from cogs.narration.typed_moves import LONGEST, typed_move_choices, typing_help
from cogs.ui.texts import say, typed_form
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.support.positions import live
from tests.support.strategies import SEATINGS, journey

EIGHTS = {"side": 0, "owner": 0, "cards": "8S 8C 8C"}
SIX_SIXES = {"side": 0, "owner": 0, "cards": "6S 6S 6H 6H 6C 6C"}
OTHERS = {"side": 1, "owner": 1, "cards": "KS KH KC"}
PLAYING = {"seats": 2, "phase": "play", "melds": [EIGHTS, SIX_SIXES, OTHERS]}
HELD = PLAYING | {"hands": ["8H 6D KD QS QH QC 2S 4C 5C", "4C"]}
OPENING = {"seats": 2, "pile": "4C 7H", "hands": ["7S 7D 8S 8D 8C QS QH QC 6S 6H 2S Jo", "4C"]}


def names(position, typed="", seat=0):
    return [name for name, _ in typed_move_choices(live(position), seat, typed)]


def texts(position, typed="", seat=0):
    return [text for _, text in typed_move_choices(live(position), seat, typed)]


def refused(at, typed):
    found = engine.check(at.game.table, 0, typed)
    assert found is not None
    return reason(found)


def told(position, typed, seat=0):
    at = live(position)
    refused = engine.check(at.game.table, seat, typed)
    assert refused is not None
    return typing_help(refused, at, seat, typed)


def test_the_best_moves_say_what_they_bring():
    found = {text: name for name, text in typed_move_choices(live(HELD), 0, "")}
    assert "natural canasta, +505" in found["add 2: 6D"]
    assert found["meld QS QH QC"].endswith("(+30 points)")


def test_takes_say_what_they_bring_the_complete_ones_without_wild_cards_first():
    found = names(OPENING, "take")
    assert found[0].startswith("take 7S 7D / QS QH QC / 8S 8D 8C (+")
    assert all("joker" in name for name in found[1:])
    assert all("points)" in name for name in found)


def test_a_draw_that_would_end_the_round_says_so():
    hands = ["KS KH 4C 5C", *["4C"] * 3]
    mine = {"side": 0, "owner": 0, "cards": "QS QH QC"}
    table = {"game": "ponytail-canasta", "seats": 4, "phase": "draw", "pile": "4S KC"}
    position = table | {"hands": hands, "melds": [mine]}
    assert "draw" in names(position)
    ended = typed_move_choices(live(position | {"stock": ""}), 0, "")
    assert ("let the round end", "draw") in list(ended)


@pytest.mark.parametrize("typed", ["add 8H", "lay off 8h", "add eights 8H", "8h add"])
def test_what_is_meant_is_offered_first_in_its_canonical_form(typed):
    assert texts(HELD, typed)[0] == "add 1: 8H"


def test_what_is_meant_is_offered_though_no_list_has_it():
    assert texts(HELD, "add sixes 6D 2S") == ["add 2: 6D 2S"]
    assert texts(HELD, "discard the queen of spades") == ["discard QS"]


def test_choices_are_read_aloud_without_a_sign_that_has_to_be_spelled():
    found = {text: name for name, text in typed_move_choices(live(HELD), 0, "")}
    assert found["discard QH"] == "discard the queen of hearts"
    assert found["meld QS QH QC"] == "lay the queens of spades, hearts and clubs (+30 points)"
    assert found["add 1: 8H"] == "add the eight of hearts to your eights (+10 points)"
    assert "discard the ten of hearts" in names(HELD | {"hands": ["TH 4C", "4C"]})
    with use_language("de"):
        assert "Herz Zehn abwerfen" in names(HELD | {"hands": ["TH 4C", "4C"]})


def test_a_choice_is_found_by_the_words_it_is_read_with():
    assert texts(HELD, "discard the queen of") == ["discard QS", "discard QH", "discard QC"]
    with use_language("de"):
        assert texts(HELD, "pik dame abw") == ["discard QS"]


@pytest.mark.parametrize("typed", ["juggle", "discard", "discard queen", "add 2S"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_mistyped_cites_no_rule(typed, language):
    at = live(HELD)
    with use_language(language):
        said = refused(at, typed)
    assert "HC-" not in said
    assert said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game,seats", SEATINGS)
def test_a_move_as_it_is_typed_in_a_language_is_read_as_that_move(game, seats, language):
    random = Random(f"{game} {seats}")
    reached = journey(random, 60, (game, seats))
    for moment in reached.moments(random, 4):
        table = reached.tables[moment]
        for decision in engine.pending(table):
            for move in islice(engine.legal(table, decision.seat), 40):
                with use_language(language):
                    text = typed_form(engine.write(move))
                assert engine.read(text, engine.view(table, decision.seat)) == move, text


def test_after_a_refusal_examples_are_in_the_language_that_is_spoken():
    with use_language("de"):
        assert "`anlegen 2: Karo 6`" in told(HELD, "hallo")
        assert "`anlegen Herz 8`" in told(HELD, "add 2: 8H")
        assert "`anlegen 1: Pik 2`" in refused(live(HELD), "add 2S")


def test_only_moves_with_all_the_words_typed_are_offered():
    assert all("discard" in text and "Q" in text for text in texts(HELD, "discard q"))
    assert texts(HELD, "juggle") == []


def test_what_is_offered_keeps_discords_limits_and_is_legal():
    hand = "JS JS JS JS QS QS QS QS KS KS KS KS AS AS AS AS TS TS TS TS 9S 9S 7S 7D 2S Jo"
    position = OPENING | {"hands": [hand, "4C"], "scores": [3000, 0]}
    found = typed_move_choices(live(position), 0, "")
    assert 0 < len(found) <= 25
    assert all(len(name) <= LONGEST and len(text) <= LONGEST for name, text in found)
    table = live(position).game.table
    assert all(engine.check(table, 0, text) is None for _, text in found)


@pytest.mark.parametrize("typed", ["add 2: 8H", "add 3: 8H", "add 9: 8H"])
def test_after_a_wrong_number_the_ways_without_one_are_shown(typed):
    found = told(HELD, typed)
    assert "`/table`" in found
    assert "`add 8H`" in found
    assert "`meld 8H`" in found


def test_meld_is_no_way_to_add_where_the_game_has_it_otherwise():
    found = told(
        HELD | {"game": "pennies-from-heaven", "seats": 6, "hands": ["8H 4C"] * 6}, "add 2: 8H"
    )
    assert "`add 8H`" in found
    assert "meld" not in found.replace("each meld's number", "")


def test_a_set_that_is_taken_for_another_is_told_the_same_way():
    position = {"game": "ten-pennies", "seats": 2, "phase": "play", "down": [True, True]}
    held = {"melds": [OTHERS], "hands": ["4C KD 5C", "4C"]}
    assert "`add 4C`" in told(position | held, "add 1: 4C")


def test_where_a_meld_of_the_rank_lies_open_its_number_is_not_needed():
    hands = ["8H 8D 8S 4C", "4C", "4C", "4C"]
    position = HELD | {"game": "classic-canasta", "seats": 4, "hands": hands}
    assert "`add 8H 8D 8S`" in told(position, "meld 8H 8D 8S")


def test_a_take_too_cheap_is_shown_one_of_the_hand_that_lays_more():
    assert "`take 7S 7D / QS QH QC / 8S 8D 8C`" in told(OPENING, "take 7S 7D")
    poor = OPENING | {"hands": ["7S 7D 4C 5C", "4C"]}
    assert "`take 7S 7D / 8S 8H 8C`" in told(poor, "take 7S 7D")


@pytest.mark.parametrize(
    "more,shown",
    [
        ({"phase": "draw"}, "`draw`"),
        ({}, "`add 2: 6D`"),
        ({"hands": ["4C 9S", "4C"]}, "`discard 4C`"),
        ({"turn": 1}, "`discard 5S`"),
    ],
)
def test_after_words_that_are_no_move_an_example_fits_the_moment(more, shown):
    assert shown in told(HELD | more, "hello there")


def test_the_help_says_that_everything_can_be_typed():
    assert "`/move`" in say("help.topic.turn")


def test_a_refusal_that_says_it_all_is_left_alone():
    assert told(HELD, "discard QD") == ""
    assert told(HELD, "add 2S") == ""
