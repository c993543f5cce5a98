"""Deeds: what an event says that somebody did, in the words of the card table.

Every event answers `deeds`, whatever game it belongs to, so that whoever tells it to people has
to know the kinds below and no game. Projected like its event: an unseen card is not in it.
"""

from dataclasses import dataclass
from typing import Literal

from engine.model.cards import Cards

DeedKind = Literal[
    "drew",
    "red_threes",
    "took",
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
    """One thing that was done; which facts it has depends on its kind."""

    kind: DeedKind
    count: int = 0
    """Cards drawn, grabbed, cut, turned over, in the pile taken or in the foot; feet earned."""
    cards: Cards = b""
    """The cards drawn, laid, or held to take the pile with: those its reader may see."""
    card: int | None = None
    """The discard, or the upcard."""
    rank: int | None = None
    """What the meld collects; None for wild cards of whatever rank."""
    target: int = 0
    """The number of cards that had to be grabbed or cut."""


def red_threes(cards: Cards) -> tuple[Deed, ...]:
    """Red threes that were laid, if any."""
    return (Deed("red_threes", len(cards), cards),) if cards else ()
