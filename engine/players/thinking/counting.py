"""Counting cards: what has not been seen yet, and how likely a hidden hand holds some of it.

Source: the hypergeometric estimate measured in our notes on computer players, section 6.2.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from engine.model.cards import JOKER_RANK, RANK, RED_THREES, Cards
from engine.model.table import Table

RANK_COUNT = JOKER_RANK + 1
ALL_RANKS = range(RANK_COUNT)


def by_rank(cards: Cards) -> list[int]:
    """How many cards of each rank; red threes are left out."""
    ranks = cards.translate(RANK, RED_THREES)
    return list(map(ranks.count, ALL_RANKS))


def unseen(table: Table, seat: int) -> list[int]:
    """Per rank, the cards `seat` has not seen: in other hands, feet or the stock."""
    seen = [table.hands[seat], table.pile, *(meld.cards for meld in table.melds)]
    seen += [cards for other, cards in enumerate(table.known) if other != seat and cards]
    there = by_rank(b"".join(seen))
    return [all_ - out if all_ > out else 0 for all_, out in zip(whole(table), there, strict=True)]


def whole(table: Table) -> Sequence[int]:
    """Per rank, the cards in the pack."""
    return _whole(table.rules.pack())


@lru_cache(maxsize=64)
def _whole(pack: Cards) -> tuple[int, ...]:
    return tuple(by_rank(pack))


def hidden_in(table: Table, seat: int) -> int:
    """How many cards of a hand the others do not know."""
    return max(0, len(table.hands[seat]) - len(table.known[seat]))


@lru_cache(maxsize=65536)
def at_least(wanted: int, good: int, cards: int, drawn: int) -> float:
    """The chance that `drawn` of `cards` cards hold `wanted` or more of the `good` ones."""
    if wanted <= 0:
        return 1.0
    if good < wanted or drawn < wanted:
        return 0.0
    drawn = min(drawn, cards)
    few = range(min(wanted, drawn + 1))
    fewer = sum(comb(good, count) * comb(cards - good, drawn - count) for count in few)
    return max(0.0, 1.0 - fewer / comb(cards, drawn))
