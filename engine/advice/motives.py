"""Motives: what the next player has to do with a discard, told in place of the plainer reason."""

from engine.editions import seen_rules
from engine.model.chance import Rng
from engine.model.moves import Discard
from engine.model.view import View
from engine.players import Advice
from engine.players.levels import style_of
from engine.players.rummy.seen import RummySeen
from engine.players.rummy.wishes import for_the_next
from engine.rummy.rules import ContractRummy


def with_motive(view: View, driver: str | None, rng: Rng, advice: Advice) -> Advice:
    """The same advice, for the next player's sake where that is why the viewer throws the card.

    `driver` is the level and taste of who says so, as `read_driver` has them; a beginner thinks of
    nobody else.
    """
    rules, seat = seen_rules(view), view.viewer
    if seat is None or not isinstance(rules, ContractRummy):
        return advice
    style = style_of(rules, driver)
    if style is None or not isinstance(advice.move, Discard):
        return advice
    seen = RummySeen(rules, rules.sample(view, rng), seat, style)
    thought = for_the_next(seen, advice.move.card)
    return advice if thought is None else Advice(*thought)
