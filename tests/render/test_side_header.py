"""Tests of a side's header: its players, or their coins if the names have no room."""

from dataclasses import replace

import pytest

from render.drawing.bands import DrawContext
from render.drawing.themes import MIXED, NATURAL
from render.gallery import foot_and_ponytail, house_canasta
from render.gallery.builders import NAMES
from render.text.display_names import LEFT_TO_RIGHT
from render.widgets.canasta_icons import any_icon
from render.widgets.seats import TableNames
from render.widgets.side_header import RIGHT, side_header
from tests.render.images import EMERALD, draw_band
from tests.render.text_boxes import watching

LONG = ("Maximiliana the Unlucky", "Bartholomew the Bard", "Wilhelmina the Wise", "Ann")


def written(view, names, side, viewer=None):
    """Return the texts in a header."""
    head = side_header(view, TableNames(names), view.sides[side], viewer)
    with watching() as pictures:
        draw_band(head, DrawContext(EMERALD))
    (drawn,) = pictures
    assert drawn.faults() == []
    assert all(one.right <= RIGHT for one in drawn.written)
    return [one.text.removeprefix(LEFT_TO_RIGHT) for one in drawn.written]


def test_a_pair_has_its_two_names_and_no_name_of_a_side():
    said = written(house_canasta.four(), NAMES, 0)
    assert said == ["×2", "3", "Marguerite & Ama", "3,425", "+1,210"]


def test_the_points_of_the_round_give_way_before_a_name_is_cut():
    said = written(house_canasta.four(), NAMES, 1)
    assert said == ["BenTheBard & xX_Dragonfly_Xx", "3,980"]


def test_a_viewer_is_called_you_and_comes_first():
    assert "You & BenTheBard" in written(house_canasta.four(), NAMES, 1, viewer=3)
    assert "Marguerite & Ama" in written(house_canasta.four(), NAMES, 0, viewer=3)


def test_three_players_have_a_coin_each_because_the_row_below_has_their_names():
    said = written(foot_and_ponytail.pennies(), NAMES, 0)
    assert said[-5:] == ["M", "A", "L", "7,425", "+1,310"]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_pair_whose_names_do_not_fit_has_coins(seat):
    names = [*LONG[:3], "Ann"]
    said = written(house_canasta.four(), names, 0)
    assert said[2:4] == ["M", "W"]
    assert not any(names[seat][:5] in one for one in said)


def test_a_coin_of_a_seat_without_a_name_has_its_number():
    names = ["Seat 1", "Ben", "!?", "", "Zoë", ""]
    assert written(foot_and_ponytail.pennies(), names, 0)[-5:-2] == ["1", "3", "Z"]


def test_one_player_alone_has_the_name_even_where_it_must_be_cut():
    (name,) = [one for one in written(house_canasta.two(), LONG, 0) if one.startswith("Maxi")]
    assert name.endswith("…")


@pytest.mark.parametrize("have", [0, 1, 2])
def test_canastas_of_any_kind_are_counted_at_the_sign_of_a_canasta(have):
    view = house_canasta.two()
    needs = (replace(view.seats[1].needs[0], have=have),)
    seats = (view.seats[0], replace(view.seats[1], needs=needs))
    assert f"{have}/2" in written(replace(view, seats=seats), NAMES, 1)


def test_the_sign_of_a_canasta_is_half_red_and_half_black():
    colours = [colour for _, colour in any_icon().whole().convert("RGB").getcolors(1 << 12) or []]
    assert {NATURAL, MIXED} <= set(colours)
