"""The picture of a table with the viewer's own hand.

Other sides are at the top, then the status bar, the viewer's side and the hand. So the pile, the
viewer's melds and the hand are next to each other. Other players appear exactly as in the public
picture.
"""

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

from PIL import Image

from engine.model.view import View
from render.drawing import bands
from render.drawing.bands import Band, EmptyBand
from render.drawing.canvas import TALLEST
from render.drawing.themes import DeckName, Theme
from render.pictures import hand, table
from render.text.alt_text import MeldNews, table_and_hand_text
from render.text.hand_order import Order, fitting_melds
from render.widgets import contract_panels, side_panel
from render.widgets.meld_stacks import StackSize
from render.widgets.seats import TableNames
from render.widgets.status_bar import status_bar

HEAVY: Final = 129_000
"""Bytes that this picture should not exceed, to stay below 130 kB."""


def draw(
    view: View,
    company: TableNames,
    theme: Theme,
    deck: DeckName = "four",
    order: Order = "rank",
) -> Image.Image:
    """Draw the picture. Raises `ValueError` for a view without a viewer."""
    return bands.image(bands_of(view, company, deck, order), table.paint(view, theme, deck))


def png(
    view: View,
    company: TableNames,
    theme: Theme,
    deck: DeckName = "four",
    order: Order = "rank",
) -> bytes:
    """Return the picture as PNG bytes, with cached bands.

    Raises `ValueError` for a view without a viewer.
    """
    found = bands_of(view, company, deck, order)
    return bands.png(found, table.paint(view, theme, deck), HEAVY)


def alt_text(view: View, company: TableNames, order: Order = "rank") -> str:
    """Return the alt text: the viewer's hand, then as much of the table as fits.

    Raises `ValueError` for a view without a viewer.
    """
    news = MeldNews(company.added, company.made)
    return table_and_hand_text(view, company.names, news, order)


def bands_of(view: View, company: TableNames, deck: DeckName, order: Order) -> tuple[Band, ...]:
    """Return all bands. If not everything fits, melds and hand get smaller together."""
    if view.viewer is None:
        raise ValueError("the public has no hand")
    lays, tucks = table.meld_layouts(view), hand.overlaps(deck)
    columns = hand.hand_columns(view, order)
    fitting = frozenset(meld.number for meld in fitting_melds(view))
    shown = replace(table.drawable_names(view, company), fitting=fitting)

    # Cached: lay out each part once for each degree of crowding, not once for each pair of them.
    @cache
    def above(place: int) -> tuple[tuple[Band, ...], int]:
        found = table_above(view, shown, lays[place], view.viewer or 0)
        return found, bands.height_of(found)

    @cache
    def below(place: int) -> tuple[tuple[Band, ...], int]:
        found = hand.bands(view, columns, tucks[place])
        return found, bands.height_of(found)

    room = TALLEST - bands.height_of(bands.with_margins(()))
    for upper, lower in crowding_steps(len(lays), len(tucks)):
        if above(upper)[1] + below(lower)[1] <= room:
            break
    return bands.with_margins((*above(upper)[0], *below(lower)[0]))


def crowding_steps(uppers: int, lowers: int) -> list[tuple[int, int]]:
    """Return pairs of degrees of crowding, the least crowded first."""
    every = product(range(uppers), range(lowers))
    return sorted(every, key=lambda pair: pair[0] / uppers + pair[1] / lowers)


def table_above(view: View, company: TableNames, lay: StackSize, viewer: int) -> tuple[Band, ...]:
    """Return the bands above the hand: other sides, status bar, and the viewer's own side."""
    middle = status_bar(view, company, viewer)
    if view.contract:
        asked = contract_panels.contract_text(view.contract)
        mine = contract_panels.own_panel(view, company, viewer)
        return (*contract_panels.other_panels(view, company, viewer), middle, asked, mine)
    own = view.side_of(viewer)
    # Other sides are in turn order, starting after the viewer's. The viewer's own side is last,
    # next to the hand.
    order = sorted(view.sides, key=lambda side: (side.side - own - 1) % len(view.sides))
    drawn = {side.side: side_panel.bands(view, company, side, lay, viewer) for side in order}
    above = [band for side in order[:-1] for band in (*drawn[side.side], EmptyBand())]
    return (*above, middle, EmptyBand(), *drawn[own], EmptyBand())
