"""The public picture of a table: the status bar, then each side below it.

It uses only the public part of a view. Nothing here may read the viewer's hand.
"""

from typing import Final

from PIL import Image

from engine.model.view import View
from render.canvas import bands
from render.canvas.bands import Band, Paint, Space
from render.canvas.theme import DeckName, Theme
from render.felt import contract, sides
from render.felt.cockpit import cockpit
from render.felt.people import Company
from render.felt.stacks import StackSize
from render.text import names, words
from render.text.catalogue import spoken

TALLEST: Final = 1760
"""Height limit in pixels. Melds move closer and get smaller before a picture exceeds it."""
LAYS: Final = (
    *((118, 10), (118, 8), (108, 8), (95, 8), (95, 6), (87, 6), (78, 6), (78, 5), (78, 4)),
    *((72, 4), (66, 3)),
)
"""Width of meld cards and step of their edges in pixels, from roomy to crowded."""
NARROW: Final = 220
"""Pixels for a name in a seat that also shows needs, dealer and tag."""
HEAVY: Final = 97_000
"""Bytes. A table should stay below 100 kB."""


def draw(view: View, company: Company, theme: Theme, deck: DeckName = "four") -> Image.Image:
    """Draw a table."""
    return bands.image(bands_of(view, company), paint(view, theme, deck))


def png(view: View, company: Company, theme: Theme, deck: DeckName = "four") -> bytes:
    """Return a table as PNG bytes, with cached bands."""
    return bands.png(bands_of(view, company), paint(view, theme, deck), HEAVY)


def alt_text(view: View, company: Company) -> str:
    """Return the alt text of the public picture, at most 1,024 characters."""
    return words.table(view, company.names, company.added)


def paint(view: View, theme: Theme, deck: DeckName) -> Paint:
    """Return the settings that all bands of a picture of this view share."""
    return Paint(theme, deck, view.values.wild_ranks, spoken())


def bands_of(view: View, company: Company) -> tuple[Band, ...]:
    """Return the bands of a table from top to bottom."""
    shown = known(view, company)
    if view.contract:
        ask = contract.ask(view.contract)
        return bands.framed((cockpit(view, shown), ask, *contract.everybody(view, shown)))
    for lay in lays(view):
        found = bands.framed((cockpit(view, shown), *zones(view, shown, lay)))
        if bands.height_of(found) <= TALLEST:
            break
    return found


def known(view: View, company: Company) -> Company:
    """Return the names made drawable, and still different if cut in a narrow seat."""
    shown = names.told_apart(names.shown(company.names, len(view.seats)), NARROW, 42, 700)
    return Company(shown, company.faces, company.added, company.thrower)


def lays(view: View) -> list[StackSize]:
    """Return sizes of melds, roomy first, none wider than the rows allow."""
    most = sides.widest(view)
    return list(dict.fromkeys(StackSize(min(width, most), step) for width, step in LAYS))


def zones(view: View, company: Company, lay: StackSize) -> list[Band]:
    """Return the bands of every side, each after a gap."""
    return [
        band for side in view.sides for band in (Space(), *sides.bands(view, company, side, lay))
    ]
