"""Tests of the status bar: the piles, and the lines of text next to them."""

from dataclasses import replace

import pytest

from render.drawing import palette
from render.drawing.bands import DrawContext
from render.drawing.themes import TEXT, THEMES, mix
from render.gallery import house_canasta
from render.gallery.builders import NAMES
from render.text.catalogue import use_language
from render.widgets import night_sky, piles
from render.widgets.seats import TableNames
from render.widgets.status_bar import status_bar
from tests.render.images import draw_band
from tests.render.text_boxes import watching


def bar(theme="emerald", names=NAMES, **more):
    """Return a table's status bar and the texts on the bar."""
    view = replace(house_canasta.four(), **more)
    with watching() as pictures:
        picture = draw_band(
            status_bar(view, TableNames(names, thrower=0)), DrawContext(THEMES[theme])
        )
    return picture, pictures[0].written


@pytest.mark.parametrize("language,word", [("en", "discarded by"), ("de", "abgeworfen von")])
def test_the_bar_says_who_threw_the_top_card(language, word):
    with use_language(language):
        said = [one.text for one in bar()[1]]
    assert said.index(word) + 1 == next(n for n, one in enumerate(said) if NAMES[0] in one)


def test_a_shortened_game_shows_its_last_round_in_place_of_the_target():
    texts = {
        is_short: [one.text for one in bar(round=3, last_round=4, is_shortened=is_short)[1]]
        for is_short in (False, True)
    }
    assert {"Round 3", "to 7,500"} <= {*texts[False]}
    assert "Round 3 of 4" in texts[True]
    assert not [text for text in texts[True] if text.startswith("to ")]


def test_the_numbers_of_the_piles_are_below_their_cards():
    stock, pile = (one for one in bar()[1] if one.text in ("35", "5"))
    assert stock.top > piles.STOCK.bottom
    assert pile.top > piles.PILE.bottom


def test_the_top_card_lies_askew_and_always_at_the_same_angle():
    alone = bytes((5,))  # Without other cards below it.
    first, other = bar(pile=alone)[0], bar(pile=alone, stock=34)[0]
    whole = (piles.PILE.x - 30, 0, piles.PILE.right + 30, 290)
    assert first.crop(whole) == other.crop(whole)
    left, right = (
        next(y for y in range(200) if first.getpixel((x, y)) == (252, 249, 242))
        for x in (piles.PILE.x + 30, piles.PILE.right - 40)
    )
    assert left < right


@pytest.mark.parametrize("count", [1, 2, 3, 4, 40])
def test_as_many_cards_are_below_the_top_one_as_lie_there_but_three_at_most(count):
    few, one_more = (bar(pile=bytes(5 for _ in range(n)))[0] for n in (count, count + 1))
    cards = (piles.PILE.x - 30, 0, piles.PILE.right + 30, 270)
    assert (few.crop(cards) == one_more.crop(cards)) == (count >= 4)


@pytest.mark.parametrize("theme", THEMES)
def test_only_midnight_has_a_moon(theme):
    picture, _ = bar(theme, names=["Al"] * 4)
    look = THEMES[theme]
    entry = palette.numbers(look)[mix(look.felt, TEXT, night_sky.MOONLIGHT)]
    moon = palette.entries(look)[entry]
    at = (night_sky.MOON.right - 6, night_sky.MOON.centre + 8)
    assert (picture.getpixel(at) == moon) == (theme == "midnight")


def test_the_moon_is_not_behind_words():
    picture, said = bar("midnight", names=["W" * 30] * 4)
    assert max(one.right for one in said) > night_sky.MOON.x
    moon = mix(THEMES["midnight"].felt, TEXT, night_sky.MOONLIGHT)
    colours = {pixel for _, pixel in picture.getcolors(1 << 20)}
    assert moon not in colours


def test_no_star_is_behind_words():
    _, said = bar("midnight", names=["W" * 30] * 4)
    for x, y, size in night_sky.STARS:
        half = size / 2
        for one in said:
            beside = x + half < one.left or x - half > one.right
            assert beside or y + half < one.top or y - half > one.bottom, (x, y, one)
