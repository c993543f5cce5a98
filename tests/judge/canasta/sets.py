"""Melds: ranks, values, and which cards form one."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tests.judge.canasta.games import MIXED, NATURAL, SEVENS, WILD, Game
from tests.judge.cards import JOKER, Card, Cards

RED_THREES: Final = frozenset(("3H", "3D"))
BLACK_THREES: Final = frozenset(("3S", "3C"))
FULL: Final = 7
_WORTH: Final = {"J": 10, "Q": 10, "K": 10, "T": 10, "9": 10, "8": 10, "A": 20, "2": 20}
WORTH: Final = {
    JOKER: 50,
    **{rank + suit: _WORTH.get(rank, 5) for rank in "3456789TJQKA2" for suit in "SHDC"},
}


class Illegal(Exception):  # noqa: N818 - it is an answer, not an error
    """A move breaks a rule, which is the argument."""


def is_wild(card: Card) -> bool:
    """Whether a card is a joker or a two."""
    return card == JOKER or card[0] == "2"


def worth(cards: Iterable[Card]) -> int:
    """Return the points of melded cards."""
    return sum(WORTH[card] for card in cards)


@lru_cache(maxsize=65536)
def rank(cards: Cards) -> str:
    """Return the rank of cards laid together, or WILD. Raises `Illegal` for two ranks."""
    ranks = {card[0] for card in cards if not is_wild(card)}
    if len(ranks) > 1:
        raise Illegal("one rank to a meld")
    return ranks.pop() if ranks else WILD


def fault(game: Game, cards: Cards) -> str | None:
    """Return why cards are no meld, whatever else is on the table. Black threes may form one."""
    of, wilds = rank(cards), sum(map(is_wild, cards))
    if len(cards) < 3:
        return "a meld has three cards"
    if game.closes and len(cards) > FULL:
        return "a meld has at most seven cards"
    if of == WILD:
        return None if game.wild_sets else "wild cards make no meld of their own"
    if of == "3":
        return _fault_of_threes(game, cards, wilds)
    return _fault_of_mix(game, of, len(cards) - wilds, wilds)


def _fault_of_threes(game: Game, cards: Cards, wilds: int) -> str | None:
    if wilds or not BLACK_THREES.issuperset(cards):
        return "only black threes lie with black threes"
    if len(cards) > (FULL if game.closes else FULL - 1):
        return "no canasta of threes"
    return None


def _fault_of_mix(game: Game, of: str, naturals: int, wilds: int) -> str | None:
    if of == "7" and wilds and game.pure_sevens:
        return "no wild card among sevens"
    if naturals < 2 or wilds > 3:
        return "two naturals, three wilds"
    if game.outnumbered and naturals <= wilds:
        return "more naturals than wilds"
    return None


@lru_cache(maxsize=65536)
def canasta(game: Game, cards: Cards) -> str | None:
    """Return the kind of canasta that cards are, or None."""
    of = rank(cards)
    if len(cards) < FULL or of == "3":
        return None
    if of == WILD:
        return WILD
    if any(map(is_wild, cards)):
        return MIXED
    return SEVENS if of == "7" and SEVENS in game.bonus else NATURAL
