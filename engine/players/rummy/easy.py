"""The simplest computer player in contract rummy; `engine.players.heuristic.easy` calls it.

The player counts how many cards a hand still lacks for the first-down. The player wants a card that
lowers that number, and keeps a card without which the number would rise. After the first-down, a
card's value is what can be laid with it. The player lays everything it can and discards the card
that costs most.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.model.cards import RANK_NAMES, Cards, rank_of
from engine.model.decision import Decision
from engine.model.moves import BUY, PASS, Add, Discard, Meld, Move, Take
from engine.model.view import View
from engine.notation.legal import Legal
from engine.rummy.openings import Supply, threes
from engine.rummy.play import misfits
from engine.rummy.rules import ContractRummy
from engine.rummy.sets import SetLaw
from engine.rummy.variant import POINTS

SAVED_PENNIES = 3
"""Pennies kept for the last three rounds, whose contracts are the hardest."""
LAST_ROUNDS = 3


def ranked_thoughts(
    rules: ContractRummy, view: View, decision: Decision, legal: Legal
) -> Iterator[Move]:
    """Yield the moves that the player wants, best first; some may be illegal."""
    if decision.kind == "play":
        yield from legal.opening()
        yield from sorted((m for m in legal if isinstance(m, Meld | Add)), key=_laid, reverse=True)
        yield from sorted(
            (m for m in legal if isinstance(m, Discard)), key=lambda m: _keep(rules, view, m.card)
        )
    elif _wants_upcard(rules, view):
        yield Take()
        if _affords(view, decision.seat):
            yield BUY
    if decision.kind == "offer":
        yield PASS


def _laid(move: Meld | Add) -> int:
    return sum(map(len, move.melds)) if isinstance(move, Meld) else len(move.cards)


def _affords(view: View, seat: int) -> bool:
    return view.round > view.last_round - LAST_ROUNDS or view.seats[seat].pennies > SAVED_PENNIES


def _wants_upcard(rules: ContractRummy, view: View) -> bool:
    """Whether the upcard helps the first-down or, once down, can be laid."""
    if view.upcard is None or view.viewer is None:
        return False
    law, hand = rules.law(view.round), view.hand
    more = bytes(sorted((*hand, view.upcard)))
    if not view.seats[view.viewer].opened:
        return lacking(rules, view.round, more) < lacking(rules, view.round, hand)
    later = rules.later_laws[view.round - 1]
    if len(threes(later, more)) > len(threes(later, hand)):
        return True
    return any(view.upcard not in misfits(rules, law, meld.cards) for meld in view.melds)


def _keep(rules: ContractRummy, view: View, face: int) -> tuple[int, bool, int, int, int]:
    """Return the sort key of a card: the least worth keeping is discarded."""
    hand = view.hand.replace(bytes((face,)), b"", 1)
    opened = view.viewer is not None and view.seats[view.viewer].opened
    law = rules.law(view.round)
    return (
        0 if opened else lacking(rules, view.round, hand),
        face in law.wild_faces,
        sum(rank_of(other) == rank_of(face) for other in hand),
        -POINTS[face],
        face,
    )


def lacking(rules: ContractRummy, number: int, hand: Cards) -> int:
    """Return how many cards a hand still lacks for the first-down of round `number`."""
    contract, law = rules.contract(number), rules.law(number)
    bases = [rank for rank in range(len(RANK_NAMES)) if rank not in _no_bases(law)]
    supply = Supply(law, hand)
    if contract.sets == 1:
        return min([_lack(supply, (base,), contract.size) for base in bases])
    # For two sets, only the ranks with most cards are worth trying.
    best = sorted(bases, key=lambda rank: -supply.most[rank])[:5]
    pairs = combinations_with_replacement(best, contract.sets)
    return min([_lack(supply, pair, contract.size) for pair in pairs])


def _no_bases(law: SetLaw) -> tuple[int, ...]:
    return () if law.joker_base else (len(RANK_NAMES) - 1,)


def _lack(supply: Supply, bases: tuple[int, ...], size: int) -> int:
    """Return how many cards sets of these ranks lack, with the hand's wild cards used well."""
    same = len(set(bases)) < len(bases)
    held = [supply.ranks.count(base) // len(bases) if same else supply.most[base] for base in bases]
    needs = [max(0, size - naturals) for naturals in held]
    rooms = [supply.wild_room(base) for base in bases]
    wilds = sum(supply.ranks.count(kind) for kind in supply.law.wild_ranks if kind not in bases)
    over = sum(max(0, need - room) for need, room in zip(needs, rooms, strict=True))
    return max(over, sum(needs) - wilds)
