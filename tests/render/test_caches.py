"""Tests of bounded caches: the memory of a bot that runs for months does not grow."""

import importlib
import pkgutil

import pytest

import render
from render.drawing import card_faces, card_pen

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
        "render.drawing.bands.compressed_strip",
    } <= CACHED.keys()


@pytest.mark.parametrize("name", sorted(CACHED.keys() - UNBOUNDED_BY_NATURE))
def test_every_cache_is_bounded(name):
    assert CACHED[name].cache_parameters()["maxsize"] is not None


def test_there_are_seven_card_widths_and_no_other():
    assert len(card_pen.WIDTHS) == 7
    with pytest.raises(ValueError, match="no card is 77 pixels wide"):
        card_faces.card_on(0, 77, wild=False)
