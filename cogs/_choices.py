"""What a seat may choose now, as lists that panels number: takes, suggestions, discards, builds.

A control carries a place in such a list, never a card. The lists depend on nothing but the table
at one entry of the log, so the number means the same when it is pressed; a press that has seen
another entry is not carried out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

import engine
from engine.cards import JOKER_RANK, RANK, TWO, Cards, holds, without
from engine.moves import BUY, DRAW, FOOT, NO, PASS, YES, Add, Discard, Group, Meld, Move, Take
from engine.refusals import Code, Refused
from engine.table import Table, replaced

SIMPLE: Final[tuple[Move, ...]] = (DRAW, BUY, PASS, FOOT, YES, NO)
"""Moves without cards: a button each."""
MOST: Final = 25
WILD: Final = (TWO, JOKER_RANK)
MOST_WILDS: Final = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move, the points it brings its side's table, whether it completes a canasta."""

    move: Move
    points: int
    canasta: bool


def simple(table: Table, seat: int) -> list[tuple[int, Move]]:
    """The moves without cards that are legal now, with their place in `SIMPLE`."""
    return [(n, m) for n, m in enumerate(SIMPLE) if engine.check(table, seat, m) is None]


def discards(table: Table, seat: int) -> list[int]:
    """The distinct cards that may be discarded, cheapest first, wild cards last."""
    faces = sorted(set(table.hands[seat]), key=lambda face: (RANK[face] in WILD, face))
    return [face for face in faces if engine.check(table, seat, Discard(face)) is None]


def takes(table: Table, seat: int) -> list[Choice]:
    """Ways to take the pile, best first; with further melds where an initial meld needs them."""
    return ranked(table, seat, (m for m in engine.legal(table, seat) if isinstance(m, Take)))


def pairs(table: Table, seat: int) -> Iterator[Take]:
    """Takes with the upcard alone, and with two cards of the hand."""
    hand = table.hands[seat]
    yield Take()
    for pair in combinations_with_replacement(sorted(set(hand)), 2):
        if holds(hand, bytes(pair)):
            yield Take(bytes(pair))


def whole_ranks(hand: Cards) -> list[Cards]:
    """Three or more natural cards of a rank, all of them, the most valuable ranks first."""
    return [
        cards
        for rank in range(JOKER_RANK, -1, -1)
        if rank not in WILD and len(cards := of_rank(hand, rank)) >= 3
    ]


def of_rank(hand: Cards, rank: int) -> Cards:
    """The cards of one rank."""
    return bytes(face for face in hand if RANK[face] == rank)


def suggestions(table: Table, seat: int) -> list[Choice]:
    """Complete melds and lay-offs that are legal now, best first."""
    if engine.view(table, seat).seats[seat].opened:
        found: Iterable[Move] = (as_move(group) for group in all_groups(table, seat))
    else:
        found = (*whole_hand(table, seat), *engine.legal(table, seat).opening())
    legal = (move for move in found if engine.check(table, seat, move) is None)
    return ranked(table, seat, dict.fromkeys(legal))


def whole_hand(table: Table, seat: int) -> Iterator[Meld]:
    """Every natural meld of the hand laid at once, and without the last one or two."""
    melds = tuple(whole_ranks(table.hands[seat]))
    for count in range(len(melds), 0, -1):
        yield Meld(melds[:count])


def all_groups(table: Table, seat: int) -> Iterator[Group]:
    """The groups of every rank in the hand."""
    for rank in sorted(set(table.hands[seat].translate(RANK))):
        yield from groups(table, seat, rank)


def groups(table: Table, seat: int, rank: int) -> list[Group]:
    """What may be laid of one rank now, or could be but for the initial minimum; most first."""
    found = dict.fromkeys(candidates(table, seat, rank))
    fits = [group for group in found if possible(engine.check(table, seat, as_move(group)))]
    added = {group.cards for group in fits if group.meld is not None}
    return [g for g in fits if g.meld is not None or rank in WILD or g.cards not in added]


