"""The picture of the house that hangs in CONTRIBUTING.md is made from today's imports."""

from html import unescape

import pytest

from tests.house import rooms
from tests.house.pictures import PUBLISHED, house
from tests.house.rooms import Box, Plan
from tests.test_imports import ROOMS, ROOT

HANGING = PUBLISHED.read_text("utf-8")


def test_the_picture_of_the_house_is_what_its_command_draws_now():
    assert house() == HANGING, "python -m tests.house --publish"


def test_the_picture_hangs_in_contributing():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert f"]({PUBLISHED.relative_to(ROOT)})" in text


@pytest.mark.parametrize("package", ROOMS)
def test_every_room_is_on_the_picture(package):
    titles = {box.title for box in rooms.rooms(package).boxes.values()}
    assert {title for title in titles if f">{title}</text>" not in unescape(HANGING)} == set()


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_stands_above_all_that_it_imports(package):
    plan = rooms.rooms(package)
    floor = {key: number for number, row in enumerate(plan.floors()) for key in row}
    assert plan.arrows
    assert {(a, b) for a, b in plan.arrows if floor[a] <= floor[b]} == set()


def test_an_arrow_is_left_out_only_where_a_longer_way_implies_it():
    boxes = {key: Box(key, "") for key in "abcd"}
    arrows = frozenset({("a", "b"), ("b", "c"), ("a", "c"), ("a", "d")})
    assert Plan(boxes, arrows).drawn() == arrows - {("a", "c")}
