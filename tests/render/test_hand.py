"""A player's own hand, as it is drawn."""

import pytest

from render.canvas.bands import MARGIN, Paint, drawn
from render.canvas.theme import NEW_RING, WIDTH
from render.scenes import hand
from tests.render.pictures import EMERALD

FULL = (6, 7, 8)
"""Columns with which a row of cards begins at the edge of its rack."""


@pytest.mark.parametrize("count", FULL)
def test_the_ring_of_a_new_card_ends_where_the_rack_begins(count):
    new = hand.Column((hand.Card(0), hand.Card(1, new=True), hand.Card(2, new=True)), melded=False)
    (row,) = hand.planned((new,) * count, 1, hand.Tuck(1.0, 0.37))
    assert min(hand.lefts(count, row.plan.width)) < MARGIN + hand.OUTSIDE
    picture = drawn(row, Paint(EMERALD))
    assert NEW_RING in colours(picture.crop((0, 0, WIDTH, row.above)))
    assert NEW_RING not in colours(picture.crop((0, row.above, WIDTH, row.height)))


def test_the_ring_of_a_new_card_goes_down_to_the_rack_on_both_sides():
    (row,) = hand.planned(
        (hand.Column((hand.Card(0, new=True),), melded=False),), 1, hand.tucks("four")[0]
    )
    picture, (left,) = drawn(row, Paint(EMERALD)), hand.lefts(1, row.plan.width)
    for y in (row.above - 1, row.above - row.plan.front + 2 * hand.RING):
        assert picture.getpixel((left - hand.OUTSIDE, y)) == NEW_RING
        assert picture.getpixel((left + row.plan.width + hand.OUTSIDE - 1, y)) == NEW_RING


def colours(picture):
    return set(picture.get_flattened_data())