def candidates(table: Table, seat: int, rank: int) -> Iterator[Group]:
    """Groups of a rank by number of naturals and wild cards, for each place they could go."""
    hand = table.hands[seat]
    own, twos, jokers = of_rank(hand, rank), of_rank(hand, TWO), of_rank(hand, JOKER_RANK)
    if rank in WILD:
        yield from wild_groups(table, own, jokers if rank == TWO else twos)
        return
    places = [n for n, meld in enumerate(table.melds, 1) if meld.rank == rank]
    for place in (*places, None):
        for count in range(len(own), 0, -1):
            for wilds in range(min(MOST_WILDS, len(twos + jokers)) + 1):
                yield Group(own[:count] + (twos + jokers)[:wilds], place)


def wild_groups(table: Table, own: Cards, others: Cards) -> Iterator[Group]:
    """Wild cards on any meld of the table, or a meld of wild cards only."""
    for number in range(1, len(table.melds) + 1):
        for count in range(min(MOST_WILDS, len(own)), 0, -1):
            yield Group(own[:count], number)
    for count in range(len(own), 0, -1):
        for more in range(len(others) + 1):
            yield Group(own[:count] + others[:more])


def as_move(group: Group) -> Move:
    """The move that lays one group."""
    return Meld((group.cards,)) if group.meld is None else Add(group.meld, group.cards)


def possible(refused: Refused | None) -> bool:
    """Whether nothing, or nothing but the initial minimum, stands against a group."""
    return refused is None or refused.code is Code.BELOW_MINIMUM


def ranked(table: Table, seat: int, moves: Iterable[Move]) -> list[Choice]:
    """Choices best first: canastas, then without wild cards, then by points; at most 25."""
    choices = [choice(table, seat, move) for move in moves]
    choices.sort(key=lambda c: (not c.canasta, wilds_in(c.move), -c.points))
    return choices[:MOST]


def choice(table: Table, seat: int, move: Move) -> Choice:
    """A legal move with what it brings."""
    after = engine.play(table, seat, move)
    if after.round != table.round or after.phase == "over":
        return Choice(move, 0, canasta=False)
    before, now = engine.view(table, None), engine.view(after, None)
    side = before.side_of(seat)
    points = now.sides[now.side_of(seat)].on_table - before.sides[side].on_table
    more = sum(meld.bonus > 0 for meld in now.melds) > sum(meld.bonus > 0 for meld in before.melds)
    return Choice(move, points, canasta=more)


def cards_of(move: Move) -> Cards:
    """All cards a move lays from the hand."""
    match move:
        case Take(cards, also):
            return cards + b"".join(group.cards for group in also)
        case Meld(melds):
            return b"".join(melds)
        case Add(_, cards):
            return cards
        case _:
            return b""


def wilds_in(move: Move) -> int:
    """How many wild cards a move spends."""
    return sum(RANK[face] in WILD for face in cards_of(move))


def planning(table: Table, seat: int) -> Table:
    """The table as if it were this seat's turn to play, to plan with; never to play from."""
    if table.turn == seat and table.phase == "play":
        return table
    locked = table.locked if table.turn == seat else b""
    return table.but(turn=seat, phase="play", locked=locked, question=None)


def holding(table: Table, seat: int, cards: Cards) -> Table:
    """The table as if these cards were no longer in the seat's hand."""
    return table.but(hands=replaced(table.hands, seat, without(table.hands[seat], cards)))


def why_no_take(table: Table, seat: int) -> Refused | None:
    """Why the pile cannot be taken: the refusal that comes nearest to a legal take."""
    refused = [one for take in pairs(table, seat) if (one := engine.check(table, seat, take))]
    near = [one for one in refused if one.code is Code.BELOW_MINIMUM]
    return max(near, key=lambda one: int(one.facts["have"])) if near else next(iter(refused), None)


def take_groups(table: Table, seat: int, rank: int) -> list[Group]:
    """What could be laid with the upcard to take the pile, by itself or with more beside it."""
    hand = table.hands[seat]
    own, wilds = of_rank(hand, rank), of_rank(hand, TWO) + of_rank(hand, JOKER_RANK)
    found = (
        Group(own[:count] + wilds[:more])
        for count in range(len(own), 0, -1)
        for more in range(min(MOST_WILDS, len(wilds)) + 1)
        if rank not in WILD or not more
    )
    return [group for group in found if possible(engine.check(table, seat, Take(group.cards)))]
