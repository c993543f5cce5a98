"""Motives: what the next player has to do with a discard, told in place of the plainer reason."""

from engine.editions import seen_rules
from engine.model.chance import Rng
from engine.model.moves import Discard
from engine.model.view import View
from engine.players import Advice, read_driver
from engine.players.rummy.seen import RummySeen
from engine.players.rummy.wishes import for_the_next
from engine.players.thinking.tastes import tasted
from engine.players.tuned.careful import careful
from engine.players.tuned.shrewd import shrewd
from engine.rummy.rules import ContractRummy


def with_motive(view: View, driver: str | None, rng: Rng, advice: Advice) -> Advice:
    """The same advice, for the next player's sake where that is why the viewer throws the card.

    `driver` is the level and taste of who says so, as `read_driver` has them; a beginner thinks of
    nobody else.
    """
    rules, seat = seen_rules(view), view.viewer
    level, taste = read_driver(driver)
    if seat is None or level == "easy" or not isinstance(rules, ContractRummy):
        return advice
    if not isinstance(advice.move, Discard):
        return advice
    style = shrewd(rules) if level == "hard" else careful(rules)
    seen = RummySeen(rules, rules.sample(view, rng), seat, tasted(style, taste))
    thought = for_the_next(seen, advice.move.card)
    return advice if thought is None else Advice(*thought)
