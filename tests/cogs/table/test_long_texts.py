"""Tests that no screen has too many characters, because a screen reader reads all of them.

The positions are extreme: a hand of sixty cards, everything melded, the longest names.
"""

from dataclasses import replace

import pytest

from cogs.hand.about_page import table_in_words_layout
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage
from cogs.narration.events import LogLine
from cogs.table.details import log_layout
from cogs.table.layout import table_layout
from engine.model.events import Discarded
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.hand.test_every_panel import SEATS, busiest, worst
from tests.cogs.support.positions import PICTURE, panel_of
from tests.simulator.messages import controls_in, texts_in

EIGHT_SEATS = "ponytail-canasta"
BARS = {"told": 2100, "about": 2600, "log": 1800, "hand": 2000, "table": 600, "plan": 450}
MORE = {EIGHT_SEATS: 650}
"""Additional characters for a text about each of eight people."""


def heard(view):
    return "\n".join(texts_in(view.to_components()))


def screens_of(slug):
    at = busiest(slug)
    yield "told", table_in_words_layout(at, 0)
    yield "about", hand_layout(panel_of(at, page=HandPage(about=True)), PICTURE)
    yield "log", log_layout(at, 0)
    yield "hand", hand_layout(panel_of(at, page=HandPage()), PICTURE)
    yield "table", table_layout(at, PICTURE)
    yield "plan", hand_layout(panel_of(worst(slug, "draw"), page=HandPage(plan=True)), PICTURE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SEATS)
def test_no_screen_takes_long_to_hear(slug, language):
    with use_language(language):
        for name, view in screens_of(slug):
            assert len(heard(view)) <= BARS[name] + MORE.get(slug, 0), name


# ---- the log, page by page


def logged(count):
    """Return a table with so many turns, and one line by a moderator among them."""
    at = busiest("house-canasta")
    step = at.game.steps[0]
    steps = tuple(
        replace(step, seq=n, seat=n % 2, events=(Discarded(n % 2, 20 + n % 20, 1 - n % 2),))
        for n in range(1, count + 1)
    )
    return replace(at, game=replace(at.game, steps=steps)), LogLine(count // 2, None, "PAUSED")


def pages(at, done):
    """Yield every page of a log, the newest first."""
    before = 0
    while True:
        view = log_layout(at, None, [done], before)
        yield heard(view).splitlines()[1:]
        older = [one for one in controls_in(view.to_components()) if one.verb == "log"]
        if not older:
            return
        before = int(older[0].custom_id.rpartition(":")[2])


def test_the_log_goes_back_page_by_page_and_leaves_nothing_out():
    at, done = logged(200)
    found = list(pages(at, done))
    assert len(found) > 3
    assert all(len("\n".join(page)) <= BARS["log"] for page in found)
    lines = [line for page in found[::-1] for line in page]
    assert len(lines) == 201
    assert lines.count("PAUSED") == 1
    assert lines.index("PAUSED") == 100


def test_a_short_log_has_one_page():
    at, done = logged(4)
    (page,) = pages(at, done)
    assert len(page) == 5


def test_a_line_too_long_for_a_page_is_cut_and_hides_no_other():
    at, _ = logged(3)
    found = list(pages(at, LogLine(2, None, "x" * 5000)))
    assert sum(len(page) for page in found) == 4
    assert all(len("\n".join(page)) <= 2 * BARS["log"] for page in found)
