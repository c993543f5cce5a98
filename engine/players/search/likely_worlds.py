"""Likely worlds: the best of a few worlds from a view, compared with the play so far.

Players discard cards that match nothing and keep cards that match, so their hands become better
than random ones. They seldom have a pair of a rank that they discarded or left on a pile worth
taking. Choosing the best of a few deals shifts the sample a little in that direction.
"""

from functools import partial
from typing import NamedTuple

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.model.cards import JOKER_RANK, RANK, RED_THREES, THREE, Cards
from engine.model.chance import Rng
from engine.model.table import Table
from engine.model.view import View
from engine.players.canasta.observation import CanastaObservation
from engine.players.thinking.thought import Style

PAIR_AGAINST = 3
"""Number of matching cards that outweigh one pair of a rank that its player discarded or left on
the pile.
"""
ONE_AGAINST = 1
"""Number of matching cards that outweigh a single card of a rank that its player discarded."""


class OpenEvidence(NamedTuple):
    """Public evidence about another seat: ranks that it probably does not have."""

    seat: int
    thrown: frozenset[int]
    passed: frozenset[int]


def likeliest_world(rules: CanastaAnswers, view: View, seat: int, rng: Rng, style: Style) -> Table:
    """Return the likeliest of a few worlds with this view, by the others' hands.

    Args:
        rules: the rules of the table.
        view: what the seat knows.
        seat: the seat that thinks.
        rng: deals the worlds.
        style: says how many worlds to deal, and whether past discards count as evidence.
    """
    worlds = [rules.sample(view, rng) for _ in range(style.dealt)]
    # Only the others' hands: the seat's own hand is known and the same in all worlds.
    told = _told(CanastaObservation(rules, worlds[0], seat, style))
    return max(worlds, key=partial(_kept, told=told))


def _told(seen: CanastaObservation) -> list[OpenEvidence]:
    others = [other for other in range(seen.rules.seat_count) if other != seen.seat]
    # The order of the pile shows who discarded a card only if this seat is the turn player.
    if not seen.style.recalls or seen.table.turn != seen.seat:
        return [OpenEvidence(other, frozenset(), frozenset()) for other in others]
    return [OpenEvidence(other, seen.thrown_by(other), _left(seen, other)) for other in others]


def _left(seen: CanastaObservation, other: int) -> frozenset[int]:
    """Return the ranks that a seat left on the pile; none before its side has opened.

    A side that has not opened may have been unable to take the pile.
    """
    has_opened = opened(seen.rules, seen.table.melds, other)
    return seen.passed_by(other) if has_opened else frozenset()


def _kept(world: Table, told: list[OpenEvidence]) -> int:
    """Return how plausible the others' hands are as cards that players keep."""
    return sum(_sets(world.hands[each.seat]) - _against(world, each) for each in told)


def _sets(hand: Cards) -> int:
    """Return how many cards of a hand share their rank with another card of the hand."""
    ranks = hand.translate(RANK, RED_THREES)
    counts = (ranks.count(rank) for rank in range(THREE + 1, JOKER_RANK))
    return sum(count for count in counts if count > 1)


def _against(world: Table, told: OpenEvidence) -> int:
    """Return the evidence against a hand, from its player's discards and cards left on the pile."""
    held = world.hands[told.seat].translate(RANK)
    thrown = [held.count(rank) for rank in told.thrown]
    left = [held.count(rank) for rank in told.passed]
    pairs = sum(count > 1 for count in (*thrown, *left))
    return PAIR_AGAINST * pairs + ONE_AGAINST * thrown.count(1)
