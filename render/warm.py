"""Drawing what every picture needs before it is asked for."""

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
"""What other games have wild is drawn when it is first needed."""


def steps(theme: Theme, deck: DeckName) -> Iterator[Callable[[], None]]:
    """Fill the caches with the palette, backs and the faces of the common widths, a few each."""
    yield partial(ground, theme, deck)
    yield from (partial(card, theme, deck, face) for face in range(JOKER + 1))
    yield from (partial(melds, rank) for rank in range(len(RANK_NAMES) - 1))


def cards(theme: Theme, deck: DeckName) -> None:
    """All of it."""
    for step in steps(theme, deck):
        step()


def ground(theme: Theme, deck: DeckName) -> None:
    """The palette and the backs."""
    encode.png(Canvas(theme, 100, deck).image, theme)
    faces.back(STOCK.width)


def card(theme: Theme, deck: DeckName, face: int) -> None:
    """A face, on the pile and in hands."""
    canvas = Canvas(theme, 1, deck, USUALLY_WILD)
    for width in (PILE.width, *HAND_WIDTHS):
        faces.shown(canvas, face, width)


def melds(rank: int) -> None:
    """A rank as it is melded."""
    for width in MELD_WIDTHS:
        stacks.front(faces.LABELS[rank], "", "open", width)
