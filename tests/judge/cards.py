"""Cards and moves as text, read once more from the contract.

A card is its name, "KS" or "Jo"; cards in a place are a `Counter` or a list of names.
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
    """The cards of a list in a position."""
    return text.split()


def written(cards: Iterable[Card]) -> str:
    """A list of cards as a position or a move has it."""
    return " ".join(cards)


@dataclass(frozen=True)
class Group:
    """Cards laid together; `meld` is the number of the meld they join, or None for a new one."""

    cards: Cards
    meld: int | None = None


@dataclass(frozen=True)
class Move:
    """A move taken apart: its verb, and whatever that verb has.

    `groups` are the melds of `meld`, the one lay-off of `add`, what follows the first stroke of
    `take`; `cards` the cards beside the verb; `seat` and `plan` belong to `ask`.
    """

    verb: str
    cards: Cards = ()
    groups: tuple[Group, ...] = ()
    seat: int | None = None
    plan: "tuple[Move, ...]" = ()
    text: str = ""


def group(text: str) -> Group:
    """`KS KD KH`, or `3: KS` for a lay-off."""
    number, colon, cards = text.partition(":")
    return Group(tuple(cards.split()), int(number)) if colon else Group(tuple(text.split()))


@lru_cache(maxsize=4096)
def taken_apart(text: str) -> Move:
    """A move in canonical text."""
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
