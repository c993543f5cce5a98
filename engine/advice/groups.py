"""Groups: what could be laid of one rank, by number of natural and wild cards, and where.

They are tried, not derived: the rules decide about each. Copies of a card are equal, so a group
is a choice of numbers; cards of which neither the hand nor the meld holds a second come first, for
the games in which a set may not hold two equal ones. Locked cards are no choice.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import engine
from engine import FaceDown
from engine.editions import seen_rules
from engine.model.cards import RANK, Cards, without
from engine.model.moves import Add, Group, Meld, Move, Take
from engine.model.refusals import Code, Refused
from engine.model.view import View
from engine.notation.placing import planning
from engine.rummy.rules import ContractRummy

MOST_WILDS: Final = 3
"""Of each kind in one group."""
UNFINISHED: Final = frozenset({Code.BELOW_MINIMUM, Code.CONTRACT_UNMET})
"""What stands against a part of an opening and no longer against the whole."""


def of_rank(hand: Cards, rank: int, beside: Cards = b"") -> Cards:
    """The cards of one rank, one of each face before the second of any, `beside` counted."""
    cards = sorted(face for face in hand if RANK[face] == rank)
    copies = sorted(
        (cards[:n].count(face) + beside.count(face), face) for n, face in enumerate(cards)
    )
    return bytes(face for _, face in copies)


def wilds_of(table: FaceDown) -> tuple[int, ...]:
    """The ranks that are wild in this round."""
    return table.rules.values(table.round).wild_ranks


def set_ahead(view: View) -> tuple[int, int]:
    """How many cards of one set the upcard and its like in hand are, and how many it has to have.

    Of equal cards a set may take one alone.
    """
    rules, upcard = seen_rules(view), view.pile[-1:]
    assert isinstance(rules, ContractRummy)  # elsewhere an upcard makes melds of three
    alike = of_rank(view.hand, RANK[upcard[0]]) + upcard
    have = len(set(alike) if rules.law(view.round).unique else alike)
    return have, rules.contract(view.round).size


def groups(table: FaceDown, seat: int, rank: int, *, thrifty: bool = False) -> list[Group]:
    """What may be laid of one rank now, or could be as a part of an opening; most first.

    `thrifty` leaves out wild cards beside fewer than all natural ones.
    """
    found = dict.fromkeys(candidates(table, seat, rank, thrifty=thrifty))
    fits = [group for group in found if possible(engine.check(table, seat, as_move(group)))]
    if rank in wilds_of(table):
        return fits
    added = {group.cards.translate(RANK) for group in fits if group.meld is not None}
    return [g for g in fits if g.meld is not None or g.cards.translate(RANK) not in added]


def has_groups(table: FaceDown, seat: int, rank: int) -> bool:
    """Whether `groups` would find any; it stops at the first."""
    found = candidates(table, seat, rank, thrifty=False)
    return any(possible(engine.check(table, seat, as_move(group))) for group in found)


def candidates(table: FaceDown, seat: int, rank: int, *, thrifty: bool) -> Iterator[Group]:
    """Groups of a rank for each place they could go: natural cards alone, then with wild ones."""
    wild, hand = wilds_of(table), table.free(seat)
    others = [of_rank(hand, kind) for kind in wild if kind != rank]
    own = {
        place: of_rank(hand, rank, table.melds[place - 1].cards if place else b"")
        for place in places(table, rank, anywhere=rank in wild)
    }
    most = len(own[None])
    for (place, cards), count in product(own.items(), range(most, 0, -1)):
        yield Group(cards[:count], place)
    for (place, cards), count in product(own.items(), range(most, most - 1 if thrifty else 0, -1)):
        if place is None or rank not in wild:
            yield from (Group(cards[:count] + more, place) for more in mixtures(others))


def places(table: FaceDown, rank: int, *, anywhere: bool) -> list[int | None]:
    """The melds that cards of a rank could go to, and a meld of their own."""
    return [
        *(n for n, meld in enumerate(table.melds, 1) if anywhere or meld.rank == rank),
        None,
    ]


def mixtures(kinds: list[Cards]) -> list[Cards]:
    """Wild cards by how many of each kind, the fewest first."""
    counts = product(*(range(min(MOST_WILDS, len(cards)) + 1) for cards in kinds))
    wanted = sorted((each for each in counts if any(each)), key=sum)
    return [b"".join(cards[:n] for cards, n in zip(kinds, each, strict=True)) for each in wanted]


def as_move(group: Group) -> Move:
    """The move that lays one group."""
    return Meld((group.cards,)) if group.meld is None else Add(group.meld, group.cards)


def possible(refused: Refused | None) -> bool:
    """Whether nothing stands against a group, or nothing but what comes beside it."""
    return refused is None or refused.code in UNFINISHED


def take_groups(table: FaceDown, seat: int, rank: int) -> list[Group]:
    """What could be laid with the upcard to take the pile, by itself or with more beside it."""
    hand, wild = table.hands[seat], wilds_of(table)
    own = of_rank(hand, rank)
    more = [b""] if rank in wild else [b"", *mixtures([of_rank(hand, kind) for kind in wild])]
    found = (Group(own[:n] + wilds) for n in range(len(own), 0, -1) for wilds in more)
    return [group for group in found if possible(engine.check(table, seat, Take(group.cards)))]


def holding(table: FaceDown, seat: int, cards: Cards) -> FaceDown:
    """The table as if these cards were no longer in the seat's hand."""
    hands = list(table.hands)
    hands[seat] = without(hands[seat], cards)
    return FaceDown(table.but(hands=tuple(hands)))


def ahead(table: FaceDown, seat: int) -> FaceDown:
    """The table as if it were the seat's turn to play, to plan with; never to play from."""
    return FaceDown(planning(table, seat))
