"""Laying everything at once, and the common parts of all proposals: later tables, a fixed seed.

The lays of a good player are in `judgement`.
"""

from collections.abc import Iterator

import engine
from engine import FaceDown
from engine.advice.choices import spent, whole_ranks
from engine.advice.rank_groups import places, possible, wilds_of
from engine.advice.round_end import ends
from engine.model.cards import JOKER_RANK, RANK, THREE, Cards
from engine.model.chance import Chance, Rng
from engine.model.moves import Add, Meld, Move


def after(table: FaceDown, events: tuple[engine.Event, ...]) -> FaceDown:
    """Return the table after these events."""
    for event in events:
        table = FaceDown(engine.evolve(table, event))
    return table


def is_foot(event: engine.Event) -> bool:
    """Return whether the event brings a foot to a hand."""
    return any(deed.kind == "foot" for deed in event.deeds())


def luck() -> Rng:
    """Return a random source with a fixed seed, so that the same question gets the same answer."""
    return Chance("plan")


# ---- everything at once


def lay_all(table: FaceDown, seat: int) -> tuple[Move, ...]:
    """Return moves that lay all natural cards that fit, except one card to discard.

    No wild card is laid.
    """
    laid: list[Move] = []
    while move := next_lay(table, seat):
        events = engine.decide(table, seat, move)
        if any(is_foot(event) for event in events):
            break
        table = after(table, events)
        laid.append(move)
    return tuple(laid)


def next_lay(table: FaceDown, seat: int) -> Move | None:
    """Return the first lay that is legal and does not end the round, or None.

    After each lay the search starts again, because a lay can make room for another.
    """
    for move in natural_lays(table, seat):
        if engine.check(table, seat, move) is None and not ends(table, seat, move):
            return move
    return None


def natural_lays(table: FaceDown, seat: int) -> Iterator[Move]:
    """Yield lays to try, in order: first meld, lay-offs, new melds.

    The first meld lays everything that can be laid, or otherwise the fewest cards that are enough.
    Black threes are never tried.
    """
    plain = [cards for cards in whole_ranks(table, seat) if RANK[cards[0]] != THREE]
    melds = [cards for whole in plain if (cards := fullest(table, seat, whole))]
    opened = engine.view(table, seat).seats[seat].opened
    if not opened:
        yield from (Meld(tuple(cards)) for cards in (plain, melds) if cards)
        opening = engine.legal(table, seat).opening()
        yield from (move for move in opening if not spent(move, wilds_of(table)))
    for rank, cards in held(table, seat):
        for n in places(table, rank, anywhere=False):
            yield from () if n is None else lay_offs(n, cards)
    if opened:
        yield from (Meld((cards,)) for cards in melds)


def fullest(table: FaceDown, seat: int, whole: Cards) -> Cards:
    """Return the largest single meld of a rank, without duplicates if the game forbids them.

    Returns no cards if fewer than three remain.
    """
    fitting = (whole[:count] for count in range(len(whole), 2, -1))
    return next((c for c in fitting if possible(engine.check(table, seat, Meld((c,))))), b"")


def lay_offs(meld: int, cards: Cards) -> Iterator[Move]:
    """Yield lay-offs on a meld: all cards at once, then each card alone.

    A meld may have room for only some of the cards.
    """
    yield Add(meld, cards)
    if len(cards) > 1:
        yield from (Add(meld, bytes((face,))) for face in cards)


def held(table: FaceDown, seat: int) -> Iterator[tuple[int, Cards]]:
    """Yield the natural cards of a hand by rank, without locked ones."""
    wild, hand = wilds_of(table), table.free(seat)
    for rank in range(JOKER_RANK + 1):
        cards = bytes(face for face in hand if RANK[face] == rank)
        if cards and rank not in wild:
            yield rank, cards
