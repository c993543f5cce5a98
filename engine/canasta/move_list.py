"""Micro moves: every legal move of one step, once for each choice of ranks if suits do not matter.

Listing must be fast, so most steps are legal by construction. Only steps that leave so few cards
that the turn might not be able to end go through the full check.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from engine.canasta.book.card_values import COLLECTED, naturals, wild_cards, worth
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.canasta.melds.open_melds import OpenMeld, Spread, appetite, lay_offs, spread
from engine.canasta.melds.openings import openings, whole_hands
from engine.canasta.turn.discarding import is_stuck, legal_discards
from engine.canasta.turn.drawing import must_take
from engine.canasta.turn.feet import can_pick_up
from engine.canasta.turn.taking import legal_takes
from engine.model.cards import (
    BLACK_THREES,
    BYTE,
    JOKER_RANK,
    RANK,
    RED_THREES,
    SEVEN,
    THREE,
    Cards,
    distinct,
    only,
)
from engine.model.moves import DISCARDS, DRAW, FOOT, NO, PASS, YES, Add, Meld, Move
from engine.model.table import Table


def micro_moves(rules: CanastaAnswers, table: Table, seat: int) -> list[Move]:
    """Return every legal move of one step for `seat`."""
    moves: list[Move] = []
    if table.earned[seat] and can_pick_up(rules, table, seat):
        moves.append(FOOT)
    if table.phase == "answer":
        if table.question and table.question.asked == seat:
            moves += (YES, NO)
    elif table.turn == seat and table.phase == "draw":
        moves += _draws(rules, table, seat)
    elif table.turn == seat and table.phase == "play":
        moves += _plays(rules, table, seat)
    return moves


def _draws(rules: CanastaAnswers, table: Table, seat: int) -> list[Move]:
    takes: list[Move] = [*legal_takes(rules, table, seat, bundles=False)]
    forced = must_take(rules, table, seat)
    if forced is None:
        return [DRAW, *takes]
    return takes or [forced]


def _plays(rules: CanastaAnswers, table: Table, seat: int) -> list[Move]:
    discards = legal_discards(rules, table, seat)
    moves: list[Move] = [*map(DISCARDS.__getitem__, discards)]
    free, own = _layable(rules, table, seat), spread(rules, table.melds, seat)
    if not rules.black_threes_any_time:
        moves += _last_threes(rules, table, seat)
    spare = len(table.hands[seat]) - _least_left(rules, table.hands[seat])
    adds = _lay_offs(_within_reach(rules, table, seat, own), free)
    moves += adds if spare >= 1 else _accepted(rules, table, seat, adds)
    melds = _fresh_melds(rules, free, own.fresh)
    if melds and not (own.open or opened(rules, table.melds, seat)):
        need = rules.minimum(table, seat)
        melds = [meld for meld in melds if worth(meld.melds[0]) >= need]
    # A listed meld has at most the cards of a canasta, so none leaves too few.
    if spare >= CANASTA:
        moves += melds
    else:
        moves += [meld for meld in melds if len(meld.melds[0]) <= spare]
        moves += _accepted(rules, table, seat, [m for m in melds if len(m.melds[0]) > spare])
    if not discards and is_stuck(rules, table, seat):
        moves.append(PASS)
    return moves


def _accepted(rules: CanastaAnswers, table: Table, seat: int, lays: Sequence[Move]) -> list[Move]:
    """Return the lays that pass the full check, for hands that might become too small."""
    return [move for move in lays if rules.check(table, seat, move) is None]


def _last_threes(rules: CanastaAnswers, table: Table, seat: int) -> list[Move]:
    """Return the meld of black threes, which is legal only when going out."""
    hand = table.hands[seat]
    if len(hand) > rules.most_black_threes + 1:
        return []
    threes = only(table.free(seat), BLACK_THREES)[: rules.most_black_threes]
    if len(threes) < 3 or len(hand) - len(threes) > 1:
        return []
    move = Meld((threes,))
    return [move] if rules.check(table, seat, move) is None else []


def _layable(rules: CanastaAnswers, table: Table, seat: int) -> Cards:
    """Return the cards that may be laid without going out."""
    return table.free(seat).translate(None, RED_THREES if rules.black_threes_any_time else _THREES)


_THREES = RED_THREES + BLACK_THREES


def _least_left(rules: CanastaAnswers, hand: Cards) -> int:
    """Return the smallest hand with which the turn can always end, whatever was laid."""
    if rules.may_float:
        return 1
    if not rules.bars_sevens:
        return 2
    # In the worst case all remaining cards are sevens that may not be discarded (PFH-Q23).
    return max(2, hand.translate(RANK).count(SEVEN) + 1)


def _lay_offs(melds: Collection[OpenMeld], free: Cards) -> list[Add]:
    """Return every lay-off of one card, meld by meld."""
    adds: list[Add] = []
    faces = distinct(free) if melds else b""
    for number, _, unfit in melds:
        if fit := faces.translate(None, unfit):
            adds += map(lay_offs(number).__getitem__, fit)
    return adds


def _within_reach(
    rules: CanastaAnswers, table: Table, seat: int, own: Spread
) -> Collection[OpenMeld]:
    """Return the open melds that `seat` may lay off on, by number."""
    if not (rules.personal_melds and opened(rules, table.melds, seat)):
        return own.open.values()
    melds = dict(own.open)
    for partner in rules.partners(table, seat):
        melds |= spread(rules, table.melds, partner).open
    return [melds[number] for number in sorted(melds)]


def _fresh_melds(rules: CanastaAnswers, free: Cards, ranks: bytes) -> list[Meld]:
    """Return new melds of these ranks."""
    melds: list[Meld] = []
    held = free.translate(COLLECTED)
    wilds = wild_cards(free)
    for rank in ranks:
        count = held.count(rank)
        if count > 1:
            start = held.find(rank)
            cards = free[start : start + count]
            if count > 2:
                melds += _natural_melds(rules, rank, cards)
            elif wilds and rank != JOKER_RANK:
                # The least and the most valuable wild card; others differ from them only in suit.
                melds += _mixed_melds(rules, rank, cards, wilds[:1] + wilds[-1:])
    return melds


# Cached: from one move to the next most cards of a hand stay the same.
@lru_cache(maxsize=8192)
def _natural_melds(rules: CanastaAnswers, rank: int, cards: Cards) -> tuple[Meld, ...]:
    """Return the smallest meld of a rank, and the whole of it."""
    if len(cards) == 3 or rank == JOKER_RANK:
        return (Meld((cards[:3],)),)
    most = min(CANASTA, rules.most_black_threes) if rank == THREE else CANASTA
    return Meld((cards[:3],)), Meld((cards[:most],))


@lru_cache(maxsize=8192)
def _mixed_melds(rules: CanastaAnswers, rank: int, pair: Cards, wilds: Cards) -> tuple[Meld, ...]:
    """Return a pair with each of these wild cards."""
    if rules.fault(rank, 2, 1):
        return ()
    return tuple([Meld((pair + BYTE[wild],)) for wild in dict.fromkeys(wilds)])


def all_openings(rules: CanastaAnswers, table: Table, seat: int) -> Iterator[Meld]:
    """Yield the cheapest sufficient initial melds, fewest cards first; none once opened.

    Where a whole hand needs no minimum, it follows (CC-R15).
    """
    ours = table.phase == "play" and table.turn == seat
    if not ours or opened(rules, table.melds, seat):
        return
    free = table.free(seat)
    whole = whole_hands(rules, free) if rules.whole_hand_opens else ()
    for plan in (*openings(rules, free, rules.minimum(table, seat)), *whole):
        move = Meld(tuple(plan.values()))
        if rules.check(table, seat, move) is None:
            yield move


def room(rules: CanastaAnswers, table: Table, seat: int, number: int) -> Cards:
    """Return the faces in hand that may each be laid off on meld `number` now."""
    meld = table.meld(number)
    if meld is None:
        return b""
    natural, wild = appetite(rules, meld)
    hand = table.free(seat)
    plain = bytes(face for face in naturals(hand) if natural and RANK[face] == meld.rank)
    faces = dict.fromkeys(plain + (wild_cards(hand) if wild else b""))
    return bytes(
        face for face in faces if rules.check(table, seat, Add(number, BYTE[face])) is None
    )
