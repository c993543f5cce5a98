"""What a seat may choose now, as lists that panels number: takes, suggestions, discards.

A control carries a place in such a list, never a card. The lists are made from the table as the
seat knows it at one entry of the log, so the number means the same when it is pressed; a press
that has seen another entry is not carried out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Final

import engine
from engine import FaceDown
from engine.advice.groups import as_move, groups, of_rank, wilds_of
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
"""Moves without cards: a button each."""
MOST: Final = 25  # as many as a select of Discord's shows
WORTH_TRYING: Final = 160
"""Moves that are looked at for one list of suggestions; no hand yet seen had so many."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move and what it brings.

    `points` on the table of the side, and of one it shares with, or off the hand where the cards
    left in it are what counts; `cards` that leave the hand; the `kind` of canasta it completes, or
    nothing; whether the seat goes `out` with it.
    """

    move: Move
    points: int
    cards: int
    kind: str
    out: bool


def simple(table: FaceDown, seat: int) -> list[tuple[int, Move]]:
    """The moves without cards that are legal now, with their place in `SIMPLE`."""
    return [(n, m) for n, m in enumerate(SIMPLE) if engine.check(table, seat, m) is None]


def discards(table: FaceDown, seat: int) -> list[int]:
    """The distinct cards that may be discarded, cheapest first, wild cards last."""
    wild = wilds_of(table)
    faces = sorted(set(table.hands[seat]), key=lambda face: (RANK[face] in wild, face))
    return [face for face in faces if engine.check(table, seat, Discard(face)) is None]


def takes(table: FaceDown, seat: int) -> list[Choice]:
    """Ways to take the pile, best first; with further melds where an initial meld needs them."""
    found = dict.fromkeys((*takes_with_melds(table, seat), *engine.legal(table, seat).takes()))
    return ranked(table, seat, found)


def takes_with_melds(table: FaceDown, seat: int) -> Iterator[Take]:
    """Takes that natural cards alone make dear enough for an initial meld.

    The engine names one that lays more besides only where no simpler one is legal, and a simpler
    one may spend the wild cards.
    """
    if not table.pile or engine.view(table, seat).seats[seat].opened:
        return
    rank = RANK[table.pile[-1]]
    own = of_rank(table.hands[seat], rank)
    melds = [Group(cards) for cards in whole_ranks(table, seat) if RANK[cards[0]] != rank]
    single = [(meld,) for meld in melds]
    several = [tuple(melds[:count]) for count in range(2, len(melds) + 1)]
    for cards, also in product(dict.fromkeys((own[:2], own)), (*single, *several)):
        if engine.check(table, seat, Take(cards, also)) is None:
            yield Take(cards, also)


def suggestions(table: FaceDown, seat: int) -> list[Choice]:
    """Complete melds and lay-offs that are legal now, best first."""
    opened = engine.view(table, seat).seats[seat].opened
    found = lays(table, seat) if opened else openings(table, seat)
    legal = (move for move in dict.fromkeys(found) if engine.check(table, seat, move) is None)
    return ranked(table, seat, legal)


def lays(table: FaceDown, seat: int) -> Iterator[Move]:
    """Lay-offs and melds for a seat that has opened: whole groups, then single steps."""
    for rank in sorted(set(table.hands[seat].translate(RANK))):
        yield from (as_move(group) for group in groups(table, seat, rank, thrifty=True))
    yield from (move for move in engine.legal(table, seat) if isinstance(move, Add | Meld))


def openings(table: FaceDown, seat: int) -> Iterator[Move]:
    """First melds: every natural meld at once and fewer of them, then the cheapest that do."""
    melds = tuple(whole_ranks(table, seat))
    yield from (Meld(melds[:count]) for count in range(len(melds), 0, -1))
    cheapest = tuple(engine.legal(table, seat).opening())
    yield from cheapest
    yield from (whole(table, seat, move) for move in cheapest if isinstance(move, Meld))
    yield from (move for move in engine.legal(table, seat) if isinstance(move, Meld))


def whole(table: FaceDown, seat: int, opening: Meld) -> Meld:
    """The same first melds with all that the hand holds of their ranks."""
    wild = wilds_of(table)
    grown = []
    for cards in opening.melds:
        plain = bytes(face for face in cards if RANK[face] not in wild)
        own = of_rank(table.free(seat), RANK[plain[0]]) if plain else b""
        grown.append(own + bytes(face for face in cards if RANK[face] in wild) if own else cards)
    return Meld(tuple(grown))


def can_open(table: FaceDown, seat: int) -> bool:
    """Whether a seat whose turn it is to play holds an initial meld, wild cards counted in."""
    opening = engine.legal(table, seat).opening()
    return any(engine.check(table, seat, move) is None for move in opening)


def whole_ranks(table: FaceDown, seat: int) -> list[Cards]:
    """Three or more natural cards of a rank, all of them, the most valuable ranks first."""
    wild, hand = wilds_of(table), table.free(seat)
    return [
        cards
        for rank in range(JOKER_RANK, -1, -1)
        if rank not in wild and len(cards := of_rank(hand, rank)) >= 3
    ]


def towards_opening(table: FaceDown, seat: int) -> int:
    """What the natural melds in hand count for a first meld, of ranks that may open."""
    values = table.rules.values(table.round)
    ranks = (cards for cards in whole_ranks(table, seat) if RANK[cards[0]] in values.opening_ranks)
    # Red threes may wait in a hand for their turn, and are melded with nothing.
    melds = (bytes(face for face in cards if values.melded[face]) for cards in ranks)
    return sum(values.in_melds(filling(table, cards)) for cards in melds if len(cards) >= 3)


def filling(table: FaceDown, cards: Cards) -> Cards:
    """Those of a rank that melds of it hold: a card or two beside full ones make none anew."""
    cap = table.rules.cap if isinstance(table.rules, CanastaAnswers) else len(cards)
    past = len(cards) % cap
    return cards[: len(cards) - past] if past < 3 and len(cards) > cap else cards


# ---- what a move brings


def ranked(table: FaceDown, seat: int, moves: Iterable[Move]) -> list[Choice]:
    """Choices best first; at most 25.

    Going out, then canastas by what they bring, then what spends no wild card. An initial meld is
    the better the less it lays; anything else by points, and by them alone where a hand costs.
    """
    before, wild = engine.view(table, seat), wilds_of(table)
    apart: dict[tuple[object, ...], Move] = {}
    for move in islice(moves, WORTH_TRYING):
        apart.setdefault(meant(move, wild), move)
    came: dict[tuple[MeldView, ...], Choice] = {}
    for move in apart.values():
        melds, one = tried(table, before, seat, move)
        came.setdefault(melds, one)
    found = list(came.values())
    found.sort(key=lambda one: order(one, before, seat, wild))
    return found[:MOST]


def order(one: Choice, before: View, seat: int, wild: tuple[int, ...]) -> tuple[int, ...]:
    """What a choice is ranked by, best first."""
    first = not one.out, not one.kind
    if before.lowest_wins:
        return (*first, -one.points, -one.cards)
    opens = before.seats[seat].minimum is not None
    apart = not opens or needs_wilds(before, seat)
    alone = collected(one.move, before.melds, wild) if apart else 0
    least = (one.cards, one.points) if opens else (-one.points, -one.cards)
    return (*first, spent(one.move, wild) - alone, alone, *least)


def needs_wilds(view: View, seat: int) -> bool:
    """Whether a canasta of wild cards is asked for before this seat goes out."""
    return any(need.kind == "wild" and need.have < need.need for need in view.needs_of(seat))


def collected(move: Move, melds: tuple[MeldView, ...], wild: tuple[int, ...]) -> int:
    """How many wild cards a move lays together, on their way to a canasta of their own."""
    found: tuple[Cards, ...] = ()
    if isinstance(move, Meld):
        found = move.melds
    elif isinstance(move, Add) and melds[move.meld - 1].rank == JOKER_RANK:
        found = (move.cards,)
    return sum(len(cards) for cards in found if all(RANK[face] in wild for face in cards))


def meant(move: Move, wild: tuple[int, ...]) -> tuple[object, ...]:
    """What a move comes to, in whatever order its cards are named: equal for K♠ K♥ K♠, K♠ K♠ K♥.

    A wild card that is named first may be what a set collects.
    """
    match move:
        case Meld(melds):
            return ("meld", *sorted(map(partial(alike, wild), melds)))
        case Add(number, cards):
            return "add", number, alike(wild, cards)
        case Take(cards, also):
            more = sorted((group.meld or 0, alike(wild, group.cards)) for group in also)
            return ("take", alike(wild, cards), *more)
        case _:
            return (move,)


def alike(wild: tuple[int, ...], cards: Cards) -> tuple[bytes, int]:
    """Cards in one order, and the wild rank that was named first, if one was."""
    first = RANK[cards[0]] if cards and RANK[cards[0]] in wild else -1
    return bytes(sorted(cards)), first


def tried(
    table: FaceDown, before: View, seat: int, move: Move
) -> tuple[tuple[MeldView, ...], Choice]:
    """The melds after a legal move, and the move with what it brings.

    Of two moves that leave the same melds a list needs one: wild cards alone are the same meld
    in canasta whichever is named first, and two different sets in contract rummy.
    """
    events = engine.decide(table, seat, move)
    after = until_the_end(table, events)
    now = engine.view(after, seat)
    out = any(isinstance(event, RoundEnded) and event.out == seat for event in events)
    gain = points(table, after, before, now, seat)
    kind = next(iter(completed(before.melds, now.melds)), "")
    return now.melds, Choice(move, gain, len(cards_laid(move)), kind, out)


def until_the_end(table: FaceDown, events: Iterable[engine.Event]) -> FaceDown:
    """The table after these events; the end of the round not counted in."""
    for event in events:
        if isinstance(event, RoundEnded):
            break
        table = FaceDown(engine.evolve(table, event))
    return table


def points(table: FaceDown, after: FaceDown, before: View, now: View, seat: int) -> int:
    """What a side's table gained, or what a hand no longer holds where only that counts."""
    if now.lowest_wins:
        side = now.side_of(seat)
        return engine.score(table)[side].total - engine.score(after)[side].total
    sides = pooled(now, seat)
    return sum(now.sides[side].on_table - before.sides[side].on_table for side in sides)


def pooled(view: View, seat: int) -> tuple[int, ...]:
    """The sides whose points count for a seat: of partners against one alone, both (HC-Q20)."""
    if view.lone is None or seat == view.lone:
        return (view.side_of(seat),)
    return tuple(side.side for side in view.sides if view.lone not in side.seats)


def completed(before: tuple[MeldView, ...], now: tuple[MeldView, ...]) -> Iterator[str]:
    """The kinds of the canastas that were none before."""
    had = {meld.number for meld in before if meld.bonus > 0}
    yield from (meld.kind for meld in now if meld.bonus > 0 and meld.number not in had)


def spent(move: Move, wild: tuple[int, ...]) -> int:
    """How many wild cards a move spends."""
    return sum(RANK[face] in wild for face in cards_laid(move))
