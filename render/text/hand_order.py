"""The order of a hand: by rank, by suit, or by what fits the table.

The picture, its alt text and the hand panel use the same groups in the same order.
"""

from collections.abc import Callable
from typing import Final, Literal, get_args

from engine.model.cards import JOKER, RANK
from engine.model.view import MeldView, View

Order = Literal["rank", "suit", "fit"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
JOKERS: Final = 4
"""Sort key of the jokers, after the four suits."""


def hand_groups(view: View, order: Order = "rank") -> tuple[bytes, ...]:
    """Return the viewer's hand in groups.

    "rank": 3 4 … K A 2 and jokers. "suit": spades, hearts, diamonds, clubs, jokers. "fit": first
    the ranks that the viewer may lay off, then those with the most cards; wild cards last.
    """
    if order == "suit":
        return grouped(view.hand, suit)
    by_rank = grouped(view.hand, RANK.__getitem__)
    return tuple(sorted(by_rank, key=order_by_fit(view))) if order == "fit" else by_rank


def grouped(hand: bytes, kind: Callable[[int], int]) -> tuple[bytes, ...]:
    """Group cards by `kind`, in the order of the kinds."""
    kinds = sorted({kind(face) for face in hand})
    return tuple(bytes(sorted(face for face in hand if kind(face) == one)) for one in kinds)


def suit(face: int) -> int:
    """Return the suit of a card, 0 to 3; 4 for jokers."""
    return JOKERS if face == JOKER else face % 4


def order_by_fit(view: View) -> Callable[[bytes], tuple[bool, bool, int, int]]:
    """Return the sort key for the order "fit"."""
    wild, growing = view.values.wild_ranks, open_ranks(view)

    def place(cards: bytes) -> tuple[bool, bool, int, int]:
        rank = RANK[cards[0]]
        return (rank in wild, rank not in growing, -len(cards), rank)

    return place


def open_ranks(view: View) -> frozenset[int]:
    """Return the hand's ranks that fit a meld that the viewer may add to."""
    melds = fitting_melds(view)
    return frozenset(RANK[x] for x in set(view.hand) if any(fits(view, meld, x) for meld in melds))


def fitting_melds(view: View) -> tuple[MeldView, ...]:
    """Return the melds that the viewer may add to and for which a card of the hand fits."""
    owners, hand = meldable_seats(view), set(view.hand)
    melds = (meld for meld in view.melds if not meld.closed and meld.owner in owners)
    return tuple(meld for meld in melds if any(fits(view, meld, x) for x in hand))


def meldable_seats(view: View) -> tuple[int, ...]:
    """Return the seats on whose melds the viewer may lay off; () before their initial meld."""
    own, everybody = view.seats[view.viewer or 0], tuple(seat.seat for seat in view.seats)
    if not own.opened:
        return ()
    if view.melds_for_all:
        return everybody
    if view.lone is not None:
        return tuple(s for s in everybody if (s == view.lone) == (own.seat == view.lone))
    return view.sides[own.side].seats


def fits(view: View, meld: MeldView, face: int) -> bool:
    """Whether a card has the meld's rank and, if the game bans duplicates, is not in it yet.

    A wild card fits a meld of wild cards only: it could be added to almost any meld.
    """
    if meld.kind in ("open", "wild") and meld.wilds == len(meld.cards):
        return view.values.is_wild(face)
    barred = view.bans_duplicates and face != JOKER and face in meld.cards
    return RANK[face] == meld.rank and not barred
