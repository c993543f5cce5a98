"""Contract rummy: motives that a plain reason does not mention.

For a discard, the motive is the next player. For a declined upcard, it is the reason against the
card.
"""

from itertools import combinations
from typing import Final

from engine.model.chance import Rng
from engine.model.moves import Discard, Draw
from engine.model.view import View
from engine.players import Advice
from engine.players.levels import style_of
from engine.players.rummy.buying import cards_worth
from engine.players.rummy.observation import RummyObservation
from engine.players.rummy.player import for_the_next, gain_of
from engine.players.thinking.thought import CARELESS, Reason
from engine.rummy.offers import can_supply
from engine.rummy.play import later_fault
from engine.rummy.rules import ContractRummy
from engine.rummy.variant import EXTRA_CARDS

DECLINED: Final = frozenset(
    {Reason.LEAVE_USELESS, Reason.LEAVE_UNFIT, Reason.FEW_POINTS, Reason.SAVE_PENNIES}
)
"""The reasons for declining an upcard."""


def in_rummy(
    rules: ContractRummy, view: View, seat: int, driver: str | None, rng: Rng, advice: Advice
) -> Advice:
    """Return the advice for a discard or a declined upcard, with its real reason.

    The easy level ignores the next player.

    Args:
        rules: the rules of the view's table.
        view: what the seat knows.
        seat: the seat that is advised or that moved.
        driver: the level and taste of the computer player, as `parse_level` reads them.
        rng: the randomness of the decision.
        advice: the move with its plain reason.
    """
    style, throws = style_of(rules, driver), isinstance(advice.move, Discard)
    if advice.reason not in DECLINED and not (throws and style):
        return advice
    seen = RummyObservation(rules, rules.sample(view, rng), seat, style or CARELESS)
    if not isinstance(advice.move, Discard):
        return Advice(advice.move, _declined(seen, advice), advice.facts)
    thought = for_the_next(seen, advice.move.card)
    return advice if thought is None else Advice(*thought)


def _declined(seen: RummyObservation, advice: Advice) -> Reason:
    """Return the reason against the upcard; the impossibility to buy it comes first."""
    draws = isinstance(advice.move, Draw)
    if _is_broke(seen):
        return Reason.NO_PENNY if draws else Reason.LEAVE_NO_PENNY
    if seen.rules.turn_player_buys and not can_supply(seen.table, EXTRA_CARDS):
        return Reason.NO_BUYING if draws else Reason.LEAVE_NO_BUYING
    if advice.reason is Reason.FEW_POINTS and not seen.danger:
        return Reason.LEAVE_EXTRA
    if advice.reason is Reason.SAVE_PENNIES and _brings_too_little(seen):
        return Reason.LEAVE_LITTLE
    if advice.reason is Reason.LEAVE_UNFIT and _makes_a_set(seen):
        return Reason.LEAVE_MADE
    return advice.reason


def _makes_a_set(seen: RummyObservation) -> bool:
    """Return whether the upcard forms a set with two cards in hand."""
    sets = (seen.table.pile[-1:] + bytes(pair) for pair in combinations(seen.hand, 2))
    return any(later_fault(seen.rules, seen.law, (cards,)) is None for cards in sets)


def _is_broke(seen: RummyObservation) -> bool:
    """Return whether the upcard costs a penny and the seat has none."""
    return seen.rules.turn_player_buys and not seen.table.pennies[seen.seat]


def _brings_too_little(seen: RummyObservation) -> bool:
    """Return whether the level would not buy the cards even if pennies had no later use."""
    if seen.table.round == seen.rules.last_round:
        return True
    fitted = seen.weights.buying
    return fitted is not None and cards_worth(seen, fitted, gain_of(seen)) <= 0
