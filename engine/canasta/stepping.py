"""Micro moves: every legal move of one step, one for each choice of ranks where suits are equal.

Listing must be quick, so each step is built to be legal. Only where the hand would get so
small that the turn might not end lawfully is it put to the full check.
"""

from collections.abc import Iterator

from engine.canasta.answers import Answers
from engine.canasta.canastas import opened, sevens_barred
from engine.canasta.discarding import DISCARDS, is_stuck, legal_discards
from engine.canasta.drawing import must_take
from engine.canasta.faces import BYTE, naturals, wild_cards, worth
from engine.canasta.feet import can_pick_up
from engine.canasta.laying import reach_fault
from engine.canasta.openings import openings
from engine.canasta.taking import legal_takes
from engine.cards import JOKER_RANK, RANK, RED_THREES, SEVEN, THREE, TWO, Cards, without
from engine.moves import DRAW, FOOT, NO, PASS, YES, Add, Meld, Move
from engine.table import Meld as TableMeld
from engine.table import Table

Groups = dict[int, Cards]
"""Rank -> the cards of a hand that may be laid and have it; all wild cards under the joker's."""


def micro_moves(rules: Answers, table: Table, seat: int) -> Iterator[Move]:
    """Every legal move of one step for `seat`."""
    if table.earned[seat] and can_pick_up(rules, table, seat):
        yield FOOT
    if table.phase == "answer":
        if table.question and table.question.asked == seat:
            yield YES
            yield NO
    elif table.turn == seat and table.phase == "draw":
        if not must_take(rules, table, seat):
            yield DRAW
        yield from legal_takes(rules, table, seat)
    elif table.turn == seat and table.phase == "play":
        yield from _plays(rules, table, seat)


def _plays(rules: Answers, table: Table, seat: int) -> Iterator[Move]:
    for face in legal_discards(rules, table, seat):
        yield DISCARDS[face]
    groups = grouped(laid_free(table, seat))
    if not rules.black_threes_any_time and (threes := groups.pop(THREE, b"")):
        yield from _last_threes(rules, table, seat, threes)
    if opened(rules, table.melds, seat):
        lays: Iterator[Move] = _lays(rules, table, seat, groups)
    else:
        lays = _lone_openings(rules, table, seat, groups)
    least = _least_left(rules, table, seat)
    size = len(table.hands[seat])
    for move in lays:
        if size - _size(move) >= least or rules.check(table, seat, move) is None:
            yield move
    if is_stuck(rules, table, seat):
        yield PASS


def _last_threes(rules: Answers, table: Table, seat: int, threes: Cards) -> Iterator[Move]:
    """Black threes are laid in going out only."""
    move = Meld((threes[: rules.most_black_threes],))
    if len(threes) >= 3 and rules.check(table, seat, move) is None:
        yield move


def _size(move: Move) -> int:
    return len(move.cards) if isinstance(move, Add) else len(move.melds[0])  # type: ignore[union-attr]


def laid_free(table: Table, seat: int) -> Cards:
    """The cards of a hand that may be laid this turn."""
    hand = table.hands[seat]
    return without(hand, table.locked) if table.locked and seat == table.turn else hand


def _least_left(rules: Answers, table: Table, seat: int) -> int:
    """With so many cards left in hand the turn can end lawfully, whatever was laid."""
    if not (rules.bars_sevens and sevens_barred(rules, table.melds)):
        return 2
    hand = table.hands[seat].translate(RANK)
    return max(2, hand.count(SEVEN) + 1)


def grouped(hand: Cards) -> Groups:
    """A hand, held in order, by rank."""
    hand = hand.translate(None, RED_THREES)
    ranks, groups, start = hand.translate(RANK), {}, 0
    for rank in range(JOKER_RANK + 1):
        if count := ranks.count(rank):
            groups[rank] = hand[start : start + count]
            start += count
    groups[JOKER_RANK] = wild_cards(hand)
    return groups


def _lays(rules: Answers, table: Table, seat: int, groups: Groups) -> Iterator[Move]:
    taken = set()
    for number, meld in enumerate(table.melds, 1):
        if len(meld.cards) < rules.cap and reach_fault(rules, table, seat, meld) is None:
            if not rules.personal_melds or meld.owner == seat:
                taken.add(meld.rank)
            for face in _fitting(rules, meld, groups):
                yield Add(number, BYTE[face])
    for cards in _new_melds(rules, groups):
        if _rank(cards) not in taken:
            yield Meld((cards,))


def _rank(cards: Cards) -> int:
    plain = naturals(cards)
    return RANK[plain[0]] if plain else JOKER_RANK


def _fitting(rules: Answers, meld: TableMeld, groups: Groups) -> Iterator[int]:
    """The faces of which one more card may lie on `meld`."""
    wilds = len(wild_cards(meld.cards))
    plain = len(meld.cards) - wilds
    if meld.rank != JOKER_RANK and rules.fault(meld.rank, plain + 1, wilds) is None:
        yield from dict.fromkeys(groups.get(meld.rank, b""))
    if groups[JOKER_RANK] and rules.fault(meld.rank, plain, wilds + 1) is None:
        yield from dict.fromkeys(groups[JOKER_RANK])


def _new_melds(rules: Answers, groups: Groups) -> Iterator[Cards]:
    wilds = groups[JOKER_RANK]
    for rank, cards in groups.items():
        if rank == JOKER_RANK:
            if len(cards) >= 3 and rules.wild_melds:
                yield cards[:3]
        elif rank < TWO:
            yield from _natural_melds(rules, rank, cards, wilds)


def _natural_melds(rules: Answers, rank: int, cards: Cards, wilds: Cards) -> Iterator[Cards]:
    if len(cards) >= 3:
        yield cards[:3]
        if len(cards) > 3:
            yield cards[: rules.most_black_threes if rank == THREE else rules.cap]
    elif len(cards) == 2 and wilds and rules.fault(rank, 2, 1) is None:
        yield cards + wilds[:1]
        if wilds[-1] != wilds[0]:
            yield cards + wilds[-1:]


def _lone_openings(rules: Answers, table: Table, seat: int, groups: Groups) -> Iterator[Move]:
    """Single melds that are worth enough to open with."""
    need = rules.minimum(table, seat)
    for cards in _new_melds(rules, groups):
        if worth(cards) >= need:
            yield Meld((cards,))


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
    faces = _fitting(rules, meld, grouped(laid_free(table, seat)))
    return bytes(
        face for face in faces if rules.check(table, seat, Add(number, BYTE[face])) is None
    )
