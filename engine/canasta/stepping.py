"""Micro moves: every legal move of one step, one for each choice of ranks where suits are equal.

Listing must be quick, so each step is built to be legal. Only where the hand would get so
small that the turn might not end lawfully is it put to the full check.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.canasta.answers import CANASTA, Answers
from engine.canasta.canastas import opened
from engine.canasta.discarding import DISCARDS, is_stuck, legal_discards
from engine.canasta.drawing import must_take
from engine.canasta.faces import BYTE, collected, naturals, wild_cards, worth
from engine.canasta.feet import can_pick_up
from engine.canasta.laying import reach
from engine.canasta.openings import openings
from engine.canasta.taking import legal_takes
from engine.cards import JOKER_RANK, RANK, RED_THREES, SEVEN, THREE, Cards, without
from engine.moves import DRAW, FOOT, NO, PASS, YES, Add, Meld, Move
from engine.table import Meld as TableMeld
from engine.table import Table

Groups = dict[int, Cards]
"""Rank -> the cards of a hand that may be laid and have it; all wild cards under the joker's."""


def micro_moves(rules: Answers, table: Table, seat: int) -> list[Move]:
    """Every legal move of one step for `seat`."""
    moves: list[Move] = []
    if table.earned[seat] and can_pick_up(rules, table, seat):
        moves.append(FOOT)
    if table.phase == "answer":
        if table.question and table.question.asked == seat:
            moves += (YES, NO)
    elif table.turn == seat and table.phase == "draw":
        if not must_take(rules, table, seat):
            moves.append(DRAW)
        moves += legal_takes(rules, table, seat, bundles=False)
    elif table.turn == seat and table.phase == "play":
        moves += _plays(rules, table, seat)
    return moves


def _plays(rules: Answers, table: Table, seat: int) -> list[Move]:
    discards = legal_discards(rules, table, seat)
    moves: list[Move] = [*map(DISCARDS.__getitem__, discards)]
    groups = grouped(laid_free(table, seat))
    if not rules.black_threes_any_time and (threes := groups.pop(THREE, b"")):
        moves += _last_threes(rules, table, seat, threes)
    spare = len(table.hands[seat]) - _least_left(rules, table, seat)
    if opened(rules, table.melds, seat):
        adds, taken = _lay_offs(rules, table, seat, groups)
        moves += adds if spare >= 1 else _accepted(rules, table, seat, adds)
        melds = _fresh_melds(rules, groups, taken)
    else:
        melds = _lone_openings(rules, table, seat, groups)
    if spare >= CANASTA:
        moves += melds
    else:
        moves += [meld for meld in melds if len(meld.melds[0]) <= spare]
        moves += _accepted(rules, table, seat, [m for m in melds if len(m.melds[0]) > spare])
    if not discards and is_stuck(rules, table, seat):
        moves.append(PASS)
    return moves


def _accepted(rules: Answers, table: Table, seat: int, lays: Sequence[Move]) -> list[Move]:
    """Those lays that pass the full check: the hand gets so small that the turn might not end."""
    return [move for move in lays if rules.check(table, seat, move) is None]


def _last_threes(rules: Answers, table: Table, seat: int, threes: Cards) -> list[Move]:
    """Black threes are laid in going out only."""
    threes = threes[: rules.most_black_threes]
    if len(threes) < 3 or len(table.hands[seat]) - len(threes) > 1:
        return []
    move = Meld((threes,))
    return [move] if rules.check(table, seat, move) is None else []


def laid_free(table: Table, seat: int) -> Cards:
    """The cards of a hand that may be laid this turn."""
    hand = table.hands[seat]
    return without(hand, table.locked) if table.locked and seat == table.turn else hand


def _least_left(rules: Answers, table: Table, seat: int) -> int:
    """With so many cards left in hand the turn can end lawfully, whatever was laid."""
    if rules.may_float:
        return 1
    if not rules.bars_sevens:
        return 2
    return max(2, table.hands[seat].translate(RANK).count(SEVEN) + 1)


def grouped(hand: Cards) -> Groups:
    """A hand, held in order, by rank."""
    hand = hand.translate(None, RED_THREES)
    ranks, start = hand.translate(_GROUP), 0
    groups: Groups = {}
    while start < len(hand):
        rank = ranks[start]
        end = start + ranks.count(rank)
        groups[rank] = hand[start:end]
        start = end
    groups.setdefault(JOKER_RANK, b"")
    return groups


# Face -> the group it goes to: its rank, or the joker's for every wild card.
_GROUP = bytes(map(collected, range(len(RANK))))


