"""Tests of `IndexedCanvas`, whose rows become the PNG of a band."""

from render.drawing import bands
from render.drawing.indexed_canvas import STRIDE
from render.pictures import table
from tests.render.images import COMPANY, EMERALD, TABLES


def test_the_rows_of_a_band_contain_what_was_pasted():
    view = TABLES["house two"]
    for band in table.bands_of(view, COMPANY):
        canvas = bands.draw_band(band, table.paint(view, EMERALD, "four"))
        rows = bytes(canvas.rows)
        starts = range(0, band.height * STRIDE, STRIDE)
        assert {rows[at] for at in starts} == {0}  # PNG's filter bytes
        assert b"".join(rows[at + 1 : at + STRIDE] for at in starts) == canvas.image.tobytes()
