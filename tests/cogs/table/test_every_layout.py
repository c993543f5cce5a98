"""Tests that the bot can show every reachable position: pictures, alt texts and pages.

`python -m tests.soak.layouts` checks thousands of positions, and all their pages.
"""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render.renderer import Renderer
from tests.cogs.support.layouts import glances, screens, wrong_with
from tests.cogs.support.random_tables import scenes
from tests.cogs.table.test_long_texts import heard
from tests.render.text_boxes import watching
from tests.support.strategies import SEATINGS, journey

LONGEST = 140
MOMENTS, PAGES = 2, 4
EXAMPLES = max(1, settings().max_examples // 60)


BAR = 1400
BARS = {"panel": 3300, "told": 2700, "log": 1950, "tables": 2000, "replay": 2600, "shared": 2600}
"""Most characters of the longest text of a screen: of most screens, and of lists."""


def bar(name):
    return BARS.get(re.split(r"[ ,]", name)[0], BAR)


@pytest.fixture(scope="module")
def artist():
    drawing = Renderer()
    yield drawing
    drawing.close()


@pytest.mark.parametrize("game,seats", SEATINGS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES)
async def test_every_screen_of_a_reached_position_can_be_made(artist, game, seats, seed):
    random = Random(f"{game} {seats} {seed}")  # Each table takes another course.
    first, *others = scenes(journey(random, LONGEST, (game, seats)), random, MOMENTS)
    with watching() as pictures:
        made = await screens(replace(first, pages=PAGES), artist)
        for scene in others:
            made += await glances(scene, artist)
    for screen in made:
        assert wrong_with(screen, wholly=screen is made[0]) == [], screen.name
        assert len(heard(screen.view)) <= bar(screen.name), screen.name
    assert [fault for picture in pictures for fault in picture.faults()] == []
