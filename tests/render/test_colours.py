"""Tests of the contrasts and differences that the style guide promises."""

from functools import partial
from itertools import combinations

import pytest
from PIL import Image

from render.drawing import palette, themes
from render.drawing.canvas import Canvas
from render.drawing.themes import DECKS, INK, SIDES, TEXT, THEMES
from render.gallery import results
from render.pictures import podium, score_sheet
from render.pictures.models import FinalPlace, FinishedGame
from tests.render.colour_vision import VISIONS, contrast, difference

EACH_THEME = pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
EACH_VISION = pytest.mark.parametrize("vision", VISIONS)


def test_the_difference_of_colours_is_that_of_the_published_examples():
    assert difference((255, 255, 255), (0, 0, 0)) == pytest.approx(100, abs=0.1)
    assert difference((255, 0, 0), (0, 255, 0)) == pytest.approx(86.6, abs=0.3)
    assert difference((0, 0, 255), (0, 0, 255)) == 0


def test_the_contrast_of_black_and_white_is_twenty_one():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21, abs=0.01)


ENDS = FinishedGame(
    (FinalPlace(1, 0, ("Ben", "Cid"), 6000), FinalPlace(2, 3, ("Ann", "Dan"), 45)), 7
)
"""The bar of the fourth side is too short for its names, so they are drawn in its colour."""
WRITTEN = {
    "score": partial(score_sheet.draw, results.PENNY_SHEET),
    "podium": partial(podium.draw, ENDS),
}


@pytest.mark.parametrize("draw", WRITTEN.values(), ids=WRITTEN)
def test_the_fourth_side_is_written_in_its_lightened_ink(draw, monkeypatch):
    inks = set()
    text = Canvas.text

    def noted(canvas, x, y, words, size, weight, colour, *align):
        inks.add(colour)
        return text(canvas, x, y, words, size, weight, colour, *align)

    monkeypatch.setattr(Canvas, "text", noted)
    draw(THEMES["emerald"])
    assert themes.SIDE_INKS[3] in inks
    assert SIDES[3] not in inks


@EACH_THEME
def test_every_named_colour_stands_exactly_in_the_palette(look):
    named = (*palette.named_colours(), look.panel, look.line, look.seat, look.felt, look.muted)
    sheet = Image.new("RGB", (len(named), 1))
    sheet.putdata(named)
    assert list(palette.to_palette(sheet, look).convert("RGB").get_flattened_data()) == list(named)


@EACH_THEME
def test_a_palette_has_256_different_colours(look):
    assert len(set(palette.entries(look))) == 256


@EACH_THEME
def test_text_is_read_easily_on_every_ground(look):
    assert contrast(TEXT, look.panel) >= 14
    assert contrast(TEXT, look.lit) >= 7
    assert contrast(look.muted, look.panel) >= 8.8
    assert contrast(look.muted, look.lit) >= 4.5


@EACH_THEME
def test_lines_and_empty_slots_are_seen(look):
    assert contrast(look.line, look.panel) >= 3


@EACH_THEME
@pytest.mark.parametrize("side", themes.SIDE_INKS)
def test_pips_and_numbers_of_every_side_are_read_on_the_foot_of_a_meld(look, side):
    assert contrast(side, look.seat) >= 7


@EACH_THEME
@pytest.mark.parametrize("side", SIDES)
def test_every_side_is_seen_on_the_panel_and_bears_ink(look, side):
    assert contrast(side, look.panel) >= 4.5
    assert contrast(INK, side) >= 4.5


@pytest.mark.parametrize("deck", DECKS)
def test_suits_are_read_on_their_cards(deck):
    assert all(contrast(suit, themes.FACE) >= 4.5 for suit in DECKS[deck])
    assert all(contrast(suit, themes.WILD_FACE) >= 3.5 for suit in DECKS[deck])
    assert all(contrast(suit, themes.LOCKED_FACE) >= 3 for suit in DECKS[deck])


def test_canastas_are_read_on_the_ground_of_their_kind():
    for ground in (themes.NATURAL, themes.MIXED, themes.VIOLET):
        assert contrast(themes.WHITE, ground) >= 4.5
    assert contrast(themes.SEVENS_INK, themes.GOLD) >= 10
    assert contrast(themes.GOLD, themes.JOKER_GROUND) >= 7


def test_signals_are_seen_where_they_stand():
    assert contrast(INK, themes.PILL) >= 13
    assert contrast(themes.SNOW, themes.ICE) >= 9


@EACH_THEME
def test_gains_and_losses_are_read_on_the_panel(look):
    assert contrast(themes.GAIN, look.panel) >= 7
    assert contrast(themes.LOSS, look.panel) >= 7


@EACH_VISION
def test_four_suits_differ_in_every_kind_of_vision(vision):
    assert min(difference(a, b, vision) for a, b in combinations(DECKS["four"], 2)) >= 18


@EACH_VISION
def test_two_teams_differ_in_every_kind_of_vision(vision):
    assert difference(SIDES[0], SIDES[1], vision) >= 40


@EACH_VISION
def test_four_sides_differ_in_every_kind_of_vision(vision):
    assert min(difference(a, b, vision) for a, b in combinations(SIDES[:4], 2)) >= 20


def test_no_two_sides_share_a_mark():
    assert len(set(themes.MARKS)) == len(themes.MARKS) == len(SIDES)
