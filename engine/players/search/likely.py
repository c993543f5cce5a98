"""Likely worlds: of a few dealt from a view, the one that agrees best with how the others play.

Players throw what goes with nothing and keep what does, so after some turns their hands are
better than cards dealt at random; and what somebody threw, or left lying on a pile worth taking,
they seldom hold a pair of. Taking the best of a few deals leans a little that way.
"""

from functools import partial
from typing import NamedTuple

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.model.cards import JOKER_RANK, RANK, RED_THREES, THREE, Cards
from engine.model.chance import Rng
from engine.model.table import Table
from engine.model.view import View
from engine.players.canasta.seen import CanastaSeen
from engine.players.thinking.thought import Style

PAIR_AGAINST = 3
"""Cards that go together which a pair weighs that its holder threw, or passed on the pile."""
ONE_AGAINST = 1
"""The same of a single card of a rank that its holder threw."""


class Told(NamedTuple):
    """What lies open of one of the others: ranks that tell what it hardly holds."""

    seat: int
    thrown: frozenset[int]
    passed: frozenset[int]


def likely(rules: CanastaAnswers, view: View, seat: int, rng: Rng, style: Style) -> Table:
    """Of a few worlds with this view the one whose other hands are likeliest kept by players."""
    worlds = [rules.sample(view, rng) for _ in range(style.dealt)]
    # Only the others: the hand of the seat itself is known, and alike in all of them.
    told = _told(CanastaSeen(rules, worlds[0], seat, style))
    return max(worlds, key=partial(_kept, told=told))


def _told(seen: CanastaSeen) -> list[Told]:
    others = [other for other in range(seen.rules.seat_count) if other != seen.seat]
    # Whose a card of the pile was, its order says to the turn player alone.
    if not seen.style.recalls or seen.table.turn != seen.seat:
        return [Told(other, frozenset(), frozenset()) for other in others]
    return [Told(other, seen.thrown_by(other), _left(seen, other)) for other in others]


def _left(seen: CanastaSeen, other: int) -> frozenset[int]:
    """What it left lying and could have taken; before its side has opened it may not have."""
    has_opened = opened(seen.rules, seen.table.melds, other)
    return seen.passed_by(other) if has_opened else frozenset()


def _kept(world: Table, told: list[Told]) -> int:
    """How much the others' hands look like hands that were kept."""
    return sum(_sets(world.hands[each.seat]) - _against(world, each) for each in told)


def _sets(hand: Cards) -> int:
    """Cards of a hand that go with another of their rank."""
    ranks = hand.translate(RANK, RED_THREES)
    counts = (ranks.count(rank) for rank in range(THREE + 1, JOKER_RANK))
    return sum(count for count in counts if count > 1)


def _against(world: Table, told: Told) -> int:
    """What speaks against a hand, by what its holder threw and left lying."""
    held = world.hands[told.seat].translate(RANK)
    thrown = [held.count(rank) for rank in told.thrown]
    left = [held.count(rank) for rank in told.passed]
    pairs = sum(count > 1 for count in (*thrown, *left))
    return PAIR_AGAINST * pairs + ONE_AGAINST * thrown.count(1)
