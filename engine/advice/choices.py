"""Numbered lists of what a seat may choose now: takes, suggestions, discards.

The custom id of a button or select has an index into such a list, never a card. The lists are
computed from what the seat knows at one entry of the move log, so an index does not change its
meaning. The bot does not carry out an interaction that refers to an older entry.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Final

import engine
from engine import FaceDown
from engine.advice.rank_groups import as_move, cards_of_rank, groups, wilds_of
from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import JOKER_RANK, RANK, Cards
from engine.model.events import RoundEnded
from engine.model.moves import (
    BUY,
    DRAW,
    FOOT,
    NO,
    PASS,
    YES,
    Add,
    Discard,
    Group,
    Meld,
    Move,
    Take,
    cards_laid,
)
from engine.model.view import MeldView, View

SIMPLE: Final[tuple[Move, ...]] = (DRAW, BUY, PASS, FOOT, YES, NO)
"""Moves without cards. Each has a button."""
MOST: Final = 25  # the most options a Discord select accepts
WORTH_TRYING: Final = 160
"""Most moves evaluated for one list of suggestions. No hand seen so far had so many."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move and its effect.

    Attributes:
        points: points gained on the table by the seat's side and those that share its score. If
            the lowest score wins: points that left the hand.
        cards: number of cards that leave the hand.
        kind: the kind of canasta that it completes, or "".
        out: whether the seat goes out.
    """

    move: Move
    points: int
    cards: int
    kind: str
    out: bool


def simple(table: FaceDown, seat: int) -> list[tuple[int, Move]]:
    """Return the legal moves without cards, each with its index in `SIMPLE`."""
    return [(n, m) for n, m in enumerate(SIMPLE) if engine.check(table, seat, m) is None]


def discards(table: FaceDown, seat: int) -> list[int]:
    """Return the distinct cards that may be discarded, by rank. Wild cards come last."""
    wild = wilds_of(table)
    faces = sorted(set(table.hands[seat]), key=lambda face: (RANK[face] in wild, face))
    return [face for face in faces if engine.check(table, seat, Discard(face)) is None]


def takes(table: FaceDown, seat: int) -> list[Choice]:
    """Return ways to take the pile, best first.

    If the seat has not opened, each take includes the other melds that an initial meld needs.
    """
    found = dict.fromkeys((*takes_with_melds(table, seat), *engine.legal(table, seat).takes()))
    return ranked(table, seat, found)


def takes_with_melds(table: FaceDown, seat: int) -> Iterator[Take]:
    """Yield takes that reach the minimum with natural cards alone.

    `Legal.takes` lists a take with further melds only if no simpler one is legal, but a simpler one
    may use up wild cards.
    """
    if not table.pile or engine.view(table, seat).seats[seat].opened:
        return
    rank = RANK[table.pile[-1]]
    own = cards_of_rank(table.hands[seat], rank)
    melds = [Group(cards) for cards in whole_ranks(table, seat) if RANK[cards[0]] != rank]
    single = [(meld,) for meld in melds]
    several = [tuple(melds[:count]) for count in range(2, len(melds) + 1)]
    for cards, also in product(dict.fromkeys((own[:2], own)), (*single, *several)):
        if engine.check(table, seat, Take(cards, also)) is None:
            yield Take(cards, also)


def suggestions(table: FaceDown, seat: int) -> list[Choice]:
    """Return complete melds and lay-offs that are legal now, best first."""
    opened = engine.view(table, seat).seats[seat].opened
    found = lays(table, seat) if opened else openings(table, seat)
    legal = (move for move in dict.fromkeys(found) if engine.check(table, seat, move) is None)
    return ranked(table, seat, legal)


def lays(table: FaceDown, seat: int) -> Iterator[Move]:
    """Yield lay-offs and melds for a seat that has opened: whole groups, then single steps."""
    for rank in sorted(set(table.hands[seat].translate(RANK))):
        yield from (as_move(group) for group in groups(table, seat, rank, thrifty=True))
    yield from (move for move in engine.legal(table, seat) if isinstance(move, Add | Meld))


def openings(table: FaceDown, seat: int) -> Iterator[Move]:
    """Yield first melds: all natural melds at once, fewer of them, then the cheapest ones."""
    melds = tuple(whole_ranks(table, seat))
    yield from (Meld(melds[:count]) for count in range(len(melds), 0, -1))
    cheapest = tuple(engine.legal(table, seat).opening())
    yield from cheapest
    yield from (whole(table, seat, move) for move in cheapest if isinstance(move, Meld))
    yield from (move for move in engine.legal(table, seat) if isinstance(move, Meld))


def whole(table: FaceDown, seat: int, opening: Meld) -> Meld:
    """Return the melds of `opening`, each extended by all other cards of the same rank in hand."""
    wild = wilds_of(table)
    grown = []
    for cards in opening.melds:
        plain = bytes(face for face in cards if RANK[face] not in wild)
        own = cards_of_rank(table.free(seat), RANK[plain[0]]) if plain else b""
        grown.append(own + bytes(face for face in cards if RANK[face] in wild) if own else cards)
    return Meld(tuple(grown))


def can_open(table: FaceDown, seat: int) -> bool:
    """Return whether a seat whose turn it is to play can open, with or without wild cards."""
    opening = engine.legal(table, seat).opening()
    return any(engine.check(table, seat, move) is None for move in opening)


def whole_ranks(table: FaceDown, seat: int) -> list[Cards]:
    """Return the natural cards of each rank with three or more in hand, highest ranks first."""
    wild, hand = wilds_of(table), table.free(seat)
    return [
        cards
        for rank in range(JOKER_RANK, -1, -1)
        if rank not in wild and len(cards := cards_of_rank(hand, rank)) >= 3
    ]


def towards_opening(table: FaceDown, seat: int) -> int:
    """Return the points that natural melds in hand would score, for ranks that may open."""
    values = table.rules.values(table.round)
    ranks = (cards for cards in whole_ranks(table, seat) if RANK[cards[0]] in values.opening_ranks)
    # A hand can have red threes until its next turn. They are part of no meld.
    melds = (bytes(face for face in cards if values.melded[face]) for cards in ranks)
    return sum(values.in_melds(filling(table, cards)) for cards in melds if len(cards) >= 3)


def filling(table: FaceDown, cards: Cards) -> Cards:
    """Return the cards of a rank that melds can hold.

    This leaves out one or two cards after full melds, because they cannot start another meld.
    """
    cap = table.rules.cap if isinstance(table.rules, CanastaAnswers) else len(cards)
    past = len(cards) % cap
    return cards[: len(cards) - past] if past < 3 and len(cards) > cap else cards


# ---- what a move brings


def ranked(table: FaceDown, seat: int, moves: Iterable[Move]) -> list[Choice]:
    """Return choices best first, at most 25.

    Going out comes first, then canastas, then moves that spend no wild card. Initial melds that lay
    less come first; other moves are ordered by points. If the lowest score wins, only points count.
    """
    before, wild = engine.view(table, seat), wilds_of(table)
    apart: dict[tuple[object, ...], Move] = {}
    for move in islice(moves, WORTH_TRYING):
        apart.setdefault(canonical_move(move, wild), move)
    came: dict[tuple[MeldView, ...], Choice] = {}
    for move in apart.values():
        melds, one = tried(table, before, seat, move)
        came.setdefault(melds, one)
    found = list(came.values())
    found.sort(key=lambda one: order(one, before, seat, wild))
    return found[:MOST]


def order(one: Choice, before: View, seat: int, wild: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sort key of a choice. The smallest is the best."""
    first = not one.out, not one.kind
    if before.lowest_wins:
        return (*first, -one.points, -one.cards)
    opens = before.seats[seat].minimum is not None
    apart = not opens or needs_wilds(before, seat)
    alone = collected(one.move, before.melds, wild) if apart else 0
    least = (one.cards, one.points) if opens else (-one.points, -one.cards)
    return (*first, spent(one.move, wild) - alone, alone, *least)


