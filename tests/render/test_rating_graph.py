"""Tests of the graph of a member's rating over time."""

from dataclasses import replace

from PIL import Image

from render.drawing.geometry import Box
from render.drawing.themes import PILL
from render.gallery.results import MEMBER
from render.pictures import member_card
from render.pictures import rating_graph as course
from render.pictures.models import GraphPoint
from tests.render.images import EMERALD


def course_of(*points: tuple[float, int]) -> tuple[GraphPoint, ...]:
    return tuple(GraphPoint(at, rating) for at, rating in points)


def drawn(ratings: tuple[GraphPoint, ...] = MEMBER.course) -> Image.Image:
    return member_card.draw(replace(MEMBER, course=ratings), EMERALD)


def gold(picture: Image.Image) -> int:
    """Return how many pixels have the line's colour."""
    return list(picture.get_flattened_data()).count(PILL)


def test_one_rating_makes_no_line():
    alone = drawn(MEMBER.course[:1])
    assert alone.height < drawn().height
    assert course.alt_text(replace(MEMBER, course=MEMBER.course[:1])) == ""


def test_time_runs_to_scale():
    scale = course.rating_scale(
        Box(0, 0, 1000, 400), replace(MEMBER, course=course_of((0, 1), (90, 2), (100, 3)))
    )
    (left, _), (near, _), (right, _) = (scale.point(at, n) for at, n in ((0, 1), (90, 2), (100, 3)))
    assert (near - left) == round(0.9 * (right - left))


def test_games_of_one_moment_stand_upright():
    scale = course.rating_scale(
        Box(0, 0, 1000, 400), replace(MEMBER, course=course_of((5, 1000), (5, 1100)))
    )
    assert scale.point(5, 1000)[0] == scale.point(5, 1100)[0] == scale.plot.right


def test_small_changes_do_not_look_like_mountains():
    flat = replace(MEMBER, course=course_of((0, 1589), (9, 1590)))
    scale = course.rating_scale(Box(0, 0, 1000, 400), flat)
    assert scale.high - scale.low >= course.LEAST_SPAN - 1


def test_games_are_dots_while_they_can_be_told_apart():
    many = course_of(*((float(n), 1500 + n % 2) for n in range(course.MOST_DOTS + 1)))
    assert gold(drawn(many[:-1])) > gold(drawn(many))


def test_the_words_say_where_it_began_and_stands():
    assert course.alt_text(MEMBER).startswith(
        "Rating over time: 1,020 on 21 Sep, now 1,589; highest 1,604, lowest"
    )
