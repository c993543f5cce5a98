"""The requirement for a seat's first melds, in words: a minimum or a contract.

`layout` shows these words until the seat has opened.
"""

from cogs.hand.lesson_page import values_line
from cogs.hand.panel import HandPanel
from cogs.ui.texts import cards_words, join_words, say
from engine.advice import choices
from engine.advice.rank_groups import planning_table, wilds_of
from engine.model.cards import RANK
from engine.model.view import Contract
from render.text.alt_text import limit_words


def opening_requirement(panel: HandPanel) -> str:
    """The requirement for this seat's first melds. "" once the seat has opened."""
    seat = panel.view.seats[panel.seat]
    if seat.opened or not panel.view.hand:
        return ""
    if panel.view.contract is not None:
        return contract_words(panel.view.contract) + "\n" + values_line(panel)
    return minimum_words(panel, seat.minimum) if seat.minimum is not None else ""


def minimum_words(panel: HandPanel, minimum: int) -> str:
    """The minimum of the first melds, how near the hand is to that minimum, and card points."""
    have = choices.towards_opening(panel.table, panel.seat)
    reached = say(f"panel.minimum_{how_far(panel, minimum, have)}", have=have, lacks=minimum - have)
    return say("panel.minimum", n=minimum, reached=reached) + "\n" + values_line(panel)


def how_far(panel: HandPanel, minimum: int, have: int) -> str:
    """Suffix of the catalogue key that says how near a hand is to its minimum."""
    if have >= minimum:
        return "reached"
    wild = wilds_of(panel.table)
    if not any(RANK[face] in wild for face in panel.view.hand):
        return "missed"
    able = choices.can_open(planning_table(panel.table, panel.seat), panel.seat)
    return "by_wilds" if able else "not_by_wilds"


def contract_words(contract: Contract) -> str:
    wild = join_words(map(cards_words, contract.wild_ranks))
    facts = {"size": contract.size, "wilds": limit_words(contract), "wild": wild}
    return say("panel.contract", n=contract.sets, **facts)
