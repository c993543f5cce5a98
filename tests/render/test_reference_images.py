"""Tests that pictures equal their references: a changed picture is looked at before it is
published.
"""

import pytest
from PIL import Image

from tests.render.reference_images import KEPT, changed, difference, pictures, sheet, small

TODAY = dict(pictures())
MOST_BYTES = 1_500_000


@pytest.mark.parametrize("name", TODAY)
def test_a_picture_is_as_it_was_kept(name):
    assert not changed(name, small(TODAY[name]())), (
        "python -m tests.render.reference_images --publish"
    )


def test_no_picture_is_kept_that_is_not_drawn_any_more():
    assert {path.stem for path in KEPT.glob("*.png")} == TODAY.keys()


def test_the_kept_pictures_are_light():
    assert sum(path.stat().st_size for path in KEPT.glob("*.png")) < MOST_BYTES


def test_a_single_other_pixel_is_a_change_and_so_is_another_height():
    name = next(iter(TODAY))
    today = small(TODAY[name]()).convert("RGB")
    other = today.copy()
    other.putpixel((7, 9), (1, 2, 3))
    assert difference(today, other).getbbox() == (7, 9, 8, 10)
    assert changed(name, other)
    taller = Image.new("RGB", (today.width, today.height + 5), (9, 9, 9))
    taller.paste(today, (0, 0))
    assert changed(name, taller)
    assert sheet(name, taller).height == taller.height