def _lay_offs(
    rules: Answers, table: Table, seat: int, groups: Groups
) -> tuple[list[Add], set[int]]:
    """Every lay-off of one card, and the ranks of which the seat has an open meld."""
    adds: list[Add] = []
    taken = set()
    owners = reach(rules, table, seat)
    own = owners if not rules.personal_melds else (seat,)
    wilds, cap = groups[JOKER_RANK], rules.cap
    for number, meld in enumerate(table.melds, 1):
        _, owner, cards, rank = meld
        if owner in owners and len(cards) < cap:
            if owner in own:
                taken.add(rank)
            if wilds or rank in groups:
                adds += _each_on(rules, number, meld, groups.get(rank, b""), wilds)
    return adds, taken


def _fresh_melds(rules: Answers, groups: Groups, taken: set[int]) -> list[Meld]:
    """New melds of the ranks of which none lies open."""
    melds: list[Meld] = []
    wilds = groups[JOKER_RANK]
    ends = wilds[:1] + wilds[-1:]
    for rank, cards in groups.items():
        if len(cards) > 1 and rank not in taken:
            melds += _new_melds(rules, rank, cards, ends)
    return melds


# These are remembered because from one move to the next most melds lie still, and so do most
# cards of a hand.
@lru_cache(maxsize=8192)
def _each_on(
    rules: Answers, number: int, meld: TableMeld, alike: Cards, wilds: Cards
) -> tuple[Add, ...]:
    """The lay-offs of one card on a meld: each face of its rank, then each wild one."""
    natural, wild = _appetite(rules, meld)
    faces = (alike if natural else b"") + (wilds if wild else b"")
    return tuple([_lay_off(number, face) for face in dict.fromkeys(faces)])


@lru_cache(maxsize=4096)
def _lay_off(number: int, face: int) -> Add:
    return Add(number, BYTE[face])


@lru_cache(maxsize=4096)
def _appetite(rules: Answers, meld: TableMeld) -> tuple[bool, bool]:
    """Whether one more natural card of its rank, and one more wild card, may lie on a meld."""
    wilds = len(wild_cards(meld.cards))
    plain = len(meld.cards) - wilds
    natural = meld.rank != JOKER_RANK and rules.fault(meld.rank, plain + 1, wilds) is None
    return natural, rules.fault(meld.rank, plain, wilds + 1) is None


@lru_cache(maxsize=8192)
def _new_melds(rules: Answers, rank: int, cards: Cards, wilds: Cards) -> tuple[Meld, ...]:
    """The least meld of a rank, the whole of it, and a pair with one of two wild cards."""
    if len(cards) >= 3:
        if rank == JOKER_RANK:
            return (Meld((cards[:3],)),) if rules.wild_melds else ()
        if len(cards) == 3:
            return (Meld((cards,)),)
        most = min(CANASTA, rules.most_black_threes) if rank == THREE else CANASTA
        return Meld((cards[:3],)), Meld((cards[:most],))
    if not wilds or rank == JOKER_RANK or rules.fault(rank, 2, 1):
        return ()
    return tuple(Meld((cards + BYTE[wild],)) for wild in dict.fromkeys(wilds))


def _lone_openings(rules: Answers, table: Table, seat: int, groups: Groups) -> list[Meld]:
    """Single melds that are worth enough to open with."""
    need = rules.minimum(table, seat)
    return [meld for meld in _fresh_melds(rules, groups, set()) if worth(meld.melds[0]) >= need]


def all_openings(rules: Answers, table: Table, seat: int) -> Iterator[Meld]:
    """The cheapest sufficient initial melds, fewest cards first; nothing once opened."""
    ours = table.phase == "play" and table.turn == seat
    if not ours or opened(rules, table.melds, seat):
        return
    for plan in openings(rules, laid_free(table, seat), rules.minimum(table, seat)):
        move = Meld(tuple(plan.values()))
        if rules.check(table, seat, move) is None:
            yield move


def room(rules: Answers, table: Table, seat: int, number: int) -> Cards:
    """The faces in hand of which one more card may be laid off on that meld now."""
    meld = table.meld(number)
    if meld is None:
        return b""
    natural, wild = _appetite(rules, meld)
    hand = laid_free(table, seat)
    plain = bytes(face for face in naturals(hand) if natural and RANK[face] == meld.rank)
    faces = dict.fromkeys(plain + (wild_cards(hand) if wild else b""))
    return bytes(
        face for face in faces if rules.check(table, seat, Add(number, BYTE[face])) is None
    )
