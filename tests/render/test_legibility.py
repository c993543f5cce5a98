"""Tests of legibility: phones show a picture of 1,100 pixels 300 wide, so type of 42 pixels becomes
11.5.
"""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

import engine
from engine.model.cards import ALL_FACES, JOKER
from engine.model.cards import NAMES as NAMES_OF
from engine.model.view import PublicQuestion
from render.drawing import card_faces
from render.drawing.canvas import SCALE, TALLEST, Canvas
from render.drawing.card_pen import CardPen
from render.drawing.themes import DECKS
from render.gallery import foot_and_ponytail, house_canasta, results
from render.gallery.builders import hand as hand_of
from render.gallery.builders import meld
from render.pictures import (
    hand,
    leaderboard,
    member_card,
    podium,
    podium_words,
    table,
    table_with_hand,
)
from render.pictures.models import FinalPlace, FinishedGame, Purse
from render.text.catalogue import LANGUAGES, use_language
from render.text.display_names import LEFT_TO_RIGHT
from render.text.hand_order import ORDERS
from render.widgets import contract_panels, meld_stacks, poster_parts
from render.widgets.piles import PILE
from render.widgets.seats import TableNames
from render.widgets.status_bar import RIGHT, status_bar
from tests.render.images import DRAWERS, EMERALD
from tests.render.text_boxes import watching
from tests.support.strategies import SEATINGS, journey

LEAST = 42
DARK = 200
"""Shades below this count as ink."""
PORTRAIT = {"table", "panel", "open", "leaderboard", "member", "podium", "score", "month"}
LONG = (
    *("W" * 32, "Maximiliana the Unlucky", "xX_Dragonfly_Xx", "山田太郎と仲間たち"),
    *("i", "Zoë Ø", "", "م" * 30),
)
MOMENTS = 3
LONGEST = 160


def drawn_on_phones(draw):
    """Return the faults of the texts in a picture: too small, outside, or over others."""
    with watching() as pictures:
        draw()
    return faults_of(pictures)


def faults_of(pictures):
    """Return the faults of the texts in some pictures."""
    written = [one for picture in pictures for one in picture.written]
    small = [f"{one.text!r} at {one.size}" for one in written if one.size < LEAST]
    return small + [fault for picture in pictures for fault in picture.faults()]


def company(view, random):
    names = [random.choice(LONG) for _ in view.seats]
    machines = [random.choice(("", "", "Dill", "Thyme")) for _ in view.seats]
    added = {meld.number: random.randint(1, 12) for meld in view.melds if random.random() < 0.4}
    return TableNames(names, machines, added, random.choice((None, 0, 1)))


@pytest.mark.parametrize("game,seats", SEATINGS)
def test_no_word_of_a_reached_table_is_small_or_covers_another(game, seats):
    random = Random(f"{game} {seats}")
    reached = journey(random, LONGEST, (game, seats))
    for moment in reached.moments(random, MOMENTS):
        at, viewer = reached.tables[moment], random.randrange(seats)
        public, own = engine.view(at, None), engine.view(at, viewer)
        people, order = company(public, random), random.choice(ORDERS)
        with use_language(random.choice(LANGUAGES)):
            assert drawn_on_phones(partial(table.draw, public, people, EMERALD)) == []
            assert (
                drawn_on_phones(partial(table_with_hand.draw, own, people, EMERALD, order=order))
                == []
            )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in DRAWERS if name.split()[0] in PORTRAIT])