def needs_wilds(view: View, seat: int) -> bool:
    return any(need.kind == "wild" and need.have < need.need for need in view.needs_of(seat))


def collected(move: Move, melds: tuple[MeldView, ...], wild: tuple[int, ...]) -> int:
    """Return how many wild cards a move lays together, for a canasta of wild cards."""
    found: tuple[Cards, ...] = ()
    if isinstance(move, Meld):
        found = move.melds
    elif isinstance(move, Add) and melds[move.meld - 1].rank == JOKER_RANK:
        found = (move.cards,)
    return sum(len(cards) for cards in found if all(RANK[face] in wild for face in cards))


def canonical_move(move: Move, wild: tuple[int, ...]) -> tuple[object, ...]:
    """Return the move in canonical card order, so that K♠ K♥ K♠ equals K♠ K♠ K♥.

    A wild card that is named first is marked, because a set may collect that rank.
    """
    match move:
        case Meld(melds):
            return ("meld", *sorted(map(partial(canonical_order, wild), melds)))
        case Add(number, cards):
            return "add", number, canonical_order(wild, cards)
        case Take(cards, also):
            more = sorted((group.meld or 0, canonical_order(wild, group.cards)) for group in also)
            return ("take", canonical_order(wild, cards), *more)
        case _:
            return (move,)


