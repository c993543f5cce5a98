"""Card counting: the unseen cards, and the chance that a hidden hand contains some of them.

The estimate is hypergeometric: every unseen card is equally likely at every hidden place.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from engine.model.cards import JOKER_RANK, RANK, RED_THREES, Cards
from engine.model.table import Table

RANK_COUNT = JOKER_RANK + 1
ALL_RANKS = range(RANK_COUNT)


def by_rank(cards: Cards) -> list[int]:
    """Return the number of cards of each rank, without red threes."""
    ranks = cards.translate(RANK, RED_THREES)
    return list(map(ranks.count, ALL_RANKS))


def unseen(table: Table, seat: int) -> list[int]:
    """Return, per rank, the cards that `seat` has not seen: in other hands, feet or the stock."""
    seen = [table.hands[seat], table.pile, *(meld.cards for meld in table.melds)]
    seen += [cards for other, cards in enumerate(table.known) if other != seat and cards]
    there = by_rank(b"".join(seen))
    return [all_ - out if all_ > out else 0 for all_, out in zip(whole(table), there, strict=True)]


def whole(table: Table) -> Sequence[int]:
    """Return, per rank, the cards in the pack."""
    return _whole(table.rules.pack())


# Cached by the pack: every decision asks, and a process sees only a few packs.
@lru_cache(maxsize=64)
def _whole(pack: Cards) -> tuple[int, ...]:
    return tuple(by_rank(pack))


def hidden_in(table: Table, seat: int) -> int:
    return max(0, len(table.hands[seat]) - len(table.known[seat]))


# Cached: one discard asks for every rank in hand, and searches repeat the same small numbers.
@lru_cache(maxsize=65536)
def at_least(wanted: int, good: int, cards: int, drawn: int) -> float:
    """Return the chance that a hidden hand contains at least `wanted` of certain cards.

    Args:
        wanted: the number to reach.
        good: how many such cards are unseen.
        cards: how many cards are unseen.
        drawn: the size of the hidden hand.
    """
    if wanted <= 0:
        return 1.0
    if good < wanted or drawn < wanted:
        return 0.0
    drawn = min(drawn, cards)
    few = range(min(wanted, drawn + 1))
    fewer = sum(comb(good, count) * comb(cards - good, drawn - count) for count in few)
    return max(0.0, 1.0 - fewer / comb(cards, drawn))
