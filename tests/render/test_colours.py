"""The figures that the style guide promises, computed."""

from functools import partial
from itertools import combinations

import pytest
from PIL import Image

from render.canvas import palette, theme
from render.canvas.canvas import Canvas
from render.canvas.theme import DECKS, INK, MUTED, SIDES, TEXT, THEMES
from render.samples import results
from render.scenes import podium, score
from render.scenes.sheets import FinalPlace, Finished
from tests.render.colour_vision import VISIONS, contrast, difference

EACH_THEME = pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
EACH_VISION = pytest.mark.parametrize("vision", VISIONS)


def test_the_difference_of_colours_is_that_of_the_published_examples():
    assert difference((255, 255, 255), (0, 0, 0)) == pytest.approx(100, abs=0.1)
    assert difference((255, 0, 0), (0, 255, 0)) == pytest.approx(86.6, abs=0.3)
    assert difference((0, 0, 255), (0, 0, 255)) == 0


def test_the_contrast_of_black_and_white_is_twenty_one():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21, abs=0.01)


ENDS = Finished((FinalPlace(1, 3, ("Ann",), 45), FinalPlace(2, 0, ("Ben",), 60)), 7)
WRITTEN = {
    "score": partial(score.draw, results.PENNY_SHEET),
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
    assert theme.SIDE_INKS[3] in inks
    assert SIDES[3] not in inks


@EACH_THEME
def test_every_named_colour_stands_exactly_in_the_palette(look):
    named = (*palette.named(), look.panel, look.line, look.seat, look.felt)
    sheet = Image.new("RGB", (len(named), 1))
    sheet.putdata(named)
    assert list(palette.indexed(sheet, look).convert("RGB").get_flattened_data()) == list(named)


@EACH_THEME
def test_a_palette_has_256_different_colours(look):
    assert len(set(palette.entries(look))) == 256


@EACH_THEME
def test_text_is_read_easily_on_every_ground(look):
    assert contrast(TEXT, look.panel) >= 14
    assert contrast(TEXT, look.lit) >= 7
    assert contrast(MUTED, look.panel) >= 8.8
    assert contrast(MUTED, look.lit) >= 4.5


@EACH_THEME
def test_lines_and_empty_slots_are_seen(look):
    assert contrast(look.line, look.panel) >= 3


@EACH_THEME
@pytest.mark.parametrize("side", SIDES)
def test_every_side_is_seen_on_the_panel_and_bears_ink(look, side):
    assert contrast(side, look.panel) >= 4.5
    assert contrast(INK, side) >= 4.5


@pytest.mark.parametrize("deck", DECKS)
def test_suits_are_read_on_their_cards(deck):
    assert all(contrast(suit, theme.FACE) >= 4.5 for suit in DECKS[deck])
    assert all(contrast(suit, theme.WILD_FACE) >= 3.5 for suit in DECKS[deck])
    assert all(contrast(suit, theme.LOCKED_FACE) >= 3 for suit in DECKS[deck])


def test_canastas_are_read_on_the_ground_of_their_kind():
    for ground in (theme.NATURAL, theme.MIXED, theme.VIOLET):
        assert contrast(theme.WHITE, ground) >= 4.5
    assert contrast(theme.SEVENS_INK, theme.GOLD) >= 10
    assert contrast(theme.GOLD, theme.JOKER_GROUND) >= 7


def test_signals_are_seen_where_they_stand():
    assert contrast(INK, theme.PILL) >= 13
    assert contrast(theme.SNOW, theme.ICE) >= 9
    assert contrast(theme.NEW_RING, theme.FACE) >= 3


@EACH_THEME
def test_gains_and_losses_are_read_on_the_panel(look):
    assert contrast(theme.GAIN, look.panel) >= 7
    assert contrast(theme.LOSS, look.panel) >= 7


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
    assert len(set(theme.MARKS)) == len(theme.MARKS) == len(SIDES)
