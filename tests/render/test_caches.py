"""Bounded caches: a bot that runs for months keeps its size."""

import importlib
import pkgutil

import pytest

import render
from render.canvas import faces, pens

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
UNBOUNDED_BY_NATURE = {"render.canvas.shapes.strokes"}


def test_the_caches_are_found():
    assert {
        "render.canvas.faces.card",
        "render.canvas.fonts.written",
        "render.canvas.bands.strip",
    } <= CACHED.keys()


@pytest.mark.parametrize("name", sorted(CACHED.keys() - UNBOUNDED_BY_NATURE))
def test_every_cache_is_bounded(name):
    assert CACHED[name].cache_parameters()["maxsize"] is not None


def test_there_are_seven_card_widths_and_no_other():
    assert len(pens.WIDTHS) == 7
    with pytest.raises(ValueError, match="no card is 77 pixels wide"):
        faces.card(0, 77, wild=False)
