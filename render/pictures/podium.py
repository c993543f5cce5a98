"""The picture of a game's end, as a poster: the winner, the margin, and the best meld of the game.

Sides of several players are coins above bars. Players without partners are on the steps of a
podium. If they play for pennies, they are in a table below the winner. The texts are in
`podium_words`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from PIL import Image

from render.drawing.canvas import Canvas
from render.drawing.poster_cloth import poster
from render.drawing.themes import Theme
from render.pictures import podium_bars, podium_pennies, podium_steps, podium_words
from render.pictures.models import FinalPlace, FinishedGame
from render.pictures.podium_words import alt_text
from render.widgets import poster_parts

__all__ = ["FinalPlace", "FinishedGame", "alt_text", "draw"]

LAMP: Final = 560


class Places(NamedTuple):
    """A layout of the places: the row at which it ends, and the function that draws it.

    Both functions take the row below the headline.
    """

    bottom: Callable[[FinishedGame, int], int]
    draw: Callable[[Canvas, FinishedGame, int], None]


BARS: Final = Places(podium_bars.bottom, podium_bars.draw)
STEPS: Final = Places(podium_steps.bottom, podium_steps.draw)
PENNIES: Final = Places(podium_pennies.bottom, podium_pennies.draw)


def draw(final: FinishedGame, theme: Theme) -> Image.Image:
    """Draw the poster of a finished game."""
    title, places = podium_words.headline(final), places_of(final)
    fan = podium_words.fan_section(final)
    height = poster_parts.height_below(places.bottom(final, title.bottom), fan)
    canvas = poster(theme, height, LAMP)
    poster_parts.draw_heading(canvas, final.game, podium_words.about(final), title)
    places.draw(canvas, final, title.bottom)
    poster_parts.draw_below(canvas, fan, *final.foot)
    return canvas.image


def places_of(final: FinishedGame) -> Places:
    """Return the layout for the places of a game."""
    if any(len(place.members) > 1 for place in final.places):
        return BARS
    return STEPS if final.bowl is None else PENNIES
