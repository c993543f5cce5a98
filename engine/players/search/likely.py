"""Likely worlds: of a few dealt from a view, the one in which the others hold most.

Players throw what goes with nothing and keep what does, so after some turns their hands are
better than cards dealt at random. Taking the best of a few deals leans a little that way.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import JOKER_RANK, RANK, RED_THREES, THREE, Cards
from engine.model.chance import Rng
from engine.model.table import Table
from engine.model.view import View


def likely(rules: CanastaAnswers, view: View, seat: int, rng: Rng, dealt: int) -> Table:
    """Of so many worlds with this view the one in which the others hold hands that players keep."""
    worlds = [rules.sample(view, rng) for _ in range(dealt)]
    # Only the others: the hand of the seat itself is known, and alike in all of them.
    return max(worlds, key=lambda world: _kept(world, seat))


def _kept(world: Table, seat: int) -> int:
    """How much the others' hands look like hands that were kept."""
    return sum(_sets(hand) for other, hand in enumerate(world.hands) if other != seat)


def _sets(hand: Cards) -> int:
    """Cards of a hand that go with another of their rank."""
    ranks = hand.translate(RANK, RED_THREES)
    counts = (ranks.count(rank) for rank in range(THREE + 1, JOKER_RANK))
    return sum(count for count in counts if count > 1)
