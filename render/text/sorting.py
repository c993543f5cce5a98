"""How a hand is sorted: rank by rank, suit by suit, or by what fits the table.

The picture, its alt text and the panel's words have the same groups in the same order.
"""

from collections.abc import Callable
from typing import Final, Literal, get_args

from engine.model.cards import JOKER, RANK
from engine.model.view import MeldView, View

Order = Literal["rank", "suit", "fit"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
JOKERS: Final = 4
"""The place of the jokers, after the four suits."""


def groups(view: View, order: Order = "rank") -> tuple[bytes, ...]:
    """The viewer's hand, group by group.

    By rank: 3 4 … K A 2 and the joker; by suit: spades, hearts, diamonds, clubs, jokers. By fit:
    what one may lay off comes first, then the ranks one holds most of, wild cards last.
    """
    if order == "suit":
        return grouped(view.hand, suit)
    by_rank = grouped(view.hand, RANK.__getitem__)
    return tuple(sorted(by_rank, key=fitting(view))) if order == "fit" else by_rank


def grouped(hand: bytes, kind: Callable[[int], int]) -> tuple[bytes, ...]:
    """Cards of one kind together, in the order of the kinds."""
    kinds = sorted({kind(face) for face in hand})
    return tuple(bytes(sorted(face for face in hand if kind(face) == one)) for one in kinds)


def suit(face: int) -> int:
    """The suit of a card, 0 to 3; jokers come after them."""
    return JOKERS if face == JOKER else face % 4


def fitting(view: View) -> Callable[[bytes], tuple[bool, bool, int, int]]:
    """The order of ranks by what can be done with them."""
    wild, growing = view.values.wild_ranks, open_ranks(view)

    def place(cards: bytes) -> tuple[bool, bool, int, int]:
        rank = RANK[cards[0]]
        return (rank in wild, rank not in growing, -len(cards), rank)

    return place


def open_ranks(view: View) -> frozenset[int]:
    """The ranks of the hand of which a card goes on a meld that its holder may add to."""
    owners = reach(view)
    melds = [meld for meld in view.melds if not meld.closed and meld.owner in owners]
    return frozenset(meld.rank for meld in melds if any(fits(view, meld, x) for x in view.hand))


def reach(view: View) -> tuple[int, ...]:
    """The seats on whose melds the viewer may lay off: nobody's before having opened."""
    own, everybody = view.seats[view.viewer or 0], tuple(seat.seat for seat in view.seats)
    if not own.opened:
        return ()
    if view.melds_for_all:
        return everybody
    if view.lone is not None:
        return tuple(s for s in everybody if (s == view.lone) == (own.seat == view.lone))
    return view.sides[own.side].seats


def fits(view: View, meld: MeldView, face: int) -> bool:
    """Whether a card is of a meld's rank, and not there already where that is forbidden."""
    barred = view.bans_duplicates and face != JOKER and face in meld.cards
    return RANK[face] == meld.rank and not barred
