"""Motives: reasons for a move other than its value, reported instead of the plain reason.

The computer players record plain reasons only, because `benchmarks.players.fingerprint` recognises
earlier games by them. This module replaces a reason that is not the whole truth.
"""

from engine.advice.canasta_motives import in_canasta
from engine.advice.rummy_motives import in_rummy
from engine.canasta.book.variant import CanastaAnswers
from engine.earlier_rules import seen_rules
from engine.model.chance import Rng
from engine.model.view import View
from engine.players import Advice
from engine.rummy.rules import ContractRummy


def with_motive(view: View, driver: str | None, rng: Rng, advice: Advice) -> Advice:
    """Return the advice, with the motive in place of the plain reason if there is a motive.

    Args:
        view: what the seat knows.
        driver: the level and taste of the computer player, as `parse_level` reads them.
        rng: the randomness of the decision.
        advice: the move with its plain reason.
    """
    rules, seat = seen_rules(view), view.viewer
    if seat is None:
        return advice
    if isinstance(rules, CanastaAnswers):
        return in_canasta(rules, view, seat, driver, advice)
    assert isinstance(rules, ContractRummy)  # There are two families.
    return in_rummy(rules, view, seat, driver, rng, advice)
