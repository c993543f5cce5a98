"""Motives: what is behind a move beside its plain worth, told in place of the plainer reason.

A discard may be made with an eye on the next player; without a stock nobody can draw instead.
"""

from typing import Final

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.turn.drawing import must_take
from engine.editions import seen_rules
from engine.model.chance import Rng
from engine.model.moves import Discard
from engine.model.view import View
from engine.players import Advice
from engine.players.levels import style_of
from engine.players.rummy.seen import RummySeen
from engine.players.rummy.wishes import for_the_next
from engine.players.thinking.thought import Reason
from engine.rummy.rules import ContractRummy

WITHOUT_STOCK: Final = {
    Reason.TAKE_PILE: Reason.TAKE_LAST,
    Reason.PILE_NOT_WORTH_IT: Reason.LET_END,
}
"""What is told in place of a reason that compares the pile with a card of the stock."""


def with_motive(view: View, driver: str | None, rng: Rng, advice: Advice) -> Advice:
    """The same advice, with the motive in it where there is one.

    `driver` is the level and taste of who says so, as `read_driver` has them; a beginner thinks of
    nobody else.
    """
    rules, seat = seen_rules(view), view.viewer
    if seat is None:
        return advice
    if isinstance(rules, CanastaAnswers) and not view.stock:
        return without_stock(rules, view, seat, advice)
    style = style_of(rules, driver)
    if not isinstance(rules, ContractRummy) or style is None:
        return advice
    if not isinstance(advice.move, Discard):
        return advice
    thought = for_the_next(RummySeen(rules, rules.sample(view, rng), seat, style), advice.move.card)
    return advice if thought is None else Advice(*thought)


def without_stock(rules: CanastaAnswers, view: View, seat: int, advice: Advice) -> Advice:
    """The advice of who finds the stock empty: to leave the pile is to end the round."""
    reason = advice.facts.get("plain", advice.reason)
    told = WITHOUT_STOCK.get(Reason(str(reason)))
    if told is None:
        return advice
    if told is Reason.TAKE_LAST and must_take(rules, rules.face_down(view), seat):
        told = Reason.TAKE_MUST
    if "plain" in advice.facts:
        return Advice(advice.move, advice.reason, {**advice.facts, "plain": told})
    return Advice(advice.move, told, advice.facts)
