"""Groups: what could be laid of one rank, as numbers of natural and wild cards, and where.

The rules decide about each possible group. Copies of a card are equal, so a group is a choice of
numbers. Cards without a second copy in hand or meld come first, for games whose sets may not
contain two equal cards. Locked cards are left out.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import engine
from engine import FaceDown
from engine.earlier_rules import seen_rules
from engine.model.cards import RANK, Cards, without
from engine.model.moves import Add, Group, Meld, Move, Take
from engine.model.refusals import Code, Refused
from engine.model.view import View
from engine.notation.meld_target import planning
from engine.rummy.rules import ContractRummy

MOST_WILDS: Final = 3
"""Most wild cards of each kind in one group."""
UNFINISHED: Final = frozenset({Code.BELOW_MINIMUM, Code.CONTRACT_UNMET})
"""Refusals of a part of an opening that may not apply to the whole opening."""


def cards_of_rank(hand: Cards, rank: int, beside: Cards = b"") -> Cards:
    """Return the cards of a rank: first each face once, then the copies.

    A face that is already among the cards `beside` counts as a copy.
    """
    cards = sorted(face for face in hand if RANK[face] == rank)
    copies = sorted(
        (cards[:n].count(face) + beside.count(face), face) for n, face in enumerate(cards)
    )
    return bytes(face for _, face in copies)


def wilds_of(table: FaceDown) -> tuple[int, ...]:
    """Return the ranks that are wild in this round."""
    return table.rules.values(table.round).wild_ranks


def set_ahead(view: View) -> tuple[int, int]:
    """Return (have, need) for the set that the upcard would start with equal ranks in hand.

    If a set may not contain equal cards, equal cards count once.
    """
    rules, upcard = seen_rules(view), view.pile[-1:]
    assert isinstance(rules, ContractRummy)  # In canasta the upcard starts melds of three.
    alike = cards_of_rank(view.hand, RANK[upcard[0]]) + upcard
    have = len(set(alike) if rules.law(view.round).unique else alike)
    return have, rules.contract(view.round).size


def groups(table: FaceDown, seat: int, rank: int, *, thrifty: bool = False) -> list[Group]:
    """Return what may be laid of one rank now, or as a part of an opening, largest groups first.

    Args:
        table: the table as the seat knows it.
        seat: the seat that lays.
        rank: the rank of the natural cards.
        thrifty: leave out groups that add wild cards to fewer than all natural ones.
    """
    found = dict.fromkeys(candidates(table, seat, rank, thrifty=thrifty))
    fits = [group for group in found if possible(engine.check(table, seat, as_move(group)))]
    if rank in wilds_of(table):
        return fits
    added = {group.cards.translate(RANK) for group in fits if group.meld is not None}
    return [g for g in fits if g.meld is not None or g.cards.translate(RANK) not in added]


def has_groups(table: FaceDown, seat: int, rank: int) -> bool:
    """Return whether `groups` would return any. Stops at the first one."""
    found = candidates(table, seat, rank, thrifty=False)
    return any(possible(engine.check(table, seat, as_move(group))) for group in found)


def candidates(table: FaceDown, seat: int, rank: int, *, thrifty: bool) -> Iterator[Group]:
    """Yield groups of a rank for each place: natural cards alone, then with wild ones."""
    wild, hand = wilds_of(table), table.free(seat)
    others = [cards_of_rank(hand, kind) for kind in wild if kind != rank]
    own = {
        place: cards_of_rank(hand, rank, table.melds[place - 1].cards if place else b"")
        for place in places(table, rank, anywhere=rank in wild)
    }
    most = len(own[None])
    for (place, cards), count in product(own.items(), range(most, 0, -1)):
        yield Group(cards[:count], place)
    for (place, cards), count in product(own.items(), range(most, most - 1 if thrifty else 0, -1)):
        if place is None or rank not in wild:
            yield from (Group(cards[:count] + more, place) for more in mixtures(others))


def places(table: FaceDown, rank: int, *, anywhere: bool) -> list[int | None]:
    """Return the melds that cards of a rank could go to, and None for a new meld."""
    return [
        *(n for n, meld in enumerate(table.melds, 1) if anywhere or meld.rank == rank),
        None,
    ]


def mixtures(kinds: list[Cards]) -> list[Cards]:
    """Return combinations of wild cards by number of each kind, the fewest cards first."""
    counts = product(*(range(min(MOST_WILDS, len(cards)) + 1) for cards in kinds))
    wanted = sorted((each for each in counts if any(each)), key=sum)
    return [b"".join(cards[:n] for cards, n in zip(kinds, each, strict=True)) for each in wanted]


def as_move(group: Group) -> Move:
    """Return the move that lays one group."""
    return Meld((group.cards,)) if group.meld is None else Add(group.meld, group.cards)


def possible(refused: Refused | None) -> bool:
    """Return whether a group is legal, alone or together with another group of the same action."""
    return refused is None or refused.code in UNFINISHED


def take_groups(table: FaceDown, seat: int, rank: int) -> list[Group]:
    """Return what could be laid with the upcard to take the pile, alone or with further groups."""
    hand, wild = table.hands[seat], wilds_of(table)
    own = cards_of_rank(hand, rank)
    more = [b""] if rank in wild else [b"", *mixtures([cards_of_rank(hand, kind) for kind in wild])]
    found = (Group(own[:n] + wilds) for n in range(len(own), 0, -1) for wilds in more)
    return [group for group in found if possible(engine.check(table, seat, Take(group.cards)))]


def holding(table: FaceDown, seat: int, cards: Cards) -> FaceDown:
    """Return the table without these cards in the seat's hand."""
    hands = list(table.hands)
    hands[seat] = without(hands[seat], cards)
    return FaceDown(table.but(hands=tuple(hands)))


def planning_table(table: FaceDown, seat: int) -> FaceDown:
    """Return the table as if it were the seat's turn to play.

    Only for planning: never play on it.
    """
    return FaceDown(planning(table, seat))
