"""Tests of alt texts: complete, short enough, and the same facts as the picture."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.model.cards import read_cards
from engine.model.score import FinalReason, Result
from render.gallery import contract_rummy, foot_and_ponytail, house_canasta, results
from render.gallery.builders import BIG_HAND, NAMES, SMALL_HAND, hand
from render.pictures import (
    leaderboard,
    member_card,
    podium,
    podium_words,
    score_panel,
    score_sheet,
)
from render.pictures.models import PosterFoot
from render.text import alt_text
from render.text.catalogue import LANGUAGES, format_number, use_language
from tests.engine.positions import cost_of
from tests.render.images import HANDS, TABLES
from tests.support.strategies import tables

LONG = ["Wolfeschlegelsteinhausenberger" + str(i) for i in range(8)]


@pytest.mark.parametrize("view", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("given", [NAMES, LONG, []], ids=["usual", "long", "none"])
def test_a_table_fits_into_what_discord_takes(view, given):
    assert len(alt_text.table_text(view, given, alt_text.MeldNews({3: 1}))) <= 1024


@pytest.mark.parametrize("view", HANDS.values(), ids=HANDS)
def test_a_hand_fits_into_what_discord_takes(view):
    assert len(alt_text.hand_text(view)) <= 1024


@pytest.mark.parametrize("view", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("given", [NAMES, LONG], ids=["usual", "long"])
def test_turn_stock_upcard_and_scores_are_always_said(view, given):
    text = alt_text.table_text(view, given)
    assert f"Turn: {given[view.turn][:3]}" in text
    assert f"Stock {view.stock}." in text
    assert f"top {alt_text.card(view.upcard)}" in text
    assert all(f"{side.score:,}".replace("-", "−") in text for side in view.sides)


def test_a_frozen_pile_and_a_closed_one_are_said():
    assert "top 9 of clubs, frozen." in alt_text.table_text(foot_and_ponytail.pennies(), NAMES)
    assert "top 3 of spades, blocked." in alt_text.table_text(house_canasta.two(), NAMES)


@pytest.mark.parametrize("last,aim", [(0, ""), (1, ", one round"), (30, ", at most 30 rounds")])
def test_an_agreed_last_round_is_said_beside_the_aim(last, aim):
    text = alt_text.table_text(replace(house_canasta.two(), last_round=last), NAMES)
    assert f", to {house_canasta.two().target:,}{aim}. Turn:" in text


def test_a_shortened_game_has_its_last_round_in_the_alt_text_and_no_target():
    view = replace(house_canasta.two(), last_round=4, is_shortened=True)
    text = alt_text.table_text(view, NAMES)
    assert text.startswith(f"Table, round {view.round} of 4. Turn: ")


def test_an_empty_stock_and_an_empty_pile_are_said():
    text = alt_text.table_text(replace(house_canasta.two(), stock=0, pile=b""), NAMES)
    assert "Stock empty. Discard pile empty." in text


def test_what_is_still_needed_to_go_out_is_said():
    text = alt_text.table_text(foot_and_ponytail.pennies(), NAMES)
    assert "still needs a wild canasta; melds: " in text
    assert "BenTheBard: " not in alt_text.table_text(house_canasta.two(), NAMES)
    assert "BenTheBard 2,040: opens with 90." in alt_text.table_text(house_canasta.two(), NAMES)


def test_melds_that_can_still_grow_are_said_before_those_that_are_finished():
    text = alt_text.table_text(foot_and_ponytail.pennies(), NAMES)
    grows, finished = text.index("melds: "), text.index("canastas: 1 sevens, 1 natural (10)")
    assert grows < finished < text.index("Red threes")


@pytest.mark.parametrize("seat", range(4))
def test_who_looks_on_hears_of_their_own_side_and_of_their_own_cards_first(seat):
    view = hand(house_canasta.four(), seat, SMALL_HAND)
    text = alt_text.table_and_hand_text(view, NAMES)
    first, second = (
        ("(Heads) ", "(Tails) ") if view.side_of(seat) == 0 else ("(Tails) ", "(Heads) ")
    )
    assert text.index(first) < text.index(second)
    assert f"Hands: {NAMES[seat]} {len(view.hand)};" in text


def test_in_ten_pennies_who_looks_on_hears_of_themselves_first():
    view = hand(contract_rummy.ten_pennies(), 2, SMALL_HAND)
    text = alt_text.table_and_hand_text(view, NAMES)
    after = [text.index(f" {name}: ") for name in (NAMES[2], NAMES[3], NAMES[0], NAMES[1])]
    assert after == sorted(after)


def test_melds_are_said_with_their_wilds_by_owner_in_pairs():
    text = alt_text.table_text(house_canasta.four(), NAMES)
    assert "Marguerite 8 x8, J x3 (1 wild); Ama K x4 (1 wild)" in text


def test_what_the_last_turn_added_is_said():
    assert "New in melds: A +2." in alt_text.table_text(
        house_canasta.two(), NAMES, alt_text.MeldNews({4: 2})
    )


@pytest.mark.parametrize(
    "language,told",
    [
        ("en", "Just made: a sevens canasta and a natural canasta (10). New in melds: Q +1."),
        ("de", "Gerade fertig: ein Canasta aus Siebenen und ein echtes Canasta (10)."),
    ],
)
def test_canastas_that_were_just_made_are_said_and_no_other_meld(language, told):
    news = alt_text.MeldNews({7: 1}, {5, 3, 1})
    with use_language(language):
        assert told in alt_text.table_text(foot_and_ponytail.pennies(), NAMES, news)


def test_the_names_of_a_side_are_said_before_what_it_is_called():
    assert "Marguerite & Ama (Heads) 3,425" in alt_text.table_text(house_canasta.four(), NAMES)
    assert "Marguerite, Ama & Løvenskiold (Heads) 7,425" in alt_text.table_text(
        foot_and_ponytail.pennies(), NAMES
    )


def test_hands_and_feet_are_counted():
    assert "BenTheBard 7, foot 11; Ama 4;" in alt_text.table_text(
        foot_and_ponytail.pennies(), NAMES
    )


def test_ten_pennies_says_the_contract_the_bowl_and_everybody_s_pennies():
    text = alt_text.table_text(contract_rummy.ten_pennies(), NAMES)
    assert "First-down: 2 sets of 4, at most one wild card in each. Bowl 14 pennies." in text
    assert "top king of diamonds, on offer." in text
    assert "Marguerite: 11 in hand, 10 pennies, 0 points, melds 8 x5 (1 wild), Q x3." in text


def test_of_a_single_set_is_said_what_may_be_in_it():
    start = {"game": "ten-pennies", "seats": 2, "round": 2}
    text = alt_text.table_text(engine.view(engine.from_position(start), None), NAMES)
    assert "First-down: 1 set of 4, at most one wild card in it." in text


def test_long_names_are_cut_before_facts_are_left_out():
    text = alt_text.table_text(foot_and_ponytail.ponytail(), LONG)
    assert LONG[0] not in text
    assert "Hands: " in text


CROWDED = hand(foot_and_ponytail.ponytail(), 0, f"{BIG_HAND} 8C 8S TC")


@pytest.mark.parametrize("view", [foot_and_ponytail.ponytail(), CROWDED], ids=["public", "own"])
def test_names_that_would_be_cut_alike_are_told_apart(view):
    text = (
        alt_text.table_and_hand_text(view, LONG) if view.hand else alt_text.table_text(view, LONG)
    )
    assert all(f"r{n}" in text for n in range(8))


@pytest.mark.parametrize("language,seat", [("en", "Seat"), ("de", "Platz")])
def test_a_seat_without_a_name_keeps_its_number_where_names_are_cut(language, seat):
    with use_language(language):
        text = alt_text.table_and_hand_text(CROWDED, ["", *LONG[1:7], ""])
    assert f"{seat} 1" in text
    assert f"{seat} 8" in text
    assert LONG[1][:7] not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_large_hand_every_side_is_said_to_its_end(language):
    with use_language(language):
        text = alt_text.table_and_hand_text(CROWDED, LONG)
    assert len(text) <= 1024
    assert "…" not in text[-8:]


def test_red_threes_that_count_against_a_side_are_said_to():
    view = house_canasta.four()
    against = replace(view, sides=tuple(replace(side, red_threes=-100) for side in view.sides))
    assert "so far against" not in alt_text.table_text(view, NAMES)
    assert "Red threes 2, so far against them." in alt_text.table_text(against, NAMES)


@pytest.mark.parametrize(
    "language,asked,told",
    [
        ("en", (2, 3), "Turn: BenTheBard; may buy: Ama and xX_Dragonfly_Xx."),
        ("de", (2, 3), "Am Zug: BenTheBard; nach dem Kauf gefragt: Ama und xX_Dragonfly_Xx."),
        ("de", (2,), "Am Zug: BenTheBard; nach dem Kauf gefragt: Ama."),
    ],
)
def test_while_the_upcard_is_offered_round_is_said_who_may_buy_it(language, asked, told):
    with use_language(language):
        text = alt_text.table_text(
            replace(contract_rummy.ten_pennies(), offer_to=asked, phase="offer"), NAMES
        )
    assert told in text


def test_a_hand_is_said_card_by_card():
    text = alt_text.hand_text(hand(house_canasta.four(), 1, "4S 4H 9C 9C Jo", "9C"))
    assert text == (
        "Your hand: 5 cards, 80 points. Your turn. Fours: spades, hearts. Nines: 2 clubs. "
        "1 joker. New: 9 of clubs."
    )


@pytest.mark.parametrize(
    "game,seats,held,points",
    [
        ("ponytail-canasta", 2, "3S 3C 4D", 205),
        ("house-canasta", 2, "3S 3C 4D", 15),
        ("classic-canasta", 4, "3H AS 5C", 25),
        ("ten-pennies", 2, "8S 9S TS Jo", 70),
    ],
)
def test_the_points_said_of_a_hand_are_what_it_would_cost(game, seats, held, points):
    hands = [held, *["4C"] * (seats - 1)]
    view = engine.view(engine.from_position({"game": game, "seats": seats, "hands": hands}), 0)
    assert alt_text.hand_text(view).startswith(
        f"Your hand: {len(view.hand)} cards, {points} points."
    )


@given(tables(), st.integers(0, 7))
@settings(max_examples=60)
def test_the_points_said_of_any_hand_are_those_the_score_takes_off_for_it(table, at):
    seat = at % table.rules.seat_count
    view = engine.view(table, seat)
    points = format_number(cost_of(table, seat))
    said = alt_text.text("alt.hand.count", n=len(view.hand), points=points)
    assert alt_text.hand_text(view).startswith(said)


def test_a_set_of_jokers_is_said_by_its_rank_with_the_wild_cards_in_it():
    melds = [{"owner": 0, "cards": "Jo Jo 2S"}]
    table = engine.from_position({"game": "ten-pennies", "seats": 2, "melds": melds})
    assert "melds joker x3 (1 wild)" in alt_text.table_text(engine.view(table, None), NAMES)


def test_locked_cards_are_said():
    view = hand(house_canasta.two(), 1, SMALL_HAND, "", "4C KD")
    assert "Can't be laid this turn: 4 of clubs, king of diamonds." in alt_text.hand_text(view)


def test_the_public_has_no_hand():
    with pytest.raises(ValueError, match="the public has no hand"):
        alt_text.hand_text(house_canasta.two())


def test_a_finished_game_names_no_turn():
    over = replace(
        house_canasta.two(), phase="over", result=Result((0,), (5000, 0), FinalReason.TARGET)
    )
    assert "The game is over." in alt_text.table_text(over, NAMES)


def test_a_round_that_is_over_names_no_turn():
    assert "The round is over." in alt_text.table_text(
        replace(house_canasta.two(), phase="over"), NAMES
    )


def test_once_the_game_is_over_no_side_has_points_of_a_round_still_to_come():
    lasting, side = house_canasta.two(), house_canasta.two().sides[0]
    ended = replace(lasting, result=Result((0,), (7500, 0), FinalReason.TARGET))
    assert [view.so_far(side) for view in (lasting, ended)] == [side.on_table, 0]
    assert side.on_table


def test_results_are_said():
    told = score_sheet.alt_text(results.TEAM_SHEET)
    assert told.startswith("Pennies From Heaven. Round 1 scored, to 20,000.")
    assert "Marguerite, Dill & Ama +5,915, now 5,915: canastas 3,900" in told
    assert ". 880 ahead. Ben, Dragonfly & Priya +5,035" in told
    assert member_card.alt_text(results.MEMBER).startswith(
        "Løvenskiold: No. 2 here. Rating 1,589, 88% sure."
    )


def test_a_leaderboard_says_result_certainty_and_week():
    told = leaderboard.alt_text(results.LADDER)
    assert told.startswith("The Card Room, November 2026, by rating, page 1 of 3. 1. Marguerite")
    assert (
        "2. BenTheBard: 1,589, won 4 of the last 5, 75% sure, up 2 places this week, won October."
        in told
    )
    assert "5. Løvenskiold: 1,496, won 2 of the last 5, 48% sure, down 2 places this week." in told
    assert "8. זואי: 1,403, won 1 of the last 3, 21% sure, new." in told


def test_the_end_of_a_game_says_margin_best_meld_server_and_day():
    assert podium.alt_text(results.TEAM_FINAL) == (
        "Final of Pennies From Heaven, six rounds, to 20,000."
        " Ben, Dragonfly and Priya win by 2,075."
        " 1. Ben, Dragonfly & Priya: 20,415. 2. Marguerite, Dill & Ama: 18,340."
        " Best meld: Dragonfly’s seven sevens · 1,500. The Card Room, 26 November 2026."
    )
    told = podium.alt_text(results.PENNY_FINAL)
    assert "Dill takes the bowl by 55, for 75 pennies. The bowl of 75 pennies goes to Dill." in told
    assert "Best meld: Ben’s six fours, laid at once." in told


def test_a_game_without_a_meld_worth_showing_says_none():
    plain = replace(results.TEAM_FINAL, best=None, foot=PosterFoot("", "26 November 2026"))
    told = podium.alt_text(plain)
    assert "meld" not in told
    assert told.endswith("18,340. 26 November 2026.")


def test_nouns_of_a_score_sheet_have_capitals_in_german():
    names = ("Canastas", "rote Dreien", "Karten", "ausgemacht", "auf der Hand")
    with use_language("de"):
        text = score_sheet.alt_text(results.TEAM_SHEET)
        named = tuple(text[text.index(": ") + 2 : text.index(". 880")].split(", "))
    assert tuple(one.rpartition(" ")[0] for one in named) == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_item_of_a_score_can_be_said(language):
    with use_language(language):
        said = [*score_sheet.item_words(dict.fromkeys(score_panel.ITEMS, 5))]
    assert len(said) == len(score_panel.ITEMS)


def test_one_wins_in_the_singular_in_german_and_several_in_the_plural():
    with use_language("de"):
        several = podium_words.sentence(results.TEAM_FINAL, "Ben, Dragonfly & Priya")
        assert several == "Ben, Dragonfly & Priya gewinnen"
        assert podium_words.sentence(results.SOLO_FINAL, "Marguerite") == "Marguerite gewinnt"
        both = tuple(replace(place, place=1) for place in results.SOLO_FINAL.places[:2])
        shared = replace(results.SOLO_FINAL, places=both)
        assert podium_words.sentence(shared, "A & B") == "Unentschieden: A & B"


def test_results_fit_into_what_discord_takes():
    sides = tuple(replace(side, members=("W" * 40,)) for side in results.PENNY_SHEET.sides)
    assert len(score_sheet.alt_text(replace(results.PENNY_SHEET, sides=sides))) <= 1024
    rows = tuple(replace(row, name="W" * 40) for row in results.LADDER.rows * 2)
    assert len(leaderboard.alt_text(replace(results.LADDER, rows=rows[:10]))) <= 1024
    places = tuple(replace(p, members=("W" * 40,) * 3) for p in results.SOLO_FINAL.places)
    assert len(podium.alt_text(replace(results.SOLO_FINAL, places=places))) <= 1024


def test_cards_are_said_in_full():
    assert alt_text.cards(read_cards("TC Jo 3S")) == "3 of spades, 10 of clubs, joker"
