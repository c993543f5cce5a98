"""Tests of `IndexedCanvas`, whose rows become the PNG of a band."""

from dataclasses import replace
from itertools import product

import pytest

from render.drawing import bands
from render.drawing.canvas import Canvas
from render.drawing.indexed_canvas import STRIDE, TILES, IndexedCanvas
from render.drawing.themes import THEMES
from render.pictures import table
from render.text.catalogue import LANGUAGES, use_language
from tests.render.images import COMPANY, EMERALD, TABLES


def test_the_rows_of_a_band_contain_what_was_pasted():
    view = TABLES["house two"]
    for band in table.bands_of(view, COMPANY):
        canvas = bands.draw_band(band, table.paint(view, EMERALD, "four"))
        rows = bytes(canvas.rows)
        starts = range(0, band.height * STRIDE, STRIDE)
        assert {rows[at] for at in starts} == {0}  # PNG's filter bytes
        assert b"".join(rows[at + 1 : at + STRIDE] for at in starts) == canvas.image.tobytes()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_parts_that_were_drawn_before_look_like_new_ones(theme, monkeypatch):
    companies = (COMPANY, replace(COMPANY, made=frozenset(range(1, 30, 2))))

    def drawn():
        for language, company, view in product(LANGUAGES, companies, TABLES.values()):
            with use_language(language):
                paint = table.paint(view, theme, "four")
                for band in table.bands_of(view, company):
                    yield bytes(bands.draw_band(band, paint).rows)

    TILES.clear()
    first, again = [*drawn()], [*drawn()]
    monkeypatch.setattr(IndexedCanvas, "shared", Canvas.shared)
    assert first == [*drawn()] == again
