"""What the simple computer player wants in contract rummy.

It counts how many cards a hand still lacks for the first-down. A card is worth having if it
lowers that number, and worth keeping if the number would rise without it; once down, a card
is worth what can be laid with it. It lays whatever it can and throws the dearest of the rest.
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
"""Kept back before the last three rounds, whose contracts are the hardest."""
LAST_ROUNDS = 5


def wishes(rules: ContractRummy, view: View, decision: Decision, legal: Legal) -> Iterator[Move]:
    """What it would like to do, the dearest wish first."""
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
    return view.round >= LAST_ROUNDS or view.seats[seat].pennies > SAVED_PENNIES


def _wants_upcard(rules: ContractRummy, view: View) -> bool:
    """Whether the upcard brings the first-down nearer or, once down, can be laid."""
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
    """How much a card is worth keeping; the least is thrown."""
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
    """How many cards a hand still lacks for the first-down of round `number`."""
    contract, law = rules.contract(number), rules.law(number)
    bases = [rank for rank in range(len(RANK_NAMES)) if rank not in _no_bases(law)]
    supply = Supply(law, hand)
    if contract.sets == 1:
        return min([_lack(supply, (base,), contract.size) for base in bases])
    # Only ranks well held come into question for two sets.
    best = sorted(bases, key=lambda rank: -supply.most[rank])[:5]
    pairs = combinations_with_replacement(best, contract.sets)
    return min([_lack(supply, pair, contract.size) for pair in pairs])


def _no_bases(law: SetLaw) -> tuple[int, ...]:
    return () if law.joker_base else (len(RANK_NAMES) - 1,)


def _lack(supply: Supply, bases: tuple[int, ...], size: int) -> int:
    """What sets on these ranks lack, wild cards of the hand put where they may go."""
    same = len(set(bases)) < len(bases)
    held = [supply.ranks.count(base) // len(bases) if same else supply.most[base] for base in bases]
    needs = [max(0, size - naturals) for naturals in held]
    rooms = [supply.wild_room(base) for base in bases]
    wilds = sum(supply.ranks.count(kind) for kind in supply.law.wild_ranks if kind not in bases)
    over = sum(max(0, need - room) for need, room in zip(needs, rooms, strict=True))
    return max(over, sum(needs) - wilds)
