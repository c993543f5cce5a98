"""Buying: the value of the upcard and its two extra cards, compared with the cost of a penny."""

from math import exp

from engine.model.cards import RANK
from engine.players.rummy.observation import RummyObservation
from engine.players.thinking.weights import Buying
from engine.rummy.variant import FEW_WILDS_ROUNDS, HAND_SIZE, ROUNDS

MOST_HELD = 2


def worth_buying(seen: RummyObservation, weights: Buying, gain: int) -> float:
    """Return the value of buying in points, minus the value of the penny.

    `gain` is the number of cards of the contract that the upcard brings.
    """
    # In a shorter game fewer rounds are left: it is as far from its end as the whole game here.
    number = ROUNDS - seen.rules.last_round + seen.table.round
    penny = penny_worth(weights, number, seen.table.pennies[seen.seat])
    return cards_worth(seen, weights, gain) - penny


def cards_worth(seen: RummyObservation, weights: Buying, gain: int) -> float:
    """Return the value of buying in points, if pennies were worth nothing."""
    return _contract(seen, weights, gain) + _others(seen, weights)


def penny_worth(weights: Buying, number: int, pennies: int) -> float:
    """Return the value in points of the last of so many pennies, in the rounds after `number`."""
    left = ROUNDS - number
    if not left:
        return 0.0
    lasting = weights.lasting * left
    return weights.pennies[left - 1] * (exp(-(pennies - 1) / lasting) - exp(-pennies / lasting))


def _contract(seen: RummyObservation, weights: Buying, gain: int) -> float:
    """Return the cards' value for the contract."""
    lacks, rank = seen.lacks, RANK[seen.table.pile[-1]]
    worth = weights.any_cards + weights.lacking * lacks + weights.copy_left * seen.unseen[rank]
    worth += weights.nearer * gain + weights.nearer_far * gain * lacks
    if gain <= 0:
        worth += weights.held * min(MOST_HELD, seen.hand.translate(RANK).count(rank))
    elif gain == lacks:
        worth += weights.finished
    worth += weights.two_sets if seen.contract.sets > 1 else 0.0
    return worth + (weights.late if seen.table.round > FEW_WILDS_ROUNDS else 0.0)


def _others(seen: RummyObservation, weights: Buying) -> float:
    """Return the cost of further cards in hand, given how soon another player may go out."""
    away = (seen.seat - seen.table.turn) % seen.rules.seat_count
    worth = weights.turns_away * away + weights.hand * (len(seen.hand) - HAND_SIZE)
    if seen.danger:
        worth += weights.somebody_down + weights.lacking_then * seen.lacks
    return worth + (weights.somebody_nearly_out if seen.danger > 1 else 0.0)
