"""Cards and moves as text, implemented again and without the engine.

A card is its name, "KS" or "Jo"; a hand or pile is a `Counter` or a list of names.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Card = str
Cards = tuple[Card, ...]

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "CDHS"
JOKER: Final = "Jo"
PACK: Final[Cards] = (*(rank + suit for rank in RANKS for suit in SUITS), JOKER, JOKER)


def listed(text: str) -> list[Card]:
    """Return the cards of a list in a position."""
    return text.split()


def written(cards: Iterable[Card]) -> str:
    """Return cards as a position or a move writes them."""
    return " ".join(cards)


@dataclass(frozen=True)
class Group:
    """Cards laid together; `meld` is the number of the meld they join, or None for a new one."""

    cards: Cards
    meld: int | None = None


@dataclass(frozen=True)
class Move:
    """A move in parts.

    Attributes:
        verb: its first word.
        cards: the cards directly after the verb.
        groups: the melds of `meld`, the one lay-off of `add`, what follows the first stroke of
            `take`.
        seat: the seat that `ask` asks.
        plan: the plan of `ask`.
        text: the whole text of an `ask`.

    """

    verb: str
    cards: Cards = ()
    groups: tuple[Group, ...] = ()
    seat: int | None = None
    plan: "tuple[Move, ...]" = ()
    text: str = ""


def group(text: str) -> Group:
    """Return the group of a text: `KS KD KH`, or `3: KS` for a lay-off."""
    number, colon, cards = text.partition(":")
    return Group(tuple(cards.split()), int(number)) if colon else Group(tuple(text.split()))


@lru_cache(maxsize=4096)
def taken_apart(text: str) -> Move:
    """Return the parts of a move in canonical text."""
    verb, _, rest = text.partition(" ")
    if verb == "take":
        first, *others = f" {rest}".split("/")
        return Move(verb, tuple(first.split()), tuple(map(group, others)))
    if verb == "meld":
        return Move(verb, groups=tuple(map(group, rest.split("/"))))
    if verb == "add":
        return Move(verb, groups=(group(rest),))
    if verb == "ask":
        seat, _, plan = rest.partition(":")
        steps = tuple(taken_apart(step.strip()) for step in plan.split(";"))
        return Move(verb, seat=int(seat), plan=steps, text=text)
    return Move(verb, tuple(rest.split()))
