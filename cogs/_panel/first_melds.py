"""What the first melds of a round have to be, until they lie, and how near a hand is to them."""

from cogs._kit.texts import cards_words, listed, say
from cogs._panel.panel import Panel
from cogs._panel.signs_page import values_line
from engine.advice import choices
from engine.advice.groups import ahead, wilds_of
from engine.model.cards import RANK
from engine.model.view import Contract
from render.text.words import limit_words


def opening(panel: Panel) -> str:
    """What the first melds of this seat have to be, until they lie."""
    seat = panel.view.seats[panel.seat]
    if seat.opened or not panel.view.hand:
        return ""
    if panel.view.contract is not None:
        return contract_words(panel.view.contract) + "\n" + values_line(panel)
    return minimum_words(panel, seat.minimum) if seat.minimum is not None else ""


def minimum_words(panel: Panel, minimum: int) -> str:
    """What the first melds need, how near this hand is, and what each card is worth."""
    have = choices.towards_opening(panel.table, panel.seat)
    reached = say(f"panel.minimum_{how_far(panel, minimum, have)}", have=have, lacks=minimum - have)
    return say("panel.minimum", n=minimum, reached=reached) + "\n" + values_line(panel)


def how_far(panel: Panel, minimum: int, have: int) -> str:
    """How near a hand is to its first melds: without wild cards, then with them."""
    if have >= minimum:
        return "reached"
    wild = wilds_of(panel.table)
    if not any(RANK[face] in wild for face in panel.view.hand):
        return "missed"
    able = choices.can_open(ahead(panel.table, panel.seat), panel.seat)
    return "by_wilds" if able else "not_by_wilds"


def contract_words(contract: Contract) -> str:
    """What a first-down has to be in this round."""
    wild = listed(map(cards_words, contract.wild_ranks))
    facts = {"size": contract.size, "wilds": limit_words(contract), "wild": wild}
    return say("panel.contract", n=contract.sets, **facts)
