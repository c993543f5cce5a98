"""The table and one's own hand in one picture, for a phone.

The others stand on top, then the cockpit, one's own side, and the hand below it: the pile, one's
melds and one's hand are neighbours. What is drawn of others is what the public picture shows.
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
from render.text.sorting import Order

HEAVY: Final = 127_000
"""Bytes; such a picture should stay below 130 kB."""


def draw(
    view: View,
    company: Company,
    theme: Theme,
    deck: DeckName = "four",
    order: Order = "rank",
) -> Image.Image:
    """The picture. Raises `ValueError` for a view of nobody in particular."""
    return bands.image(bands_of(view, company, deck, order), table.paint(view, theme, deck))


def png(
    view: View,
    company: Company,
    theme: Theme,
    deck: DeckName = "four",
    order: Order = "rank",
) -> bytes:
    """The same as it is sent."""
    found = bands_of(view, company, deck, order)
    return bands.png(found, table.paint(view, theme, deck), HEAVY)


def bands_of(view: View, company: Company, deck: DeckName, order: Order) -> tuple[Band, ...]:
    """Everything from top to bottom; melds and hand give way together where not all has room."""
    if view.viewer is None:
        raise ValueError("the public has no hand")
    shown, lays, tucks = table.known(view, company), table.lays(view), hand.tucks(deck)

    # Each part is laid out once for each degree of crowding, not once for each pair of them.
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
    """How crowded both parts may be, least together first."""
    every = product(range(uppers), range(lowers))
    return sorted(every, key=lambda pair: pair[0] / uppers + pair[1] / lowers)


def table_above(view: View, company: Company, lay: StackSize, viewer: int) -> tuple[Band, ...]:
    """Others, cockpit, and what is one's own."""
    middle = cockpit(view, company, viewer)
    if view.contract:
        asked = contract.ask(view.contract)
        mine = contract.own(view, company, viewer)
        return (*contract.others(view, company, viewer), middle, asked, mine)
    own = view.side_of(viewer)
    # Others in the order of turns from the side after one's own, which is last: beside the hand.
    order = sorted(view.sides, key=lambda side: (side.side - own - 1) % len(view.sides))
    drawn = {side.side: sides.bands(view, company, side, lay, viewer) for side in order}
    above = [band for side in order[:-1] for band in (*drawn[side.side], Space())]
    return (*above, middle, Space(), *drawn[own], Space())
