"""Tests of bounded caches: the memory of a bot that runs for months does not grow."""

import importlib
import pkgutil
from unittest.mock import Mock

import pytest

import render
from render.drawing import bands, card_faces, card_pen
from render.drawing.canvas import SCALE, PackedImage
from render.drawing.indexed_canvas import TILES
from render.drawing.pixel_cache import PixelCache
from render.gallery import house_canasta
from render.pictures import table
from tests.render.images import COMPANY, EMERALD
from tests.support.each import each

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(render.__path__, "render.")
    if not found.name.endswith("__main__")
]
CACHED = {
    f"{module.__name__}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if hasattr(value, "cache_parameters") and value.__module__ == module.__name__
}
UNBOUNDED_BY_NATURE = {"render.drawing.stencils.strokes"}


def test_the_caches_are_found():
    assert {
        "render.drawing.card_faces.card_on",
        "render.drawing.fonts.text_stencil",
        "render.drawing.bands.recompressed",
    } <= CACHED.keys()


@each(sorted(CACHED.keys() - UNBOUNDED_BY_NATURE))
def test_every_cache_is_bounded(name):
    assert CACHED[name].cache_parameters()["maxsize"] is not None


def test_there_are_seven_card_widths_and_no_other():
    assert len(card_pen.WIDTHS) == 7
    with pytest.raises(ValueError, match="no card is 77 pixels wide"):
        card_faces.card_on(0, 77, wild=False)


def filled(limit, tables, rounds=1):
    """Draw tables of ten bands in turns. Return how many the last round drew, and the cache."""
    cache, draw = PixelCache[int](limit, lambda size: size), Mock(return_value=1)
    for _ in range(rounds):
        draw.reset_mock()
        for key in range(tables * 10):
            cache.get(key, draw)
    return draw.call_count, cache


def test_a_value_is_drawn_once_and_has_its_own_key():
    cache = PixelCache[str](100, len)
    assert cache.get("a", str.upper, "x") == "X"
    assert cache.get("a", str.upper, "y") == "X"
    assert cache.get("b", str.upper, "y") == "Y"


def test_the_pixels_in_a_cache_stay_within_its_bytes():
    drawn, cache = filled(50, 10)
    assert (drawn, cache.size) == (100, 50)
    cache.clear()
    assert cache.size == 0


def test_a_limit_that_is_lowered_holds_from_the_next_picture_on():
    _, cache = filled(100, 10)
    cache.limit = 30
    cache.get("another", lambda: 1)
    assert cache.size == 30


def test_whatever_was_used_last_is_evicted_least():
    _, cache = filled(100, 10)
    for round_ in range(100):
        cache.get(0, lambda: pytest.fail("the entry in use was evicted"))
        cache.get(("new", round_), lambda: 1)


def test_a_few_tables_too_many_cost_a_part_of_the_pictures_and_not_all():
    """With strict LRU, every band of every picture would be drawn again."""
    fitting, _ = filled(200, 20, rounds=8)
    slightly, _ = filled(200, 22, rounds=8)
    far, _ = filled(200, 60, rounds=8)
    assert fitting == 0
    assert 20 < slightly < 110
    assert far > 500


def test_the_caches_of_bands_and_their_tiles_count_bytes():
    bands.STRIPS.clear()
    TILES.clear()
    sent = table.png(house_canasta.four(), COMPANY, EMERALD)
    assert len(sent) * 0.8 < bands.STRIPS.size < len(sent) + 20_000
    assert 0 < TILES.size < TILES.limit


def test_a_cached_card_has_its_opaque_rows_packed():
    """Otherwise the cards that every process draws at its first game would take 35 MB."""
    sprite = card_faces.card_on(17, 200, wild=False)
    opaque = [image for image, mask in sprite.parts if mask is None]
    assert sum(image.height for image in opaque) > 0.8 * sprite.size[1]
    assert all(isinstance(image, PackedImage) for image in opaque)


def test_a_packed_card_has_the_pixels_that_were_drawn():
    drawn = card_faces.drawn_card(17, 200, wild=False).image.reduce(SCALE)
    sprite = card_faces.card_on(17, 200, wild=False)
    assert sprite.whole().convert("RGB").tobytes() == drawn.tobytes()
