"""Tests of the panels of contract rummy."""

from dataclasses import replace

import pytest

import engine
from engine.model.view import Contract
from render.drawing.bands import DrawContext
from render.gallery import contract_rummy
from render.gallery.builders import meld
from render.text.alt_text import limit_words
from render.text.catalogue import LANGUAGES, Catalogue, format_number, use_language
from render.widgets import contract_panels
from tests.render.images import COMPANY, EMERALD, draw_band
from tests.render.text_boxes import watching


def scored(players, *scores):
    """Return a view in which the first players have so many points."""
    view = contract_rummy.ten_pennies(players)
    given = (*scores, *(0 for _ in view.sides))
    return replace(
        view,
        sides=tuple(
            replace(side, score=score) for side, score in zip(view.sides, given, strict=False)
        ),
    )


def written(bands):
    """Return the words on some bands, by band."""
    with watching() as pictures:
        for band in bands:
            draw_band(band, DrawContext(EMERALD))
    return [[one.text for one in picture.written] for picture in pictures]


def laid(view, count):
    """Return a view in which the first player has so many sets."""
    ranks = "456789TJQKA23"[:count]
    sets = tuple(
        replace(meld(place, 0, 0, f"{rank}S {rank}H {rank}D"), kind="set")
        for place, rank in enumerate(ranks)
    )
    return replace(view, melds=sets)


def test_the_only_opponent_has_a_panel_as_wide_as_ones_own():
    view = contract_rummy.ten_pennies(2)
    (other,) = contract_panels.other_panels(view, COMPANY, 1)
    assert other.boxes == (
        replace(contract_panels.own_panel(view, COMPANY, 1).boxes[0], height=other.height - 12),
    )


@pytest.mark.parametrize("seats", [3, 8])
def test_several_opponents_have_panels_side_by_side(seats):
    bands = contract_panels.other_panels(contract_rummy.ten_pennies(seats), COMPANY, 0)
    assert not any(band.wide for band in bands)


@pytest.mark.parametrize("count,width", [(0, 104), (7, 104), (8, 95), (9, 78), (10, 104)])
def test_sets_in_a_wide_panel_are_narrower_before_one_stands_alone_in_a_second_row(count, width):
    panel = contract_panels.own_panel(laid(contract_rummy.ten_pennies(2), count), COMPANY, 0)
    assert panel.lay.width == width
    assert panel.rows(panel.lay) == (2 if count > 9 else 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("points", [0, 195, 240, 995])
def test_points_have_their_word_in_every_panel(points, language):
    with use_language(language):
        word = Catalogue.load().words("table.points")
        view = scored(4, *(points,) * 4)
        for words in written(contract_panels.all_panels(view, COMPANY)):
            assert words.count(format_number(points)) == words.count(word) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("points", [0, 240, 1085, 1995])
def test_points_have_their_word_in_a_wide_panel_however_many_they_are(points, language):
    with use_language(language):
        (words,) = written([contract_panels.own_panel(scored(2, points), COMPANY, 0)])
        assert format_number(points) in words
        assert Catalogue.load().words("table.points") in words


def asked(game, number) -> Contract:
    """Return the first-down of a round."""
    found = engine.view(engine.from_position({"game": game, "seats": 2, "round": number}), None)
    assert found.contract is not None
    return found.contract


@pytest.mark.parametrize(
    "number,limit,drawn_as",
    [
        (4, "at most 2 wild cards in it", "up to 2 wild (jokers)"),
        (5, "at most 2 wild cards of each kind in each", "up to 2 of each wild in each (2 A Jo)"),
        (7, "at most 3 wild cards of each kind in it", "up to 3 of each wild (2 A Jo)"),
    ],
)
def test_where_each_wild_rank_has_a_limit_of_its_own_words_and_picture_say_so(
    number, limit, drawn_as
):
    wanted = asked("ten-pennies-online", number)
    assert limit_words(wanted) == limit
    assert drawn_as in written([contract_panels.contract_text(wanted)])[0]


def test_where_all_wild_cards_share_one_limit_no_kinds_are_told():
    assert limit_words(asked("ten-pennies", 5)) == "at most 2 wild cards in each"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
def test_no_limit_of_wild_cards_is_cut_in_its_picture(game, number, language):
    with use_language(language):
        line = contract_panels.contract_text(asked(game, number))
        assert {line.limit, line.short} & {*written([line])[0]}
