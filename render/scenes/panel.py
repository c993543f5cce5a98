"""The picture of a table with the viewer's own hand.

Other sides are at the top, then the status bar, the viewer's side and the hand: the pile, own melds
and own cards are next to each other. Other players appear exactly as in the public picture.
"""

from functools import cache
from itertools import product
from typing import Final

from PIL import Image

from engine.model.view import View
from render.canvas import bands
from render.canvas.bands import Band, Space
from render.canvas.canvas import TALLEST
from render.canvas.theme import DeckName, Theme
from render.felt import contract, sides
from render.felt.cockpit import cockpit
from render.felt.people import Company
from render.felt.stacks import StackSize
from render.scenes import hand, table
from render.text import words
from render.text.sorting import Order

HEAVY: Final = 127_000
"""Bytes. Such a picture should stay below 130 kB."""


def draw(
    view: View,
    company: Company,
    theme: Theme,
    deck: DeckName = "four",
    order: Order = "rank",
) -> Image.Image:
    """Draw the picture. Raises `ValueError` for a view without a viewer."""
    return bands.image(bands_of(view, company, deck, order), table.paint(view, theme, deck))


def png(
    view: View,
    company: Company,
    theme: Theme,
    deck: DeckName = "four",
    order: Order = "rank",
) -> bytes:
    """Return the picture as PNG bytes, with cached bands.

    Raises `ValueError` for a view without a viewer.
    """
    found = bands_of(view, company, deck, order)
    return bands.png(found, table.paint(view, theme, deck), HEAVY)


def alt_text(view: View, company: Company, order: Order = "rank") -> str:
    """Return the alt text: the viewer's hand, then as much of the table as fits.

    Raises `ValueError` for a view without a viewer.
    """
    return words.panel(view, company.names, company.added, order)


def bands_of(view: View, company: Company, deck: DeckName, order: Order) -> tuple[Band, ...]:
    """Return all bands. Melds and hand get smaller together until everything fits."""
    if view.viewer is None:
        raise ValueError("the public has no hand")
    shown, lays, tucks = table.known(view, company), table.lays(view), hand.tucks(deck)

    # Lay out each part once for each degree of crowding, not once for each pair of them.
    @cache
    def above(place: int) -> tuple[Band, ...]:
        return table_above(view, shown, lays[place], view.viewer or 0)

    @cache
    def below(place: int) -> tuple[Band, ...]:
        return hand.bands(view, order, tucks[place])

    for upper, lower in pairs(len(lays), len(tucks)):
        found = bands.framed((*above(upper), *below(lower)))
        if bands.height_of(found) <= TALLEST:
            break
    return found


def pairs(uppers: int, lowers: int) -> list[tuple[int, int]]:
    """Return pairs of degrees of crowding, the least crowded first."""
    every = product(range(uppers), range(lowers))
    return sorted(every, key=lambda pair: pair[0] / uppers + pair[1] / lowers)


def table_above(view: View, company: Company, lay: StackSize, viewer: int) -> tuple[Band, ...]:
    """Return the bands above the hand: other sides, status bar, and the viewer's own side."""
    middle = cockpit(view, company, viewer)
    if view.contract:
        asked = contract.ask(view.contract)
        mine = contract.own(view, company, viewer)
        return (*contract.others(view, company, viewer), middle, asked, mine)
    own = view.side_of(viewer)
    # Other sides are in turn order, starting after the viewer's. The viewer's own is last, next to
    # the hand.
    order = sorted(view.sides, key=lambda side: (side.side - own - 1) % len(view.sides))
    drawn = {side.side: sides.bands(view, company, side, lay, viewer) for side in order}
    above = [band for side in order[:-1] for band in (*drawn[side.side], Space())]
    return (*above, middle, Space(), *drawn[own], Space())
