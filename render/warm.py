"""Preloading: draws what most pictures need, before the first picture is requested."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from engine.model.cards import JOKER, JOKER_RANK, RANK_NAMES, TWO
from render.canvas import encode, faces
from render.canvas.canvas import Canvas
from render.canvas.theme import DeckName, Theme
from render.felt import stacks
from render.felt.piles import PILE, STOCK

MELD_WIDTHS: Final = (stacks.WIDTHS[0], stacks.WIDTHS[4])
HAND_WIDTHS: Final = (200, 168)
USUALLY_WILD: Final = (TWO, JOKER_RANK)
"""Wild ranks of most games. Cards that are wild in other games are drawn when first needed."""


def steps(theme: Theme, deck: DeckName) -> Iterator[Callable[[], None]]:
    """Yield short steps that fill the caches: palette, backs and the cards of common widths.

    Separate steps, so that a picture that a member waits for can be drawn between them.
    """
    yield partial(ground, theme, deck)
    yield from (partial(card, theme, deck, face) for face in range(JOKER + 1))
    yield from (partial(melds, rank) for rank in range(len(RANK_NAMES) - 1))


def cards(theme: Theme, deck: DeckName) -> None:
    """Run all steps at once."""
    for step in steps(theme, deck):
        step()


def ground(theme: Theme, deck: DeckName) -> None:
    """Fill the caches of the palette and the backs."""
    encode.png(Canvas(theme, 100, deck).image, theme)
    faces.back(STOCK.width)


def card(theme: Theme, deck: DeckName, face: int) -> None:
    """Fill the cache with one card, for the pile and for hands."""
    canvas = Canvas(theme, 1, deck, USUALLY_WILD)
    for width in (PILE.width, *HAND_WIDTHS):
        faces.shown(canvas, face, width)


def melds(rank: int) -> None:
    """Fill the cache with the front card of one rank, for melds."""
    for width in MELD_WIDTHS:
        stacks.front(faces.LABELS[rank], "", "open", width)
