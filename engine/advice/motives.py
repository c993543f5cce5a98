"""Motives: what is behind a move beside its plain worth, told in place of the plainer reason.

A player's own reasons stand as they are, for by them it is known which deals it has played
(`benchmarks.players.fingerprint`). Where one of them is not the whole truth, another is told here.
"""

from engine.advice.canasta_motives import in_canasta
from engine.advice.rummy_motives import in_rummy
from engine.canasta.book.variant import CanastaAnswers
from engine.editions import seen_rules
from engine.model.chance import Rng
from engine.model.view import View
from engine.players import Advice
from engine.rummy.rules import ContractRummy


def with_motive(view: View, driver: str | None, rng: Rng, advice: Advice) -> Advice:
    """The same advice, with the motive in it where there is one.

    `driver` is the level and taste of who says so, as `read_driver` has them.
    """
    rules, seat = seen_rules(view), view.viewer
    if seat is None:
        return advice
    if isinstance(rules, CanastaAnswers):
        return in_canasta(rules, view, seat, driver, advice)
    assert isinstance(rules, ContractRummy)  # there are two families
    return in_rummy(rules, view, seat, driver, rng, advice)
