"""Tests of texts on pictures: none leaves its picture, and none covers another."""

from dataclasses import replace

import pytest

import engine
from render.drawing.canvas import Canvas
from render.drawing.themes import DECKS, THEMES
from render.pictures import score_sheet, table_with_hand
from render.pictures.models import ScoreSheet, SheetSide
from render.text.catalogue import LANGUAGES, Catalogue, use_language
from render.widgets import contract_panels
from render.widgets.seats import TableNames
from tests.render.images import DRAWERS, EMERALD
from tests.render.text_boxes import watching


def faults(draw):
    with watching() as pictures:
        draw()
    assert pictures
    return [fault for picture in pictures for fault in picture.faults()]


@pytest.mark.parametrize("name", DRAWERS)
def test_words_of_the_samples_stand_apart(name):
    assert faults(lambda: DRAWERS[name](EMERALD)) == []


def sheet(sides, points):
    items = {"canastas": points, "cards": -points, "hands": points, "grab": 100}
    if sides > MOST_SIDES:
        items = {"caught": points, "paid": 11}
    each = tuple(SheetSide(n, ("W" * 32,), items, points, points) for n in range(sides))
    return ScoreSheet(1, 50_000, each, ((points,) * sides,))


MOST_SIDES = 5
"""The largest number of sides in a canasta."""
# Contract rummies, for up to eight, count few points; no canasta has more than five sides.
SHEETS = [(n, points) for n in range(2, 9) for points in (95, -4995)]
SHEETS += [(n, points) for n in range(2, 6) for points in (10_515, -123_455)]


@pytest.mark.parametrize("sides,points", SHEETS)
def test_figures_of_a_score_sheet_stand_apart(sides, points):
    assert faults(lambda: score_sheet.draw(sheet(sides, points), EMERALD)) == []


def test_a_target_is_written_once_beside_its_line():
    with watching() as pictures:
        score_sheet.draw(replace(sheet(2, 5000), history=((10, 20), (5000, 5000))), EMERALD)
    assert [one.text for one in pictures[0].written].count("50,000") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_of_a_hand_leaves_room_for_everything_it_may_say(language):
    table = engine.from_position(
        {"game": "ponytail-canasta", "seats": 4, "feet": ["4C 5D"] * 4, "scores": [30_000, 0]}
        | {"hands": ["2S 2H Jo AS KS " * 20, "4C", "4C", "4C"]}
    )
    with use_language(language):
        assert (
            faults(lambda: table_with_hand.draw(engine.view(table, 0), TableNames("ABCD"), EMERALD))
            == []
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
@pytest.mark.parametrize("number", range(1, 8))
def test_what_a_first_down_asks_for_is_read_to_its_end(number, game, language):
    table = engine.from_position({"game": game, "seats": 2, "round": number})
    asked = engine.view(table, None).contract
    assert asked is not None
    with use_language(language), watching() as pictures:
        line = contract_panels.contract_text(asked)
        line.draw(Canvas(EMERALD, line.height))
    words, limit = (one.text for one in pictures[0].written)
    assert words == line.words
    assert limit in {line.limit, line.short}


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_are_called_alike_in_a_hand_and_on_the_table(language):
    texts = Catalogue.load(language).texts
    assert texts["table.points"] == texts["hand.points"]


@pytest.mark.parametrize("x,y", [(20, 20), (-5, 100), (1090, 100), (60, 390)])
def test_words_that_cover_others_or_leave_the_picture_are_found(x, y):
    def draw():
        canvas = Canvas(THEMES["emerald"], 400)
        canvas.text(10, 20, "Ann", 30, 700, DECKS["four"][0])
        canvas.text(x, y, "Ben", 30, 700, DECKS["four"][0])

    assert len(faults(draw)) == 1
