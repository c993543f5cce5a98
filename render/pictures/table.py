"""The public picture of a table: the status bar, then each side below it.

The picture uses only the public part of a view. Nothing here may read the viewer's hand.
"""

from dataclasses import replace
from typing import Final

from PIL import Image

from engine.model.view import View
from render.drawing import bands
from render.drawing.bands import Band, DrawContext, EmptyBand
from render.drawing.themes import DeckName, Theme
from render.text import display_names
from render.text.alt_text import MeldNews, table_text
from render.text.catalogue import current_language
from render.widgets import contract_panels, side_panel
from render.widgets.meld_stacks import StackSize
from render.widgets.seats import TableNames
from render.widgets.status_bar import status_bar

TALLEST: Final = 1792
"""Most pixels of height. A picture that would be taller has smaller melds, closer together."""
LAYS: Final = (
    *((118, 10), (118, 8), (108, 8), (95, 8), (95, 6), (87, 6), (78, 6), (78, 5), (78, 4)),
    *((72, 4), (66, 3)),
)
"""Sizes of melds in pixels, from roomy to crowded: width of cards, and step of their edges."""
NARROW: Final = 220
"""Pixels of room for a name in a seat that also shows needs, dealer and tag."""
HEAVY: Final = 97_000
"""Bytes that a table's picture should not exceed, to stay below 100 kB."""


def draw(view: View, company: TableNames, theme: Theme, deck: DeckName = "four") -> Image.Image:
    """Draw a table."""
    return bands.image(bands_of(view, company), paint(view, theme, deck))


def png(view: View, company: TableNames, theme: Theme, deck: DeckName = "four") -> bytes:
    """Return a table as PNG bytes, with cached bands."""
    return bands.png(bands_of(view, company), paint(view, theme, deck), HEAVY)


def alt_text(view: View, company: TableNames) -> str:
    """Return the alt text of the public picture, at most 1,024 characters."""
    return table_text(view, company.names, MeldNews(company.added, company.made))


def paint(view: View, theme: Theme, deck: DeckName) -> DrawContext:
    """Return the settings that all bands in a picture of this view share."""
    return DrawContext(theme, deck, view.values.wild_ranks, current_language())


def bands_of(view: View, company: TableNames) -> tuple[Band, ...]:
    """Return the bands of a table from top to bottom."""
    shown = drawable_names(view, company)
    if view.contract:
        ask = contract_panels.contract_text(view.contract)
        return bands.with_margins(
            (status_bar(view, shown), ask, *contract_panels.all_panels(view, shown))
        )
    for lay in meld_layouts(view):
        found = bands.with_margins((status_bar(view, shown), *zones(view, shown, lay)))
        if bands.height_of(found) <= TALLEST:
            break
    return found


def drawable_names(view: View, company: TableNames) -> TableNames:
    """Return the names made drawable, and still different after a cut in a narrow seat."""
    shown = display_names.distinct_names(
        display_names.display_names(company.names, len(view.seats)), NARROW, 42, 700
    )
    return replace(company, names=shown, fitting=frozenset())


def meld_layouts(view: View) -> list[StackSize]:
    """Return sizes of melds, roomy first, none wider than the rows allow."""
    most = side_panel.widest_cards(view)
    return list(dict.fromkeys(StackSize(min(width, most), step) for width, step in LAYS))


def zones(view: View, company: TableNames, lay: StackSize) -> list[Band]:
    """Return the bands of every side, each after a gap."""
    return [
        band
        for side in view.sides
        for band in (EmptyBand(), *side_panel.bands(view, company, side, lay))
    ]
