"""Tests of a player's own hand in a picture."""

import pytest

import engine
from engine.model.cards import JOKER_RANK, TWO, read_cards
from render.drawing import card_faces
from render.drawing.bands import MARGIN, DrawContext
from render.drawing.canvas import Canvas
from render.drawing.themes import DECKS, FACE, LOCKED_FACE, SIDES, WHITE, WIDTH
from render.pictures import hand
from render.text import alt_text
from tests.render.images import EMERALD, draw_band
from tests.render.text_boxes import watching

EDGE = 1
"""Pixels of the line at the edge of a card."""
FULL = (6, 7, 8)
"""Number of columns with which a row of cards starts at the edge of its rack."""


@pytest.mark.parametrize("count", FULL)
def test_the_ring_of_a_new_card_ends_where_the_rack_begins(count):
    new = hand.HandColumn(
        (hand.HandCard(0), hand.HandCard(1, new=True), hand.HandCard(2, new=True)), growing=False
    )
    (row,) = hand.try_rows((new,) * count, 1, hand.CardOverlap(1.0, 0.37))
    assert min(hand.column_lefts(count, row.plan.width)) < MARGIN + hand.OUTSIDE
    picture = draw_band(row, DrawContext(EMERALD))
    assert WHITE in colours(picture.crop((0, 0, WIDTH, row.above)))
    assert WHITE not in colours(picture.crop((0, row.above, WIDTH, row.height)))


def test_a_new_card_lies_higher_in_a_light_and_nothing_about_it_is_orange():
    cards = [hand.HandColumn((hand.HandCard(0, new=new),), growing=False) for new in (True, False)]
    (row,) = hand.try_rows(tuple(cards), 1, hand.overlaps("four")[0])
    picture, (new, old) = draw_band(row, DrawContext(EMERALD)), hand.column_lefts(2, row.plan.width)
    tops = [
        min(y for y in range(row.height) if picture.getpixel((left + 60, y)) == FACE)
        for left in (new, old)
    ]
    assert tops[1] - tops[0] == hand.LIFT - (hand.RING - hand.OUTSIDE) + EDGE
    above = picture.crop((new, 0, new + row.plan.width, tops[0]))
    assert max(map(min, colours(above) - {WHITE})) > max(EMERALD.lit)
    assert not colours(picture) & set(SIDES[:1])


def test_no_light_is_drawn_in_a_hand_that_is_crowded():
    new = hand.HandColumn((hand.HandCard(0, new=True),), growing=False)
    (roomy,), (crowded,) = (
        hand.try_rows((new,), 1, tuck)
        for tuck in (hand.overlaps("four")[0], hand.overlaps("four")[-1])
    )
    assert (roomy.light, crowded.light) == (True, False)


def test_a_row_of_a_very_large_hand_has_a_flat_background():
    usual, large = (
        hand.try_rows((hand.HandColumn((hand.HandCard(0),) * count, growing=False),), 1, tuck)[0]
        for tuck in hand.overlaps("four")[:1]
        for count in (hand.MOST_LIT, hand.MOST_LIT + 1)
    )
    assert (usual.lit, large.lit) == (True, False)


def test_the_number_of_a_single_card_is_not_written():
    one, two = (hand.HandColumn((hand.HandCard(0),) * count, growing=False) for count in (1, 2))
    (row,) = hand.try_rows((one, two), 1, hand.overlaps("four")[0])
    with watching() as pictures:
        draw_band(row, DrawContext(EMERALD))
    assert [one.text for drawn in pictures for one in drawn.written] == ["×2"]


def test_the_ring_of_a_new_card_goes_down_to_the_rack_on_both_sides():
    (row,) = hand.try_rows(
        (hand.HandColumn((hand.HandCard(0, new=True),), growing=False),),
        1,
        hand.overlaps("four")[0],
    )
    picture, (left,) = draw_band(row, DrawContext(EMERALD)), hand.column_lefts(1, row.plan.width)
    for y in (row.above - 1, row.above - row.plan.front + 2 * hand.RING):
        assert picture.getpixel((left - hand.OUTSIDE, y)) == WHITE
        assert picture.getpixel((left + row.plan.width + hand.OUTSIDE - 1, y)) == WHITE


def taking(held, taken, fresh="", turn=0):
    """Return Ten Pennies as the first seat sees it; the turn player took an upcard."""
    cards = {"hands": [held, "4C 5C"], "taken": taken, "fresh": fresh}
    position = {"game": "ten-pennies", "seats": 2, "phase": "play", "turn": turn, **cards}
    return engine.view(engine.from_position(position), 0)


def ringed(view):
    """Return how many cards of each column have a ring."""
    return [sum(card.new for card in column.cards) for column in hand.hand_columns(view, "rank")]


def test_a_taken_upcard_wears_a_ring_and_is_said_to_be_new():
    view = taking("4S 9H 9C", "9H")
    assert ringed(view) == [0, 1]
    assert "New: 9 of hearts." in alt_text.hand_text(view)


def test_a_bought_upcard_wears_a_ring_beside_those_drawn_with_it():
    assert ringed(taking("4S 9H 9C KD", "9H", "4S KD")) == [1, 1, 1]


def test_a_taken_upcard_that_has_been_laid_is_not_said_to_be_new():
    assert "New: " not in alt_text.hand_text(taking("4S 9C", "9H"))


def test_what_another_took_marks_no_card_of_one_s_own():
    assert ringed(taking("4S 9H", "9H", turn=1)) == [0, 0]


def colours(picture):
    return set(picture.get_flattened_data())


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("width", hand.WIDTHS)
@pytest.mark.parametrize("wild_ranks", [(), (TWO, JOKER_RANK)])
def test_a_padlock_covers_neither_rank_nor_suit(deck, width, wild_ranks):
    """Where a padlock is drawn, the locked card without it has only its ground."""
    for face in read_cards("TS TH QD QC AS 2H Jo"):
        bare, locked = (Canvas(EMERALD, width, deck, wild_ranks) for _ in range(2))
        bare.sprite(card_faces.card(bare, face, width, LOCKED_FACE), 0, 0, width)
        hand.draw_card(locked, 0, 0, hand.HandCard(face, locked=True), width, width)
        inside = (width // 3, 0, width, width // 2)
        pixels = (one.image.crop(inside).get_flattened_data() for one in (bare, locked))
        covered = {ground for ground, seen in zip(*pixels, strict=True) if ground != seen}
        assert covered == {LOCKED_FACE}, (face, covered)
