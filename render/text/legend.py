"""The legend: the meaning of the signs on pictures, for the signs that a game can show."""

from collections.abc import Callable
from typing import Final

from engine.model.view import View
from render.text.catalogue import Catalogue


def is_canasta(view: View) -> bool:
    """Whether players of the game take the whole pile, and melds become canastas."""
    return view.takes == "pile"


def needs_kinds(view: View) -> bool:
    """Whether going out needs certain kinds of canastas."""
    return any(need.kind != "any" for side in view.sides for need in side.needs)


def needs_any(view: View) -> bool:
    """Whether going out needs canastas of any kind."""
    of_sides = (need for side in view.sides for need in side.needs)
    of_seats = (need for seat in view.seats for need in seat.needs)
    return any(need.kind == "any" for need in (*of_sides, *of_seats))


def always(view: View) -> bool:
    del view
    return True


def has_sides(view: View) -> bool:
    """Whether several players share a side, so that sides have names."""
    return any(len(side.seats) > 1 for side in view.sides)


SIGNS: Final[tuple[tuple[str, Callable[[View], bool]], ...]] = (
    ("turn", always),
    ("cards", always),
    ("dealer", always),
    ("sides", has_sides),
    ("stock", always),
    ("frozen", is_canasta),
    ("offered", lambda view: view.buys),
    ("opens", is_canasta),
    ("stack", always),
    ("goal", is_canasta),
    ("canastas", is_canasta),
    ("sevens", lambda view: any(n.kind == "sevens" for side in view.sides for n in side.needs)),
    ("kinds", needs_kinds),
    ("any", needs_any),
    ("red_threes", is_canasta),
    ("foot", lambda view: view.packet == "foot"),
    ("pony", lambda view: view.packet == "pony"),
    ("pennies", lambda view: view.buys),
    ("wild", always),
    ("new", is_canasta),
    ("new_or_taken", lambda view: view.takes == "upcard"),
    ("locked", lambda view: bool(view.locked)),
    ("plus", always),
)
"""Keys of the signs, each with a test whether a game shows it."""


def legend(view: View) -> tuple[str, ...]:
    """Return one line for each sign that this game can show: its look and its meaning."""
    words = Catalogue.load().words
    return tuple(words(f"legend.{sign}") for sign, shows in SIGNS if shows(view))
