"""The table as everybody may see it: sides with their melds, piles, seats, whose turn it is.

Drawn from the public part of a view alone. Two sides stand above and below the middle band;
more sides have lower zones, and from five on zones side by side.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image

from engine.model.view import View
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box
from render.canvas.theme import WIDTH, DeckName, Theme
from render.felt import centre, contract, zones
from render.text import names
from render.text.catalogue import Catalogue

MARGIN: Final = 12
GAP: Final = 12
SIDE_BY_SIDE_FROM: Final = 5


def draw(
    view: View,
    given: Sequence[str],
    theme: Theme,
    deck: DeckName = "four",
    added: Mapping[int, int] | None = None,
    notes: Sequence[str] = (),
) -> Image.Image:
    """The picture of a table.

    `given` are the players' names by seat, `added` how many cards each meld (by number) got in
    the last turn, `notes` a word for a seat ("bot", "away") or nothing.
    """
    shown = names.shown(given, len(view.seats))
    noted = noted_seats(view, notes)
    if view.contract:
        return contract.draw(view, view.contract, shown, theme, deck, added or {}, noted)
    all_zones = zones.zones_of(view, shown)
    tall = zones.zone_height(all_zones)
    rows = rows_of(all_zones)
    # Of an odd number of rows the upper half has one more.
    above = (len(rows) + 1) // 2
    height = 2 * MARGIN + len(rows) * tall + (len(rows) - 2) * GAP + centre.HEIGHT
    canvas = Canvas(theme, height, deck, view.values.wild_ranks)
    middle = MARGIN + above * tall + (above - 1) * GAP
    centre.draw_centre(canvas, middle, view, shown, noted)
    for i, row in enumerate(rows):
        top = (
            MARGIN + i * (tall + GAP)
            if i < above
            else middle + centre.HEIGHT + (i - above) * (tall + GAP)
        )
        boxes = Box(MARGIN, top, WIDTH - 2 * MARGIN, tall).columns(len(row), GAP)
        for zone, box in zip(row, boxes, strict=True):
            zones.draw_zone(canvas, box, zone, added or {})
    return canvas.image


def noted_seats(view: View, notes: Sequence[str]) -> tuple[str, ...]:
    """A note for every seat; playing alone and asking for leave to go out come first."""
    noted = [*notes, *[""] * (len(view.seats) - len(notes))]
    words = Catalogue.load().words
    if view.lone is not None:
        noted[view.lone] = words("seat.alone")
    if view.question:
        noted[view.question.asker] = words("seat.asks")
        noted[view.question.asked] = words("seat.asked")
    return tuple(noted)


def rows_of(all_zones: Sequence[zones.Zone]) -> list[Sequence[zones.Zone]]:
    """Zones by the row in which they stand."""
    if len(all_zones) < SIDE_BY_SIDE_FROM:
        return [(zone,) for zone in all_zones]
    return [all_zones[i : i + 2] for i in range(0, len(all_zones), 2)]