def test_no_word_of_a_sample_is_small(name, language):
    with use_language(language):
        assert drawn_on_phones(partial(DRAWERS[name], EMERALD)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
def test_what_a_first_down_asks_for_is_never_cut_off(game, number, language):
    start = {"game": game, "seats": 4, "round": number}
    view = engine.view(engine.from_position(start), None)
    with use_language(language), watching() as pictures:
        table.draw(view, TableNames(["Ann"] * 4, [""] * 4, {}, None), EMERALD)
    assert [one.text for drawn in pictures for one in drawn.written if "…" in one.text] == []


NAMED = (("Alexandra", "Katharina"), ("Marguerite", "Sebastian"), ("W" * 32, "م" * 30))


@pytest.mark.parametrize("asks", [("en", "out?"), ("de", "aus?")])
@pytest.mark.parametrize("pair", NAMED)
@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("frozen", [False, True])
def test_of_a_question_for_leave_what_is_asked_is_never_cut_off(asks, pair, viewer, frozen):
    language, wanted = asks
    view = foot_and_ponytail.pennies() if frozen else house_canasta.two()
    asking = replace(view, question=PublicQuestion(0, 1, None))
    count = len(view.seats)
    with use_language(language), watching() as pictures:
        people = TableNames([*pair, *["Cleo"] * count][:count], [""] * count, {}, None)
        seen = status_bar(asking, people, viewer)
        seen.draw(Canvas(EMERALD, seen.height))
    (line,) = [one for drawn in pictures for one in drawn.written if "?" in one.text]
    assert line.text.endswith(f": {wanted}")
    assert line.right <= RIGHT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("value", ["8", "+1,234", "12.345.678"])
def test_no_word_of_a_ladder_is_small_or_covers_another(value, language):
    row = replace(results.LADDER.rows[3], value=value, climb=-1_234, champion=True)
    rows = tuple(replace(row, place=place, name="W" * 32) for place in range(9, 19))
    with use_language(language):
        ladder = replace(results.LADDER, title="W" * 40, about="W" * 40, rows=rows, pages=888)
        assert drawn_on_phones(partial(leaderboard.draw, ladder, EMERALD)) == []


@pytest.mark.parametrize("place", [9, 99, 100, 888, 8888])
def test_a_place_on_a_ladder_stands_between_the_frame_of_its_row_and_the_name(place):
    row = replace(results.LADDER.rows[3], name="W" * 32, own=True, place=place)
    with watching() as pictures:
        leaderboard.draw(replace(results.LADDER, rows=(row,)), EMERALD)
    written = [one for drawn in pictures for one in drawn.written]
    (number,) = [one for one in written if one.text == str(place)]
    name = next(one for one in written if "WW" in one.text)
    assert number.left >= leaderboard.MARGIN + 22
    assert number.right <= name.left - 8
    assert name.right <= leaderboard.RIGHT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place,rating", [(None, None), (3, 12_345)])
def test_no_word_of_a_record_is_small_or_covers_another(place, rating, language):
    many = replace(results.MEMBER, games=12_345, wins=12_345, streak=1_234, recent=(True,) * 10)
    shown = replace(many, name="W" * 32, place=place, rating=rating)
    with use_language(language):
        assert drawn_on_phones(partial(member_card.draw, shown, EMERALD)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("owed", [0, 231])
@pytest.mark.parametrize("first", [1, 8])
def test_no_word_of_an_end_for_pennies_is_small_or_covers_another(first, owed, language):
    """One winner, or eight who share the bowl."""
    places = tuple(
        FinalPlace(max(1, seat + 2 - first), seat, ("W" * 32,), 1_995, Purse(10, owed, 1_234, 10))
        for seat in range(8)
    )
    with use_language(language), watching() as pictures:
        podium.draw(FinishedGame(places, 7, 1_234), EMERALD)
    assert faults_of(pictures) == []
    written = [one.text for picture in pictures for one in picture.written]
    assert [text for text in written if "…" in text and "W" not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 8])
@pytest.mark.parametrize("name", ["W" * 32, "Maximiliana the Unlucky", "i", "م" * 30, "山田太郎"])
def test_of_a_headline_only_names_are_cut(name, count, language):
    places = tuple(FinalPlace(1, side, (name,), 45) for side in range(count))
    final = FinishedGame(places, 7, game="House Canasta")
    with use_language(language):
        with watching() as pictures:
            podium.draw(final, EMERALD)
        assert faults_of(pictures) == []
        sizes = {size for size, _ in poster_parts.LAYOUTS}
        written = [one for drawn in pictures for one in drawn.written]
        lines = [one.text.removeprefix(LEFT_TO_RIGHT) for one in written if one.size in sizes]
        verb = podium_words.sentence(final, "").split()[-1 if language == "en" else 0]
    assert verb in " ".join(lines).split()


@pytest.mark.parametrize("count", [1, 11, 40, 80, 108])
@pytest.mark.parametrize("deck", DECKS)
def test_a_table_full_of_melds_with_a_hand_of_any_size_keeps_to_its_height(deck, count):
    """Four sides have twelve melds each; every meld is there, and none is too small."""
    random = Random(count)
    cards = " ".join(NAMES_OF[random.choice(ALL_FACES)] for _ in range(count))
    view = hand_of(crowded(), 1, cards)
    people = TableNames(LONG, ["Dill"] * 8, {1: 7, 13: 2}, 0)
    for order in ORDERS:
        assert (
            drawn_on_phones(partial(table_with_hand.draw, view, people, EMERALD, deck, order)) == []
        )
    assert drawn_on_phones(partial(table.draw, view, people, EMERALD, deck)) == []
    assert table.draw(view, people, EMERALD, deck).height <= table.TALLEST
    assert table_with_hand.draw(view, people, EMERALD, deck).height <= TALLEST


def crowded():
    """Return Ponytail for eight, each side with twelve melds of three to seven cards."""
    sizes = zip("456789TJQKA", (3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 3), strict=True)
    kinds = tuple(enumerate(sizes))
    melds = [
        meld(12 * side + place, side, side, " ".join(f"{rank}{suit}" for suit in "SHDCSHD"[:size]))
        for side in range(4)
        for place, (rank, size) in kinds
    ]
    melds += [meld(12 * side + 11, side, side, "2S 2H Jo Jo") for side in range(4)]
    return replace(foot_and_ponytail.ponytail(), melds=tuple(melds))


def test_no_rank_on_a_card_is_small(monkeypatch):
    """The only exception is the coin's sign."""
    sizes: dict[str, float] = {}
    mark = CardPen.mark

    def measured(pen, text, x, y, size, *how):
        sizes[text] = min(sizes.get(text, 99), pen.width * size / SCALE)
        mark(pen, text, x, y, size, *how)

    monkeypatch.setattr(CardPen, "mark", measured)
    for face in ALL_FACES:
        for width in (PILE.width, *hand.WIDTHS):
            card_faces.card_on.__wrapped__(face, width, wild=False)
    for width in (
        *meld_stacks.WIDTHS,
        *(lay.width for lay in (contract_panels.FEW, *contract_panels.ROOMY)),
    ):
        meld_stacks.front_card.__wrapped__("10", "", "open", width)
    assert min(sizes.values()) >= LEAST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", meld_stacks.WIDTHS)
def test_what_is_written_on_a_stack_is_no_wider_than_the_stack(width, language):
    sevens = meld_stacks.MeldStack("7", "", "sevens", closed=True, edges=(), count=7, new=12)
    row = (sevens, replace(sevens, times=2, new=3))
    with use_language(language), watching() as pictures:
        meld_stacks.draw_row(
            Canvas(EMERALD, 200), 0, 60, row, meld_stacks.StackSize(width, 8), 0, goal=True
        )
    written = [one for picture in pictures for one in picture.written]
    assert len(written) == 4
    for one in written:
        place = round((one.left + one.right) / 2) // (width + meld_stacks.GAP)
        assert place * (width + meld_stacks.GAP) - meld_stacks.GAP <= one.left
        assert one.right <= (place + 1) * (width + meld_stacks.GAP)


@pytest.mark.parametrize("deck", DECKS)
def test_a_covered_card_shows_rank_and_suit(deck):
    """The visible strip shows the whole index, except for the tail of a Q."""
    seen = hand.VISIBLE_SHARES[deck]
    for face in (face for face in ALL_FACES if NAMES_OF[face][0] != "Q" and face != JOKER):
        card = card_faces.card_on(face, 200, deck, wild=False).whole().convert("L")
        below = card.crop((12, round(200 * seen), 188, round(200 * seen) + 4))
        assert min(below.tobytes()) > DARK, NAMES_OF[face]
