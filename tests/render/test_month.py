"""Tests of the poster of a month: its steps, its rows, its words."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from unittest.mock import patch

import pytest

from render.drawing.canvas import Canvas
from render.gallery import results
from render.pictures import month
from render.pictures.models import MonthPlace
from render.text.catalogue import use_language
from tests.render.images import EMERALD
from tests.render.test_legibility import LONG, drawn_on_phones

SHARED = {
    "one alone": (1, 2, 3),
    "two first": (1, 1, 3),
    "two second": (1, 2, 2),
    "all first": (1, 1, 1, 1, 1),
    "five on the steps": (1, 2, 3, 3, 3),
    "seven": (1, 1, 1, 1, 1, 1, 1),
    "two only": (1, 2),
    "two equal": (1, 1),
}


def ended(places, names=LONG[:1] * 9):
    """Return a month with members on these places."""
    steps = zip(places, names, strict=False)
    return replace(results.MONTH, places=tuple(MonthPlace(p, name, 1500) for p, name in steps))


@pytest.mark.parametrize("places", SHARED.values(), ids=SHARED)
def test_every_text_fits_with_long_names(places):
    for language, name in zip(("en", "de") * 2, (LONG[0], LONG[3], *LONG[-2:]), strict=True):
        with use_language(language):
            shown = ended(places, (name,) * len(places))
            firsts = tuple(replace(first, names=(name, name)) for first in shown.firsts)
            poster = replace(shown, firsts=firsts, server=name * 3, month="September 2026")
            assert drawn_on_phones(partial(month.draw, poster, EMERALD)) == [], name


@pytest.mark.parametrize("places", SHARED.values(), ids=SHARED)
def test_steps_are_inside_the_frame_and_the_best_is_in_the_middle(places):
    shown = ended(places).places[: month.MOST_STEPS]
    boxes = month.step_boxes(shown, 1000)
    assert all(box.x >= month.INSET and box.right <= 1100 - month.INSET for box in boxes)
    inside = sorted(boxes, key=lambda box: box.x)
    assert all(a.right < b.x for a, b in pairwise(inside))
    assert inside.index(boxes[0]) == len(boxes) // 2
    for box, place in zip(boxes, shown, strict=True):
        assert box.y == 1000 - month.STEP + month.DROPS[place.place - 1]


def test_every_first_has_a_crown_and_nobody_else():
    drawn = []
    with patch.object(month, "draw_crown", lambda *at: drawn.append(at)):
        month.draw(results.SHARED_MONTH, EMERALD)
    assert len(drawn) == 2


def test_whoever_has_no_step_is_counted_in_the_picture_and_named_in_the_alt_text():
    poster = ended((1,) * 7, [f"Member {n}" for n in range(7)])
    with patch.object(Canvas, "text", autospec=True, side_effect=Canvas.text) as text:
        month.draw(poster, EMERALD)
    written = {call.args[3] for call in text.call_args_list}
    assert "and 2 more, named above" in written
    assert "1. Member 6: 1,500." in month.alt_text(poster)


def test_the_alt_text_names_month_places_and_the_first_of_each_game():
    assert month.alt_text(results.MONTH).startswith(
        "November 2026 on The Card Room: 143 games, 31 players."
        " 1. Marguerite: 1,620. 2. BenTheBard: 1,589. 3. Ama: 1,558."
        " First of House Canasta: Marguerite, 1,640."
    )
    names = ["W" * 32] * 60
    assert len(month.alt_text(ended((1,) * 60, names))) <= month.LONGEST_ALT


def test_a_month_without_a_first_of_a_game_has_no_rows():
    short = month.draw(replace(results.MONTH, firsts=()), EMERALD)
    assert short.height < month.draw(results.MONTH, EMERALD).height - 5 * month.ROW
