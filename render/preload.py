"""Preloading: draw common parts of pictures before the first request."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from engine.model.cards import JOKER, JOKER_RANK, RANK_NAMES, TWO
from render.drawing import card_faces, encode, turned_cards
from render.drawing.canvas import Canvas
from render.drawing.themes import DeckName, Theme
from render.widgets import meld_stacks
from render.widgets.piles import PILE, STOCK

MELD_WIDTHS: Final = (meld_stacks.WIDTHS[0], meld_stacks.WIDTHS[4])
HAND_WIDTHS: Final = (200, 168)
USUALLY_WILD: Final = (TWO, JOKER_RANK)
"""Wild ranks of most games. Cards that are wild in other games are drawn when first needed."""


def preload_steps(theme: Theme, deck: DeckName) -> Iterator[Callable[[], None]]:
    """Yield short steps that fill the caches: palette, backs and the cards of common widths.

    Separate steps, so that a picture that a member waits for can be drawn between them.
    """
    yield partial(preload_palette, theme, deck)
    yield from (partial(preload_card, theme, deck, face) for face in range(JOKER + 1))
    yield from (partial(preload_meld, rank) for rank in range(len(RANK_NAMES) - 1))


def preload_all(theme: Theme, deck: DeckName) -> None:
    """Run all steps at once."""
    for step in preload_steps(theme, deck):
        step()


def preload_palette(theme: Theme, deck: DeckName) -> None:
    """Fill the caches of the palette and the backs."""
    encode.png(Canvas(theme, 100, deck).image, theme)
    card_faces.back(STOCK.width)


def preload_card(theme: Theme, deck: DeckName, face: int) -> None:
    """Fill the cache with one card, for the pile and for hands."""
    canvas = Canvas(theme, 1, deck, USUALLY_WILD)
    for width in HAND_WIDTHS:
        card_faces.card(canvas, face, width)
    turned_cards.top_card(face, PILE.width, deck, wild=canvas.is_wild(face), ground=None)


def preload_meld(rank: int) -> None:
    """Fill the cache with the front card of one rank, for melds."""
    for width in MELD_WIDTHS:
        meld_stacks.front_card(card_faces.LABELS[rank], "", "open", width)