def canonical_order(wild: tuple[int, ...], cards: Cards) -> tuple[bytes, int]:
    """Return the cards sorted, and the rank of a wild card that was named first, or -1."""
    first = RANK[cards[0]] if cards and RANK[cards[0]] in wild else -1
    return bytes(sorted(cards)), first


def tried(
    table: FaceDown, before: View, seat: int, move: Move
) -> tuple[tuple[MeldView, ...], Choice]:
    """Return the melds after a legal move, and the choice with its effect.

    Of two moves that leave the same melds, a list needs only one. In canasta, wild cards alone are
    the same meld whichever is named first. In contract rummy they are different sets.
    """
    events = engine.decide(table, seat, move)
    after = until_the_end(table, events)
    now = engine.view(after, seat)
    out = any(isinstance(event, RoundEnded) and event.out == seat for event in events)
    gain = points(table, after, before, now, seat)
    kind = next(iter(completed(before.melds, now.melds)), "")
    return now.melds, Choice(move, gain, len(cards_laid(move)), kind, out)


def until_the_end(table: FaceDown, events: Iterable[engine.Event]) -> FaceDown:
    """Apply events until the round ends, without the end itself."""
    for event in events:
        if isinstance(event, RoundEnded):
            break
        table = FaceDown(engine.evolve(table, event))
    return table


def points(table: FaceDown, after: FaceDown, before: View, now: View, seat: int) -> int:
    """Return the points that a move gains on the side's table.

    If the lowest score wins, return the points that left the hand.
    """
    if now.lowest_wins:
        side = now.side_of(seat)
        return engine.score(table)[side].total - engine.score(after)[side].total
    sides = pooled(now, seat)
    return sum(now.sides[side].on_table - before.sides[side].on_table for side in sides)


def pooled(view: View, seat: int) -> tuple[int, ...]:
    """Return the sides whose points count for a seat: all partners against a lone seat (HC-Q20)."""
    if view.lone is None or seat == view.lone:
        return (view.side_of(seat),)
    return tuple(side.side for side in view.sides if view.lone not in side.seats)


def completed(before: tuple[MeldView, ...], now: tuple[MeldView, ...]) -> Iterator[str]:
    """Yield the kinds of the canastas that are new."""
    had = {meld.number for meld in before if meld.bonus > 0}
    yield from (meld.kind for meld in now if meld.bonus > 0 and meld.number not in had)


def spent(move: Move, wild: tuple[int, ...]) -> int:
    """Return how many wild cards a move spends."""
    return sum(RANK[face] in wild for face in cards_laid(move))
