"""Deeds: the actions of a seat in an event, in terms of every game (draw, take, lay, throw).

Every event has `deeds`, so narration needs to know the kinds below and no game. A deed is projected
together with its event: it lacks the cards that the reader may not see.
"""

from dataclasses import dataclass
from typing import Literal

from engine.model.cards import Cards

DeedKind = Literal[
    "drew",
    "red_threes",
    "took",
    "alone",
    "laid",
    "added",
    "canasta",
    "discarded",
    "grabbed",
    "cut",
    "foot",
    "foot_earned",
    "asked",
    "said_yes",
    "said_no",
    "upcard_taken",
    "upcard_declined",
    "offer_yes",
    "offer_no",
    "offer_lapsed",
    "bought",
    "reshuffled",
]


@dataclass(frozen=True, slots=True)
class Deed:
    """One action of a seat; its kind decides which fields are set."""

    kind: DeedKind
    count: int = 0
    """Number of cards drawn, grabbed, cut, turned over, in the pile or foot; or of feet earned."""
    cards: Cards = b""
    """The cards drawn, laid, or used from the hand to take the pile, if the reader may see them."""
    card: int | None = None
    """The discard, or the upcard."""
    rank: int | None = None
    """The rank of the meld; None for wild cards of any rank."""
    target: int = 0
    """The number of cards that had to be grabbed or cut."""


def red_threes(cards: Cards) -> tuple[Deed, ...]:
    """Return the deed of laying these red threes, or `()` for none."""
    return (Deed("red_threes", len(cards), cards),) if cards else ()
