"""Moves: what a player asks for, in the imperative. A move knows no rule and no seat.

`engine.notation.moves` converts moves to and from text. Cards keep the order of the text: in
contract rummy the first card can decide a set's base rank.
"""

from dataclasses import dataclass
from typing import Final

from engine.model.cards import NAMES, Cards


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw what the turn gives; on an empty stock, decline to take the pile."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards laid together: a new meld, or a lay-off on meld number `meld`."""

    cards: Cards
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Take the pile (contract rummy: the upcard), melding the upcard with `cards`.

    `also` is laid from hand in the same action, before the upcard.
    """

    cards: Cards = b""
    also: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Buy:
    """Accept the upcard on offer, for a penny."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the upcard on offer; in an all-sevens hand, end the melding."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Lay new melds, judged as one action."""

    melds: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Add:
    """Lay off cards on meld number `meld`."""

    meld: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one card on the discard pile, which ends the turn."""

    card: int


@dataclass(frozen=True, slots=True)
class Foot:
    """Pick up a foot or ponytail that the seat has earned."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask teammate `seat` for leave to go out by `plan`."""

    seat: int
    plan: "tuple[Move, ...]"


@dataclass(frozen=True, slots=True)
class Yes:
    """Give leave to go out."""


@dataclass(frozen=True, slots=True)
class No:
    """Refuse leave to go out."""


Move = Draw | Take | Buy | Pass | Meld | Add | Discard | Foot | Ask | Yes | No

DRAW: Final = Draw()
DISCARDS: Final = tuple(Discard(face) for face in range(len(NAMES)))
"""By face: the move that discards it."""
BUY: Final = Buy()
PASS: Final = Pass()
FOOT: Final = Foot()
YES: Final = Yes()
NO: Final = No()


def cards_laid(move: Move) -> Cards:
    """Return all cards that a move lays from the hand."""
    match move:
        case Take(cards, also):
            return cards + b"".join(group.cards for group in also)
        case Meld(melds):
            return b"".join(melds)
        case Add(_, cards):
            return cards
        case _:
            return b""
